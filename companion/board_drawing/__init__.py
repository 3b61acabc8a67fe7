"""A board drawn as a map, as SVG: a chart of its own, nothing of a publisher's print.

Coordinates are the board's millimetres, so that a page can lay its own things over it. Every
island, harbour, route, space, slot and piece carries its id as ``data-id``; colours are CSS
properties (``style.py``, ``paint.py``); pieces lie in groups of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from companion.board_drawing.coast import coast
from companion.board_drawing.crowd import Box, Crowd, along, freest, spaces_of
from companion.board_drawing.layer import MARGIN, unit_of, view_box
from companion.board_drawing.names import write
from companion.board_drawing.paint import Paint, paints
from companion.board_drawing.pieces import draw_pieces
from companion.board_drawing.places import (
    Legend,
    Sizes,
    badge_radius,
    draw_harbour,
    draw_island,
    draw_route,
    home_radius,
    sizes,
)
from companion.board_drawing.sea import compass, frame, ground
from companion.board_drawing.stops import draw_at_stops, draw_stops
from companion.board_drawing.style import STYLE
from companion.board_drawing.svg import Point, around, element, group, words
from companion.boards.board import Board
from companion.boards.routes_board import Harbour, RoutesBoard, of_routes
from companion.boards.stops_board import StopsBoard
from companion.position import Position

SMALLEST_COMPASS = 26.0
LARGEST_COMPASS = 52.0
CELL = 25.0
BADGE_ANGLES = range(0, 360, 15)


ENGLISH = Legend()
Ships = Sequence[tuple[str, str]]


def draw_board(
    board: Board,
    position: Position | None = None,
    legend: Legend = ENGLISH,
    ships: Ships = (),
) -> str:
    """Draw a board, and the pieces of a position on it; returns a whole SVG document.

    ``ships`` are kinds with the place that each stands at or beside: a position does not name them.
    Islands have their names from the board file, everything else is said as the ``legend`` says.
    Raises KeyError when the position names a place that the board has not.
    """
    parts = [
        *_below_pieces(board, legend),
        _pieces(board, position or Position(), ships),
        frame(board, MARGIN * unit_of(board)),
    ]
    return element(
        "svg",
        "\n",
        *(f"{part}\n" for part in parts),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=view_box(board),
        class_="board-map",
        role="img",
    )


@lru_cache(maxsize=8)
def _below_pieces(board: Board, legend: Legend) -> tuple[str, ...]:
    """Draw what no piece changes; where names find room is the longest part of a chart."""
    title, style = element("title", words(board.name)), element("style", STYLE)
    unit = unit_of(board)
    if isinstance(board, StopsBoard):
        return (title, style, ground(board, (), MARGIN * unit, unit), *draw_stops(board, legend))
    drawing = _Drawing.of(of_routes(board), legend)
    below = ground(board, drawing.coasts.values(), MARGIN * unit, unit)
    return (title, style, below, *drawing.places())


def _pieces(board: Board, position: Position, ships: Ships) -> str:
    if isinstance(board, StopsBoard):
        return draw_at_stops(board, position, ships)
    routes = of_routes(board)
    return draw_pieces(routes, position, dict(paints(routes)), sizes(routes), ships)


@dataclass(frozen=True, slots=True)
class _Drawing:
    """One board, its sizes, and what already stands where on it."""

    board: RoutesBoard
    size: Sizes
    paints: dict[str, Paint]
    coasts: dict[str, Sequence[Point]]
    crowd: Crowd
    legend: Legend

    @classmethod
    def of(cls, board: RoutesBoard, legend: Legend) -> _Drawing:
        size = sizes(board)
        spaces = spaces_of(board, size.space_length, size.space_width)
        coasts: dict[str, Sequence[Point]] = {
            island.id: coast(island, size.land_radius, size.slot_radius, spaces)
            for island in board.islands.values()
        }
        crowd = _crowd(board, size, coasts)
        return cls(board, size, dict(paints(board)), coasts, crowd, legend)

    def places(self) -> list[str]:
        """Draw all places; the busiest names are written first, the compass where room is left."""
        at_home_first = sorted(self.board.harbours.values(), key=lambda each: each.island is None)
        harbours = [self._harbour(harbour) for harbour in at_home_first]
        crowded = sorted(
            self.board.islands.values(), key=lambda island: -len(self.board.routes_at[island.id])
        )
        names = {island.id: self._name(island.name, island.id) for island in crowded}
        islands = [
            draw_island(island, self.coasts[island.id], names[island.id], self.size, self.legend)
            for island in self.board.islands.values()
        ]
        routes = [draw_route(route, self.board, self.size) for route in self.board.routes.values()]
        return [
            self._compass(),
            group("islands", islands),
            group("routes", routes),
            group("harbours", harbours),
        ]

    def _name(self, name: str, island: str) -> str:
        at = self.board.islands[island]
        reach = max(abs(y - at.y_mm) for _, y in self.coasts[island])
        if any(harbour.island == island for harbour in self.board.harbours.values()):
            reach = home_radius(self.size) + self.size.unit
        return self._write(name, (at.x_mm, at.y_mm), reach)

    def _write(self, name: str, at: Point, away: float) -> str:
        face = Box(1, 1, self.board.width_mm - 1, self.board.height_mm - 1)
        high = self.size.name_height
        return write(name, at, away + 0.1 * high, high, self.crowd, face).svg(high)

    def _harbour(self, harbour: Harbour) -> str:
        radius = badge_radius(harbour, self.size)
        at = (harbour.x_mm, harbour.y_mm)
        if harbour.island is not None:
            ring = home_radius(self.size)
            places = [around(at, ring, angle) for angle in BADGE_ANGLES]
            at = max(places, key=lambda place: self.crowd.room(place[0], place[1], 2 * radius))
            self.crowd.add(harbour.x_mm, harbour.y_mm, ring + 1)
        self.crowd.add(*at, radius + 1)
        company = self.legend.company(harbour.company)
        name = "" if harbour.island else self._write(company.title(), at, radius)
        return draw_harbour(harbour, at, name, self.paints, self.size, self.legend)

    def _compass(self) -> str:
        unit = self.size.unit
        centre, room = freest(
            self.crowd,
            self.board.width_mm,
            self.board.height_mm,
            LARGEST_COMPASS * unit,
        )
        return compass(centre, room * 0.95) if room >= SMALLEST_COMPASS * unit else ""


def _crowd(board: RoutesBoard, size: Sizes, coasts: dict[str, Sequence[Point]]) -> Crowd:
    """Return what a name must not cover: spaces with their arrows, and land."""
    crowd = Crowd(CELL * size.unit)
    for space in board.spaces.values():
        one_way = board.route_of_space[space.id].one_way is not None
        for x, y in along(space, size.space_length + (6 * size.unit if one_way else 0)):
            crowd.add(x, y, size.space_width / 2 + 0.6 * size.unit)
    for island in board.islands.values():
        crowd.add(island.x_mm, island.y_mm, size.value_radius * 1.6)
        for x, y in coasts[island.id][::2]:
            crowd.add(x, y, 0.8 * size.unit)
    for harbour in board.harbours.values():
        if harbour.island is None:
            crowd.add(harbour.x_mm, harbour.y_mm, badge_radius(harbour, size) + 1)
    return crowd
