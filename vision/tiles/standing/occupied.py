"""What stands on each place: whether a piece does, and by its paint which."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from companion.boards.board import Kind
from companion.reading import EMPTY, Seen
from vision.photometry.colours import Palette, fit_palette, kind_probabilities
from vision.photometry.light import Light
from vision.picture.sampling import Floats
from vision.tiles.standing.best_box import Stands, chance

WORTH_NAMING = 0.002
UNSURE = 1e-3
"""No answer is surer than this leaves."""


@dataclass(frozen=True, eq=False)
class Stood:
    """The best box of each form at a place that is at ``at_mm`` (2,), and the kinds of each."""

    id: str
    boxes: Mapping[str, Stands]
    kinds: Mapping[str, tuple[Kind, ...]]
    at_mm: Floats


def read_places(
    stood: Sequence[Stood], light: Light, usual: Palette, *, taught: bool = False
) -> dict[str, Seen]:
    """What stands on each place, the paints of all told together."""
    rows = [(one, name, box) for one in stood for name, box in one.boxes.items()]
    if not rows:
        return {}
    there = np.array([chance(box) for _, _, box in rows])
    seen = np.array([box.colour for _, _, box in rows], np.float32)
    at_mm = np.array([one.at_mm for one, _, _ in rows])
    colours = light.paint(seen[:, None, None], at_mm)[:, 0, 0].astype(float)
    palette = fit_palette(usual, colours, there * (there > 0.8), taught)
    kinds = kind_probabilities(palette, colours)
    told: dict[str, dict[str, float]] = {one.id: {} for one in stood}
    for (one, name, _), share, row in zip(rows, there.tolist(), kinds, strict=True):
        allowed = {kind.name for kind in one.kinds[name]}
        own = np.array([kind in allowed for kind in palette.kinds])
        chances = np.where(own, row + 1e-4, 0.0)
        for kind, part in zip(palette.kinds, chances / chances.sum(), strict=True):
            if part > 0:
                told[one.id][kind] = max(told[one.id].get(kind, 0.0), share * float(part))
    return {place: _seen(shares) for place, shares in told.items()}


def _seen(shares: Mapping[str, float]) -> Seen:
    total = sum(shares.values())
    every = {EMPTY: max(1 - total, 0.0), **shares}
    whole = sum(every.values()) / (1 - UNSURE)
    ranked = sorted(((share / whole, what) for what, share in every.items()), reverse=True)
    likely = tuple((what, share) for share, what in ranked if share >= WORTH_NAMING)
    return Seen(ranked[0][1], ranked[0][0], likely)
