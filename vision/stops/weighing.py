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

TRAITS = (
    "score",
    "under",
    "around",
    "foreign",
    "amid",
    "piled",
    "away",
    "aside",
    "share",
    "among",
    "density",
)
"""What is told of a figure, see ``traits``."""
WEIGHTS = np.array([3.6, 0.4, -4.0, 3.8, -2.9, -3.6, -0.8, -0.5, 1.1, -0.4, -0.3])
BIAS = -0.7
PILE_MM = 16.0


def weighed(
    board: StopsBoard,
    figures: Mapping[str, Sequence[Figure]],
    samples: Samples,
    aside: NDArray[np.bool_],
) -> dict[str, list[Weighed]]:
    """The figures of each kind with their log odds; ``aside`` (rows, columns) may be a hand."""
    return {
        kind: [
            Weighed(one, float(traits(board, one, samples, aside) @ WEIGHTS + BIAS)) for one in each
        ]
        for kind, each in figures.items()
    }


def traits(board: StopsBoard, figure: Figure, samples: Samples, aside: NDArray[np.bool_]) -> Floats:
    """What is told of one figure, (traits,).

    Its score, and the shares of its hull and surroundings that surely show its paint; the shares
    of its hull and its surroundings that are foreign; whether it stands where goods are piled; how
    far it is from the nearest stop, in tens of mm; how much of it may be part of a hand; the log
    share of its kind in its paint; what is foreign around it where goods are piled; and
    the log density of its paint.
    """
    shape = samples.foreign.shape
    rows, columns = figure.hull
    top, left = max(0, figure.rows.min() - 3), max(0, figure.columns.min() - 3)
    here = np.s_[top : figure.rows.max() + 4, left : figure.columns.max() + 4]
    whole = np.zeros(shape, np.uint8)[here]
    whole[figure.rows - top, figure.columns - left] = 1
    ring = (cv2.dilate(whole, np.ones((5, 5), np.uint8)) > 0) & (whole == 0)
    strange = (samples.foreign & ~samples.shaded)[here]
    at = (figure.x_mm, figure.y_mm)
    away = min(np.hypot(s.x_mm - at[0], s.y_mm - at[1]) for s in board.stops.values())
    piles = board.stranding_places.values()
    pile = min((np.hypot(s.x_mm - at[0], s.y_mm - at[1]) for s in piles), default=np.inf)
    amid = float(strange[ring].mean()) if ring.any() else 0.0
    piled = float(pile < PILE_MM)
    return np.array(
        [
            figure.score,
            figure.under,
            figure.around,
            samples.foreign[rows, columns].mean(),
            amid,
            piled,
            away / 10,
            aside[rows, columns].mean(),
            figure.share,
            piled * amid,
            figure.density,
        ]
    )
