"""Pictures made smaller to be looked at, and the way back to where things lie in the whole one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.picture.arrays import Floats, Image


@dataclass(frozen=True, eq=False)
class Smaller:
    """A picture made smaller: ``shrink`` is by how much, 1 where it was small enough.

    ``scale`` (2,) is the same across and down, as whole pixels allow it.
    """

    picture: Image
    shrink: float
    scale: Floats

    def to_full(self, points_px: NDArray[Any]) -> Floats:
        """Points (..., 2) of the smaller picture, in the whole one; a pixel's middle stays so."""
        return np.asarray((points_px + 0.5) / self.scale - 0.5)

    def to_small(self, points_px: NDArray[Any]) -> Floats:
        """Points (..., 2) of the whole picture, in the smaller one."""
        return np.asarray((points_px + 0.5) * self.scale - 0.5)


def shrunk(size_px: tuple[int, int], shrink: float) -> tuple[int, int]:
    """A size, width and height, made smaller by a factor: whole pixels, and one at least."""
    width, height = size_px
    return max(1, round(width * shrink)), max(1, round(height * shrink))


def smaller(
    picture: Image,
    *,
    longest_px: float = np.inf,
    shortest_px: float = np.inf,
    most_pixels: float = np.inf,
) -> Smaller:
    """A picture (h, w) or (h, w, 3) whose longer or shorter side, or area, is no more than that.

    One that is small enough is taken as it is.
    """
    height, width = picture.shape[:2]
    shrink = min(
        longest_px / max(height, width),
        shortest_px / min(height, width),
        (most_pixels / (height * width)) ** 0.5,
    )
    if shrink >= 1:
        return Smaller(picture, 1.0, np.ones(2))
    size = shrunk((width, height), shrink)
    small = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    return Smaller(small, shrink, np.array(size) / (width, height))
