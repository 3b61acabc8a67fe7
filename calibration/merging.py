"""Several photos of one empty board become one that is clean and free of glare.

All are laid over the first: the board is found in each by the first's own print
(``vision.alignment.align``).
Then each spot is taken from the photos that agree on it. Glare adds light, and wanders over the
board as the camera does, so the darkest photo is right where they differ much; or, of four and
more, one of the darker ones, for somebody's shadow may lie on one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.board_pose.outline import outline_pose
from companion.boards.routes_board import RoutesBoard
from companion.errors import Fault
from vision.alignment.align import WHOLE, NotAligned, align
from vision.alignment.pose import Pose
from vision.alignment.reference import Reference
from vision.picture.arrays import Floats, Image, Tones
from vision.picture.sampling import sample

KNOT_PX = 16
"""The way from photo to photo is smooth: worked out at every so many px, linear between."""
DIFFER_TONES = 12.0
"""Photos that differ by more than this, of 255, do not show the same print in the same light."""
SPOT_SHARE = 0.004
"""Differences are felt over this share of the photo's width: glare is no smaller."""
SPOT_REACH = 5
"""A spot is felt so many times as far; beyond that its share is none."""
BAND_ROWS = 128
"""So many rows are worked out at a time: all of a large photo's would fill the memory."""
BLOWN_OUT = 250
"""A channel at this code or above may have been brighter still: it tells nothing of the light, and
where all three are, nothing of the print."""
LEAST_WEIGHT = 1e-3
"""Every photo counts so much at least, so that there is something to show where all are blown out.
"""


@dataclass(frozen=True, eq=False)
class Merged:
    """``photo`` (h, w, 3), BGR, the first photo with its glare mended.

    ``left_out`` tells which photos (their index) were of no use, and why.
    """

    photo: Image
    left_out: tuple[tuple[int, Fault], ...] = ()


def merge_photos(
    photos: Sequence[Image], board_mm: tuple[float, float], corners_px: Floats
) -> Merged:
    """Merge photos (h, w, 3), BGR, of one empty board; ``corners_px`` (4, 2) are the first's.

    Photos in which the board isn't found are left out. Raises ValueError for no photos, InputError
    where no camera sees the first one's corners so.
    """
    if not photos:
        raise ValueError("no photos to merge")
    first = photos[0]
    pose = outline_pose(first, np.asarray(corners_px, float), *board_mm)
    board = RoutesBoard("the photo", "routes", *board_mm, "a photo", {}, {}, {})
    reference = Reference(first, pose)
    laid, left_out = [first], []
    inside = _inside(first, pose, board_mm)
    for index, photo in enumerate(photos[1:], start=1):
        try:
            seen = align(photo, reference, board, settings=WHOLE)
        except NotAligned as error:
            left_out.append((index, error.fault))
            continue
        laid.append(_in_its_light(_laid_over(photo, seen, first, pose), first, inside))
    photo = _agreed(laid, inside) if len(laid) > 1 else first
    return Merged(photo, tuple(left_out))


def _inside(first: Image, pose: Pose, board_mm: tuple[float, float]) -> NDArray[np.bool_]:
    """Where the board lies in the photo, (h, w)."""
    mask = np.zeros(first.shape[:2], np.uint8)
    outline = np.round(pose.corners_px(*board_mm)).astype(np.int32)
    cv2.fillConvexPoly(mask, outline, 1)
    return np.asarray(mask > 0)


def _laid_over(photo: Image, seen: Pose, first: Image, pose: Pose) -> Image:
    """A photo as it would look from where the first was taken, on the board's plane."""
    height, width = first.shape[:2]
    x, y = (np.arange(0, side + KNOT_PX, KNOT_PX, dtype=float) for side in (width, height))
    knots_px = np.stack(np.meshgrid(x, y), axis=-1)
    there = seen.project(pose.to_board(knots_px.reshape(-1, 2))).reshape(knots_px.shape)
    there = there.astype(np.float32)
    bands = []
    for rows in _bands(height):
        pixels = np.stack(np.meshgrid(np.arange(width), np.arange(rows.start, rows.stop)), axis=-1)
        bands.append(sample(photo, sample(there, pixels / KNOT_PX)))
    return np.asarray(np.concatenate(bands), np.uint8)


def _bands(height: int) -> Iterator[slice]:
    """The rows of a picture, some at a time: what is worked out of each takes much more room."""
    for top in range(0, height, BAND_ROWS):
        yield slice(top, min(top + BAND_ROWS, height))


def _in_its_light(photo: Image, first: Image, inside: NDArray[np.bool_]) -> Image:
    """A photo as bright, and as warm, as the first one is on most of the board."""
    both = inside & (photo.max(axis=2) < BLOWN_OUT) & (first.max(axis=2) < BLOWN_OUT)
    if not both.any():
        return photo
    channels = range(photo.shape[2])
    ratios = ((first[..., c][both] + 1.0) / (photo[..., c][both] + 1.0) for c in channels)
    gain = np.array([np.median(ratio) for ratio in ratios], np.float32)
    return np.asarray(np.clip(photo * gain, 0, 255), np.uint8)


def _agreed(laid: Sequence[Image], inside: NDArray[np.bool_]) -> Image:
    """Each spot of the board from the photos that agree on it; the rest from the first."""
    height, width = inside.shape
    spot_px = max(1.0, SPOT_SHARE * width)
    beyond = int(SPOT_REACH * spot_px) + 1
    bands = []
    for rows in _bands(height):
        around = slice(max(0, rows.start - beyond), min(height, rows.stop + beyond))
        weights = _weights([photo[around] for photo in laid], spot_px)
        weights = weights[:, rows.start - around.start :][:, : rows.stop - rows.start]
        total = np.zeros((*weights.shape[1:], 3), np.float64)
        for photo, weight in zip(laid, weights, strict=True):
            total += photo[rows] * weight[..., None]
        agreed = np.clip(np.round(total), 0, 255).astype(np.uint8)
        bands.append(np.where(inside[rows][..., None], agreed, laid[0][rows]))
    return np.concatenate(bands)


def _weights(laid: Sequence[Image], spot_px: float) -> Floats:
    """How much each photo counts at each pixel, (n, h, w)."""
    light = np.stack([_smooth(photo.astype(float).mean(axis=2), spot_px) for photo in laid])
    blown = np.stack([_smooth(255.0 * _is_blown(photo), spot_px) / 255 for photo in laid])
    usual = np.sort(light, axis=0)[(len(laid) - 1) // 3]
    off = (light - usual) / DIFFER_TONES
    weights = np.maximum(np.exp(-(off**2)) * (1 - blown), LEAST_WEIGHT)
    return np.asarray(weights / weights.sum(axis=0))


def _smooth(values: Tones, sigma_px: float) -> Floats:
    return np.asarray(cv2.GaussianBlur(values.astype(np.float32), (0, 0), sigma_px), np.float64)


def _is_blown(photo: Image) -> NDArray[np.bool_]:
    return np.asarray(photo.min(axis=2) >= BLOWN_OUT)
