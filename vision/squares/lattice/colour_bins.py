"""Colours counted: how much of a picture, or of some of its points, has each."""

from __future__ import annotations

from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.picture.arrays import Image, Tones

BINS = 16, 32, 32
"""Colours told apart: by lightness less finely than by hue, as light differs over a table."""

Bins = tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]
"""Of each px its bins of lightness, of green to red, and of blue to yellow."""


def binned(codes: Image) -> Bins:
    """The colour of each px of a picture (h, w, 3), (h, w) each."""
    lab = cv2.cvtColor(np.ascontiguousarray(codes), cv2.COLOR_BGR2LAB)
    light, a, b = (lab // [256 // each for each in BINS]).transpose(2, 0, 1)
    return light, a, b


def counted(bins: Bins) -> Tones:
    """How many px have each colour or one beside it, (16, 32, 32)."""
    flat = np.ravel_multi_index(bins, BINS).ravel()
    count = np.bincount(flat, minlength=int(np.prod(BINS))).reshape(BINS)
    padded = np.pad(count.astype(np.float32), 1)
    shifts = product(range(3), repeat=3)
    around = [padded[i : i + BINS[0], j : j + BINS[1], k : k + BINS[2]] for i, j, k in shifts]
    return np.asarray(np.sum(around, axis=0), np.float32)
