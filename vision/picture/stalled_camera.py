"""Whether a live camera stands still: a sensor's noise never gives the same picture twice."""

from __future__ import annotations

import numpy as np

from vision.picture.arrays import Image

FROZEN_S = 10.0
"""A live camera that has given the very same picture for so long is frozen."""
STEP_PX = 8
"""Every so many pixels are compared first; the others only where those are the same."""


class Repeats:
    """Since when the pictures of one live camera have been the same, pixel by pixel.

    Only who knows that the pictures are a sensor's may ask: a drawn table or a film holds still.
    """

    def __init__(self) -> None:
        self._last: Image | None = None
        self._since_s = 0.0

    def see(self, photo: Image, at_s: float) -> None:
        """Take in the next picture."""
        if self._last is None or not _same(photo, self._last):
            self._since_s = at_s
        self._last = photo

    def frozen(self, at_s: float) -> bool:
        """Whether the last picture, taken at ``at_s``, was an old one."""
        return self._last is not None and at_s - self._since_s >= FROZEN_S


def _same(one: Image, other: Image) -> bool:
    if one.shape != other.shape:
        return False
    coarse = (slice(None, None, STEP_PX), slice(None, None, STEP_PX))
    return np.array_equal(one[coarse], other[coarse]) and np.array_equal(one, other)
