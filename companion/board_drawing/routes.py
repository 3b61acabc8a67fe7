"""A board of islands and routes as a chart: its places with their names, and what lies there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.board_drawing.crowd import Box, Crowd, along, freest, spaces_of
from companion.board_drawing.names import write
from companion.board_drawing.paint import Paint, paints
from companion.board_drawing.pieces import draw_pieces
from companion.board_drawing.places import (
    Legend,
    Printed,
    Ships,
    Sizes,
    badge_radius,
    draw_harbour,
    draw_island,
    draw_route,
    home_radius,
    sizes,
)
from companion.board_drawing.sea import coast, compass
from companion.boards.routes_board import Harbour, RoutesBoard
from companion.drawing.svg import Point, around, element, group, turned
from companion.position import Position

SMALLEST_COMPASS = 26.0
LARGEST_COMPASS = 52.0
CELL = 25.0
BADGE_ANGLES = range(0, 360, 15)


def unit_of(board: RoutesBoard) -> float:
    """1 on a board of usual size."""
    return sizes(board).unit


def draw_routes(board: RoutesBoard, legend: Legend) -> Printed:
    """Draw the islands, routes and harbours, their names, and a compass where room is left."""
    drawing = _Drawing.of(board, legend)
    return Printed(drawing.places(), drawing.coasts)


def draw_route_spots(board: RoutesBoard) -> str:
    """Draw every space, slot, harbour and island as a spot that a page can light."""
    size = sizes(board)
    spaces = group("spaces", _spaces(board, size), data_of="space")
    slots = group("slots", _slots(board, size), data_of="slot")
    return group("spots", [spaces, slots, *_nodes(board, size)])


def draw_on_routes(board: RoutesBoard, position: Position, ships: Ships) -> str:
    """Draw the sticks, the markers, and the ships beside their places."""
    return draw_pieces(board, position, paints(board), sizes(board), ships)


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
            draw_island(island, names[island.id], self.size, self.legend)
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


def _spaces(board: RoutesBoard, size: Sizes) -> Iterator[str]:
    long, wide = size.space_length, size.space_width
    for space in board.spaces.values():
        yield element(
            "rect",
            class_="spot",
            data_id=space.id,
            x=-long / 2,
            y=-wide / 2,
            width=long,
            height=wide,
            rx=wide * 0.25,
            transform=turned(space.x_mm, space.y_mm, space.angle_deg),
        )


def _slots(board: RoutesBoard, size: Sizes) -> Iterator[str]:
    for slot in board.slots.values():
        yield _disc(slot.id, slot.x_mm, slot.y_mm, size.slot_radius)


def _nodes(board: RoutesBoard, size: Sizes) -> Iterator[str]:
    for harbour in board.harbours.values():
        yield _disc(harbour.id, harbour.x_mm, harbour.y_mm, size.harbour_radius, "spot node")
    for island in board.islands.values():
        yield _disc(island.id, island.x_mm, island.y_mm, size.land_radius, "spot node")


def _disc(place: str, x_mm: float, y_mm: float, radius: float, kind: str = "spot") -> str:
    at = turned(x_mm, y_mm, 0)
    return element("circle", class_=kind, data_id=place, r=radius, transform=at)
