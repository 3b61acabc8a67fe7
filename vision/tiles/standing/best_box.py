"""What stands on a place: traits of the best box there, beside the bare print."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.boards.tiles_board import PieceType
from vision.picture.sampling import Floats, Tones
from vision.tiles.standing.boxes import Ways, ways_of

MOST = 16.0
"""No sample speaks for a box by more than this many usual misfits, squared."""
PLAIN = 0.02
"""A painted top scatters so much, in tones, beside the noise."""


TRAITS = (
    "gain",
    "top",
    "plain",
    "sides",
    "darker",
    "rim",
    "shade",
    "edge",
    "away",
    "wide",
    "bias",
)
"""What is told of a box; the last is 1."""
TALL = (0.378, 0.015, 0.93, 0.18, -2.111, 0.644, -24.369, 1.018, -0.843, -2.991, -5.365)
FLAT = (0.151, 0.361, -1.974, 0.226, -7.771, 0.463, -14.739, 10.316, -1.493, -1.1, -0.238)
"""What each trait adds to the log odds that a piece stands there, or lies there flat.

Fitted to drawn photos by ``vision.training.boxes``.
"""
FLAT_FROM = 0.3
"""A piece is flat that is no higher than this share of its width."""


@dataclass(frozen=True, eq=False)
class Patch:
    """The samples around a place, n = SIDE x SIDE of them, on the table at ``points_mm`` (n, 2).

    ``seen`` and ``expected`` (n, 3) are the photo's tones and those of the bare print in its light,
    over local white;
    ``usual`` (n,) the usual misfit there; ``counts`` (n,) is 0 beyond the tile, and where another
    place is nearer. ``lean_mm`` (2,) is how far a point 1 mm high is seen shifted.
    """

    points_mm: Floats
    seen: Tones
    expected: Tones
    usual: Tones
    counts: Tones
    lean_mm: Floats


@dataclass(frozen=True, eq=False)
class Stands:
    """The best box of one form at a place: its ``traits`` and the ``colour`` (3,) of its top."""

    form: PieceType
    traits: Floats
    colour: Tones
    gain: float


def best_box(patch: Patch, form: PieceType) -> Stands:
    """The way in which a box of this form explains a patch best, beside the bare print."""
    ways = ways_of(form, patch.lean_mm * form.height_mm)
    square = ((patch.seen - patch.expected) ** 2).mean(axis=1)
    misfit = np.minimum(square / patch.usual**2, MOST) * patch.counts
    plain = float(np.median(patch.usual)) ** 2 + PLAIN**2
    count = patch.counts[:, None]
    told = np.concatenate([misfit[:, None], count, patch.seen * count, patch.seen**2 * count], 1)
    gains = -6 * ways.unlikely
    for masks, much in ((ways.top, 1.0), (ways.sides, 9.0)):
        sums = masks @ told.astype(np.float32)
        samples = sums[:, 1]
        square_sums = sums[:, 5:] - sums[:, 2:5] ** 2 / np.maximum(samples, 1)[:, None]
        scatter = np.maximum(square_sums, 0).mean(axis=1) / (much * plain)
        gains = gains + sums[:, 0] - np.minimum(scatter, MOST * samples)
    best = int(gains.argmax())
    return _told(patch, form, ways, best, misfit, float(gains[best]), plain)


def _told(
    patch: Patch,
    form: PieceType,
    ways: Ways,
    best: int,
    misfit: Floats,
    gain: float,
    plain: float,
) -> Stands:
    """The traits of one box, in the order of ``TRAITS``."""
    counts = patch.counts > 0
    top, sides, rim = ((part[best] > 0) & counts for part in (ways.top, ways.sides, ways.rim))
    seen, expected = patch.seen, patch.expected
    colour = np.median(seen[top], axis=0) if top.any() else expected.mean(axis=0)
    scatter = float(((seen[top] - colour) ** 2).mean()) if top.any() else plain
    ratio = np.log((seen.mean(axis=1) + 0.04) / (expected.mean(axis=1) + 0.04))
    inner = np.median(seen[top].mean(axis=1)) if top.any() else 0.0
    traits = [
        gain / max(int(top.sum()), 1),
        _mean(misfit, top),
        np.log(scatter / plain + 0.1),
        _mean(misfit, sides),
        _mean(ratio, sides),
        _mean(misfit, rim),
        float(np.quantile(ratio[rim], 0.15)) if rim.any() else 0.0,
        float(np.log((inner + 0.04) / (_mean(seen.mean(axis=1), rim) + 0.04))),
        float(np.hypot(*ways.offsets_mm[best])),
        float(sides.sum() / max(int(top.sum()), 1)),
        1.0,
    ]
    return Stands(form, np.array(traits, float), np.asarray(colour), gain)


def is_flat(form: PieceType) -> bool:
    """Whether a piece of this form lies more than it stands."""
    return form.height_mm <= FLAT_FROM * form.width_mm


def chance(box: Stands) -> float:
    """How likely a box stands there."""
    weights = np.array(FLAT if is_flat(box.form) else TALL)
    return float(1 / (1 + np.exp(-np.clip(box.traits @ weights, -30, 30))))


def _mean(values: Tones, where: np.ndarray) -> float:
    return float(values[where].mean()) if where.any() else 0.0
