"""Outlines of things on a board, in mm, corner by corner as x turns towards y."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from vision.picture.arrays import Floats


def rectangle(
    x_mm: float, y_mm: float, length_mm: float, width_mm: float, angle_deg: float
) -> Floats:
    """A stick or a printed space around its middle, its length along the angle, (4, 2)."""
    square = [[-1, -1], [1, -1], [1, 1], [-1, 1]]
    return _placed(square, x_mm, y_mm, (length_mm, width_mm), angle_deg)


def hull(x_mm: float, y_mm: float, length_mm: float, width_mm: float, angle_deg: float) -> Floats:
    """A ship around its middle, its bow pointing along the angle, (5, 2)."""
    ship = np.array([[-1.0, -1.0], [0.35, -1.0], [1.0, 0.0], [0.35, 1.0], [-1.0, 1.0]])
    return _placed(ship, x_mm, y_mm, (length_mm, width_mm), angle_deg)


def circle(x_mm: float, y_mm: float, diameter_mm: float, corners: int = 28) -> Floats:
    """A round thing around its middle, (corners, 2)."""
    turns = np.linspace(0, 2 * math.pi, corners, endpoint=False)
    round_ = np.stack([np.cos(turns), np.sin(turns)], axis=1)
    return _placed(round_, x_mm, y_mm, (diameter_mm, diameter_mm), 0.0)


def _placed(
    shape: ArrayLike, x_mm: float, y_mm: float, size_mm: tuple[float, float], angle_deg: float
) -> Floats:
    """A shape that reaches from -1 to 1 each way, made as large as it is and turned."""
    cos, sin = math.cos(math.radians(angle_deg)), math.sin(math.radians(angle_deg))
    points = np.asarray(shape, float) * np.array(size_mm) / 2
    return np.asarray(np.array([x_mm, y_mm]) + points @ np.array([[cos, sin], [-sin, cos]]))


def meet(one: np.ndarray, other: np.ndarray) -> bool:
    """Whether two convex shapes (n, 2) overlap, by the theorem of the separating axis."""
    for shape in (one, other):
        edges = np.roll(shape, -1, axis=0) - shape
        normals = np.stack([-edges[:, 1], edges[:, 0]], 1)
        first, second = one @ normals.T, other @ normals.T
        apart = (first.max(0) <= second.min(0)) | (second.max(0) <= first.min(0))
        if apart.any():
            return False
    return True
