"""From a rough place of the board to its pose, lens and all, resting on every printed place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product

import numpy as np

from calibration.board_pose.print_match import (
    LEAST_QUALITY,
    Print,
    measure,
    printed_slots,
    printed_spaces,
    smooth_change,
)
from companion.boards.board import Board
from vision.alignment.pose import Pose, pose_from_points
from vision.picture.arrays import Floats, Image

PASSES = ((4.0, 0.6), (1.6, 0.4), (1.4, 0.3))
"""Reach of the search and its step, mm, pass by pass."""
FOUND_MM = 1.0
"""A place counts as found when its print shows this near to where the pose puts it."""
LENGTHS = (0.75, 0.88, 1.0)
WIDTHS = (0.7, 0.85, 1.0, 1.15)
"""The print may be smaller or larger than the piece; these factors of its sides are tried."""
AGREE_MM = 0.7
TRIED = 50
"""So many places are enough to tell the size of the print."""


@dataclass(frozen=True)
class Fitted:
    """A fitted pose, and the share of spaces whose print is where it says."""

    pose: Pose
    share: float


def fit_pose(photo: Image, board: Board, to_px: Callable[[Floats], Floats]) -> Fitted:
    """Fit a pose to the print of an empty board, given a rough map from board mm to px.

    Raises:
        ValueError: when no camera explains what was found.
    """
    shapes = [shape for shape in (printed_spaces(board), printed_slots(board)) if shape is not None]
    size_px = (photo.shape[1], photo.shape[0])
    shapes = [_best_size(photo, to_px, shape) for shape in shapes]
    points_mm = np.concatenate([shape.centres_mm for shape in shapes])
    pose: Pose | None = None
    for reach, step in PASSES:
        found = [measure(photo, to_px, shape, reach, step) for shape in shapes]
        shift = np.concatenate([one.shift_mm for one in found])
        quality = np.concatenate([one.quality for one in found])
        seen_px = to_px(points_mm + shift)
        pose = pose_from_points(points_mm, seen_px, size_px, weights=quality**2, start=pose)
        to_px = pose.project
    assert pose is not None
    return _judged(photo, shapes[0], pose)


def _judged(photo: Image, spaces: Print, pose: Pose) -> Fitted:
    """Look once more, with a wide reach: is the print of each space where the pose puts it?"""
    found = measure(photo, pose.project, spaces, 3.0, 0.5)
    off_mm = np.linalg.norm(found.shift_mm, axis=1)
    here = (off_mm < FOUND_MM) & (found.quality > LEAST_QUALITY)
    return Fitted(pose, float(here.mean()))


def _best_size(photo: Image, to_px: Callable[[Floats], Floats], shape: Print) -> Print:
    """The size at which most prints are found, best, and where one map of the board puts them.

    The last tells a print from one of its sides, which a narrow shape would fit as well.
    """
    every = -(-len(shape.centres_mm) // TRIED)
    some = Print(shape.centres_mm[::every], shape.along[::every], shape.length_mm, shape.width_mm)
    best, size = -1.0, (1.0, 1.0)
    for tried in product(LENGTHS, WIDTHS):
        found = measure(photo, to_px, some.scaled(*tried), 2.0, 0.5)
        agreed = smooth_change(some, found, AGREE_MM)
        value = 0.0 if agreed is None else float((found.quality * agreed[1]).mean())
        if value > best:
            best, size = value, tried
    return shape.scaled(*size)
