"""The light over the table: lamps, sun, shadows of people, glare."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.picture.arrays import Tones
from vision.simulator.printed.colour import lamp
from vision.simulator.printed.outlines import rectangle

MAP_MM = 4.0
"""The light on the table is drawn with one pixel to this many millimetres."""
MARGIN_MM = 600.0
"""How far beyond the board's edges the light is drawn; farther out it stays the same."""


@dataclass(frozen=True)
class Glare:
    """A lamp mirrored in the board's varnish: a spot of light added to what is printed there."""

    x_mm: float
    y_mm: float
    radius_mm: float
    strength: float
    """Light in the middle of the spot, in shares of a full sensor."""


@dataclass(frozen=True)
class Light:
    """The light of one picture. ``Light()`` is neutral: colours come out as they are named.

    ``exposure`` is what white paper reaches, in shares of a full sensor. ``tint`` is the
    lamp, blue, green, red, as the camera's white balance left it. ``slope`` is the log of how the
    light changes over a board's width, per channel, towards ``slope_deg``. ``direct`` is the
    share that falls from one side, from ``azimuth_deg``, and throws shadows.
    """

    name: str = "neutral"
    exposure: float = 1.0
    tint: tuple[float, float, float] = (1.0, 1.0, 1.0)
    slope: tuple[float, float, float] = (0.0, 0.0, 0.0)
    slope_deg: float = 0.0
    direct: float = 0.5
    azimuth_deg: float = 240.0
    elevation_deg: float = 60.0
    softness: float = 0.25
    """Width of a shadow's soft edge against the height of what throws it."""
    person: tuple[float, float, float, float] | None = None
    """A person's soft shadow: x, y, radius mm, share of the light taken."""
    sun: tuple[float, float, float, float, float] | None = None
    """A hard patch of sun: middle x, y, width mm, angle degrees, how many times brighter."""
    glare: Glare | None = None

    @property
    def fall(self) -> NDArray[np.float32]:
        """How far a shadow reaches for each mm of height, (2,) mm."""
        reach = 1 / math.tan(math.radians(self.elevation_deg))
        azimuth = math.radians(self.azimuth_deg)
        return np.array([-reach * math.cos(azimuth), -reach * math.sin(azimuth)], np.float32)

    @property
    def towards(self) -> NDArray[np.float32]:
        """The direction to the lamp: x, y and height, length 1, (3,)."""
        level = math.cos(math.radians(self.elevation_deg))
        azimuth = math.radians(self.azimuth_deg)
        height = math.sin(math.radians(self.elevation_deg))
        return np.array([level * math.cos(azimuth), level * math.sin(azimuth), height], np.float32)


NEUTRAL = Light()


def random_light(rng: np.random.Generator, board_mm: tuple[float, float]) -> Light:
    """Light as rooms have it; the name says which sort was drawn."""
    name = str(rng.choice(list(_KELVIN)))
    kelvin = rng.uniform(*_KELVIN[name])
    # The white balance takes away most of a lamp's tint, never all of it.
    tint = lamp(kelvin) ** rng.uniform(0.1, 0.45) * rng.normal(1, 0.03, 3)
    slope = rng.uniform(0.05, 0.5) * np.ones(3)
    if name == "mixed":
        slope = slope + np.log(lamp(7500) / lamp(3000)) * rng.uniform(0.1, 0.3)
    # A camera that sees sun closes down, though never far enough.
    exposure = float(np.exp(rng.normal(-0.25, 0.3))) * (0.6 if name == "sun_patch" else 1.0)
    width, height = board_mm
    spot = (rng.uniform(0.15, 0.85) * width, rng.uniform(0.15, 0.85) * height)
    return Light(
        name=name,
        exposure=exposure,
        tint=_three(tint),
        slope=_three(slope),
        slope_deg=rng.uniform(0, 360),
        direct=rng.uniform(0.55, 0.8) if name == "sun_patch" else rng.uniform(0.25, 0.65),
        azimuth_deg=rng.uniform(0, 360),
        elevation_deg=rng.uniform(32, 78),
        softness=rng.uniform(0.1, 0.5),
        person=(*spot, rng.uniform(120, 320), rng.uniform(0.3, 0.65))
        if name == "person_shadow" else None,
        sun=(*spot, rng.uniform(90, 320), rng.uniform(0, 180), rng.uniform(2.0, 3.5))
        if name == "sun_patch" else None,
        glare=Glare(*spot, rng.uniform(50, 130), rng.uniform(0.3, 1.1))
        if name == "glare" else None,
    )  # fmt: skip


