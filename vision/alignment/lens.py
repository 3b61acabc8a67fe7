"""What is known of a camera's lens before looking."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from vision.picture.arrays import Floats


@dataclass(frozen=True)
class LensPrior:
    """Usual values of a lens, and how far cameras stray from them.

    ``hfov_deg`` is the field of view along the picture's longer side, before anybody stretched it;
    k1 and k2 bend rays as in OpenCV. ``middle_sigma`` is how far beside the picture's middle the
    lens looks, as a share of the longer side, and ``aspect_sigma`` how much wider than high its
    pixels are, as a logarithm.
    The defaults suit whole photos by phones and webcams.
    """

    hfov_deg: float = 66.0
    hfov_sigma_deg: float = 8.0
    k1: float = 0.0
    k1_sigma: float = 0.05
    k2: float = 0.0
    k2_sigma: float = 0.02
    middle_sigma: float = 1e-4
    aspect_sigma: float = 1e-4

    def near(self, hfov_deg: float, k1: float, k2: float) -> LensPrior:
        """A lens known from another picture by the same camera."""
        return LensPrior(
            hfov_deg,
            self.hfov_sigma_deg * _KNOWN,
            k1,
            self.k1_sigma * _KNOWN,
            k2,
            self.k2_sigma * _KNOWN,
            self.middle_sigma,
            self.aspect_sigma,
        )

    @property
    def edited(self) -> LensPrior:
        """The same lens where somebody may have cropped or stretched its picture."""
        return replace(self, middle_sigma=_CROPPED, aspect_sigma=_STRETCHED)

    @property
    def is_edited(self) -> bool:
        """Whether somebody may have cropped or stretched its picture."""
        return self.middle_sigma >= _CROPPED

    def values(self, size_px: tuple[int, int]) -> Floats:
        """Log focal length in px, k1, k2, middle x, y, aspect, (6,), for a picture of this size."""
        half = np.radians(self.hfov_deg) / 2
        return np.array([np.log(max(size_px) / 2 / np.tan(half)), self.k1, self.k2, 0, 0, 0])

    def sigmas(self) -> Floats:
        """The spread of ``values``, (6,)."""
        log_focal_sigma = np.radians(self.hfov_sigma_deg) / np.sin(np.radians(self.hfov_deg))
        bend = [self.k1_sigma, self.k2_sigma]
        return np.array([log_focal_sigma, *bend, *[self.middle_sigma] * 2, self.aspect_sigma])


ANY_LENS = LensPrior()

_CROPPED, _STRETCHED = 0.15, 0.15
"""Cropping moves the middle by up to a quarter of the longer side; programs that make a picture fit
a frame stretch it by up to a third."""
_KNOWN = 0.1
"""A known lens strays this much of what any lens would: autofocus breathes a little."""
