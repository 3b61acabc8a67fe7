"""What speaks for a candidate: how surely a ship lies there, its paint, and where it stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from companion.boards.stops_board import StopsBoard
from vision.picture.arrays import Floats
from vision.stops.assigning import Weighed
from vision.stops.candidates import Candidate
from vision.stops.network import SHIP, Things

WEIGHTS: Mapping[str, float] = {
    "score": 1.50,
    "around": -0.04,
    "ship": 0.60,
    "foot": 1.02,
    "away": -0.21,
    "share": 0.89,
    "density": 1.14,
}
"""What each trait adds to the log odds of a candidate; see ``traits``.

Fitted, with the bias, to drawn photos by ``vision.training.candidates``: the chance of the
right candidate of each kind among all that may be it, and none.
"""
BIAS = 10.46
TRAITS = tuple(WEIGHTS)
STANDS_BY: Mapping[str, float] = {"ship": 8.0, "foot": 1.5}
STANDING = -0.6
"""The log odds that any ship stands there, whatever its paint, and what they hang on.

Set by hand, by boards 5325 to 5348 and 5373 to 5396; other weights of that size tell no better.
Of 1,128 places in drawn photos where the network surely sees one, 1,125 had one.
"""
FOOT_MM = 5.0
"""Sigma of how far from its foot, as the network sees it, a candidate is laid."""
FOOT_REACH_MM = 12.0
"""No foot is looked for further off."""
LEAST_FOOT = 1e-3
STANDS = 0.1
"""A foot as likely as this says where a candidate stands."""


def weighed(
    board: StopsBoard,
    candidates: Mapping[str, Sequence[Candidate]],
    things: Things,
    step_mm: Floats,
) -> dict[str, list[Weighed]]:
    """The candidates of each kind with their log odds; samples are ``step_mm`` (2,) apart."""
    stood = {
        kind: [_on_its_foot(one, things, step_mm) for one in each]
        for kind, each in candidates.items()
    }
    return {
        kind: [_weighed(one, traits(board, one, things, step_mm)) for one in each]
        for kind, each in stood.items()
    }


def _weighed(candidate: Candidate, told: Floats) -> Weighed:
    """A candidate of which the traits tell this."""
    by_name = dict(zip(TRAITS, told.tolist(), strict=True))
    stands = STANDING + sum(weight * by_name[trait] for trait, weight in STANDS_BY.items())
    return Weighed(candidate, float(told @ np.array([*WEIGHTS.values()]) + BIAS), stands)


def traits(board: StopsBoard, candidate: Candidate, things: Things, step_mm: Floats) -> Floats:
    """What is told of one candidate, in the order of ``WEIGHTS``.

    - ``score``, and the share of what is ``around`` it that surely shows its paint;
    - ``ship``: how likely the samples of its hull show a ship, ``foot``: the log chance that one
      stands there; ``away``: how far from the nearest stop that is, in tens of mm;
    - ``share`` and ``density`` of its paint as its kind's.
    """
    at = (candidate.x_mm, candidate.y_mm)
    away = min(np.hypot(s.x_mm - at[0], s.y_mm - at[1]) for s in board.stops.values())
    return np.array(
        [
            candidate.score,
            candidate.around,
            float(things.shares[SHIP][candidate.hull].mean()),
            _foot(candidate, things, step_mm),
            away / 10,
            candidate.share,
            candidate.density,
        ]
    )


def _on_its_foot(candidate: Candidate, things: Things, step_mm: Floats) -> Candidate:
    """A candidate where the network sees it stand: its outline tells that less well."""
    near, at_mm = _feet_near(candidate, things, step_mm)
    if not near.size or near.max() < STANDS:
        return candidate
    x, y = at_mm[near.argmax()]
    here = near * (np.hypot(*(at_mm - (x, y)).T) < FOOT_MM)
    x, y = (here[:, None] * at_mm).sum(axis=0) / here.sum()
    return replace(candidate, x_mm=float(x), y_mm=float(y))


def _feet_near(candidate: Candidate, things: Things, step_mm: Floats) -> tuple[Floats, Floats]:
    """The chances that the feet around a candidate are its own (n,), and where these are (n, 2)."""
    foot = np.array([candidate.x_mm, candidate.y_mm])
    column, row = (foot / step_mm - 0.5).round().astype(int).tolist()
    across, down = np.ceil(FOOT_REACH_MM / step_mm).astype(int).tolist()
    top, left = max(0, row - down), max(0, column - across)
    near = things.feet[top : max(0, row + down + 1), left : max(0, column + across + 1)]
    rows, columns = np.indices(near.shape)
    at_mm = (np.stack([columns + left, rows + top], axis=-1).reshape(-1, 2) + 0.5) * step_mm
    away = np.hypot(*(at_mm - foot).T)
    chances = near.ravel() * np.exp(-0.5 * (away / FOOT_MM) ** 2)
    return np.asarray(chances, float), np.asarray(at_mm, float)


def _foot(candidate: Candidate, things: Things, step_mm: Floats) -> float:
    """The log of the chance that a ship stands there, or close by."""
    near, _ = _feet_near(candidate, things, step_mm)
    return float(np.log(max(float(near.max()) if near.size else 0.0, LEAST_FOOT)))
