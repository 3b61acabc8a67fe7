"""The file of a table of tiles (``meta.kind`` is ``hexes`` or ``squares``): read and checked.

One way: fields -> lattice, pieces, tiles, layouts -> ``tiles_faults`` -> TilesBoard. The table's
cells are those of its layouts; where it has none, all that lie on it whole. ``places`` lie fixed
beside the tiles.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace

from companion.boards.lattice import At, Lattice, Shape
from companion.boards.tiles_board import (
    CELL,
    DRAWN,
    Cell,
    Feature,
    Layout,
    PieceType,
    PrintedPlace,
    Spot,
    Tile,
    TilesBoard,
    cell_id,
    names_of,
)
from companion.boards.tiles_faults import Given, check_tiles
from companion.cards.card import read_cards
from companion.files.fields import Field, shown

KINDS = tuple(shape.value for shape in Shape)
MOST_TILES, MOST_SPOTS, MOST_OF_A_TILE = 500, 50, 500
MOST_FEATURES, MOST_PRINTED, LARGEST_NUMBER = 50, 500, 999
MOST_LAYOUTS, MOST_CELLS, MOST_PLAYERS = 100, 2_500, 20
LARGEST_CELL_MM, FARTHEST = 500.0, 1_000
SEEN = "seen"
"""A photo was read so, and nobody has said yet whether that is right."""
STATUS = ("stated", "implied", "found", "derived", "reconstructed", SEEN)
"""How sure a file is of a thing; ``derived``: it follows from figures that are stated."""
LAYOUT = "layout:{}"
"""How a layout is called where it is said how sure the file is of it; a tile is by its id."""

Pieces = Callable[[Field], PieceType]
Place = Callable[[Field], tuple[float, float]]


def with_tiles(board: TilesBoard, file: Field, place: Place, pieces: Pieces) -> TilesBoard:
    """Read what only tables of tiles have; it is whole when the file has no faults.

    ``place`` reads where something is on the table, ``pieces`` the pieces of one form.
    """
    lattice = _lattice(file.get("lattice"), Shape(file.get("meta").get("kind").value), place)
    forms = {name: pieces(form) for name, form in file.get("pieces").entries()}
    tiles = [_tile(each, lattice) for each in file.get("tiles").items(1, MOST_TILES)]
    layouts = [_layout(each) for each in file.get("layouts").items(0, MOST_LAYOUTS)]
    beside = [_printed_place(each, place) for each in file.get("places").items(0, MOST_PRINTED)]
    board = replace(
        board,
        status=dict(_status(file)),
        lattice=lattice,
        pieces=forms,
        tiles={tile.id: tile for tile in tiles},
        layouts={layout.id: layout for layout in layouts},
        printed_places={each.id: each for each in beside},
        cards=read_cards(file.get("cards")),
    )
    cells = {cell.id: cell for cell in _cells(board, file, layouts)}
    whole = replace(board, cells=cells, names=names_of(cells.values()) if layouts else {})
    check_tiles(Given(file, tiles, layouts, beside), whole)
    return whole


def _lattice(field: Field, shape: Shape, place: Place) -> Lattice:
    x_mm, y_mm = place(field)
    turned = field.get("turned_deg")
    apart_mm = field.get("apart_mm").number(1, LARGEST_CELL_MM, "mm")
    turned_deg = turned.number(-360, 360, "degrees") if turned.given else 0.0
    return Lattice(shape, x_mm, y_mm, apart_mm, turned_deg)


def _tile(field: Field, lattice: Lattice) -> Tile:
    field.is_object()
    printed, count, turns, back = (field.get(key) for key in ("printed", "count", "turns", "back"))
    if back.given and back.value is not True:
        back.fault("not-true")
    usual = 1 if back.given else lattice.sides
    return Tile(
        id=field.get("id").id(),
        spots=tuple(_spot(each) for each in field.get("spots").items(0, MOST_SPOTS)),
        turns=turns.whole(1, lattice.sides) if turns.given else usual,
        printed=printed.text() if printed.given else "",
        count=count.whole(1, MOST_OF_A_TILE) if count.given else 1,
        back=back.given,
        features=tuple(
            _feature(each, lattice) for each in field.get("features").items(0, MOST_FEATURES)
        ),
    )


def _feature(field: Field, lattice: Lattice) -> Feature:
    field.is_object()
    number, sign, drawn = (field.get(key) for key in ("number", "sign", "drawn"))
    sides, halves = field.get("sides"), field.get("halves")
    return Feature(
        id=field.get("id").id(),
        kind=field.get("kind").id(),
        spots=tuple(each.id() for each in field.get("spots").items(0, MOST_SPOTS)),
        sides=tuple(each.whole(0, lattice.sides - 1) for each in sides.items(0, lattice.sides)),
        number=number.whole(0, LARGEST_NUMBER) if number.given else None,
        sign=sign.id() if sign.given else "",
        at_mm=_on_tile(field) if field.has("x") or field.has("y") else None,
        halves=tuple(
            each.whole(0, 2 * lattice.sides - 1) for each in halves.items(0, 2 * lattice.sides)
        ),
        drawn=(drawn.one_of(DRAWN) or "") if drawn.given else "",
    )


def _printed_place(field: Field, place: Place) -> PrintedPlace:
    """Its id is whole as it stands, with a ``/`` where the file likes: no cell has it."""
    field.is_object()
    printed, said, sign = (field.get(key) for key in ("printed", "said", "sign"))
    id_ = field.get("id").text()
    if id_ != id_.lower() or not all(id_.split("/")) or id_.split("/")[0] == CELL:
        field.get("id").fault("no-id-of-place", value=shown(id_))
    x_mm, y_mm = place(field)
    return PrintedPlace(
        id_,
        field.get("kind").id(),
        x_mm,
        y_mm,
        printed.text() if printed.given else "",
        said.text() if said.given else "",
        sign.id() if sign.given else "",
    )


def _spot(field: Field) -> Spot:
    field.is_object()
    x_mm, y_mm = _on_tile(field)
    return Spot(field.get("id").id(), field.get("kind").id(), x_mm, y_mm)


def _on_tile(field: Field) -> tuple[float, float]:
    """Where something is, from the middle of its tile."""
    x_mm, y_mm = (field.get(key).number(-LARGEST_CELL_MM, LARGEST_CELL_MM, "mm") for key in "xy")
    return x_mm, y_mm


def _layout(field: Field) -> Layout:
    field.is_object()
    cells: list[str] = []
    marked: dict[str, str] = {}
    for each in field.get("cells").items(1, MOST_CELLS):
        each.is_object()
        at = each.get("q").whole(-FARTHEST, FARTHEST), each.get("r").whole(-FARTHEST, FARTHEST)
        cells.append(cell_id(at))
        if each.get("mark").given:
            marked[cell_id(at)] = each.get("mark").id()
    players, in_box = field.get("players").items(1, MOST_PLAYERS), field.get("in_box")
    return Layout(
        id=field.get("id").id(),
        players=tuple(each.whole(1, MOST_PLAYERS) for each in players),
        cells=tuple(cells),
        marked=marked,
        in_box=frozenset(each.id() for each in in_box.items(0, MOST_TILES))
        if in_box.given
        else None,
    )


def _status(file: Field) -> Iterator[tuple[str, dict[str, str]]]:
    """Say per tile and layout how sure the file is of each field."""
    for key, called in (("tiles", "{}"), ("layouts", LAYOUT)):
        for each in file.get(key).children():
            stated = {of: said.one_of(STATUS) or "" for of, said in each.get("status").entries()}
            if stated:
                yield called.format(each.get("id").value), stated


def _cells(board: TilesBoard, file: Field, layouts: list[Layout]) -> Iterator[Cell]:
    """The cells of all layouts; where there are none, those that lie on the table whole."""
    lattice = board.lattice
    if not (lattice.is_known and math.isfinite(board.width_mm + board.height_mm)):
        return
    if file.get("layouts").given:
        named = dict.fromkeys(cell for layout in layouts for cell in layout.cells)
        every = [_at(cell) for cell in named]
    else:
        every = _on_table(board)
        if len(every) > MOST_CELLS:
            file.get("lattice").fault("too-many-cells", count=len(every), most=MOST_CELLS)
    for at in every:
        x_mm, y_mm = lattice.middle(at)
        yield Cell(cell_id(at), at, x_mm, y_mm)


def _at(cell: str) -> At:
    q, r = cell.split("/")[1].split(",")
    return int(q), int(r)


def _on_table(board: TilesBoard) -> list[At]:
    """The cells that lie on the table whole, row by row, found from one in its middle."""
    lattice = board.lattice
    start = lattice.nearest(board.width_mm / 2, board.height_mm / 2)
    found, ahead = {start}, [start]
    while ahead and len(found) <= 2 * MOST_CELLS:
        for at in lattice.beside(ahead.pop()):
            if at not in found and board.is_on_table(at):
                found.add(at)
                ahead.append(at)
    return sorted(filter(board.is_on_table, found), key=lambda at: (at[1], at[0]))
