"""The photo of the empty board, and what alignment knows of the print from it.

The reference photo is straightened to a picture seen from right above (the print). Two kinds of
things are taken from it: SIFT features, which find the board anywhere in a photo, and textured
spots, which then place it to a fraction of a pixel. Both carry their place on the board in mm.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards.board import Board
from companion.boards.routes_board import RoutesBoard
from vision.alignment.features import Features, sift
from vision.alignment.pose import Pose, smooth_for, within
from vision.picture.arrays import Floats, Image
from vision.picture.sampling import sample

SPOT_CELL_MM = 40.0
"""A board is cut into cells of about this size; each gives its best spots."""
SPOTS_PER_CELL = 2
SPOT_REACH_MM = 8.0
"""A spot is known by what is printed this far around it."""
COVER_TRUST = 0.4
"""How much a spot counts where a piece may lie, against one on ground that stays free."""
FEW_SPOTS = 80
PLAIN_SPOTS = 60
MOST_BYTES = 80_000_000
"""A photo is kept smoothed as long as all that is kept of it is no larger: three steps of eight
megapixels, two of twelve."""
LEAST_CONTRAST = 4.0
"""Spots whose grey tones scatter less than this are bare ground and noise."""


@dataclass(frozen=True, eq=False)
class Reference:
    """``photo`` (h, w, 3), BGR, of the empty board, and ``pose``, where the board lies in it."""

    photo: Image
    pose: Pose
    _prints: dict[int, Print] = field(default_factory=dict, init=False, repr=False)
    _smoothed: dict[float, Image] = field(default_factory=dict, init=False, repr=False)

    def __reduce__(self) -> tuple[type[Reference], tuple[Image, Pose]]:
        """Only these are handed to another process: what was found in them is of boards here."""
        return Reference, (self.photo, self.pose)

    def print_of(self, board: Board) -> Print:
        """The straightened picture of this board and what was found in it, made once."""
        known = self._prints.get(id(board))
        if known is None or known.board is not board:
            # A copy, because two that hold each other would stay long after their last use.
            known = self._prints[id(board)] = Print(Reference(self.photo, self.pose), board)
        return known

    def smoothed(self, step_mm: float) -> Image:
        """The photo as ``smooth_for`` blurs it. Those asked for last are kept (``MOST_BYTES``)."""
        known = self._smoothed.pop(step_mm, None)
        if known is None:
            known = smooth_for(self.photo, self.pose, step_mm)
        self._smoothed[step_mm] = known
        steps_mm = [*self._smoothed]
        for oldest_mm in steps_mm[: max(0, len(steps_mm) - MOST_BYTES // self.photo.nbytes)]:
            self._smoothed.pop(oldest_mm, None)
        return known

    def seen_by(
        self, pose: Pose, grid_mm: Floats
    ) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.bool_]]:
        """Where points of the board (..., 2) lie in a picture with this pose, and in this photo.

        Each (..., 2) in px; and which points (...) lie within both.
        """
        frame_px, own_px = pose.grid_px(grid_mm), self.pose.grid_px(grid_mm)
        return frame_px, own_px, within(frame_px, pose.size_px) & within(own_px, self.pose.size_px)


@dataclass(frozen=True, eq=False)
class Spots:
    """Well textured places of the print: where (n, 2) in mm, and how far to trust each (n,)."""

    points_mm: Floats
    trust: Floats


@dataclass(frozen=True, eq=False)
class Print:
    """The empty board seen from right above, in grey, at several sizes."""

    reference: Reference
    board: Board
    _levels: dict[int, Image] = field(default_factory=dict, init=False, repr=False)
    _features: dict[int, Features] = field(default_factory=dict, init=False, repr=False)

    @cached_property
    def size_mm(self) -> Floats:
        """Width and height of the board, (2,)."""
        return np.array([self.board.width_mm, self.board.height_mm])

    @cached_property
    def places_mm(self) -> Floats:
        """The middles of all places, (n, 2)."""
        places = self.board.places.values()
        return np.array([(place.x_mm, place.y_mm) for place in places]).reshape(-1, 2)

    @cached_property
    def plain(self) -> bool:
        """Whether too little is printed to tell this board from another by it."""
        return len(self.spots.trust) < PLAIN_SPOTS

    @cached_property
    def px_per_mm(self) -> float:
        """Resolution of the reference photo on the board."""
        corners = self.reference.pose.corners_px(*self.size_mm)
        sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
        return float(sides.sum() / (2 * self.size_mm.sum()))

    @cached_property
    def finest(self) -> Image:
        """The print at about the photo's own resolution, (h, w), at most 1,600 px long."""
        scale = min(1.15 * self.px_per_mm, 1600 / self.size_mm.max())
        columns, rows = np.maximum(np.round(self.size_mm * scale), 16).astype(int)
        where = _grid_px(self.reference.pose, self.size_mm, (rows, columns))
        grey = np.asarray(cv2.cvtColor(self.reference.photo, cv2.COLOR_BGR2GRAY), np.uint8)
        return np.asarray(sample(grey, where), np.uint8)

    def level(self, long_px: int) -> Image:
        """The print with this many px along its longer side (or fewer: it is never enlarged)."""
        finest = self.finest
        long_px = min(long_px, max(finest.shape))
        if long_px not in self._levels:
            ratio = long_px / max(finest.shape)
            size = tuple(max(1, round(side * ratio)) for side in finest.shape[::-1])
            self._levels[long_px] = np.asarray(
                cv2.resize(finest, size, interpolation=cv2.INTER_AREA), np.uint8
            )
        return self._levels[long_px]

    def features(self, long_px: int) -> Features:
        """The SIFT features of the print at this size."""
        picture = self.level(long_px)
        key = max(picture.shape)
        if key not in self._features:
            points_px, descriptors = sift(picture)
            points_mm = (points_px + 0.5) * self.size_mm / picture.shape[::-1]
            self._features[key] = Features(points_mm, descriptors)
        return self._features[key]

    @cached_property
    def spots(self) -> Spots:
        """The best textured spots of every cell of the board."""
        scale = min(1.0, 700 / max(self.finest.shape))
        picture = self.level(round(max(self.finest.shape) * scale))
        px_per_mm = picture.shape[1] / self.size_mm[0]
        reach = max(3, round(SPOT_REACH_MM * px_per_mm))
        smooth = np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.0), np.uint8)
        corneredness = np.asarray(cv2.cornerMinEigenVal(smooth, reach, ksize=3), np.float32)
        free = ~self._covered(picture.shape, px_per_mm)
        corneredness *= np.where(free, 1.0, COVER_TRUST).astype(np.float32)
        corneredness[_scatter(smooth, 2 * reach + 1) < LEAST_CONTRAST] = 0
        edge = reach // 2
        corneredness[:edge] = corneredness[-edge:] = 0
        corneredness[:, :edge] = corneredness[:, -edge:] = 0
        best = _best_per_cell(corneredness, SPOT_CELL_MM * px_per_mm, reach)
        points = np.array(best, np.intp).reshape(-1, 2)
        trust = np.where(free[points[:, 1], points[:, 0]], 1.0, COVER_TRUST)
        return Spots((points + 0.5) / px_per_mm, trust)

    @cached_property
    def few_spots(self) -> Spots:
        """A sample of the spots, enough to tell whether the board moved."""
        every = max(1, len(self.spots.trust) // FEW_SPOTS)
        return Spots(self.spots.points_mm[::every], self.spots.trust[::every])

    def _covered(self, shape: tuple[int, ...], px_per_mm: float) -> NDArray[np.bool_]:
        """Where pieces may lie, (h, w)."""
        covered, board = np.zeros(shape[:2], np.uint8), self.board
        if not isinstance(board, RoutesBoard):
            return covered > 0
        if stick := board.stick:
            size = (stick.length_mm * px_per_mm, (stick.width_mm + 2) * px_per_mm)
            for space in board.spaces.values():
                middle = (space.x_mm * px_per_mm, space.y_mm * px_per_mm)
                box = cv2.boxPoints((middle, size, space.angle_deg))
                cv2.fillConvexPoly(covered, np.round(box).astype(np.int32), 1)
        if marker := board.marker:
            radius = round((marker.diameter_mm / 2 + 1) * px_per_mm)
            for slot in board.slots.values():
                middle_px = (round(slot.x_mm * px_per_mm), round(slot.y_mm * px_per_mm))
                cv2.circle(covered, middle_px, radius, 1, -1)
        return covered > 0


def _grid_px(pose: Pose, size_mm: Floats, shape: tuple[int, int]) -> NDArray[np.float32]:
    """Where the pixels of a straightened picture of this shape lie in the photo, (h, w, 2).

    The way there is smooth: projected at every ninth millimetre or so, and linear between.
    """
    knots = 65
    lines = [np.linspace(0, side, knots) for side in size_mm]
    grid_px = pose.project(np.stack(np.meshgrid(*lines), axis=-1).reshape(-1, 2))
    down, right = (_linear_weights(pixels, knots) for pixels in shape)
    x, y = (down @ part @ right.T for part in grid_px.T.reshape(2, knots, knots))
    return np.dstack([x, y]).astype(np.float32)


def _linear_weights(pixels: int, knots: int) -> Floats:
    """What each knot of a line lends to each pixel's middle, (pixels, knots)."""
    at = (np.arange(pixels) + 0.5) / pixels * (knots - 1)
    return np.asarray(np.maximum(0, 1 - np.abs(at[:, None] - np.arange(knots))))


def _scatter(grey: Image, side_px: int) -> NDArray[np.float32]:
    """Standard deviation of the tones in a square around each pixel, (h, w)."""
    tones = grey.astype(np.float32)
    mean, square = (cv2.boxFilter(part, -1, (side_px, side_px)) for part in (tones, tones**2))
    return np.asarray(np.sqrt(np.maximum(square - mean**2, 0)), np.float32)


def _best_per_cell(score: NDArray[np.float32], cell_px: float, apart_px: int) -> list[list[int]]:
    """The highest places of every cell, at least ``apart_px`` apart: x, y."""
    score = score.copy()
    rows = max(2, round(score.shape[0] / cell_px))
    columns = max(2, round(score.shape[1] / cell_px))
    y_edges = np.linspace(0, score.shape[0], rows + 1).astype(int)
    x_edges = np.linspace(0, score.shape[1], columns + 1).astype(int)
    enough = float(np.percentile(score, 50))
    best = []
    for top, bottom in pairwise(y_edges):
        for left, right in pairwise(x_edges):
            for _ in range(SPOTS_PER_CELL):
                cell = score[top:bottom, left:right]
                y, x = np.unravel_index(int(np.argmax(cell)), cell.shape)
                if cell[y, x] <= enough:
                    break
                y, x = int(y) + top, int(x) + left
                best.append([x, y])
                score[
                    max(0, y - apart_px) : y + apart_px + 1, max(0, x - apart_px) : x + apart_px + 1
                ] = 0
    return best
