"""Where a box that stands in the middle of its place would be seen: its top, and all of it."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from companion.boards.tiles_board import PieceType
from vision.picture.arrays import Floats, Tones

SIDE = 32
"""Samples along a patch."""
STEP_MM = 0.9
"""The distance of neighbouring samples."""
TRUNK_MM = 4.0
"""A patch lies around the middle of what stands there, as it is seen at this height."""
SWEEP = np.linspace(0.0, 1.0, 7)
LEAN_STEP = 0.05
"""Boxes whose lean differs by less, in mm to the mm of height, are taken to look the same."""


def grid_mm() -> Floats:
    """The samples of a patch around its middle, (SIDE * SIDE, 2), along the table's axes."""
    line = (np.arange(SIDE) - (SIDE - 1) / 2) * STEP_MM
    return np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)


def masks_of(form: PieceType, lean_mm: Floats) -> Tones:
    """Where a piece's top and all of it are seen, (2, SIDE, SIDE) of 0 and 1.

    ``lean_mm`` (2,) is how far a point 1 mm high is seen shifted.
    """
    x, y = (round(value / LEAN_STEP) for value in lean_mm.tolist())
    return _masks(form.length_mm, form.width_mm, form.height_mm, x, y)


@lru_cache(maxsize=2048)
def _masks(length_mm: float, width_mm: float, height_mm: float, lean_x: int, lean_y: int) -> Tones:
    lean = np.array([lean_x, lean_y]) * LEAN_STEP
    points = grid_mm() + TRUNK_MM * lean
    half = np.array([length_mm, width_mm]) / 2
    seen = [(np.abs(points - part * height_mm * lean) <= half).all(axis=-1) for part in SWEEP]
    both = np.stack([seen[-1], np.logical_or.reduce(seen)])
    return np.asarray(both.reshape(2, SIDE, SIDE), np.float32)