_KELVIN = {
    "ceiling": (3800, 5200), "lamp_warm": (2500, 3200), "window_side": (5500, 8000),
    "mixed": (3200, 6000), "sun_patch": (5000, 6000), "glare": (3000, 5500),
    "person_shadow": (3500, 6500),
}  # fmt: skip


def _three(values: np.ndarray) -> tuple[float, float, float]:
    blue, green, red = (float(value) for value in values)
    return blue, green, red


def light_map(light: Light, board_mm: tuple[float, float]) -> Tones:
    """The light that falls on each place of the table, (h, w, 3), one pixel to ``MAP_MM``.

    Pixel (0, 0) lies at (-MARGIN_MM, -MARGIN_MM). A sun patch is exposed for what lies beside it.
    """
    width, height = board_mm
    columns = math.ceil((width + 2 * MARGIN_MM) / MAP_MM)
    rows = math.ceil((height + 2 * MARGIN_MM) / MAP_MM)
    x = (np.arange(columns, dtype=np.float32) * MAP_MM - MARGIN_MM - width / 2)[None, :]
    y = (np.arange(rows, dtype=np.float32) * MAP_MM - MARGIN_MM - height / 2)[:, None]
    turn = math.radians(light.slope_deg)
    along = ((x * math.cos(turn) + y * math.sin(turn)) / max(board_mm)).clip(-1.5, 1.5)
    strength = np.ones((rows, columns), np.float32)
    if light.person:
        px, py, radius, share = light.person
        lobe = np.exp(
            -((((x + width / 2 - px) ** 2 + (y + height / 2 - py) ** 2) / radius**2) ** 1.5)
        )
        strength *= 1 - share * lobe
    if light.sun:
        strength *= _sun(light.sun, strength.shape)
    planes = [
        light.exposure * light.tint[c] * np.exp(light.slope[c] * along) * strength for c in range(3)
    ]
    return np.asarray(cv2.merge(planes), np.float32)


def _sun(sun: tuple[float, float, float, float, float], shape: tuple[int, ...]) -> Tones:
    """Sun through a window of two panes: how many times brighter, (h, w)."""
    x_mm, y_mm, width_mm, angle_deg, gain = sun
    patch = np.zeros(shape[:2], np.float32)
    across = np.array([-math.sin(math.radians(angle_deg)), math.cos(math.radians(angle_deg))])
    for side in (-1, 1):
        middle = np.array([x_mm, y_mm]) + side * across * width_mm * 0.29
        pane = rectangle(float(middle[0]), float(middle[1]), 900.0, width_mm * 0.46, angle_deg)
        cv2.fillPoly(patch, [np.round((pane + MARGIN_MM) / MAP_MM * 16).astype(int)], 1.0, 8, 4)
    return 1 + (gain - 1) * cv2.GaussianBlur(patch, (5, 5), 1.0)


def glare_map(glare: Glare, board_mm: tuple[float, float]) -> Tones:
    """The light that a lamp's mirror image adds, (h, w), laid out as ``light_map``."""
    columns = math.ceil((board_mm[0] + 2 * MARGIN_MM) / MAP_MM)
    rows = math.ceil((board_mm[1] + 2 * MARGIN_MM) / MAP_MM)
    x = np.arange(columns, dtype=np.float32)[None, :] * MAP_MM - MARGIN_MM - glare.x_mm
    y = np.arange(rows, dtype=np.float32)[:, None] * MAP_MM - MARGIN_MM - glare.y_mm
    distance2 = (x**2 + y**2) / glare.radius_mm**2
    core, veil = np.exp(-(distance2**1.5)), 0.25 * np.exp(-distance2 / 6)
    return np.asarray(glare.strength * (core + veil), np.float32)
