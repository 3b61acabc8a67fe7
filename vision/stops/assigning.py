"""Which of the figures that may stand on a board are the ships: at most one of each kind.

Each figure speaks for itself by what it looks like, beside the others of its kind and beside there
being none; and no two stand in one place. All kinds are weighed together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from companion.boards.stops_board import StopsBoard
from companion.reading import EMPTY, HIDDEN, Seen
from vision.picture.sampling import Floats
from vision.stops.figures import Figure

BEAM = 96
"""So many ways to share out the figures are followed."""
OVERLAP = 0.35
"""Figures whose hulls share more than this part of the smaller one are not both there."""
REACH_MM = 11.0
"""Sigma of how far from its stop a ship is put."""
NO_STOP_MM = 38.0
"""A ship so far from every stop is as likely put aside as put at the nearest."""
WRECKED = 0.12
"""How likely a ship is not on the board, before anything is seen."""
WORTH_NAMING = 0.004
UNSURE = 2e-4
"""No answer is surer than this leaves."""


@dataclass(frozen=True)
class Weighed:
    """A figure and the log odds that it is a ship of its kind, against that being nowhere."""

    figure: Figure
    log_odds: float


@dataclass(frozen=True)
class Ship:
    """A figure that is a ship more likely than not, and how likely that is."""

    figure: Figure
    chance: float


def assigned(
    board: StopsBoard, weighed: Mapping[str, Sequence[Weighed]], hidden: float
) -> tuple[dict[str, Seen], list[Ship]]:
    """Where each kind of ship lies, and the figures that are ships more likely than not.

    ``hidden`` is the share of all stops that can't be seen.
    """
    chances = _marginals(weighed)
    stops = list(board.stops)
    at_mm = np.array([(stop.x_mm, stop.y_mm) for stop in board.stops.values()])
    gone = (1 - WRECKED) * hidden
    gone /= gone + WRECKED
    pieces, there = {}, []
    for kind, each in weighed.items():
        shares = chances[kind]
        told = {EMPTY: shares[-1] * (1 - gone), HIDDEN: shares[-1] * gone}
        for one, share in zip(each, shares, strict=False):
            if share > 0.5:
                there.append(Ship(one.figure, float(share)))
            near = _nearest(np.array([one.figure.x_mm, one.figure.y_mm]), at_mm)
            for stop, part in zip([*stops, EMPTY], near.tolist(), strict=True):
                told[stop] = told.get(stop, 0.0) + share * part
        pieces[kind] = _seen(told)
    return pieces, there


def _seen(told: Mapping[str, float]) -> Seen:
    shares = ((float(share) * (1 - UNSURE), what) for what, share in told.items())
    ranked = sorted(shares, reverse=True)
    likely = tuple((what, share) for share, what in ranked if share >= WORTH_NAMING)
    return Seen(ranked[0][1], ranked[0][0], likely or ((ranked[0][1], ranked[0][0]),))


def _nearest(foot_mm: Floats, stops_mm: Floats) -> Floats:
    """How likely a ship that stands there was put at each stop, or at none: (stops + 1,)."""
    away = np.hypot(*(stops_mm - foot_mm).T)
    logs = np.append(-0.5 * (away / REACH_MM) ** 2, -0.5 * (NO_STOP_MM / REACH_MM) ** 2)
    shares = np.exp(logs - logs.max())
    return np.asarray(shares / shares.sum())


def _marginals(weighed: Mapping[str, Sequence[Weighed]]) -> dict[str, Floats]:
    """How likely each figure of each kind is its ship, and last that none is: (figures + 1,)."""
    every = [(kind, n, one) for kind, each in weighed.items() for n, one in enumerate(each)]
    meets = _overlaps([one.figure for _, _, one in every])
    number = {(kind, n): row for row, (kind, n, _) in enumerate(every)}
    ways: list[tuple[float, tuple[int, ...]]] = [(0.0, ())]
    for kind, each in weighed.items():
        further = [(weight, (*taken, -1)) for weight, taken in ways]
        for n, one in enumerate(each):
            row = number[kind, n]
            further += [
                (weight + one.log_odds, (*taken, row))
                for weight, taken in ways
                if not any(other >= 0 and meets[row, other] for other in taken)
            ]
        ways = sorted(further, key=lambda way: -way[0])[:BEAM]
    logs = np.array([weight for weight, _ in ways])
    shares = np.exp(logs - logs.max())
    shares /= shares.sum()
    chances = {}
    for place, (kind, each) in enumerate(weighed.items()):
        taken = np.array([way[place] for _, way in ways])
        rows = [number[kind, n] for n in range(len(each))] + [-1]
        chances[kind] = np.array([float(shares[taken == row].sum()) for row in rows])
    return chances


def _overlaps(figures: Sequence[Figure]) -> np.ndarray:
    """Which figures can't both be there, (n, n)."""
    cells = [
        set(zip(f.rows[f.body].tolist(), f.columns[f.body].tolist(), strict=True)) for f in figures
    ]
    meets = np.zeros((len(figures), len(figures)), bool)
    for one, mine in enumerate(cells):
        for other in range(one):
            least = min(len(mine), len(cells[other]))
            far = abs(figures[one].x_mm - figures[other].x_mm) > 60
            if not far and len(mine & cells[other]) > OVERLAP * least:
                meets[one, other] = meets[other, one] = True
    return meets
