"""The table found again in the next photo, though it was pushed: by what was seen on its tiles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np

from companion.boards.tiles_board import Cell, TilesBoard
from vision.alignment.features import Descriptors, agreeing, ratio_matches, sift
from vision.alignment.lens import ANY_LENS
from vision.alignment.pose import Pose, pose_from_points
from vision.picture.arrays import Floats, Image, Tones
from vision.picture.resizing import Smaller, smaller

SHORT_PX = 720
REACH_PX = 4.0
LEAST_POINTS = 10


@dataclass(frozen=True, eq=False)
class Trail:
    """How the table looked when it was fitted last: at a pose, with tiles on these cells.

    Most tables are never pushed: features are looked for when one was.
    """

    small: Smaller
    pose: Pose
    board: TilesBoard
    cells: tuple[Cell, ...]

    @cached_property
    def features(self) -> tuple[Floats, Descriptors]:
        """Features on its tiles: where on the table (n, 2) in mm, and (n, 128)."""
        points_px, descriptors = _features(self.small)
        points_mm = self.pose.to_board(points_px) if len(points_px) else np.empty((0, 2))
        known = {cell.at for cell in self.cells}
        own = np.array([self.board.lattice.nearest(x, y) in known for x, y in points_mm], bool)
        return points_mm[own], descriptors[own]


def trail_of(photo: Image, pose: Pose, board: TilesBoard, cells: Sequence[Cell]) -> Trail:
    """What to find the table by in the next photo."""
    return Trail(_small(photo), pose, board, tuple(cells))


def _small(photo: Image) -> Smaller:
    """A photo in which features are looked for, in grey."""
    small = smaller(photo, shortest_px=SHORT_PX)
    grey = np.asarray(cv2.cvtColor(small.picture, cv2.COLOR_BGR2GRAY), np.uint8)
    return replace(small, picture=grey)


def _features(small: Smaller) -> tuple[Floats, Descriptors]:
    """SIFT features of a photo: (n, 2) in the px of the photo as it was, (n, 128)."""
    points, descriptors = sift(small.picture)
    return small.to_full(points), descriptors


def followed(photo: Image, trail: Trail) -> Pose | None:
    """Where the table lies now, by its features; None where too few are found."""
    points_px, descriptors = _features(_small(photo))
    points_mm, before = trail.features
    pairs = ratio_matches(descriptors, before)
    there, seen = points_mm[pairs[:, 1]], points_px[pairs[:, 0]]
    inside = agreeing(there, seen, REACH_PX)
    if inside.sum() < LEAST_POINTS:
        return None
    lens = ANY_LENS.near(trail.pose.hfov_deg, *trail.pose.distortion.tolist())
    size = (photo.shape[1], photo.shape[0])
    try:
        return pose_from_points(there[inside], seen[inside], size, prior=lens, sigma_px=1.0)
    except ValueError:
        return None


def alike(one: Tones, other: Tones) -> Floats:
    """How alike the quarters of crops (n, h, w, 3) are, whatever the light: -1 to 1, (4 n,).

    A figure that came covers one or two quarters of its tile.
    """
    a, b = (_quarters(crops) for crops in (one, other))
    a, b = a - a.mean(axis=1, keepdims=True), b - b.mean(axis=1, keepdims=True)
    both = np.sqrt((a**2).sum(axis=(1, 2)) * (b**2).sum(axis=(1, 2)))
    return np.asarray((a * b).sum(axis=(1, 2)) / np.maximum(both, 1e-6))


def _quarters(crops: Tones) -> Tones:
    """The quarters of crops (n, h, w, 3), made small: (4 n, 64, 3)."""
    small = [cv2.resize(each, (16, 16), interpolation=cv2.INTER_AREA) for each in crops]
    split = np.reshape(small, (-1, 2, 8, 2, 8, 3)).transpose(0, 1, 3, 2, 4, 5)
    return np.asarray(split.reshape(-1, 64, 3))
