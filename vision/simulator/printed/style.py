"""How an invented print looks: ground, dashes, slots, ornaments, border, all drawn by lot."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeVar

import numpy as np

_Choice = TypeVar("_Choice", bound=Enum)


class Ground(Enum):
    """What the routes run over."""

    SEA = "sea"
    LAND = "land"


class Dashes(Enum):
    """How the spaces are printed."""

    LIGHT = "light"
    OWN_COLOURS = "own colours"
    """Each lane in the colour of one kind of stick, as railway boards have it."""
    OUTLINES = "outlines"


class SlotPrint(Enum):
    """How the slots are printed."""

    CIRCLES = "circles"
    DISCS = "discs"
    SQUARES = "squares"


class Border(Enum):
    """What runs along the board's edge."""

    BLOCKS = "blocks"
    TRACK = "track"
    LINE = "line"
    NONE = "none"


@dataclass(frozen=True)
class Style:
    """The look of one print. Colours are blue, green, red codes."""

    ground: Ground = Ground.SEA
    base: tuple[int, int, int] = (158, 108, 44)
    contrast: float = 0.10
    """Sigma of the ground's clouds, as a share of its brightness."""
    dashes: Dashes = Dashes.LIGHT
    dash: tuple[int, int, int] = (216, 226, 228)
    dash_scale: float = 1.0
    """Printed size of a space against the stick."""
    slots: SlotPrint = SlotPrint.CIRCLES
    border: Border = Border.TRACK
    grid: bool = True
    ornaments: int = 4
    names: bool = True
    folds: int = 1
    """Folds in each direction."""


_SEAS = [(158, 108, 44), (150, 90, 30), (190, 150, 70), (120, 70, 35), (170, 140, 90)]
_LANDS = [(165, 200, 214), (140, 175, 190), (150, 190, 165), (185, 205, 220), (120, 150, 170)]
_DASHES = [(216, 226, 228), (235, 235, 235), (200, 215, 190), (190, 170, 130), (225, 205, 170)]


def random_style(rng: np.random.Generator) -> Style:
    """Draw the look of a print by lot."""
    ground = Ground.SEA if rng.random() < 0.6 else Ground.LAND
    base = rng.choice(_SEAS if ground is Ground.SEA else _LANDS)
    dash = rng.choice(_DASHES) if ground is Ground.SEA else rng.choice([_DASHES[0], (90, 110, 120)])
    base, dash = (np.clip(c + rng.integers(-12, 13, 3), 0, 250) for c in (base, dash))
    return Style(
        ground=ground,
        base=(int(base[0]), int(base[1]), int(base[2])),
        contrast=rng.uniform(0.04, 0.14),
        dashes=_one(rng, Dashes, [0.45, 0.35, 0.2]),
        dash=(int(dash[0]), int(dash[1]), int(dash[2])),
        dash_scale=rng.uniform(0.9, 1.12),
        slots=_one(rng, SlotPrint, [0.5, 0.3, 0.2]),
        border=_one(rng, Border, [0.3, 0.3, 0.2, 0.2]),
        grid=bool(rng.random() < 0.6),
        ornaments=int(rng.integers(0, 8)),
        names=bool(rng.random() < 0.85),
        folds=int(rng.integers(0, 3)),
    )


def _one(rng: np.random.Generator, choices: type[_Choice], weights: list[float]) -> _Choice:
    return list(choices)[int(rng.choice(len(weights), p=weights))]
