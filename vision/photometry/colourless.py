"""Whether a picture has no colours: that of a camera at night, or a photo turned grey."""

from __future__ import annotations

import cv2
import numpy as np

from vision.picture.arrays import Image

SMALL_PX = 160
"""A picture is looked at as small as that, where a camera's coloured grain is gone."""
GREY = 6
"""Channels that differ by less, of 255, nearly everywhere are those of a grey picture."""


def has_no_colours(photo: Image) -> bool:
    """Whether a photo (h, w, 3), BGR, is a grey one: its channels are alike wherever one looks."""
    small = cv2.resize(photo, (SMALL_PX, SMALL_PX), interpolation=cv2.INTER_AREA).astype(int)
    apart = small.max(axis=2) - small.min(axis=2)
    return float(np.percentile(apart, 99)) < GREY
