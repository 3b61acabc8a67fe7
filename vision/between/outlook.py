"""The whole board in picture after picture under one pose, in which only what changed is new.

A camera that stands still shows the same again and again, with other noise. What it shows is kept
until it has changed by more than noise does, so that whoever looks finds all else just as it was.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.between.ground import Expected, Ground
from vision.photometry.light import BLOWN_CODE, FittedLight, Light
from vision.picture.arrays import Image, Tones
from vision.picture.sampling import Move, largest

CHANGED = 0.03
"""A sample changed if it and those around it, in the mean, moved by so much relative to white."""
AROUND = np.ones((3, 3), np.uint8)
"""The mean is taken over such squares of samples, and all of a square changed."""


class Outlook:
    """The samples of one board under one pose, relative to the local white.

    ``tones`` (rows, columns, 3) are kept from picture to picture where they did not change, and
    all that changed in the last one is told by ``changed`` (rows, columns), all that it clips by
    ``blown`` (rows, columns). ``expected`` is the print in the light of now.
    """

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self._fitted: FittedLight | None = None
        self.expected: Expected
        self.tones: Tones
        self.changed: NDArray[np.bool_]
        self.blown: NDArray[np.bool_]

    def forget(self) -> None:
        """Take the next picture as if it were the first."""
        self._fitted = None

    def take_in(self, picture: Image, light: Light, move: Move | None = None) -> None:
        """See a picture, smoothed for the step. In another light, all of it changed."""
        codes = self.ground.sample(picture, move)
        self.blown = largest(codes) >= BLOWN_CODE
        if light.fitted is not self._fitted:
            self._fitted, self.expected = light.fitted, self.ground.expected(light.fitted)
            self.tones = self.expected.lit.relative_to_white(codes, light.exposure)
            self.changed = np.ones(self.ground.shape, bool)
            return
        tones = self.expected.lit.relative_to_white(codes, light.exposure)
        off = cv2.blur(cv2.subtract(tones, self.tones), AROUND.shape)
        far = (np.abs(off) > CHANGED).astype(np.uint8)
        changed = cv2.dilate(cv2.transform(far, np.ones((1, 3))), AROUND)
        cv2.copyTo(tones, changed, self.tones)
        self.changed = changed > 0
