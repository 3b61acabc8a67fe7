"""The look of one print of sea tiles, drawn by lot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from vision.simulator.printed.canvas import Colour, tinted
from vision.simulator.printed.seas.signs import COLOURS, FORMS

_SEAS = [(176, 128, 52), (200, 150, 60), (196, 164, 84), (170, 140, 40), (214, 190, 120),
         (150, 90, 30), (190, 170, 40)]  # fmt: skip
_SANDS = [(140, 196, 222), (110, 176, 214), (160, 210, 230), (96, 156, 190)]
_GREENS = [(60, 130, 80), (50, 150, 110), (70, 160, 130), (60, 110, 60), (90, 170, 150)]
_WOODS = [(50, 90, 140), (40, 66, 104), (80, 120, 160), (60, 76, 92), (90, 140, 190)]
_STALLS = [(50, 50, 200), (60, 160, 230), (170, 90, 60), (90, 60, 150), (220, 220, 230)]


@dataclass(frozen=True)
class SignStyle:
    """How one sign is printed: which form, its colour, half its length in mm."""

    form: int
    colour: Colour
    reach_mm: float
    rim: float
    """How dark its outline is, 0 for none."""


@dataclass(frozen=True)
class SeaStyle:
    """The look of one set. Colours are blue, green, red codes; lengths on cells of 45 mm."""

    sea: Colour
    sand: Colour
    green: Colour
    wood: Colour
    stall: Colour
    signs: Mapping[str, SignStyle]
    clouds: float
    waves: int
    wave_light: float
    way_mm: float
    planks_mm: float
    rails: bool
    bend: float
    shore_mm: float
    rim_mm: float
    wobble_mm: float
    growth: float
    market_mm: float
    scatter_mm: float
    motifs: int

    @classmethod
    def drawn(cls, rng: np.random.Generator, forms: Mapping[str, Sequence[int]] = {}) -> SeaStyle:
        """Draw the look of a print by lot; ``forms`` says which forms of a sign it may have."""
        tint = partial(tinted, rng)
        signs = {}
        for kind, known in FORMS.items():
            may = list(forms.get(kind, range(len(known))))
            signs[kind] = SignStyle(
                int(rng.choice(may)),
                tint(COLOURS[kind], 18),
                float(rng.uniform(2.7, 4.2)),
                float(rng.choice([0.0, 0.35, 0.6])),
            )
        return cls(
            sea=tint(_SEAS, 20),
            sand=tint(_SANDS, 16),
            green=tint(_GREENS, 20),
            wood=tint(_WOODS, 18),
            stall=tint(_STALLS, 24),
            signs=signs,
            clouds=float(rng.uniform(0.02, 0.12)),
            waves=int(rng.integers(0, 26)),
            wave_light=float(rng.uniform(0.85, 1.35)),
            way_mm=float(rng.uniform(4.4, 8.0)),
            planks_mm=float(rng.choice([0.0, 1.4, 2.2])),
            rails=bool(rng.random() < 0.5),
            bend=float(rng.uniform(0.3, 1.0)),
            shore_mm=float(rng.uniform(0.0, 3.0)),
            rim_mm=float(rng.choice([0.0, 0.4, 0.8])),
            wobble_mm=float(rng.uniform(0.2, 1.6)),
            growth=float(rng.uniform(0.0, 1.0)),
            market_mm=float(rng.uniform(7.0, 11.0)),
            scatter_mm=float(rng.uniform(0.3, 3.0)),
            motifs=int(rng.integers(0, 6)),
        )
