"""Colours as numbers: sRGB codes to linear light and back. Channels are blue, green, red."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.colour import bgr_of
from vision.picture.arrays import Image, Tones

LINEAR_STEPS = 32768
"""A linear value of 1 (the sensor is full) as a 16 bit number; what is above clips."""


def _srgb_curve(linear: NDArray[np.float64]) -> NDArray[np.float64]:
    """IEC 61966-2-1, from linear light to code, both 0..1."""
    return np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)


def _srgb_inverse(code: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.where(code <= 0.04045, code / 12.92, ((code + 0.055) / 1.055) ** 2.4)


_ENCODE = np.round(255 * _srgb_curve(np.minimum(np.arange(65536) / LINEAR_STEPS, 1.0))).astype(
    np.uint8
)
_DECODE = _srgb_inverse(np.arange(256) / 255).astype(np.float32)


def to_linear(picture: Image) -> Tones:
    """8 bit sRGB codes (h, w, 3) -> linear light (h, w, 3), 0..1."""
    return np.asarray(cv2.LUT(picture, _DECODE), np.float32)


def to_codes(linear: Tones) -> Image:
    """Linear light (h, w, 3) -> 8 bit sRGB codes; what is above 1 clips as a full sensor does."""
    full = np.full(4, LINEAR_STEPS, np.float64)
    steps = cv2.multiply(linear, full, dtype=cv2.CV_16U)
    return np.asarray(cv2.LUT(steps, _ENCODE), np.uint8)


def linear_of(colour: str) -> Tones:
    """``#rrggbb`` -> linear blue, green, red, (3,)."""
    return _DECODE[list(bgr_of(colour))]


def lamp(kelvin: float) -> Tones:
    """The tint of a black body against daylight of 6500 K, green = 1; blue, green, red, (3,).

    Source: Tanner Helland's fit to Charity's black body table, made linear.
    """
    tints = [_helland(temperature) for temperature in (kelvin, 6500.0)]
    ratio = tints[0] / tints[1]
    return np.asarray(ratio / ratio[1], np.float32)


def _helland(kelvin: float) -> NDArray[np.float64]:
    t = kelvin / 100
    red = 255.0 if t <= 66 else 329.7 * (t - 60) ** -0.1332
    green = 99.47 * math.log(t) - 161.12 if t <= 66 else 288.12 * (t - 60) ** -0.0755
    blue = 255.0 if t >= 66 else 138.52 * math.log(t - 10) - 305.04 if t > 19 else 1.0
    return _srgb_inverse(np.clip([blue, green, red], 1, 255) / 255)
