"""Where things lie on the map, so that names and ornaments find free water."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product

from companion.boards.routes_board import RoutesBoard, Space
from companion.drawing.svg import Point, around


@dataclass(frozen=True, slots=True)
class Box:
    """An upright rectangle, its sides in millimetres."""

    left: float
    top: float
    right: float
    bottom: float

    def distance(self, x: float, y: float) -> float:
        """Return how far a point lies outside; 0 inside."""
        return math.hypot(
            max(self.left - x, 0.0, x - self.right), max(self.top - y, 0.0, y - self.bottom)
        )

    def overlap(self, other: Box) -> float:
        """Return the common area."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(wide, 0.0) * max(high, 0.0)


@dataclass
class Crowd:
    """Discs and names on the map, found by the square cells they lie in."""

    cell_mm: float
    discs: dict[tuple[int, int], list[tuple[float, float, float]]] = field(default_factory=dict)
    names: dict[tuple[int, int], list[Box]] = field(default_factory=dict)

    def add(self, x: float, y: float, radius: float) -> None:
        """Add a disc to every cell it touches."""
        for cell in self._cells(Box(x - radius, y - radius, x + radius, y + radius)):
            self.discs.setdefault(cell, []).append((x, y, radius))

    def add_name(self, box: Box) -> None:
        """Add a name that is written there."""
        for cell in self._cells(box):
            self.names.setdefault(cell, []).append(box)

    def written_over(self, box: Box) -> float:
        """Return the area that a box has in common with names, in all."""
        near = {name for cell in self._cells(box) for name in self.names.get(cell, ())}
        return sum(box.overlap(name) for name in near)

    def pressed(self, box: Box) -> float:
        """Return how deep the discs reach into a box, in all."""
        discs = {disc for cell in self._cells(box) for disc in self.discs.get(cell, ())}
        return sum(max(radius - box.distance(x, y), 0.0) for x, y, radius in discs)

    def room(self, x: float, y: float, most: float) -> float:
        """Return the distance from a point to the next disc or name, at most ``most``."""
        box = Box(x - most, y - most, x + most, y + most)
        discs = {disc for cell in self._cells(box) for disc in self.discs.get(cell, ())}
        names = {name for cell in self._cells(box) for name in self.names.get(cell, ())}
        return min(
            most,
            min((math.dist((x, y), (cx, cy)) - r for cx, cy, r in discs), default=most),
            min((name.distance(x, y) for name in names), default=most),
        )

    def _cells(self, box: Box) -> Iterator[tuple[int, int]]:
        left, top, right, bottom = (
            int(side // self.cell_mm) for side in (box.left, box.top, box.right, box.bottom)
        )
        return product(range(left, right + 1), range(top, bottom + 1))


def along(space: Space, length: float) -> Iterator[Point]:
    """Yield five points from one end of a space to the other."""
    for step in (-0.5, -0.25, 0.0, 0.25, 0.5):
        yield around((space.x_mm, space.y_mm), step * length, space.angle_deg)


def spaces_of(board: RoutesBoard, length: float, width: float) -> Crowd:
    """Return the spaces of a board as discs."""
    crowd = Crowd(cell_mm=length)
    for space in board.spaces.values():
        for x, y in along(space, length):
            crowd.add(x, y, width / 2)
    return crowd


def freest(crowd: Crowd, width: float, height: float, most: float) -> tuple[Point, float]:
    """Find the middle of the largest free disc on the map, and its radius."""
    steps = 48
    best, room = (width / 2, height / 2), 0.0
    for column in range(1, steps):
        for row in range(1, steps):
            x, y = width * column / steps, height * row / steps
            free = min(x, y, width - x, height - y, most)
            if free > room:
                free = min(free, crowd.room(x, y, most))
            if free > room:
                best, room = (x, y), free
    return best, room
