"""How each kind of board is drawn: a new kind is a file of its own and a line here."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from operator import attrgetter
from types import MappingProxyType
from typing import Any

from companion.board_drawing import routes, stops, tiles
from companion.board_drawing.places import Legend, Printed, Ships
from companion.boards.board import Board, Box
from companion.boards.routes_board import RoutesBoard
from companion.boards.stops_board import StopsBoard
from companion.boards.tiles_board import TilesBoard
from companion.position import Position


def no_marks(_: Board) -> Iterable[tuple[str, str]]:
    """A chart on which all is said in words."""
    return ()


@dataclass(frozen=True, slots=True)
class Drawer:
    """Draws the boards of one kind.

    ``unit_of`` is 1 on a board of usual size, ``printed`` what no piece changes, ``spots`` what a
    page can light, ``laid`` what lies there: groups of SVG in the board's millimetres. ``ground``
    draws what pieces lie on where that is no print but lies there too, ``beside`` those of these
    places that are printed beside it. These last four are handed the board as a chart shows it:
    ``shown`` is what of a board it shows with a position, ``box_mm`` how much room that takes.
    ``marks`` are the signs that a chart has instead of words, each with its name.
    """

    unit_of: Callable[[Any], float]
    printed: Callable[[Any, Legend], Printed]
    spots: Callable[[Any], str]
    laid: Callable[[Any, Position, Ships], str]
    ground: Callable[[Any], str] | None = None
    beside: Callable[[Any, Collection[str]], str] | None = None
    shown: Callable[[Any, Position], Board] = Board.lying
    box_mm: Callable[[Any], Box] = attrgetter("box_mm")
    marks: Callable[[Any], Iterable[tuple[str, str]]] = no_marks


DRAWERS: Mapping[type[Board], Drawer] = MappingProxyType(
    {
        RoutesBoard: Drawer(
            routes.unit_of, routes.draw_routes, routes.draw_route_spots, routes.draw_on_routes
        ),
        StopsBoard: Drawer(
            stops.unit_of, stops.draw_stops, stops.draw_stop_spots, stops.draw_at_stops
        ),
        TilesBoard: Drawer(
            tiles.unit_of,
            tiles.draw_cells,
            tiles.draw_tile_spots,
            tiles.draw_on_tiles,
            tiles.draw_tiles,
            tiles.draw_printed_places,
            tiles.shown_with,
            tiles.chart_box_mm,
            tiles.marks,
        ),
    }
)
"""By the class of a board."""


def drawer_of(board: Board) -> Drawer:
    """Who draws this board."""
    return DRAWERS[type(board)]
