"""A board as a board file: what ``board_file`` reads, so that a game can keep its board."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from companion.boards.board import Board, CornerMarkers, Kind, ShipType
from companion.boards.board_file import parse_board
from companion.boards.routes_board import (
    Harbour,
    Island,
    Route,
    RoutesBoard,
    Slot,
    Space,
    StickType,
    of_routes,
)
from companion.boards.stops_board import Line, Stop, StopsBoard
from companion.boards.stops_file import KIND as STOPS
from companion.boards.tiles_board import Feature, Layout, PieceType, Tile, TilesBoard
from companion.boards.tiles_file import LAYOUT
from companion.cards.card import cards_json
from companion.errors import InputError
from companion.files.whole_file import write_whole
from companion.store import KeptBoard

ART = "markers.png"
CARD = "card:"


def keep_board(board: Board) -> KeptBoard:
    """A board to be kept with a game, with the picture of its markers where it can be read."""
    art = None
    if board.art is not None:
        with suppress(OSError):  # it may have been moved away since the board was read
            art = board.art.read_bytes()
    return KeptBoard(json.dumps(board_json(board, ART if art else None), ensure_ascii=False), art)


def unpack_board(kept: KeptBoard, folder: Path) -> Board:
    """A board that was kept; the picture of its markers is laid into that folder.

    Raises InputError where this program can't read it.
    """
    if kept.art is not None:
        write_whole(folder / ART, kept.art)
    try:
        return parse_board(json.loads(kept.file), folder)
    except (ValueError, RecursionError):
        raise InputError("board-kept-no-json") from None


def board_json(board: Board, art: str | None = None) -> dict[str, object]:
    """A board as the JSON of a board file; ``art`` is what it calls the picture of the markers."""
    if isinstance(board, StopsBoard):
        return stops_json(board)
    if isinstance(board, TilesBoard):
        return tiles_json(board)
    return routes_json(of_routes(board), art)


def routes_json(board: RoutesBoard, art: str | None = None) -> dict[str, object]:
    """A board of islands and routes as the JSON of a board file."""
    meta: dict[str, object] = {"name": board.name, "game": board.game}
    meta |= {"width_mm": board.width_mm, "height_mm": board.height_mm}
    meta |= {"source": board.source} if board.source else {}
    file: dict[str, object] = {
        "meta": meta,
        "pieces": _pieces(board, art),
        "islands": [_island(each) for each in board.islands.values()],
        "harbours": [_harbour(each) for each in board.harbours.values()],
        "routes": [_route(each) for each in board.routes.values()],
        "departure_cards": [
            {"nation": card.nation, "ports": list(card.ports)} for card in board.departure_cards
        ],
    }
    if board.corner_markers is not None:
        file["aruco"] = _corner_markers(board.corner_markers)
    _add_status(file, board.status)
    return file


def stops_json(board: StopsBoard) -> dict[str, object]:
    """A board of stops as the JSON of a board file."""
    meta = {"kind": STOPS, "name": board.name, "game": board.game}
    sizes = {"width_mm": board.width_mm, "height_mm": board.height_mm}
    file: dict[str, object] = {
        "meta": {**meta, **sizes, **({"source": board.source} if board.source else {})},
        "pieces": _boxes(("ship", board.ship)),
        "products": [
            _sure(board, kind.name, {"id": kind.name, "colour": kind.colour})
            for kind in board.products
        ],
        "stops": [_sure(board, stop.id, _stop(stop)) for stop in board.stops.values()],
        "lines": [_sure(board, f"line:{line.a}--{line.b}", _line(line)) for line in board.lines],
    }
    if board.corner_markers is not None:
        file["aruco"] = _corner_markers(board.corner_markers)
    return file


def tiles_json(board: TilesBoard) -> dict[str, object]:
    """A table of tiles as the JSON of a board file; what lies on it is no part of that."""
    lattice = board.lattice
    meta = {"kind": lattice.shape.value, "name": board.name, "game": board.game}
    sizes = {"width_mm": board.width_mm, "height_mm": board.height_mm}
    at = {"x": lattice.x_mm, "y": lattice.y_mm, "apart_mm": lattice.apart_mm}
    file: dict[str, object] = {
        "meta": {**meta, **sizes, **({"source": board.source} if board.source else {})},
        "lattice": {**at, **({"turned_deg": lattice.turned_deg} if lattice.turned_deg else {})},
        "pieces": _boxes(*board.pieces.items()),
        "tiles": [_sure(board, each.id, _tile(each)) for each in board.tiles.values()],
    }
    if board.printed_places:
        file["places"] = [
            {"id": each.id, "kind": each.kind, "x": each.x_mm, "y": each.y_mm}
            | {
                key: said
                for key in ("printed", "said", "sign")
                if (said := str(getattr(each, key)))
            }
            for each in board.printed_places.values()
        ]
    if board.cards:
        file["cards"] = cards_json(board.cards)
    if board.layouts:
        file["layouts"] = [
            _sure(board, LAYOUT.format(each.id), _layout(board, each))
            for each in board.layouts.values()
        ]
    if board.corner_markers is not None:
        file["aruco"] = _corner_markers(board.corner_markers)
    return file


def _tile(tile: Tile) -> dict[str, object]:
    spots = [{"id": s.id, "kind": s.kind, "x": s.x_mm, "y": s.y_mm} for s in tile.spots]
    if tile.back:
        return {"id": tile.id, "back": True}
    printed = {"printed": tile.printed} if tile.printed else {}
    file = {"id": tile.id, **printed, "count": tile.count, "turns": tile.turns, "spots": spots}
    features = [_feature(each) for each in tile.features]
    return {**file, **({"features": features} if features else {})}


def _feature(feature: Feature) -> dict[str, object]:
    file: dict[str, object] = {"id": feature.id, "kind": feature.kind}
    file |= {"spots": list(feature.spots)} if feature.spots else {}
    file |= {"sides": list(feature.sides)} if feature.sides else {}
    file |= {"halves": list(feature.halves)} if feature.halves else {}
    file |= {"drawn": feature.drawn} if feature.drawn else {}
    file |= {} if feature.number is None else {"number": feature.number}
    file |= {"sign": feature.sign} if feature.sign else {}
    if feature.at_mm is not None:
        file |= {"x": feature.at_mm[0], "y": feature.at_mm[1]}
    return file


def _layout(board: TilesBoard, layout: Layout) -> dict[str, object]:
    cells = []
    for cell in layout.cells:
        q, r = board.cells[cell].at
        marked = {"mark": layout.marked[cell]} if cell in layout.marked else {}
        cells.append({"q": q, "r": r, **marked})
    in_box = {} if layout.in_box is None else {"in_box": _in_order(board, layout.in_box)}
    return {"id": layout.id, "players": list(layout.players), "cells": cells, **in_box}


def _in_order(board: TilesBoard, tiles: frozenset[str]) -> list[str]:
    """Tiles as the board lists them; what it does not know comes last."""
    return [*(tile for tile in board.tiles if tile in tiles), *sorted(tiles - board.tiles.keys())]


def _stop(stop: Stop) -> dict[str, object]:
    sells = {"product": stop.product} if stop.is_port else {"stranding_place": True}
    at = {"x": stop.x_mm, "y": stop.y_mm}
    return {"id": stop.id, "name": stop.name, "zone": stop.zone, **sells, **at}


def _line(line: Line) -> dict[str, object]:
    return {"a": line.a, "b": line.b, **({"over_edge": True} if line.over_edge else {})}


def _sure(board: Board, thing: str, data: dict[str, object]) -> dict[str, object]:
    """The same, with how sure the board is of it."""
    return {**data, **({"status": dict(board.status[thing])} if thing in board.status else {})}


def _pieces(board: RoutesBoard, art: str | None) -> dict[str, object]:
    pieces = _boxes(("stick", board.stick), ("ship", board.ship))
    if board.marker is not None:
        pieces["marker"] = {
            "diameter_mm": board.marker.diameter_mm,
            "height_mm": board.marker.height_mm,
            "kinds": _kinds(board.marker.kinds),
            **({"art": art} if art else {}),
        }
    return pieces


def _boxes(*named: tuple[str, StickType | ShipType | PieceType | None]) -> dict[str, object]:
    return {
        name: {
            "length_mm": box.length_mm,
            "width_mm": box.width_mm,
            "height_mm": box.height_mm,
            "kinds": _kinds(box.kinds),
            **(_laid_at(box) if isinstance(box, PieceType) else {}),
        }
        for name, box in named
        if box is not None
    }


def _laid_at(form: PieceType) -> dict[str, object]:
    at = {"at": list(form.at)} if form.at else {}
    return {**at, **({"kinds_of": form.kinds_of} if form.kinds_of else {})}


def _kinds(kinds: Sequence[Kind]) -> object:
    """Names with their colours; names alone where one has none."""
    if all(kind.colour is not None for kind in kinds):
        return {kind.name: kind.colour for kind in kinds}
    return [kind.name for kind in kinds]


def _island(island: Island) -> dict[str, object]:
    value = {} if island.value is None else {"value": island.value}
    slots = [_place(slot) for slot in island.slots]
    return {"id": island.id, "name": island.name, **value, **_place(island), "slots": slots}


def _harbour(harbour: Harbour) -> dict[str, object]:
    return {
        "id": harbour.id,
        "company": harbour.company,
        **_place(harbour),
        "pieces": harbour.pieces,
        "ships": harbour.ships,
        "island": harbour.island,
    }


def _route(route: Route) -> dict[str, object]:
    return {
        "id": route.id,
        "a": route.a,
        "b": route.b,
        "one_way": route.one_way.value if route.one_way else None,
        "lanes": [
            [{**_place(space), "angle_deg": space.angle_deg} for space in lane.spaces]
            for lane in route.lanes
        ],
    }


def _place(at: Island | Harbour | Slot | Space) -> dict[str, float]:
    return {"x": at.x_mm, "y": at.y_mm}


def _corner_markers(corners: CornerMarkers) -> dict[str, object]:
    return {
        "dictionary": corners.dictionary,
        "z_mm": corners.z_mm,
        "markers": [
            {"id": marker.id, "corners": [list(corner) for corner in marker.corners_mm]}
            for marker in corners.markers
        ],
    }


def _add_status(file: dict[str, object], status: Mapping[str, Mapping[str, str]]) -> None:
    """Write beside each thing how sure the board is of it."""
    for part in ("islands", "harbours", "routes", "departure_cards"):
        things = file[part]
        assert isinstance(things, list)
        for thing in things:
            name = thing["id"] if "id" in thing else f"{CARD}{thing['nation']}"
            if name in status:
                thing["status"] = dict(status[name])
