"""The odds that the less likely of two sticks in neighbouring lanes is one of its own.

Tables are drawn and shown to the network of sticks. Of every such pair it is known whether the less
likely stick lies there. The constants of ``vision/routes/adjacent_lanes.py`` are those under which
that is likeliest (logistic regression). Fit them again whenever the network of sticks is another.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.alignment.patches import stick_places
from vision.picture.sampling import Floats
from vision.routes.adjacent_lanes import TwinLanes, own_log_odds
from vision.routes.networks import EMPTY, PIECE, look_at_sticks
from vision.routes.sticks import beside
from vision.simulator import Sloppiness
from vision.training.dataset.patch_set import patches_of
from vision.training.dataset.tables import drawn_table

FIRST = 5001
"""The first board's seed: none of those that the networks learn from, or that are measured."""
HANDS = Sloppiness(offset_mm=2.0, turn_deg=7.0, limit_mm=5.0, limit_deg=20.0)
"""Who lays a stick between two lanes lays worse than usual."""
ROUNDS = 50
FIRMNESS = 1e-2
"""How dear large weights are."""

Weights = tuple[float, float, float]
"""TRUST, APART and ALONE of ``vision/routes/adjacent_lanes.py``."""


@dataclass(frozen=True, eq=False)
class Twins:
    """Sticks less likely than one in the lane beside: what is told of each, and what is true.

    ``own`` (n,) are its log odds, ``apart`` (n,) how far off the twin is seen, in distances of the
    lanes; ``there`` (n,) whether it lies there.
    """

    own: Floats
    apart: Floats
    there: NDArray[np.bool_]


def twins_on(seeds: Iterable[int]) -> Twins:
    """The twins on the tables that these seeds draw."""
    own: list[Floats] = [np.zeros(0)]
    apart: list[Floats] = [np.zeros(0)]
    there: list[NDArray[np.bool_]] = [np.zeros(0, bool)]
    for seed in seeds:
        table = drawn_table(seed, sloppiness=HANDS)
        places = stick_places(table.board)
        if places is None:
            continue
        lanes = TwinLanes.of(places)
        for frame in patches_of(table):
            assert frame.sticks is not None
            classes, focus = look_at_sticks(frame.sticks.channels.astype(np.float32))
            rows, nearest = lanes.less_likely(classes, beside(focus, places)[:, 1])
            known = np.isin(frame.sticks.states[rows], (EMPTY, PIECE))
            own.append(own_log_odds(classes[rows[known]]).astype(np.float64))
            apart.append(nearest[known].astype(np.float64))
            there.append(frame.sticks.states[rows[known]] == PIECE)
    return Twins(np.concatenate(own), np.concatenate(apart), np.concatenate(there))


def fitted(known: Twins) -> Weights:
    """The weights under which what is true is likeliest (Newton's method)."""
    told = np.column_stack([known.own, known.apart, -np.ones(len(known.own))])
    weights = np.array([1.0, 0.0, 0.0])
    for _ in range(ROUNDS):
        chance = 1 / (1 + np.exp(-told @ weights))
        slope = told.T @ (known.there - chance) - FIRMNESS * weights
        bend = (told * (chance * (1 - chance))[:, None]).T @ told + FIRMNESS * np.eye(3)
        weights += np.linalg.solve(bend, slope)
    trust, apart, alone = weights.tolist()
    return trust, apart, alone


def errors(known: Twins, weights: Weights) -> int:
    """How many would be told wrongly with these weights; (1, 0, 0) are the network's own odds."""
    trust, apart, alone = weights
    told = trust * known.own + apart * known.apart - alone > 0
    return int((told != known.there).sum())
