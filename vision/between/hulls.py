"""A ship's hull in every direction, leaning as a camera sees it, slid over samples of the board.

A ship stands up, so that it covers its own base and what lies behind it as the camera sees it. What
it covers is drawn once for each lean, in samples of a ``Ground``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from companion.boards.board import ShipType
from vision.picture.arrays import Floats, Tones

TURNS = 24
"""A hull is tried in this many directions."""
LEAN_STEP_MM = 1.5
"""Hulls whose lean differs by less look the same."""
BOW_AT = 0.35
"""Where a hull begins to narrow towards its bow, from its middle (0) to its end (1)."""
NO_EVIDENCE = -1.0
"""What stands for samples beyond the board."""

Shapes = TypeVar("Shapes")


def hull_mm(length_mm: float, width_mm: float) -> Floats:
    """A hull from above about its middle, its bow to the right, (5, 2)."""
    shape = [[-1, -1], [BOW_AT, -1], [1, 0], [BOW_AT, 1], [-1, 1]]
    return np.array(shape) * (length_mm / 2, width_mm / 2)


def hulls_mm(ship: ShipType) -> Floats:
    """The same, turned by each step of 360 / ``TURNS`` degrees, (TURNS, 5, 2)."""
    angles = np.radians(np.arange(TURNS) * 360 / TURNS)
    cos, sin = np.cos(angles), np.sin(angles)
    turns = np.array([[cos, sin], [-sin, cos]]).transpose(2, 0, 1)
    return np.asarray(hull_mm(ship.length_mm, ship.width_mm) @ turns)


def swept(
    hulls: Floats, from_mm: Floats, to_mm: Floats, step_mm: Floats, half: int
) -> NDArray[np.uint8]:
    """What each hull (n, 5, 2) covers on its way between two offsets (2,): masks (n, side, side).

    ``step_mm`` (2,) is how far apart samples lie; the hull's middle is the square's, and its side
    is 2 * ``half`` + 1.
    """
    points = np.concatenate([hulls + from_mm, hulls + to_mm], axis=1) / step_mm
    masks = np.zeros((len(hulls), 2 * half + 1, 2 * half + 1), np.uint8)
    for mask, corners in zip(masks, points, strict=True):
        outline = cv2.convexHull((16 * (corners + half)).round().astype(np.int32))
        cv2.fillConvexPoly(mask, outline, 1, cv2.LINE_8, 4)
    return masks


def cut_out(evidence: Tones, x: int, y: int, pad: int) -> Tones:
    """Evidence (rows, columns) ``pad`` samples to each side of one; beyond the board is none."""
    patch = np.full((2 * pad + 1, 2 * pad + 1), NO_EVIDENCE, np.float32)
    part = evidence[max(0, y - pad) : y + pad + 1, max(0, x - pad) : x + pad + 1]
    top, left = max(0, pad - y), max(0, pad - x)
    patch[top : top + part.shape[0], left : left + part.shape[1]] = part
    return patch


def windows(around: Tones, side: int) -> Tones:
    """Every square of a side within a patch, row by row and laid out flat: (n, side * side)."""
    every = sliding_window_view(around, (side, side)).reshape(-1, side**2)
    return np.ascontiguousarray(every, np.float32)


def products(these: Tones, those: Tones) -> Tones:
    """Products of rows (n, s) with rows (m, s): (n, m)."""
    # A product this small takes numpy some ms: its BLAS wakes a thread for it.
    return np.asarray(cv2.gemm(these, those, 1, np.empty(0), 0, flags=cv2.GEMM_2_T), np.float32)


class KeptByLean(Generic[Shapes]):
    """What ``draw`` makes of a lean (2,) in mm, made once for all leans that look the same."""

    def __init__(self, draw: Callable[[Floats], Shapes]) -> None:
        self._draw = draw
        self._drawn: dict[tuple[int, ...], Shapes] = {}

    def of(self, lean_mm: Floats) -> Shapes:
        """The shapes as they lean there."""
        key = tuple(np.round(lean_mm / LEAN_STEP_MM).astype(int).tolist())
        if key not in self._drawn:
            self._drawn[key] = self._draw(np.array(key) * LEAN_STEP_MM)
        return self._drawn[key]
