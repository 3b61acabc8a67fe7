"""The light of a board, kept from picture to picture while only the exposure wavers.

Fitting the light takes longer than all else that a still camera's picture asks for, and mostly
finds what it found before. So the picture is first held against those that lights were fitted to.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photometry.light import DEFAULTS, Light, fit_light
from vision.picture.arrays import Image, Tones
from vision.picture.sampling import largest

BLOCK = 8
"""Whether the light is the same is told from square blocks of so many samples a side."""
CALM = 0.03
"""A block is as it was if the mean of its samples' log tones moved by less than this."""
FAR = 0.08
"""What moved further than this says no more: pieces came or went there, and the light goes on."""
STIRRED = 0.05
"""Where a larger share of the blocks is not as it was, the light is another: a lamp, or a hand."""
EXPOSURE = 0.12
"""A camera that brightens its picture by more, as a log gain, bends its tones too."""
NEWS = 0.004
"""A light is fitted anew where it took more of the board than this for print that lies under
pieces: about one box in thirty of a board of islands and routes."""
KEPT = 2
"""So many lights are kept, so that the one before a hand came is known when it has gone."""

_LOG_TONES = np.log(np.maximum(np.arange(256), 4) / 255).astype(np.float32)


@dataclass(frozen=True, eq=False)
class _Fit:
    """A light, the log tones (rows, columns, 3) it was fitted to, and where they are trusted."""

    light: Light
    log_tones: Tones
    trusted: Tones
    at: NDArray[np.intp]
    """Some of the trusted samples, as flat indices."""
    bare: Tones
    """How much of each sample was taken for print, (rows, columns)."""

    def relit(self, log_tones: Tones) -> Light | None:
        """The light for a picture with these log tones, if it is the same but for its exposure."""
        if not len(self.at):
            return None
        off = cv2.subtract(log_tones, self.log_tones)
        exposure = np.median(off.reshape(-1, 3)[self.at], axis=0)
        if np.abs(exposure).max() > EXPOSURE:
            return None
        off -= exposure
        off = np.clip(off, -FAR, FAR, out=off) * self.trusted
        rows, columns = (max(1, side // BLOCK) for side in off.shape[:2])
        blocks = cv2.resize(off, (columns, rows), interpolation=cv2.INTER_AREA)
        if (largest(np.abs(blocks)) > CALM).mean() > STIRRED:
            return None
        return replace(self.light, exposure=np.exp(exposure))


class KeptLight:
    """Tells the light of picture after picture of one board, as seen under one pose.

    ``reference`` (rows, columns, 3), ``usable`` (rows, columns) and ``size_mm`` are as
    ``fit_light`` takes them.
    """

    def __init__(self, reference: Tones, usable: Tones, size_mm: tuple[float, float]) -> None:
        self._reference, self._usable, self._size_mm = reference, usable, size_mm
        self._bare = np.ones_like(usable)
        self._fits: list[_Fit] = []
        self._fresh = False

    def forget(self) -> None:
        """Fit the light of the next picture anew, as if no piece were known."""
        self._fits, self._bare = [], np.ones_like(self._usable)

    def light_of(self, codes: Image) -> Light:
        """The light of a picture whose samples have these codes (rows, columns, 3).

        It is the same as before but for its exposure where the picture is.
        """
        log_tones = np.asarray(cv2.LUT(codes, _LOG_TONES), np.float32)
        self._fresh = False
        for fit in self._fits:
            if (light := fit.relit(log_tones)) is not None:
                self._fits.sort(key=lambda other: other is not fit)
                return light
        fit = self._fit(codes, log_tones)
        self._fits, self._fresh = [fit, *self._fits[: KEPT - 1]], True
        return fit.light

    def set_aside(self, pieces: Image) -> bool:
        """What lies under pieces says nothing of the light on the print.

        ``pieces`` (h, w) is more than 0 where one was read, over the whole board in any
        resolution. Returns whether the light that was just fitted took much of that for print:
        then it is forgotten, and the next is fitted to the print beside the pieces.
        """
        covered = (pieces > 0).astype(np.float32)
        size = self._usable.shape[::-1]
        self._bare = np.asarray(1 - cv2.resize(covered, size, None, 0, 0, cv2.INTER_AREA))
        if not self._fresh:
            return False
        mistaken = np.maximum(self._fits[0].bare - self._bare, 0) * self._usable
        if mistaken.sum() < NEWS * self._usable.sum():
            return False
        self._fits, self._fresh = self._fits[1:], False
        return True

    def _fit(self, codes: Image, log_tones: Tones) -> _Fit:
        picture = codes.astype(np.float32) * np.float32(1 / 255)
        usable = self._usable * self._bare
        light = fit_light(picture, self._reference, usable, self._size_mm)
        trusted = np.where(largest(picture) < DEFAULTS.blown, self._usable, np.float32(0))
        at = np.flatnonzero(trusted)
        few = at[:: max(1, len(at) // 2000)]
        return _Fit(light, log_tones, trusted[..., None], few, self._bare)
