"""The outline of an island: drawn by chance, the same each time, around its slots."""

from __future__ import annotations

import math
from random import Random

from companion.board_drawing.crowd import Crowd
from companion.board_drawing.svg import Point, around
from companion.boards.routes_board import Island

POINTS = 40
NEIGHBOURS = 4
FILLINGS = 3
BAYS = (2, 3, 4, 5)
"""How often each wave goes round: few make the shape, more make the bays."""


def coast(island: Island, land_radius: float, slot_radius: float, spaces: Crowd) -> list[Point]:
    """Return the outline as a ring of points in millimetres.

    It is about ``land_radius`` from the middle, holds the slots, and gives way to the spaces.
    """
    random = Random(island.id)
    waves = [
        (turns, random.uniform(0.15, 0.45) / turns, random.uniform(0, math.tau)) for turns in BAYS
    ]
    radii = []
    for index in range(POINTS):
        angle = math.tau * index / POINTS
        swell = 1 + sum(size * math.sin(turns * angle + phase) for turns, size, phase in waves)
        radii.append(max(land_radius * swell, _to_hold_slots(island, angle, slot_radius)))
    centre = (island.x_mm, island.y_mm)
    return [
        _before_spaces(centre, radius, 360 * index / POINTS, land_radius / 2, spaces)
        for index, radius in enumerate(_filled(radii))
    ]


def _filled(radii: list[float]) -> list[float]:
    """Fill the bays between slots with land, so that no island is a star."""
    for _ in range(FILLINGS):
        around_each = (
            [radii[(index + step) % POINTS] for step in range(-NEIGHBOURS, NEIGHBOURS + 1)]
            for index in range(POINTS)
        )
        radii = [
            max(radius, sum(near) / len(near))
            for radius, near in zip(radii, around_each, strict=True)
        ]
    return radii


def _to_hold_slots(island: Island, angle: float, slot_radius: float) -> float:
    """Return how far the land reaches in this direction to lie under every slot."""
    reach = 0.0
    land = slot_radius * 1.4
    for slot in island.slots:
        east, south = slot.x_mm - island.x_mm, slot.y_mm - island.y_mm
        along = east * math.cos(angle) + south * math.sin(angle)
        aside = abs(east * math.sin(angle) - south * math.cos(angle))
        if along > 0 and aside < land:
            reach = max(reach, along + math.sqrt(land**2 - aside**2))
    return reach


def _before_spaces(
    centre: Point, radius: float, angle_deg: float, least: float, spaces: Crowd
) -> Point:
    while radius > least and spaces.room(*around(centre, radius, angle_deg), most=1.5) < 1.5:
        radius -= 1
    return around(centre, radius, angle_deg)
