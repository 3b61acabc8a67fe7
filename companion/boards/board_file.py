"""The board file: read, checked as a whole, and every fault named at once.

One way: bytes -> JSON -> fields -> parts of a board -> ``board_faults`` -> Board. Keys that are
not known are left alone, so that a file may carry more than this version reads.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import TypeVar

from companion.boards.board import Board, CornerMarker, CornerMarkers, Kind, ShipType
from companion.boards.board_faults import check_board
from companion.boards.routes_board import (
    DepartureCard,
    Harbour,
    Island,
    Lane,
    MarkerType,
    OneWay,
    Route,
    RoutesBoard,
    Slot,
    Space,
    StickType,
)
from companion.boards.stops_board import StopsBoard
from companion.boards.stops_file import KIND as STOPS
from companion.boards.stops_file import with_stops
from companion.boards.tiles_board import PieceType, TilesBoard
from companion.boards.tiles_file import KINDS as OF_TILES
from companion.boards.tiles_file import with_tiles
from companion.errors import Fault, InputError
from companion.files.fields import Field, shown
from companion.files.input_file import FileKind, read_json
from companion.saying.phrase import Phrase
from companion.saying.typed import typed

BOARD_FILE = FileKind(Phrase("a-board-file"), 5_000_000)
OF_PROFILES = "companion_profile"
"""What a profile, which may hold a board, is known by."""
LONGEST_SOURCE = 5_000
LARGEST_BOARD_MM = 5_000.0
LARGEST_PIECE_MM = 500.0
LARGEST_COUNT = 10_000
MOST_LANES = 2
MOST_ISLANDS, MOST_SLOTS = 1_000, 50
MOST_ROUTES, MOST_SPACES = 2_000, 100
MOST_OTHERS = 100
"""Harbours, cards, markers of a card, kinds of a piece, corner markers."""
MOST_PLACES = 5_000
"""Spaces and slots in all; the printed maps have some four hundred."""
CORNERS = 4
KINDS = ("routes", STOPS, *OF_TILES)
"""The kinds of boards, as ``meta.kind`` names them; the first where a file names none."""
STATUS = ("stated", "implied", "reconstructed")
NOTHING = math.nan
"""A measure that is not known: no comparison with it holds."""

_Part = TypeVar("_Part", Island, Harbour, Route)


def read_board(path: Path) -> Board:
    """Read and check a board file.

    Raises InputError, in one line, when the file can't be read or has any fault.
    """
    data = load(path)
    try:
        return parse_board(data, path.parent)
    except InputError as error:
        raise InputError("board-check", path, fault=error, path=typed(str(path))) from None


def load(path: Path) -> object:
    """Return the JSON of a file, unchecked; raises InputError when it is none, or a profile."""
    data = read_json(path, BOARD_FILE)
    if isinstance(data, dict) and OF_PROFILES in data:
        raise InputError("profile-for-board", path)
    return data


def parse_board(data: object, folder: Path | None = None) -> Board:
    """Build a board from its JSON; ``folder`` is where its pictures lie (None: not looked for).

    Raises InputError, in one line, with the number of faults and the first of them.
    """
    board, found = _read(data, folder)
    if found:
        raise InputError("first-of-faults", count=len(found), fault=found[0])
    return board


def faults(data: object, folder: Path | None = None) -> list[Fault]:
    """Name every fault of a board's JSON, in the order of the file; never raises."""
    return _read(data, folder)[1]


def _read(data: object, folder: Path | None) -> tuple[Board, list[Fault]]:
    """Read all fields. The board is only whole when there are no faults."""
    file = Field(data)
    if not file.is_object():
        return RoutesBoard("", "", NOTHING, NOTHING, "", {}, {}, {}), file.faults
    meta, pieces = file.get("meta"), file.get("pieces")
    meta.is_object()
    name, game, source = meta.get("name").text(), meta.get("game").id(), meta.get("source")
    size, kind = _Size(meta), meta.get("kind")
    if kind.given and (of_kind := OTHERS.get(kind.one_of(KINDS) or "")):
        return of_kind(file, size, name, game)
    islands = [_island(each, size) for each in file.get("islands").items(1, MOST_ISLANDS)]
    harbours = [_harbour(each, size) for each in file.get("harbours").items(0, MOST_OTHERS)]
    routes = [_route(each, size) for each in file.get("routes").items(0, MOST_ROUTES)]
    cards = [_card(each) for each in file.get("departure_cards").items(0, MOST_OTHERS)]
    if pieces.given:  # a board without any is still a map
        pieces.is_object()
    stick = _stick(pieces.get("stick"))
    board = RoutesBoard(
        name=name,
        game=game,
        width_mm=size.width_mm,
        height_mm=size.height_mm,
        source=source.text(LONGEST_SOURCE) if source.given else "",
        islands=_by_id(islands),
        harbours=_by_id(harbours),
        routes=_by_id(routes),
        stick=stick,
        marker=_marker(pieces.get("marker"), folder),
        ship=_ship(pieces.get("ship"), stick),
        departure_cards=tuple(cards),
        corner_markers=_corner_markers(file.get("aruco")),
        status=dict(_status(file)),
    )
    places = len(board.spaces) + len(board.slots)
    if places > MOST_PLACES:
        file.fault("too-many-places", count=places, most=MOST_PLACES)
        return board, file.faults
    check_board(file, board, islands, harbours, routes)
    return board, file.faults


