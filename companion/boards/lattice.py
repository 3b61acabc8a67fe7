"""A lattice of cells, hexagons or squares: where each lies, what is next to it, and how far it is.

A cell is named by two whole numbers ``(q, r)``: ``r`` counts rows downwards, ``q`` along a row. In
a lattice of hexagons each row is shifted half a cell to the right (axial coordinates); on one that
is not turned the hexagons stand on a corner. https://www.redblobgames.com/grids/hexagons/
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum

At = tuple[int, int]
Point = tuple[float, float]


class Shape(Enum):
    """What a cell is; a board file names it as ``meta.kind``."""

    HEXES = "hexes"
    SQUARES = "squares"


STEPS: dict[Shape, tuple[At, ...]] = {
    Shape.HEXES: ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)),
    Shape.SQUARES: ((1, 0), (0, 1), (-1, 0), (0, -1)),
}
"""The ways to the neighbours, the first along +x, each next one turned towards +y."""


@dataclass(frozen=True, slots=True)
class Lattice:
    """Cells of one shape: ``x_mm``, ``y_mm`` are the middle of cell (0, 0).

    ``apart_mm`` lie between the middles of two neighbours; ``turned_deg`` is how the rows are
    turned from +x towards +y.
    """

    shape: Shape
    x_mm: float
    y_mm: float
    apart_mm: float
    turned_deg: float = 0.0

    @property
    def sides(self) -> int:
        """How many sides a cell has: so many neighbours, and so many turns of a tile."""
        return len(STEPS[self.shape])

    @property
    def is_known(self) -> bool:
        """Whether all of its measures are numbers: of a file with faults some may be none."""
        return math.isfinite(self.x_mm + self.y_mm + self.apart_mm + self.turned_deg)

    def middle(self, at: At) -> Point:
        """The middle of a cell, in board millimetres."""
        q, r = at
        along, down = (q + r / 2, r * math.sqrt(0.75)) if self.shape is Shape.HEXES else (q, r)
        east, south = turned((along * self.apart_mm, down * self.apart_mm), self.turned_deg)
        return self.x_mm + east, self.y_mm + south

    def corners(self, at: At) -> tuple[Point, ...]:
        """The corners of a cell, the first between its first two neighbours."""
        x_mm, y_mm = self.middle(at)
        half = 180 / self.sides
        reach_mm = self.apart_mm / 2 / math.cos(math.radians(half))
        spokes = (
            turned((reach_mm, 0.0), self.turned_deg + half * (2 * nth + 1))
            for nth in range(self.sides)
        )
        return tuple((x_mm + east, y_mm + south) for east, south in spokes)

    def beside(self, at: At) -> tuple[At, ...]:
        """The neighbours of a cell, the one along a row first."""
        return tuple((at[0] + q, at[1] + r) for q, r in STEPS[self.shape])

    def nearest(self, x_mm: float, y_mm: float) -> At:
        """The cell whose middle is nearest to a point."""
        along, down = turned((x_mm - self.x_mm, y_mm - self.y_mm), -self.turned_deg)
        r = down / self.apart_mm
        r = r / math.sqrt(0.75) if self.shape is Shape.HEXES else r
        q = along / self.apart_mm - (r / 2 if self.shape is Shape.HEXES else 0)
        around = ((math.floor(q) + i, math.floor(r) + j) for i in range(2) for j in range(2))
        return min(around, key=lambda cell: math.dist(self.middle(cell), (x_mm, y_mm)))

    def distance(self, one: At, other: At) -> int:
        """How many steps lead from one cell to another, whatever lies between."""
        q, r = other[0] - one[0], other[1] - one[1]
        return (abs(q) + abs(r) + (abs(q + r) if self.shape is Shape.HEXES else 0)) // (
            2 if self.shape is Shape.HEXES else 1
        )

    def way(self, one: At, other: At, over: Collection[At]) -> int | None:
        """How many steps lead there over these cells alone; None where no way does."""
        if not {one, other} <= set(over):
            return None
        reached, waiting = {one: 0}, deque([one])
        while waiting:
            here = waiting.popleft()
            if here == other:
                return reached[here]
            for cell in self.beside(here):
                if cell in over and cell not in reached:
                    reached[cell] = reached[here] + 1
                    waiting.append(cell)
        return None


def turned(point: Point, angle_deg: float) -> Point:
    """A point turned around (0, 0), from +x towards +y."""
    angle = math.radians(angle_deg)
    (x, y), cos, sin = point, math.cos(angle), math.sin(angle)
    return x * cos - y * sin, x * sin + y * cos
