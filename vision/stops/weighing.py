"""What speaks for a figure: how surely it shows its paint, its shape, and where it stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards.stops_board import StopsBoard
from vision.picture.sampling import Floats
from vision.stops.assigning import Weighed
from vision.stops.evidence import Samples
from vision.stops.figures import Figure

WEIGHTS: Mapping[str, float] = {
    "score": 3.8,
    "under": 0.0,
    "around": -6.7,
    "foreign": 3.8,
    "amid": -4.2,
    "piled": -2.9,
    "away": -0.76,
    "aside": -0.3,
    "share": 0.9,
    "among": -1.8,
    "density": -0.07,
    "blank": -0.5,
}
"""What each trait adds to the log odds of a figure; see ``traits``.

Fitted, with the bias, to 96 drawn photos of 32 boards: the chance of the right figure of each kind
among all that may be it, and none.
"""
BIAS = 0.76
TRAITS = tuple(WEIGHTS)
PILE_MM = 16.0
"""Tickets are piled so near to the middle of a stranding place."""
LEAST_TOLD = 0.3
"""Less than this share of a hull tells no more of the rest."""


def weighed(
    board: StopsBoard,
    figures: Mapping[str, Sequence[Figure]],
    samples: Samples,
    aside: NDArray[np.bool_],
) -> dict[str, list[Weighed]]:
    """The figures of each kind with their log odds; ``aside`` (rows, columns) may be a hand."""
    weights = np.array(list(WEIGHTS.values()))
    return {
        kind: [
            Weighed(one, float(traits(board, one, samples, aside) @ weights + BIAS)) for one in each
        ]
        for kind, each in figures.items()
    }


def traits(board: StopsBoard, figure: Figure, samples: Samples, aside: NDArray[np.bool_]) -> Floats:
    """What is told of one figure, in the order of ``WEIGHTS``.

    - ``score``, and the shares of what is ``under`` and ``around`` it that surely show its paint;
    - ``foreign``: the share of its hull that is, where print does not look like its paint;
    - ``amid``: how much around it is foreign; ``piled``: whether it stands where goods may lie,
      ``among``: both; ``away``: how far from the nearest stop it stands, in tens of mm;
    - ``aside``: how much of it may be part of a hand;
    - ``share`` and ``density`` of its paint as its kind's; ``blank``: where print looks like it.
    """
    rows, columns = figure.hull
    amid = _amid(figure, samples.foreign & ~samples.shaded)
    at = (figure.x_mm, figure.y_mm)
    away = min(np.hypot(s.x_mm - at[0], s.y_mm - at[1]) for s in board.stops.values())
    piles = board.stranding_places.values()
    pile = min((np.hypot(s.x_mm - at[0], s.y_mm - at[1]) for s in piles), default=np.inf)
    piled = float(pile < PILE_MM)
    return np.array(
        [
            figure.score,
            figure.under,
            figure.around,
            samples.foreign[rows, columns].mean() / max(1 - figure.blank, LEAST_TOLD),
            amid,
            piled,
            away / 10,
            aside[rows, columns].mean(),
            figure.share,
            piled * amid,
            figure.density,
            figure.blank,
        ]
    )


def _amid(figure: Figure, strange: NDArray[np.bool_]) -> float:
    """The share of strange samples (rows, columns) close around a figure."""
    top, left = max(0, figure.rows.min() - 3), max(0, figure.columns.min() - 3)
    here = strange[top : figure.rows.max() + 4, left : figure.columns.max() + 4]
    whole = np.zeros(here.shape, np.uint8)
    whole[figure.rows - top, figure.columns - left] = 1
    ring = (cv2.dilate(whole, np.ones((5, 5), np.uint8)) > 0) & (whole == 0)
    return float(here[ring].mean()) if ring.any() else 0.0