def _stops(file: Field, size: _Size, name: str, game: str) -> tuple[Board, list[Fault]]:
    """Read a board of stops; what every kind of board has is read as of any."""
    source, ship = file.get("meta").get("source"), _ship(file.get("pieces").get("ship"), None)
    board = StopsBoard(
        name=name,
        game=game,
        width_mm=size.width_mm,
        height_mm=size.height_mm,
        source=source.text(LONGEST_SOURCE) if source.given else "",
        ship=ship,
        corner_markers=_corner_markers(file.get("aruco")),
    )
    return with_stops(board, file, size.place), file.faults


def _tiles(file: Field, size: _Size, name: str, game: str) -> tuple[Board, list[Fault]]:
    """Read a table of tiles; what every kind of board has is read as of any."""
    source, pieces = file.get("meta").get("source"), file.get("pieces")
    board = TilesBoard(
        name=name,
        game=game,
        width_mm=size.width_mm,
        height_mm=size.height_mm,
        source=source.text(LONGEST_SOURCE) if source.given else "",
        corner_markers=_corner_markers(file.get("aruco")),
    )
    if len(list(pieces.entries())) > MOST_OTHERS:
        pieces.fault("too-many-entries", count=len(list(pieces.entries())), most=MOST_OTHERS)
    return with_tiles(board, file, size.place, _piece_type), file.faults


def _piece_type(field: Field) -> PieceType:
    """Pieces of one form, whatever it is called."""
    size_mm, kinds_of = _box(field), field.get("kinds_of")
    at = tuple(each.id() for each in field.get("at").items(0, MOST_OTHERS))
    kinds = _kinds(field.get("kinds"))
    return PieceType(*size_mm, kinds, at, kinds_of.id() if kinds_of.given else "")


class _Size:
    """How large the board is, and how a place on it is read."""

    def __init__(self, meta: Field) -> None:
        self.width_mm = _millimetres(meta.get("width_mm"), LARGEST_BOARD_MM)
        self.height_mm = _millimetres(meta.get("height_mm"), LARGEST_BOARD_MM)

    def place(self, field: Field) -> tuple[float, float]:
        """Read ``x`` and ``y``, which must lie on the board."""
        if not field.is_object():
            return NOTHING, NOTHING
        width, height = (
            LARGEST_BOARD_MM if math.isnan(side) else side
            for side in (self.width_mm, self.height_mm)
        )
        return field.get("x").number(0, width, "mm"), field.get("y").number(0, height, "mm")


OTHERS = {STOPS: _stops, **dict.fromkeys(OF_TILES, _tiles)}
"""What reads each kind of board but the first."""


def _millimetres(field: Field, largest: float) -> float:
    length = field.number(0, largest, "mm")
    if length == 0:
        field.fault("length-zero")
    return length


def _island(field: Field, size: _Size) -> Island:
    x_mm, y_mm = size.place(field)
    island = field.get("id").id()
    value = field.get("value")
    return Island(
        id=island,
        name=field.get("name").text(),
        value=value.whole(0, LARGEST_COUNT) if value.given else None,
        x_mm=x_mm,
        y_mm=y_mm,
        slots=tuple(
            Slot(f"{island}/{index}", *size.place(slot))
            for index, slot in enumerate(field.get("slots").items(0, MOST_SLOTS))
        ),
    )


def _harbour(field: Field, size: _Size) -> Harbour:
    x_mm, y_mm = size.place(field)
    pieces, ships, island = (field.get(key) for key in ("pieces", "ships", "island"))
    return Harbour(
        id=field.get("id").id(),
        company=field.get("company").id(),
        x_mm=x_mm,
        y_mm=y_mm,
        pieces=pieces.whole(0, LARGEST_COUNT) if pieces.given else None,
        ships=ships.whole(0, LARGEST_COUNT) if ships.given else None,
        island=island.id() if island.given else None,
    )


def _route(field: Field, size: _Size) -> Route:
    field.is_object()
    route = field.get("id").id()
    arrow = field.get("one_way")
    way = arrow.one_of([way.value for way in OneWay]) if arrow.given else None
    lanes = [
        Lane(
            tuple(
                _space(space, f"{route}/{number}/{index}", size)
                for index, space in enumerate(lane.items(1, MOST_SPACES))
            )
        )
        for number, lane in enumerate(field.get("lanes").items(least=1, most=MOST_LANES))
    ]
    return Route(
        id=route,
        a=field.get("a").id(),
        b=field.get("b").id(),
        lanes=tuple(lanes),
        one_way=OneWay(way) if way else None,
    )


