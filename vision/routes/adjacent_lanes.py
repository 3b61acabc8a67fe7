"""Two lanes side by side: one stick, laid between them, may look like a stick on each.

What tells is where each space sees its stick. Two sticks lie as far apart as their lanes; one
stick, seen from both, lies nearer to itself than that.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.alignment.patches import Places
from vision.picture.sampling import Tones
from vision.routes.networks import EMPTY, PIECE

BESIDE_WIDTHS = (0.5, 3.2)
"""Lanes nearer than so many stick widths are no two lanes, and further apart share no stick."""
BESIDE_SHARE = 0.5
"""Nor do spaces further apart along the lane than this share of what their patches reach."""
PARALLEL_COS = 0.9
TRUST, APART, ALONE = 0.94, 1.75, 1.16
"""Log odds that the less likely of two sticks is one of its own: its own log odds times the first,
and the second for each distance of the lanes that it is seen from the other, less the third.

Fitted by logistic regression to 2,367 twins on 40 drawn boards (``vision.training.twins``). Today's
network errs in 72 of them, and needs little help: 62 are left.
"""
LIKELY = 0.3
"""A stick less likely than this is nobody's twin."""
FURTHEST = 1.4
"""Sticks seen further apart than this, in distances of their lanes, say no more."""
LEAST = 1e-4
"""Chances nearer to 0 or 1 are no surer than this."""


@dataclass(frozen=True)
class TwinLanes:
    """Ordered pairs of spaces that lie side by side: ``mine`` and ``other``, rows (pairs,).

    ``apart`` (pairs,) is how far the other's lane is across mine, in stick widths, and ``turned``
    is -1 where the other's patch lies the other way round.
    """

    mine: NDArray[np.intp]
    other: NDArray[np.intp]
    apart: Tones
    turned: Tones

    @classmethod
    def of(cls, places: Places) -> TwinLanes:
        """The twins among the spaces of a board."""
        across = np.column_stack([-places.along[:, 1], places.along[:, 0]])
        way_mm = places.centres_mm[None] - places.centres_mm[:, None]
        apart = np.einsum("ijk,ik->ij", way_mm, across) / places.unit_mm
        beyond = np.einsum("ijk,ik->ij", way_mm, places.along) / places.reach_mm
        alike = places.along @ places.along.T
        twins = (
            (np.abs(alike) > PARALLEL_COS)
            & (np.abs(beyond) < BESIDE_SHARE)
            & (np.abs(apart) > BESIDE_WIDTHS[0])
            & (np.abs(apart) < BESIDE_WIDTHS[1])
        )
        mine, other = np.nonzero(twins)
        return cls(mine, other, apart[mine, other], np.sign(alike[mine, other]))

    def tell_apart(self, classes: Tones, across: Tones) -> Tones:
        """Class probabilities (n, 3) once each stick is weighed against its likelier twin.

        ``across`` as ``less_likely`` has it.
        """
        rows, nearest = self.less_likely(classes, across)
        told = classes.copy()
        told[rows] = _weighed(classes[rows], APART * nearest - ALONE)
        return told

    def less_likely(self, classes: Tones, across: Tones) -> tuple[NDArray[np.intp], Tones]:
        """The rows of ``classes`` (n, 3) whose stick is less likely than its twin, (rows,).

        And how far off the nearest such twin is seen, in distances of their lanes, (rows,).
        ``across`` (n,) is how far from the middle of its lane each space sees its stick.
        """
        piece = classes[:, PIECE]
        less = (piece[self.mine] < piece[self.other]) & (piece[self.other] > LIKELY)
        mine, other, lanes = self.mine[less], self.other[less], self.apart[less]
        seen = lanes + self.turned[less] * across[other] - across[mine]
        nearest = np.full(len(piece), np.inf)
        np.minimum.at(nearest, mine, np.minimum(np.abs(seen / lanes), FURTHEST))
        rows = np.flatnonzero(np.isfinite(nearest))
        return rows, nearest[rows].astype(np.float32)


def own_log_odds(classes: Tones) -> Tones:
    """The log odds (n,) that a piece lies there and not none, by class probabilities (n, 3)."""
    either = classes[:, PIECE] + classes[:, EMPTY]
    share = np.clip(classes[:, PIECE] / np.maximum(either, LEAST), LEAST, 1 - LEAST)
    return np.asarray(np.log(share / (1 - share)))


def _weighed(classes: Tones, for_it: Tones) -> Tones:
    """Class probabilities (rows, 3) with log odds (rows,) that speak for a piece, not for none."""
    either = classes[:, PIECE] + classes[:, EMPTY]
    told = classes.copy()
    told[:, PIECE] = either / (1 + np.exp(-TRUST * own_log_odds(classes) - for_it))
    told[:, EMPTY] = either - told[:, PIECE]
    return told
