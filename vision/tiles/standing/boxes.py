"""Where a box that stands on a place may be seen: which samples show its top, and which its sides.

A piece is put down near the middle of its place, turned anyhow; its top is seen shifted by its
lean. All ways to stand are laid out once for each form and lean.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from companion.boards.tiles_board import PieceType
from vision.picture.sampling import Floats, Tones

STEP_MM = 0.8
"""The distance of neighbouring samples around a place."""
HALF = 17
"""So many samples lie to each side of a place's middle."""
SIDE = 2 * HALF + 1
REACH = 3
"""A piece stands no further off than so many samples."""
WIDE = SIDE + 2 * REACH
RIM_MM = 2.4
TURNS_DEG = np.arange(0.0, 90.0, 22.5)
OFFSET_SIGMA_MM = 1.3
SWEEP = np.linspace(0.0, 1.0, 7)
LEAN_STEP_MM = 0.4
"""Boxes whose lean differs by less are taken to look the same."""


@dataclass(frozen=True, eq=False)
class Ways:
    """All ways in which a box may stand: h of them, over n = SIDE x SIDE samples.

    ``top`` and ``sides`` (h, n) are 1 where a sample shows these; ``rim`` (h, n) is 1 close
    around. ``unlikely`` (h,) is what speaks against standing so far from the middle.
    """

    top: Tones
    sides: Tones
    rim: Tones
    unlikely: Floats
    offsets_mm: Floats


def grid_mm() -> Floats:
    """The samples around a place, (SIDE * SIDE, 2), along the table's axes."""
    line = (np.arange(SIDE) - HALF) * STEP_MM
    return np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)


CORE = np.hypot(*grid_mm().T) <= 5.0
"""The samples close to a place's middle."""


def ways_of(form: PieceType, lean_mm: Floats) -> Ways:
    """The ways in which a piece of this form may stand where tops lean so far, (2,) mm."""
    x, y = (round(value / LEAN_STEP_MM) for value in lean_mm.tolist())
    return _ways(form.length_mm, form.width_mm, x, y)


@lru_cache(maxsize=512)
def _ways(length_mm: float, width_mm: float, lean_x: int, lean_y: int) -> Ways:
    lean = np.array([lean_x, lean_y]) * LEAN_STEP_MM
    offsets = np.array([(x, y) for y in range(-REACH, REACH + 1) for x in range(-REACH, REACH + 1)])
    parts = [_around_middle(length_mm, width_mm, turn, lean) for turn in np.radians(TURNS_DEG)]
    tops, sides, rims = (
        np.array([_moved(masks[nth], offset) for masks in parts for offset in offsets], np.float32)
        for nth in range(3)
    )
    away_mm = np.tile(offsets * STEP_MM, (len(TURNS_DEG), 1))
    unlikely = 0.5 * (away_mm**2).sum(axis=1) / OFFSET_SIGMA_MM**2
    return Ways(tops, sides, rims, unlikely, away_mm)


def _around_middle(
    length_mm: float, width_mm: float, turn: float, lean: Floats
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Top, sides and rim of a box that stands in the middle: (WIDE, WIDE) each."""
    line = (np.arange(WIDE) - HALF - REACH) * STEP_MM
    grid = np.stack(np.meshgrid(line, line), axis=-1)
    half = np.array([length_mm, width_mm]) / 2
    axes = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    top = _within(grid - lean, axes, half)
    hull = np.logical_or.reduce([_within(grid - part * lean, axes, half) for part in SWEEP])
    near = np.logical_or.reduce(
        [_within(grid - part * lean, axes, half + RIM_MM) for part in (0.0, 0.5, 1.0)]
    )
    return top, hull & ~top, near & ~hull


def _moved(mask: np.ndarray, offset: np.ndarray) -> np.ndarray:
    """A mask (WIDE, WIDE) around a box that stands so many samples off, (SIDE * SIDE,)."""
    x, y = REACH - offset
    return np.asarray(mask[y : y + SIDE, x : x + SIDE].ravel())


def _within(points: Floats, axes: Floats, half: Floats) -> np.ndarray:
    return np.asarray((np.abs(points @ axes) <= half).all(axis=-1))
