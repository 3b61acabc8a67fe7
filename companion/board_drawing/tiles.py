"""A table of tiles as a chart of its own: its cells, the tiles as they lie, what stands on them.

A tile has the number that is printed on it, a notch at its first side, so that one sees how it is
turned, and a dot for each place, in a colour and a form for each kind. A feature that says where it
is has a small sign, or a plate: its letter and number, or a disc for the kind of piece that it
names. What stands beside the places, such as a token on a tile, stands in a row in the middle of
its cell. Places beside the tiles are boxes with what is printed on them.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import replace

from companion.board_drawing.ground import draw_ground
from companion.board_drawing.paint import Paint, paints
from companion.board_drawing.pieces import STRANGE
from companion.board_drawing.places import Legend, Printed, Ships
from companion.board_drawing.plates import EDGE, SIGN, plate, printed_place, sign_left_mm
from companion.boards.board import Box, Place
from companion.boards.lattice import turned as turned_by
from companion.boards.tiles_board import (
    CELL,
    Cell,
    Feature,
    Lying,
    Spot,
    Tile,
    TilesBoard,
)
from companion.drawing.signs import draw_alone, draw_sign, is_known
from companion.drawing.svg import (
    Point,
    element,
    group,
    node_id,
    number,
    polygon,
    text,
    turned,
    words,
)
from companion.position import Position

USUAL_CELL_MM = 60.0
INSET = 0.97
"""A tile is drawn so much smaller than its cell, so that neighbours stay apart."""
DOT, SPOT, PIECE, STEP = 8.0, 8.0, 10.0, 11.0
"""How large the places, what a finger finds, and the pieces are on a cell of usual size, in mm."""
LABEL, CALLED, ROW = 3.2, 2.4, 1.6
"""Sizes of what is printed on a tile, and of what a cell is called on the table and alone: letters
are 4 mm high at 1."""
CROWDED = 16.0
"""What is printed on a tile leaves its middle where a place lies nearer than this."""
LONGEST_LABEL = 11.0
"""So wide at most is what is printed on a tile, in letters of that size."""
DOTS = ("#5d9c46", "#c99700", "#c23b4e", "#7d59a3", "#2f7396", "#7a5a2b")
CAPS = ("round", "square")
FACE, WATER, BACK = "#e0dfb6", "#bfe0ea", "#8fa6b2"


def unit_of(board: TilesBoard) -> float:
    """1 on a table with cells of usual size."""
    return board.lattice.apart_mm / USUAL_CELL_MM


def shown_with(board: TilesBoard, position: Position) -> TilesBoard:
    """The board as it lies, without the places beside it that nobody uses nor lies on."""
    idle = position.unused - position.places.keys()
    beside = {id_: each for id_, each in board.printed_places.items() if id_ not in idle}
    return replace(board.lying(position), printed_places=beside)


def chart_box_mm(board: TilesBoard) -> Box:
    """What lies there and the places beside it, with the signs before their rows."""
    left, top, width, height = board.box_mm
    signs = (sign_left_mm(place) for place in board.printed_places.values() if place.sign)
    begins = min([left, *signs])
    return begins, top, width + left - begins, height


def draw_cells(board: TilesBoard, _: Legend) -> Printed:
    """Draw the outlines of all cells, with the marks that a layout prints on them."""
    outlines = (_cell(board, cell) for cell in board.cells.values())
    beside = draw_printed_places(board, board.printed_places)
    return Printed((group("cells", outlines), *((beside,) if beside else ())))


def draw_printed_places(board: TilesBoard, shown: Collection[str]) -> str:
    """Draw those of the places beside the tiles that are to be shown; nothing where none is."""
    places = [place for place in board.printed_places.values() if place.id in shown]
    return group("beside", map(printed_place, places)) if places else ""


def draw_tile_spots(board: TilesBoard) -> str:
    """Draw every cell, and the places on the tiles above them, as spots that a page can light."""
    outline, radius, laid = _outline(board, INSET), SPOT * unit_of(board), board.laid or {}
    beside = board.printed_places
    return group(
        "spots",
        (
            group(
                kind,
                (
                    element("path", d=outline, **_spot(place, held=place.id in laid))
                    if kind == CELL
                    else element("circle", r=radius, **_spot(place, held=place.id in beside))
                    for place in places.values()
                ),
                data_of=kind,
            )
            for kind, places in board.kinds_of_places.items()
        ),
    )


def draw_tiles(board: TilesBoard) -> str:
    """Draw the tiles as they lie, what the pieces lie on, and what free cells are called."""
    laid = board.laid or {}
    tiles = [draw_tile(board, lies, board.cells[cell]) for cell, lies in laid.items()]
    free = [cell for cell in board.cells.values() if cell.id not in laid]
    called = [
        element("g", *named, transform=turned(cell.x_mm, cell.y_mm, 0))
        for cell in free
        if (named := _called(board, cell, CALLED))
    ]
    return group("tiles", [*tiles, *called])


def draw_on_tiles(board: TilesBoard, position: Position, standing: Ships) -> str:
    """Draw the pieces on their places, and what stands on the cells."""
    known, unit = paints(board), unit_of(board)
    pieces = [
        _piece(place, kind, (at.x_mm, at.y_mm), known.get(kind, STRANGE), unit)
        for place, kind in position.places.items()
        if place not in board.cells and (at := board.places.get(place)) is not None
    ]
    beside = _standing(board, standing)
    return group("pieces", [group("cubes", pieces), group("ships", beside)])


def draw_tile(board: TilesBoard, lies: Lying, at: Cell | None = None) -> str:
    """Draw a tile as it lies on a cell, or alone around (0, 0)."""
    tile, unit = board.tiles.get(lies.tile), unit_of(board)
    face = element("path", class_="body", d=_outline(board, INSET), fill=_face(tile))
    turn = lies.turn * 360 / board.lattice.sides
    notch = [] if tile is None or tile.turns == 1 else [_notch(board)]
    dots = () if tile is None else (*draw_ground(board, tile), *_dots(board, tile))
    printed = _printed_on(board, tile, at)
    size = min(LABEL, LONGEST_LABEL / max(len(printed), 1)) * unit
    aside = None if tile is None else _aside(board, tile)
    if aside is not None:
        aside, size = turned_by(aside, turn), size / 2
    scaled = f"scale({number(size)})"
    label = element(
        "text",
        words(printed),
        class_="printed",
        font_size=4,
        y=1.4,
        transform=scaled if aside is None else f"{turned(*aside, 0)} {scaled}",
    )
    x, y = (0.0, 0.0) if at is None else (at.x_mm, at.y_mm)
    plates = () if tile is None else _plates(board, tile, turn)
    parts = [element("g", face, *notch, *dots, transform=turned(0, 0, turn)), *plates, label]
    return element(
        "g",
        *parts,
        class_="piece tile",
        data_id=None if at is None else at.id,
        data_kind=lies.tile,
        transform=turned(x, y, 0),
    )


def _printed_on(board: TilesBoard, tile: Tile | None, at: Cell | None) -> str:
    """What stands on a tile; on one that lies face down what its cell is called."""
    if tile is None:
        return "?"
    if tile.back:
        return "" if at is None else board.names.get(at.id, "")
    return tile.printed or tile.id


def _called(board: TilesBoard, cell: Cell, size: float) -> tuple[str, ...]:
    """What a cell is called, below the mark that a layout prints on it, if it does."""
    marks = (each.marked.get(cell.id, "") for each in board.layouts.values())
    mark = next(filter(None, marks), "")
    said = [mark.upper() if len(mark) == 1 else mark, board.names.get(cell.id, "")]
    lines = [line for line in said if line]
    scaled = f"scale({number(size * unit_of(board))})"
    return tuple(
        element(
            "g",
            text(line, 0, 1.4 + 5 * (nth - (len(lines) - 1) / 2), class_="cell-name", font_size=4),
            transform=scaled,
        )
        for nth, line in enumerate(lines)
    )


def _aside(board: TilesBoard, tile: Tile) -> Point | None:
    """The freest place for what is printed on a tile, where its middle is taken; not turned."""
    taken = [(spot.x_mm, spot.y_mm) for spot in tile.spots]
    taken += [each.at_mm for each in tile.features if each.at_mm is not None]
    if any(each.drawn == "way" for each in tile.features):
        taken.append((0.0, 0.0))  # where ways cross, bend or end
    crowded = CROWDED * unit_of(board)
    if all(math.hypot(*at) >= crowded for at in taken):
        return None
    x, y = board.lattice.middle((0, 0))
    towards = [(east - x, south - y) for east, south in board.lattice.corners((0, 0))]
    way = -board.lattice.turned_deg
    places = [
        turned_by((east * share, south * share), way)
        for share in (0.5, 0.6, 0.7, 0.8)
        for east, south in towards
    ]
    free = max(places, key=lambda place: min(math.dist(place, at) for at in taken))
    return turned_by(free, -way)


def _plates(board: TilesBoard, tile: Tile, turn: float) -> Iterator[str]:
    """What is printed with the features of a tile, upright however it lies."""
    known, unit = paints(board), unit_of(board)
    for each in tile.features:
        middle = _where(tile, each)
        if middle is None or not (drawn := plate(each, known)):
            continue
        at = turned_by(middle, turn + board.lattice.turned_deg)
        where = f"{turned(*at, 0)} scale({number(unit)})"
        yield element("g", *drawn, class_=f"feature {each.kind}", transform=where)


def _where(tile: Tile, feature: Feature) -> Point | None:
    """Where a feature has its plate: a sign that is itself a place stands on that."""
    if feature.at_mm is not None or feature.drawn or not is_known(feature.kind):
        return feature.at_mm
    own = (spot for spot in tile.spots if spot.id in feature.spots)
    return next(((spot.x_mm, spot.y_mm) for spot in own), None)


def marks(board: TilesBoard) -> Iterator[tuple[str, str]]:
    """Every mark that a chart of the board has: its name, and a picture of it alone.

    ``place:KIND`` are the dots of places, ``sign:NAME`` the signs, in the order of the board.
    """
    spots = (spot for each in board.tiles.values() for spot in each.spots)
    for nth, kind in enumerate(dict.fromkeys(spot.kind for spot in spots)):
        dot = element("path", d="M0 0h0", stroke_width=DOT, **_dot(nth))
        drawn = element("svg", dot, viewBox="-5 -5 10 10", aria_hidden="true", focusable="false")
        yield f"place:{kind}", drawn
    printed = (each for tile in board.tiles.values() for each in tile.features)
    named = [name for each in printed for name in (each.kind, each.sign)]
    named += [place.sign for place in board.printed_places.values()]
    for sign in filter(is_known, dict.fromkeys(named)):
        yield f"sign:{sign}", draw_alone(sign)


def _dot(nth: int) -> dict[str, str]:
    """How the places of the nth kind are drawn."""
    return {"stroke": DOTS[nth % len(DOTS)], "stroke_linecap": CAPS[nth % len(CAPS)]}


def _face(tile: Tile | None) -> str:
    """The colour of a tile where nothing is drawn on it."""
    if tile is None or tile.back:
        return BACK
    return WATER if any(each.drawn == "water" for each in tile.features) else FACE


def _is_back(tile: Tile | None) -> bool:
    return tile is None or tile.back


def _outline(board: TilesBoard, share: float) -> str:
    """A cell around (0, 0)."""
    x, y = board.lattice.middle((0, 0))
    ring = board.lattice.corners((0, 0))
    return polygon(((east - x) * share, (south - y) * share) for east, south in ring)


def _notch(board: TilesBoard) -> str:
    """A small mark at the middle of the first side of a tile."""
    unit, half = unit_of(board), board.lattice.apart_mm / 2 * INSET
    ring = ((half, -4 * unit), (half, 4 * unit), (half - 5 * unit, 0.0))
    return element("path", class_="notch", d=polygon(ring), transform=_as_rows(board))


def _dots(board: TilesBoard, tile: Tile) -> Iterator[str]:
    """The places of a tile: of each kind one path, whose strokes have no length.

    Kinds have their colours in the order in which the board first names them. A place on ground
    that is drawn, or beside a picture that is counted, is seen without.
    """
    every = (spot for each in board.tiles.values() for spot in each.spots)
    order = list(dict.fromkeys(spot.kind for spot in every))
    by_kind: dict[str, list[Spot]] = {}
    seen = (each for each in tile.features if each.drawn or each.number or _where(tile, each))
    told = {spot for each in seen for spot in each.spots}
    for spot in tile.spots:
        if spot.id not in told or not any(each.drawn for each in tile.features):
            by_kind.setdefault(spot.kind, []).append(spot)
    for kind, spots in by_kind.items():
        nth = order.index(kind)
        yield element(
            "path",
            class_="dots",
            d="".join(f"M{number(spot.x_mm)} {number(spot.y_mm)}h0" for spot in spots),
            stroke_width=DOT * unit_of(board),
            **_dot(nth),
            transform=_as_rows(board),
        )


def _as_rows(board: TilesBoard) -> str | None:
    """The transform that turns a drawing as the rows are turned; None where they are not."""
    way = board.lattice.turned_deg
    return f"rotate({number(way)})" if way else None


def _cell(board: TilesBoard, cell: Cell) -> str:
    marked = any(cell.id in each.marked for each in board.layouts.values())
    label = text("{},{}".format(*cell.at), 0, 1.4, class_="cell-name", font_size=4)
    scaled = f"scale({number(ROW * unit_of(board))})"
    return element(
        "g",
        element("path", class_="outline", d=_outline(board, INSET)),
        *(_called(board, cell, ROW) or (element("g", label, transform=scaled),)),
        class_="cell marked" if marked else "cell",
        id=node_id(CELL, cell.id),
        data_id=cell.id,
        transform=turned(cell.x_mm, cell.y_mm, 0),
    )


def _spot(at: Place, *, held: bool = False) -> dict[str, str]:
    """What a spot has; ``held``: what is there stays seen under its light."""
    where = turned(at.x_mm, at.y_mm, 0)
    return {"class_": "spot held" if held else "spot", "data_id": at.id, "transform": where}


def _piece(place: str, kind: str, at: Point, paint: Paint, unit: float) -> str:
    """A piece from above, with its sign, or with the letter of its colour."""
    half = PIECE / 2
    return element(
        "g",
        element(
            "rect",
            class_="body",
            x=-half,
            y=-half,
            width=PIECE,
            height=PIECE,
            rx=0.8,
            fill=paint.fill,
        ),
        element("g", draw_sign(kind, EDGE), transform=f"scale({SIGN})")
        if is_known(kind)
        else text(paint.letter, 0, 1.5, class_="letter", font_size=4, fill=paint.ink),
        class_="piece cube",
        data_id=place,
        data_kind=kind,
        transform=f"{turned(*at, 0)} scale({number(unit)})",
    )


def _standing(board: TilesBoard, standing: Ships) -> Iterator[str]:
    """Pieces that stand on a cell or beside a place, in one row each."""
    there = [(kind, place) for kind, place in standing if place in board.places]
    known, unit = paints(board), unit_of(board)
    count, nth = Counter(place for _, place in there), Counter[str]()
    for kind, place in there:
        at, paint = board.places[place], known.get(kind, STRANGE)
        shift = (nth[place] - (count[place] - 1) / 2) * STEP * unit
        nth[place] += 1
        yield element(
            "g",
            element("circle", class_="body", r=PIECE / 2, fill=paint.fill),
            text(paint.letter, 0, 1.5, class_="letter", font_size=4, fill=paint.ink),
            class_="piece token",
            data_kind=kind,
            data_beside=place,
            transform=f"{turned(at.x_mm + shift, at.y_mm, 0)} scale({number(unit)})",
        )
