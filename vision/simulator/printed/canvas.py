"""A picture that is drawn in millimetres: thin wrappers of OpenCV's anti-aliased drawing."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import ArrayLike

from vision.picture.arrays import Image

Colour = Sequence[float]
_SHIFT = 4
"""OpenCV takes places in sixteenths of a pixel."""


class Canvas:
    """A picture of ``size_mm`` at ``px_per_mm``; (0, 0) mm is the corner of its first pixel."""

    def __init__(self, picture: Image, px_per_mm: float) -> None:
        self.picture = picture
        self.px_per_mm = px_per_mm

    def polygon(self, points_mm: ArrayLike, colour: Colour) -> None:
        """Fill a polygon, (n, 2) mm."""
        cv2.fillPoly(self.picture, [self._fixed(points_mm)], tuple(colour), cv2.LINE_AA, _SHIFT)

    def outline(
        self, points_mm: ArrayLike, colour: Colour, width_mm: float, closed: bool = True
    ) -> None:
        """Draw a line through points, (n, 2) mm."""
        cv2.polylines(
            self.picture, [self._fixed(points_mm)], closed, tuple(colour),
            self._thickness(width_mm), cv2.LINE_AA, _SHIFT,
        )  # fmt: skip

    def disc(self, x_mm: float, y_mm: float, radius_mm: float, colour: Colour) -> None:
        """Fill a circle."""
        self._circle(x_mm, y_mm, radius_mm, colour, -1)

    def ring(
        self, x_mm: float, y_mm: float, radius_mm: float, colour: Colour, width_mm: float
    ) -> None:
        """Draw a circle's line."""
        self._circle(x_mm, y_mm, radius_mm, colour, self._thickness(width_mm))

    def text(
        self, words: str, x_mm: float, y_mm: float, height_mm: float, colour: Colour,
        turn_deg: float = 0.0, font: int = cv2.FONT_HERSHEY_DUPLEX,
    ) -> None:  # fmt: skip
        """Write words around a middle point; letters OpenCV lacks come out as question marks."""
        scale = height_mm * self.px_per_mm / 22
        weight = max(1, round(scale * 1.6))
        (width, height), below = cv2.getTextSize(words, font, scale, weight)
        pad = 4
        stamp = np.zeros((height + below + 2 * pad, width + 2 * pad), np.uint8)
        cv2.putText(stamp, words, (pad, height + pad), font, scale, 255, weight, cv2.LINE_AA)
        self._stamp(stamp, x_mm, y_mm, turn_deg, colour)

    def _stamp(
        self, stamp: Image, x_mm: float, y_mm: float, turn_deg: float, colour: Colour
    ) -> None:
        height, width = stamp.shape
        reach = math.ceil(math.hypot(width, height) / 2) + 1
        turn = cv2.getRotationMatrix2D((width / 2, height / 2), -turn_deg, 1)
        turn = np.asarray(turn, np.float64)
        turn[:, 2] += [reach - width / 2, reach - height / 2]
        turned = cv2.warpAffine(stamp, turn, (2 * reach, 2 * reach), flags=cv2.INTER_LINEAR)
        left, top = (round(value * self.px_per_mm) - reach for value in (x_mm, y_mm))
        here = self.picture[max(top, 0) : top + 2 * reach, max(left, 0) : left + 2 * reach]
        cover = turned[max(-top, 0) :, max(-left, 0) :][: here.shape[0], : here.shape[1], None]
        if here.size:
            share = cover.astype(np.float32) / 255
            here[:] = np.round(here * (1 - share) + np.asarray(colour, np.float32) * share)

    def _circle(
        self, x_mm: float, y_mm: float, radius_mm: float, colour: Colour, thickness: int
    ) -> None:
        middle = self._fixed([[x_mm, y_mm]])[0]
        radius = round(radius_mm * self.px_per_mm * (1 << _SHIFT))
        cv2.circle(
            self.picture, middle.tolist(), radius, tuple(colour), thickness, cv2.LINE_AA, _SHIFT
        )

    def _thickness(self, width_mm: float) -> int:
        return max(1, round(width_mm * self.px_per_mm))

    def _fixed(self, points_mm: ArrayLike) -> np.ndarray:
        points = np.asarray(points_mm, float) * self.px_per_mm - 0.5
        return np.round(points * (1 << _SHIFT)).astype(np.int32)


def noise(
    rng: np.random.Generator, size_px: tuple[int, int], grain_px: float, octaves: int = 4
) -> np.ndarray:
    """Cloudy noise, mean 0 and sigma about 1, (h, w) float32; ``grain_px`` is its largest size."""
    width, height = size_px
    total = np.zeros((height, width), np.float32)
    weight = 1.0
    for octave in range(octaves):
        step = max(1.0, grain_px / 2**octave)
        cells = (math.ceil(height / step) + 2, math.ceil(width / step) + 2)
        coarse = rng.standard_normal(cells, np.float32)
        total += weight * cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
        weight *= 0.6
    return np.asarray(total / total.std(), np.float32)


def tinted(rng: np.random.Generator, colours: Sequence[Colour], sway: int) -> Colour:
    """One of some colours by lot, each channel off by as much as ``sway`` codes."""
    base = np.array(colours[int(rng.integers(len(colours)))])
    return tuple((base + rng.integers(-sway, sway + 1, 3)).clip(8, 250).tolist())
