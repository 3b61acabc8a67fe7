"""What speaks for a figure: how surely a ship lies there, shows its paint, and where it stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from companion.boards.stops_board import StopsBoard
from vision.picture.sampling import Floats, Tones
from vision.stops.assigning import Weighed
from vision.stops.figures import Figure
from vision.stops.network import SHIP, Things

WEIGHTS: Mapping[str, float] = {
    "score": 4.3,
    "around": -4.2,
    "ship": -1.1,
    "foot": 1.22,
    "away": -0.62,
    "share": 0.87,
    "density": 0.23,
}
"""What each trait adds to the log odds of a figure; see ``traits``.

Fitted, with the bias, to drawn photos: the chance of the right figure of each kind among all that
may be it, and none.
"""
BIAS = 6.8
TRAITS = tuple(WEIGHTS)
FOOT_MM = 5.0
"""A figure stands where the network sees a foot no further off than this."""
LEAST_FOOT = 1e-3


def weighed(
    board: StopsBoard, figures: Mapping[str, Sequence[Figure]], things: Things, step_mm: Floats
) -> dict[str, list[Weighed]]:
    """The figures of each kind with their log odds; samples are ``step_mm`` (2,) apart."""
    weights = np.array(list(WEIGHTS.values()))
    return {
        kind: [
            Weighed(one, float(traits(board, one, things, step_mm) @ weights + BIAS))
            for one in each
        ]
        for kind, each in figures.items()
    }


def traits(board: StopsBoard, figure: Figure, things: Things, step_mm: Floats) -> Floats:
    """What is told of one figure, in the order of ``WEIGHTS``.

    - ``score``, and the share of what is ``around`` it that surely shows its paint;
    - ``ship``: how likely the samples of its hull show a ship, ``foot``: the log chance that one
      stands there; ``away``: how far from the nearest stop that is, in tens of mm;
    - ``share`` and ``density`` of its paint as its kind's.
    """
    at = (figure.x_mm, figure.y_mm)
    away = min(np.hypot(s.x_mm - at[0], s.y_mm - at[1]) for s in board.stops.values())
    return np.array(
        [
            figure.score,
            figure.around,
            float(things.shares[SHIP][figure.hull].mean()),
            _foot(np.array(at), things.feet, step_mm),
            away / 10,
            figure.share,
            figure.density,
        ]
    )


def _foot(at_mm: Floats, feet: Tones, step_mm: Floats) -> float:
    """The log of the chance (rows, columns) that a ship stands there, or close by."""
    column, row = (at_mm / step_mm - 0.5).round().astype(int).tolist()
    across, down = np.ceil(FOOT_MM / step_mm).astype(int).tolist()
    near = feet[max(0, row - down) : row + down + 1, max(0, column - across) : column + across + 1]
    return float(np.log(max(float(near.max()) if near.size else 0.0, LEAST_FOOT)))
