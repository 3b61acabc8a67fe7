"""The table found again in the next photo, though it was pushed: by what was seen on its tiles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from companion.boards.tiles_board import Cell, TilesBoard
from vision.alignment.features import Descriptors, agreeing, ratio_matches, sift
from vision.alignment.lens import ANY_LENS
from vision.alignment.pose import Pose, pose_from_points
from vision.picture.sampling import Floats, Image, Tones

SHORT_PX = 720
REACH_PX = 4.0
LEAST_POINTS = 10


@dataclass(frozen=True, eq=False)
class Small:
    """A photo in grey, (h, w), made smaller by ``shrink``."""

    grey: Image
    shrink: float


@dataclass(frozen=True, eq=False)
class Trail:
    """How the table looked when it was fitted last: at a pose, with tiles on these cells.

    Most tables are never pushed: features are looked for when one was.
    """

    small: Small
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


def _small(photo: Image) -> Small:
    """A photo in which features are looked for."""
    shrink = min(1.0, SHORT_PX / min(photo.shape[:2]))
    size = (round(photo.shape[1] * shrink), round(photo.shape[0] * shrink))
    grey = cv2.cvtColor(cv2.resize(photo, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    return Small(np.asarray(grey, np.uint8), shrink)


def _features(small: Small) -> tuple[Floats, Descriptors]:
    """SIFT features of a photo: (n, 2) in the px of the photo as it was, (n, 128)."""
    points, descriptors = sift(small.grey)
    return (points + 0.5) / small.shrink - 0.5, descriptors


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