def _space(field: Field, space: str, size: _Size) -> Space:
    x_mm, y_mm = size.place(field)
    return Space(space, x_mm, y_mm, field.get("angle_deg").number(-360, 360, "degrees"))


def _card(field: Field) -> DepartureCard:
    field.is_object()
    ports = tuple(port.id() for port in field.get("ports").items(1, MOST_OTHERS))
    return DepartureCard(field.get("nation").id(), ports)


def _kinds(field: Field) -> tuple[Kind, ...]:
    """Read kinds of pieces: a list of names, or names with a colour each."""
    if isinstance(field.value, Mapping):
        kinds = [(key, Field(key, each.place, field.faults), each) for key, each in field.entries()]
        if len(kinds) > MOST_OTHERS:
            field.fault("too-many-entries", count=len(kinds), most=MOST_OTHERS)
        named = [Kind(name.id(), colour.colour()) for _, name, colour in kinds]
    else:
        named = [Kind(name.id()) for name in field.items(1, MOST_OTHERS)]
    return tuple(named)


def _stick(field: Field) -> StickType | None:
    if not field.given or not field.is_object():
        return None
    length_mm, width_mm, height_mm = _box(field)
    return StickType(length_mm, width_mm, height_mm, _kinds(field.get("kinds")))


def _marker(field: Field, folder: Path | None) -> MarkerType | None:
    if not field.given or not field.is_object():
        return None
    art = field.get("art")
    return MarkerType(
        diameter_mm=_millimetres(field.get("diameter_mm"), LARGEST_PIECE_MM),
        height_mm=_millimetres(field.get("height_mm"), LARGEST_PIECE_MM),
        kinds=_kinds(field.get("kinds")),
        art=_art(art, folder) if art.given else None,
    )


def _art(field: Field, folder: Path | None) -> Path | None:
    """Find the picture beside the board file; a path that leads elsewhere is refused."""
    name = field.text()
    steps = {*PurePosixPath(name).parts, *PureWindowsPath(name).parts}
    rooted = PurePosixPath(name).is_absolute() or PureWindowsPath(name).anchor
    if not name or ".." in steps or rooted:
        field.fault("picture-elsewhere", name=shown(name))
        return None
    if folder is None:
        return Path(name)
    if not (folder / name).is_file():
        field.fault("picture-not-there", name=shown(name))
    return folder / name


def _ship(field: Field, stick: StickType | None) -> ShipType | None:
    if not field.given or not field.is_object():
        return None
    length_mm, width_mm, height_mm = _box(field)
    # A ship that is named like a stick is painted like it.
    paint = {kind.name: kind.colour for kind in stick.kinds} if stick else {}
    kinds = _kinds(field.get("kinds"))
    painted = (replace(kind, colour=kind.colour or paint.get(kind.name)) for kind in kinds)
    return ShipType(length_mm, width_mm, height_mm, tuple(painted))


def _box(field: Field) -> tuple[float, float, float]:
    length, width, height = (
        _millimetres(field.get(key), LARGEST_PIECE_MM)
        for key in ("length_mm", "width_mm", "height_mm")
    )
    return length, width, height


def _corner_markers(field: Field) -> CornerMarkers | None:
    if not field.given or not field.is_object():
        return None
    z_mm = field.get("z_mm")
    return CornerMarkers(
        dictionary=field.get("dictionary").text(),
        z_mm=z_mm.number(-LARGEST_PIECE_MM, LARGEST_PIECE_MM, "mm") if z_mm.given else 0.0,
        markers=tuple(_corner_marker(each) for each in field.get("markers").items(1, MOST_OTHERS)),
    )


def _corner_marker(field: Field) -> CornerMarker:
    field.is_object()
    corners = field.get("corners").items(least=CORNERS, most=CORNERS)
    return CornerMarker(field.get("id").whole(0, LARGEST_COUNT), tuple(map(_corner, corners)))


def _corner(field: Field) -> tuple[float, float]:
    far = 2 * LARGEST_BOARD_MM
    both = [each.number(-far, far, "mm") for each in field.items(least=2, most=2)]
    return (both[0], both[1]) if len(both) == 2 else (NOTHING, NOTHING)


def _status(file: Field) -> Iterator[tuple[str, dict[str, str]]]:
    """Say per thing and field how sure the file is of it."""
    names: Sequence[tuple[str, str, Callable[[str], str]]] = (
        ("islands", "id", str),
        ("harbours", "id", str),
        ("routes", "id", str),
        ("departure_cards", "nation", "card:{}".format),
    )
    for key, name, called in names:
        for each in file.get(key).children():
            status = each.get("status")
            stated = {of: said.one_of(STATUS) or "" for of, said in status.entries()}
            if stated and isinstance(each.get(name).value, str):
                yield called(str(each.get(name).value)), stated


def _by_id(parts: Sequence[_Part]) -> dict[str, _Part]:
    return {part.id: part for part in parts}
