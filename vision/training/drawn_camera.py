"""A drawn camera for close-ups: light goes in, the photo that a poor camera makes of it comes out.

The simulator's camera takes whole photos that are mostly good. This one takes small pieces, and
errs as cameras over a real table do at their worst: soft, moved, overexposed, smoothed, sharpened.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
import torch

from vision.sampling import Image, Tones
from vision.training.chance import by_chance, uniform

GAMMA = 2.2
"""Tones are light to the power of one over this: the sRGB curve, nearly."""
DEFOCUS_PX = (0.35, 1.5)
"""From a sharp picture to one where small markers are hardly told, as a sigma."""
SMOOTHED_PX, SMOOTHED_REACH = 1.5, 5
"""How far denoising mixes a pixel with others like it, as a sigma and as a diameter."""
SMOOTHED_TONES = (0.02, 0.08)
_LIGHT = ((np.arange(256) / 255) ** GAMMA).astype(np.float32)
LEAST_LIGHT = 0.01
"""So that there is noise in the dark too."""


@dataclass(frozen=True)
class DrawnCamera:
    """What a camera does to light. Lengths in pixels of its photo; without words, a good one.

    ``veil`` is stray light, ``noise`` the sigma at a light of 1, ``exposure`` the tone of plain
    white: what is above 1 clips. ``denoising`` is up to which difference tones are mixed.
    """

    veil: float = 0.0
    defocus_px: float = 0.35
    motion_px: float = 0.0
    motion_rad: float = 0.0
    noise: float = 0.002
    exposure: float = 0.9
    denoising: float = 0.0
    sharpening: float = 0.0
    sharpening_px: float = 1.0
    saturation: float = 1.0
    jpeg_quality: int = 96

    @classmethod
    def by_lot(cls) -> DrawnCamera:
        """Any camera; a good one is rare."""
        return cls(
            veil=0.3 * uniform() ** 2 if by_chance(0.5) else 0.0,
            defocus_px=math.exp(uniform(*map(math.log, DEFOCUS_PX))),
            motion_px=uniform(1, 3.5) if by_chance(0.2) else 0.0,
            motion_rad=uniform(0, math.pi),
            noise=uniform(0.002, 0.03),
            exposure=uniform(0.65, 1.25) if by_chance(0.7) else uniform(0.75, 0.95),
            denoising=uniform(*SMOOTHED_TONES) if by_chance(0.5) else 0.0,
            sharpening=uniform(0.2, 1.2) if by_chance(0.7) else 0.0,
            sharpening_px=uniform(0.7, 1.3),
            saturation=uniform(0.7, 1.3) if by_chance(0.3) else 1.0,
            jpeg_quality=int(uniform(60, 97)),
        )

    def photo(self, light: Tones, white: Tones, fine: int) -> tuple[Image, Tones]:
        """Photograph linear light (h, w, 3), BGR, that has ``fine`` samples to a pixel.

        ``white`` (h / fine, w / fine, 3) is the light that plain white would give. Returns the
        photo, of that size, and the tones that plain white has in it, where a full sensor would
        not clip them.
        """
        gain = self.exposure**GAMMA / np.median(white + self.veil)
        light = self._moved(_blurred(light + self.veil, self.defocus_px * fine), fine)
        height, width = white.shape[:2]
        light = _array(cv2.resize(light, (width, height), interpolation=cv2.INTER_AREA))
        grain = torch.randn(light.shape).numpy() * np.sqrt(np.maximum(light, LEAST_LIGHT))
        tones = _tones(np.minimum((light + grain * self.noise) * gain, 1))
        return self._developed(tones), _tones((white + self.veil) * gain)

    def _moved(self, light: Tones, fine: int) -> Tones:
        """Light smeared along the way on which the camera moved."""
        if not self.motion_px:
            return light
        reach = math.ceil(self.motion_px * fine / 2)
        steps = np.linspace(-0.5, 0.5, 4 * reach) * self.motion_px * fine
        way = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
        rows = np.rint(reach + steps * math.sin(self.motion_rad)).astype(int)
        columns = np.rint(reach + steps * math.cos(self.motion_rad)).astype(int)
        np.add.at(way, (rows, columns), 1 / len(steps))
        return _array(cv2.filter2D(light, -1, way))

    def _developed(self, tones: Tones) -> Image:
        """The file that a camera makes of what its sensor saw."""
        if self.denoising:
            reach, alike = SMOOTHED_REACH, self.denoising
            tones = _array(cv2.bilateralFilter(tones, reach, alike, SMOOTHED_PX))
        tones = tones + self.sharpening * (tones - _blurred(tones, self.sharpening_px))
        grey = tones.mean(axis=2, keepdims=True)
        tones = grey + self.saturation * (tones - grey)
        codes = np.rint(tones.clip(0, 1) * 255).astype(np.uint8)
        _, file = cv2.imencode(".jpg", codes, [cv2.IMWRITE_JPEG_QUALITY, self.jpeg_quality])
        return np.asarray(cv2.imdecode(file, cv2.IMREAD_COLOR), np.uint8)


def linear_light(codes: Image) -> Tones:
    """The light of a photo's codes, 0..1."""
    return _array(cv2.LUT(codes, _LIGHT))


def _tones(light: Tones) -> Tones:
    return _array(np.maximum(light, 0) ** (1 / GAMMA))


def _blurred(picture: Tones, sigma: float) -> Tones:
    return _array(cv2.GaussianBlur(picture, (0, 0), sigma))


def _array(picture: cv2.typing.MatLike) -> Tones:
    return np.asarray(picture, np.float32)
