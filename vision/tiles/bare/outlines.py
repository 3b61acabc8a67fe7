"""Where each tile lies, told by its edges alone: nothing of its print need be known.

A tile's sides are straight, and so are a rim printed along them and the gap beside them. How much
the photo changes across a line is summed along it for every side; the tile lies where all of its
sides have much, at one distance from its middle that all tiles share.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from companion.boards.tiles_board import Cell, TilesBoard
from vision.alignment.pose import Pose
from vision.picture.arrays import Floats, Image
from vision.picture.numbers import vertex
from vision.picture.sampling import sample
from vision.tiles.bare.looks import placed_mm

STEP_MM = 0.5
NEAR_MM = 4.0
"""A tile is looked for so far around its cell; where less is known of the pose, further."""
USUAL = 0.5
"""Usually tiles lie off by less than this share of that: the next tile's edge is near."""
STEPS = 8
"""So many shifts to each side are tried."""
TURNS_DEG = np.arange(-3.0, 3.01, 0.5)
SHARES = np.arange(0.94, 1.0001, 0.01)
"""A tile may be so much smaller than its cell."""
ALONG = np.linspace(-0.42, 0.42, 41)
"""Where a side is looked at, in lengths of it from its middle."""


@dataclass(frozen=True)
class Outline:
    """A tile told by its edges: how far it lies off its cell, x and y in mm, and its turn."""

    x_mm: float
    y_mm: float
    turn_deg: float


def outlines(
    photo: Image,
    pose: Pose,
    board: TilesBoard,
    cells: Mapping[str, Cell],
    reach_mm: float = NEAR_MM,
) -> dict[str, Outline]:
    """How the tile on each of these cells lies, in a photo (h, w, 3) with about this pose."""
    grey = np.asarray(cv2.cvtColor(photo, cv2.COLOR_BGR2GRAY), float)
    scores = {name: _scores(grey, pose, board, cell, reach_mm) for name, cell in cells.items()}
    if not scores:
        return {}
    shared = sum(score.max(axis=(1, 2, 3)) for score in scores.values())
    size = int(np.argmax(shared))
    return {name: _best(score[size], reach_mm) for name, score in scores.items()}


def _scores(grey: Floats, pose: Pose, board: TilesBoard, cell: Cell, reach_mm: float) -> Floats:
    """How much the photo changes across all sides: (sizes, turns, shifts along y, along x)."""
    shifts = np.linspace(-reach_mm, reach_mm, 2 * STEPS + 1)
    half_mm = board.lattice.apart_mm / 2
    inner, outer = SHARES[0] * half_mm - 1.5 * reach_mm, half_mm + 1.5 * reach_mm
    profiles = _profiles(grey, pose, board, cell, np.arange(inner, outer, STEP_MM))
    sides = board.lattice.sides
    total = np.zeros((len(SHARES), len(TURNS_DEG), len(shifts), len(shifts)))
    x, y = np.meshgrid(shifts, shifts)
    for nth, turn in enumerate(TURNS_DEG):
        for side in range(sides):
            way = np.radians(board.lattice.turned_deg + turn + 360 / sides * side)
            along = np.cos(way) * x + np.sin(way) * y
            for row, share in enumerate(SHARES):
                at = (share * half_mm + along - inner) / STEP_MM
                total[row, nth] += np.interp(at, np.arange(profiles.shape[2]), profiles[nth, side])
    usual = np.exp(-(x**2 + y**2) / (2 * (USUAL * reach_mm) ** 2))
    return np.asarray(total * usual)


def _profiles(grey: Floats, pose: Pose, board: TilesBoard, cell: Cell, away: Floats) -> Floats:
    """How much the photo changes across each side, by turn and distance: (turns, sides, n)."""
    lattice = board.lattice
    length = lattice.apart_mm * np.tan(np.pi / lattice.sides)
    line = np.stack(np.meshgrid(ALONG * length, away), axis=-1)[..., ::-1]
    points = np.array(
        [
            placed_mm(line, (cell.x_mm, cell.y_mm), lattice.turned_deg + turn + side)
            for turn in TURNS_DEG
            for side in np.arange(lattice.sides) * 360 / lattice.sides
        ]
    )
    px = pose.project(points.reshape(-1, 2)).reshape(points.shape)
    tones = np.log(sample(grey, px) + 8.0)
    # Middle and difference of neighbouring rows: a line has the same tone all along it.
    change = np.abs(np.gradient(tones, axis=1).mean(axis=2))
    return np.asarray(change.reshape(len(TURNS_DEG), lattice.sides, -1))


def _best(score: Floats, reach_mm: float) -> Outline:
    """The peak of scores (turns, shifts, shifts), to a part of a step."""
    turn, y, x = (int(i) for i in np.unravel_index(int(score.argmax()), score.shape))
    step_mm = reach_mm / STEPS
    across = step_mm * _peak(score[turn, y, :], x) - reach_mm
    down = step_mm * _peak(score[turn, :, x], y) - reach_mm
    angle = TURNS_DEG[0] + (TURNS_DEG[1] - TURNS_DEG[0]) * _peak(score[:, y, x], turn)
    return Outline(float(across), float(down), float(angle))


def _peak(values: Floats, at: int) -> float:
    """The place of a peak by a parabola through its neighbours."""
    if not 0 < at < len(values) - 1:
        return float(at)
    return float(at + vertex(*values[at - 1 : at + 2]))
