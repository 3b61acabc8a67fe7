"""Rooms that throw the light of which a ``Light`` tells: lamps, what is before them, walls."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from vision.alignment.pose import Pose
from vision.picture.arrays import Floats, Tones
from vision.simulator.filmed.light import Light
from vision.simulator.printed.colour import lamp
from vision.simulator.traced.shapes import Mesh

LAMP_MM = (700.0, 2000.0)
"""Lamps hang so far from what they light, in no picture and not right beside a camera."""
FAR_LAMP_MM = 3500.0
"""One that would hang in the picture at all of these hangs so far off."""
TRIES = 20
SUN_MM, SUN_SHARE = 6000.0, 0.0046
"""Where the sun is put, and half its width against that."""
WINDOW_MM, WALL_MM = 2300.0, 1500.0
"""How far off the window is that the sun comes through, and its wall's half width."""
PERSON_MM = (350.0, 1100.0, 50.0)
"""A head throws its shadow from so high: the lowest that no camera sees, in such steps."""
HEAD = 0.6
"""A head is so wide against the shadow that is told."""
ROWS, COLUMNS = 48, 96
CEILING, WALLS, FURNITURE = 1.1, 0.75, 0.3
"""How bright they are: the table's light comes from above for most of it."""
LIT_DEG = 40.0
"""So far around the lamp's side walls are lit by it."""
MIXED = 0.5
"""So much of how colours change over a mixed light's board is in its lamp, the rest around."""


@dataclass(frozen=True, eq=False)
class Lamp:
    """A ball of light at a place (3,), of a ``radiance`` (blue, green, red)."""

    at_mm: Floats
    radius_mm: float
    radiance: Tones


@dataclass(frozen=True, eq=False)
class Room:
    """Lamps, what is in their way and in no picture, and the light around (h, w, 3).

    ``heads`` are balls, each a place (3,) and a radius; ``around`` is laid out as a map of the
    sky: the zenith above, a full turn from left to right.
    """

    lamps: tuple[Lamp, ...]
    heads: tuple[tuple[Floats, float], ...]
    walls: tuple[Mesh, ...]
    around: Tones


def room_for(
    light: Light, pose: Pose, board_mm: tuple[float, float], rng: np.random.Generator
) -> Room:
    """A room whose light is as ``light`` tells: so much of it direct, from there, so soft.

    On a white thing in the board's middle its lamps and walls together throw 1, before exposure;
    the sun's patch is so much brighter, as it is told.
    """
    middle = np.array([board_mm[0] / 2, -board_mm[1] / 2, 0.0])
    tint = np.asarray(light.tint)
    lean = np.asarray(light.slope) - np.mean(light.slope)
    direct_tint, around_tint = tint * np.exp(MIXED * lean), tint * np.exp(-MIXED * lean)
    towards = sunwards = _towards(light, pose)
    if light.sun is not None:
        # A lamp on the sun's side would stand in its light.
        towards = np.array([-1.0, -1.0, 1.0]) * sunwards
    aim = middle if light.glare is None else _at(light.glare.x_mm, light.glare.y_mm)
    key = _lamp(*_hung(aim, towards, light.softness, pose, rng), aim, light.direct * direct_tint)
    lamps, heads, walls = [key], list[tuple[Floats, float]](), list[Mesh]()
    if light.person is not None:
        heads = _person(light.person, key, pose)
    if light.sun is not None:
        x, y, width, angle, gain = light.sun
        spot = _at(x, y)
        colour = tint * lamp(5600) / lamp(5000) * (gain - 1)
        lamps.append(_lamp(spot + sunwards * SUN_MM, SUN_SHARE * SUN_MM, spot, colour))
        walls = _window(spot, sunwards, width, angle)
    around = _around(light, around_tint * (1 - light.direct), rng)
    return Room(tuple(lamps), tuple(heads), tuple(walls), around)


def _at(x_mm: float, y_mm: float) -> Floats:
    return np.array([x_mm, -y_mm, 0.0])


def _towards(light: Light, pose: Pose) -> Floats:
    """The direction to the lamp; in glare, where the varnish mirrors it into the camera."""
    if light.glare is None:
        x, y, z = light.towards
        return np.array([x, -y, z], float)
    x, y, high = pose.camera_mm
    way = np.array([x, -y, high]) - _at(light.glare.x_mm, light.glare.y_mm)
    way /= np.linalg.norm(way)
    return np.array([-way[0], -way[1], way[2]])


