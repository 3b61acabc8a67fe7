"""Where a lamp is mirrored in the board: the print is seen through it, as through no hand."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.picture.arrays import Floats, Tones
from vision.picture.sampling import total

AROUND_MM = 24.0
"""The print's detail is how it differs within so much around."""
DETAIL = 0.002
"""Print that differs less tells nothing: the variance of its light, in shares of white's."""
ALIKE = 0.5
"""The least correlation of what is seen with the print that is seen through a haze."""
KEPT = 0.4
"""The least of the print's differences that a haze leaves."""


def under_haze(tones: Tones, expected: Tones, step_mm: Floats) -> NDArray[np.bool_]:
    """Which samples (rows, columns) show the expected print through the light of a reflection.

    ``tones`` and ``expected`` (rows, columns, 3) are relative to white, ``step_mm`` (2,) apart. A
    haze adds light: all is brighter, and the differences within the print stay, in terms of light.
    Tones are taken to be roots of light, which is near enough.
    """
    size = np.maximum(3, np.round(AROUND_MM / step_mm)).astype(int).tolist()

    def around(values: Tones) -> Tones:
        return np.asarray(cv2.blur(values, size))

    seen, print_ = np.square(tones), np.square(expected)
    mean_seen, mean_print = around(seen), around(print_)
    together = total(around(seen * print_) - mean_seen * mean_print)
    of_print = total(around(print_ * print_) - mean_print * mean_print)
    of_seen = total(around(seen * seen) - mean_seen * mean_seen)
    alike = together > ALIKE * np.sqrt(np.maximum(of_print * of_seen, 0))
    brighter = (mean_seen > mean_print).all(axis=2)
    return np.asarray(brighter & alike & (of_print > DETAIL) & (together > KEPT * of_print))
