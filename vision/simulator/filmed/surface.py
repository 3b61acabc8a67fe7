"""The table under the board: wood, cloth, a checked cloth or plain, as a tile that repeats."""

from __future__ import annotations

from enum import Enum

import cv2
import numpy as np

from vision.picture.arrays import Image
from vision.simulator.printed.canvas import noise

TILE_MM = 1024
"""The tile's side, at one pixel to the millimetre."""


class Surface(Enum):
    """What the board lies on."""

    WOOD = "wood"
    CLOTH = "cloth"
    CHECKED = "checked"
    PLAIN = "plain"


def random_surface(rng: np.random.Generator) -> Surface:
    """Draw a surface by lot."""
    return list(Surface)[int(rng.integers(len(Surface)))]


def table_tile(surface: Surface, rng: np.random.Generator) -> Image:
    """A picture of the table from above, (TILE_MM, TILE_MM, 3), that joins itself at its edges."""
    match surface:
        case Surface.WOOD:
            return _wood(rng)
        case Surface.CLOTH:
            colour = np.array([60, 75, 45]) + rng.integers(-40, 60, 3)
            return _plain(rng, colour, weave=9.0)
        case Surface.CHECKED:
            return _checked(rng)
        case Surface.PLAIN:
            return _plain(rng, np.array([190, 196, 200]) + rng.integers(-80, 40, 3), weave=3.0)


def _wood(rng: np.random.Generator) -> Image:
    small = (TILE_MM // 8, TILE_MM)
    grain = cv2.resize(noise(rng, small, 24.0, 5), (TILE_MM, TILE_MM))
    fibres = cv2.resize(noise(rng, (16, TILE_MM), 3.0, 2), (TILE_MM, TILE_MM))
    tone = _joined(1 + 0.12 * grain + 0.05 * fibres)
    planks = int(rng.integers(4, 9))
    for i in range(planks):
        rows = slice(i * TILE_MM // planks, (i + 1) * TILE_MM // planks)
        tone[rows] *= rng.uniform(0.88, 1.1)
        tone[rows.start : rows.start + 2] *= 0.45
    colour = np.array([[62, 100, 150], [40, 62, 96], [110, 150, 190], [30, 42, 60]])
    return _painted(tone, rng.choice(colour))


def _checked(rng: np.random.Generator) -> Image:
    first = rng.integers(20, 200, 3)
    second = rng.integers(120, 245, 3)
    period = int(rng.choice([32, 64]))
    stripes = (np.arange(TILE_MM) % period < period * rng.uniform(0.2, 0.5)).astype(np.float32)
    share = (stripes[:, None] + stripes[None, :])[..., None] / 2
    colour = first * (1 - share) + second * share
    weave = 1 + 0.04 * rng.standard_normal((TILE_MM, TILE_MM, 1), np.float32)
    return np.asarray((colour * weave).clip(0, 255), np.uint8)


def _plain(rng: np.random.Generator, colour: np.ndarray, weave: float) -> Image:
    fine = cv2.GaussianBlur(rng.standard_normal((TILE_MM, TILE_MM), np.float32), (3, 3), 0.8)
    tone = _joined(1 + 0.02 * noise(rng, (TILE_MM, TILE_MM), 160.0, 4)) + fine * weave / 200
    return _painted(tone, colour)


def _joined(tone: np.ndarray) -> np.ndarray:
    """Blend each edge into the opposite one, so that no seam shows where the tile repeats."""
    blend = 96
    ramp = np.linspace(0, 1, blend, dtype=np.float32)
    for _ in range(2):
        tone = tone.T.copy()
        tone[:blend] = tone[:blend] * ramp[:, None] + tone[-1] * (1 - ramp[:, None])
    return tone


def _painted(tone: np.ndarray, colour: np.ndarray) -> Image:
    return np.asarray((tone[..., None] * colour).clip(0, 255), np.uint8)