def _hung(
    aim_mm: Floats, towards: Floats, softness: float, pose: Pose, rng: np.random.Generator
) -> tuple[Floats, float]:
    """Where a lamp hangs (3,), and its radius: in no picture, and the camera not in it."""
    x, y, high = pose.camera_mm
    for far in rng.uniform(*LAMP_MM, TRIES).tolist():
        at, radius = aim_mm + towards * far, softness * far / 2
        is_clear = float(np.linalg.norm(at - [x, -y, high])) > 2 * radius
        if is_clear and not _is_in_picture(at, radius, pose):
            return at, radius
    return aim_mm + towards * FAR_LAMP_MM, softness * FAR_LAMP_MM / 2


def _lamp(at_mm: Floats, radius_mm: float, aim_mm: Floats, light: Tones) -> Lamp:
    """A lamp that throws so much light on a level white thing: 1 is what reflects as 1."""
    way = at_mm - aim_mm
    distance = float(np.linalg.norm(way))
    share = (radius_mm / distance) ** 2 * float(way[2]) / distance
    return Lamp(at_mm, radius_mm, np.asarray(light / share))


def _person(
    person: tuple[float, float, float, float], key: Lamp, pose: Pose
) -> list[tuple[Floats, float]]:
    """A head in the lamp's way, where no picture shows it; none where all do."""
    x, y, radius, _ = person
    spot = _at(x, y)
    way = key.at_mm - spot
    for high in np.arange(*PERSON_MM):
        share = high / way[2]
        if share > 0.85:
            break
        head, size = spot + way * share, HEAD * radius * (1 - share)
        if not _is_in_picture(head, size, pose):
            return [(head, size)]
    return []


def _is_in_picture(at_mm: Floats, radius_mm: float, pose: Pose) -> bool:
    """Whether a camera sees any of a ball."""
    x, y, high = at_mm
    inside = np.array([x, -y, -high]) @ pose.rotation_matrix.T + pose.translation_mm
    if inside[2] < -radius_mm:
        return False
    if inside[2] < 2 * radius_mm:
        return True
    middle = np.array(pose.size_px) / 2
    focal = float(pose.camera_matrix[0, 0])
    off = np.abs(inside[:2] / inside[2] * focal)
    return bool((off < middle * 1.1 + radius_mm / inside[2] * focal).all())


def _window(spot: Floats, towards: Floats, width_mm: float, angle_deg: float) -> list[Mesh]:
    """A wall with an opening through which the sun falls on a spot, so wide, in two panes."""
    turn = math.radians(angle_deg)
    across = np.array([math.cos(turn), -math.sin(turn), 0.0])
    across -= (across @ towards) * towards
    across /= np.linalg.norm(across)
    up = np.cross(towards, across)
    middle, half = spot + towards * WINDOW_MM, width_mm / 2
    far, bar = WALL_MM, 0.04 * width_mm
    panels = (
        (-far, far, half, far),
        (-far, far, -far, -half),
        (-far, -900.0, -half, half),
        (900.0, far, -half, half),
        (-900.0, 900.0, -bar, bar),
    )
    return [
        Mesh(
            np.array([middle + across * a + up * b for a, b in ((x, d), (y, d), (y, u), (x, u))]),
            np.array([[0, 1, 2], [0, 2, 3]], np.uint32),
        )
        for x, y, d, u in panels
    ]


def _around(light: Light, colour: Tones, rng: np.random.Generator) -> Tones:
    """The walls and the ceiling as the table sees them, (h, w, 3), throwing ``colour`` on it."""
    down = (np.arange(ROWS) + 0.5) / ROWS * 180
    high = np.where(down < 50, CEILING, np.where(down < 85, WALLS, FURNITURE))
    sky = np.repeat(high[:, None], COLUMNS, axis=1) * rng.uniform(0.85, 1.15, (1, COLUMNS))
    for _ in range(5):
        left, wide = rng.integers(COLUMNS), int(rng.integers(4, 15))
        top = int(rng.integers(ROWS // 3, ROWS // 2))
        sky[top:, (left + np.arange(wide)) % COLUMNS] *= rng.uniform(0.3, 1.3)
    # The lamp lights the walls on its side more.
    turn = (np.arange(COLUMNS) + 0.5) / COLUMNS * 360 - light.azimuth_deg
    near = np.abs((turn + 180) % 360 - 180) < LIT_DEG
    sky *= 1 + 0.3 * near
    slant = np.cos(np.radians(down)).clip(0)[:, None] * np.sin(np.radians(down))[:, None]
    thrown = float((sky * slant).sum() / (np.ones_like(sky) * slant).sum())
    return np.asarray(sky[..., None] / thrown * colour, np.float32)
