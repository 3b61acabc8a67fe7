"""How a board that doesn't lie quite flat rises over its own plane.

A folded board is uneven by millimetres; a camera that looks at it aslant sees its print shifted by
as much. Board coordinates stay those of the reference photo: the millimetres where its camera,
taking the board for flat, sees a printed point. What rises by ``h`` truly lies nearer to that
camera's foot, along its ray.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.picture.arrays import Floats

HEIGHT_MM = 1.2
"""The usual spread of a knot's height."""
BEND_MM = 0.4
"""The usual spread of a knot's distance from the line through its neighbours."""
KNOTS = (7, 7)
"""Rows and columns of knots."""


@dataclass(frozen=True, eq=False)
class Relief:
    """Heights at knots spread evenly over the board, linear between, and level outside.

    ``knots_mm`` (rows, columns); ``size_mm`` (2,) of the board; ``seen_from_mm`` (3,): x, y and
    height of the reference photo's camera.
    """

    knots_mm: Floats
    size_mm: Floats
    seen_from_mm: Floats

    @classmethod
    def level(cls, size_mm: Floats, seen_from_mm: Floats) -> Relief:
        """A flat board's."""
        return cls(np.zeros(KNOTS), size_mm, seen_from_mm)

    def heights_mm(self, points_mm: Floats) -> Floats:
        """The height of the board at points (n, 2) -> (n,)."""
        rows, columns = self.knots_mm.shape
        at = np.clip(points_mm / self.size_mm, 0, 1) * (columns - 1, rows - 1)
        low = np.minimum(at.astype(int), (columns - 2, rows - 2))
        x, y = (at - low).T
        column, row = low.T
        knots = self.knots_mm
        upper = knots[row, column] * (1 - x) + knots[row, column + 1] * x
        lower = knots[row + 1, column] * (1 - x) + knots[row + 1, column + 1] * x
        return np.asarray(upper * (1 - y) + lower * y)

    def lift(self, points_mm: Floats) -> tuple[Floats, Floats]:
        """Where board points (n, 2) truly lie: (n, 2), and how high: (n,)."""
        heights = self.heights_mm(points_mm)
        nearer = (heights / self.seen_from_mm[2])[:, None]
        return points_mm + (self.seen_from_mm[:2] - points_mm) * nearer, heights

    def drop(self, true_mm: Floats, heights_mm: Floats) -> Floats:
        """Undo ``lift`` for points whose height is known (n,)."""
        nearer = (heights_mm / self.seen_from_mm[2])[:, None]
        return np.asarray((true_mm - self.seen_from_mm[:2] * nearer) / (1 - nearer))


def knot_weights(points_mm: Floats, size_mm: Floats, shape: tuple[int, int]) -> Floats:
    """What every knot lends to the height at points (n, 2) -> (n, rows x columns)."""
    columns, rows = (
        np.maximum(0, 1 - np.abs(at[:, None] * (count - 1) - np.arange(count)))
        for at, count in zip(np.clip(points_mm / size_mm, 0, 1).T, shape[::-1], strict=True)
    )
    return np.asarray((rows[:, :, None] * columns[:, None, :]).reshape(len(points_mm), -1))


def stiffness(shape: tuple[int, ...]) -> Floats:
    """The prior's normal matrix: knots near the plane, and in line with their neighbours."""
    rows, columns = shape
    normal = np.eye(rows * columns) / HEIGHT_MM**2
    for bends in (
        np.kron(_second_differences(rows), np.eye(columns)),
        np.kron(np.eye(rows), _second_differences(columns)),
    ):
        normal += bends.T @ bends / BEND_MM**2
    return normal


def _second_differences(count: int) -> Floats:
    return np.diff(np.eye(count), n=2, axis=0) / 2
