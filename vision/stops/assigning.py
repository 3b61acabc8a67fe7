"""Which of the candidates that may stand on a board are the ships: at most one of each kind.

Each candidate speaks for itself by what it looks like, beside the others of its kind and beside
there being none; and no two stand in one place. Where a ship surely stands, of whatever paint, it
is one of them: a pale one that is no kind's colour is the white one, if all others lie elsewhere.
So all kinds are weighed together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from companion.boards.stops_board import StopsBoard
from companion.reading import EMPTY, HIDDEN, Seen
from vision.picture.arrays import Floats
from vision.stops.candidates import Candidate

BEAM = 96
"""So many ways to share out the candidates are followed."""
OVERLAP = 0.35
"""Candidates whose hulls share more than this part of the smaller one are not both there."""
SAME_SPOT_MM = 8.0
"""What stands so near to each other, and shares no sample even, is one ship."""
LEAST_SURE, SUREST = 0.1, 7.0
"""A spot that costs less than this when nothing explains it is none, and none costs more: logs."""
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
    """A candidate and the log odds that it is a ship of its kind, against that being nowhere.

    ``stands``: the log odds that any ship stands there.
    """

    candidate: Candidate
    log_odds: float
    stands: float = -np.inf


@dataclass(frozen=True)
class Ship:
    """A candidate that is a ship more likely than not, and how likely that is."""

    candidate: Candidate
    chance: float


def assigned(
    board: StopsBoard, weighed: Mapping[str, Sequence[Weighed]], hidden: float
) -> tuple[dict[str, Seen], list[Ship]]:
    """Where each kind of ship lies, and the candidates that are ships more likely than not.

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
                there.append(Ship(one.candidate, float(share)))
            near = _nearest(np.array([one.candidate.x_mm, one.candidate.y_mm]), at_mm)
            for stop, part in zip([*stops, EMPTY], near.tolist(), strict=True):
                told[stop] = told.get(stop, 0.0) + share * part
        pieces[kind] = Seen.of(told, worth_naming=WORTH_NAMING, unsure=UNSURE)
    return pieces, there


def _nearest(foot_mm: Floats, stops_mm: Floats) -> Floats:
    """How likely a ship that stands there was put at each stop, or at none: (stops + 1,)."""
    away = np.hypot(*(stops_mm - foot_mm).T)
    logs = np.append(-0.5 * (away / REACH_MM) ** 2, -0.5 * (NO_STOP_MM / REACH_MM) ** 2)
    shares = np.exp(logs - logs.max())
    return np.asarray(shares / shares.sum())


@dataclass(frozen=True)
class _Way:
    """Candidates taken for some of the kinds, by number, -1 for none; spots they explain, bits."""

    weight: float
    taken: tuple[int, ...] = ()
    explained: int = 0


def _marginals(weighed: Mapping[str, Sequence[Weighed]]) -> dict[str, Floats]:
    """How likely each candidate of each kind is its ship, and last that none is: (n + 1,)."""
    every = [one for each in weighed.values() for one in each]
    meets = _overlaps([one.candidate for one in every])
    spots, costs = _spots(every, meets)
    ways, first = [_Way(0.0)], 0
    for each in weighed.values():
        further = [replace(way, taken=(*way.taken, -1)) for way in ways]
        for row in range(first, first + len(each)):
            for way in ways:
                if any(other >= 0 and meets[row, other] for other in way.taken):
                    continue
                new = spots[row] & ~way.explained
                worth = sum(cost for bit, cost in enumerate(costs) if new >> bit & 1)
                weight = way.weight + every[row].log_odds + worth
                further.append(_Way(weight, (*way.taken, row), way.explained | spots[row]))
        ways = sorted(further, key=lambda way: -way.weight)[:BEAM]
        first += len(each)
    logs = np.array([way.weight for way in ways])
    shares = np.exp(logs - logs.max())
    shares /= shares.sum()
    chances, first = {}, 0
    for place, (kind, each) in enumerate(weighed.items()):
        taken = np.array([way.taken[place] for way in ways])
        rows = [*range(first, first + len(each)), -1]
        chances[kind] = np.array([float(shares[taken == row].sum()) for row in rows])
        first += len(each)
    return chances


def _spots(every: Sequence[Weighed], meets: NDArray[np.bool_]) -> tuple[list[int], list[float]]:
    """Where ships stand: which spots each candidate would explain, as bits, and what each costs.

    That is, in logs, how unlikely it is that no ship stands on it. ``meets`` (n, n) are candidates
    that can't both be there.
    """
    at_mm = np.array([(one.candidate.x_mm, one.candidate.y_mm) for one in every]).reshape(-1, 2)
    costs = np.minimum(np.logaddexp(0.0, [one.stands for one in every]), SUREST)
    explain, worth = [0] * len(every), list[float]()
    left = costs >= LEAST_SURE
    while left.any():
        surest = int(np.where(left, costs, -1.0).argmax())
        near = np.hypot(*(at_mm - at_mm[surest]).T) < SAME_SPOT_MM
        here = near | meets[surest]
        for row in np.flatnonzero(here):
            explain[row] |= 1 << len(worth)
        worth.append(float(costs[surest]))
        left &= ~here
    return explain, worth


def _overlaps(candidates: Sequence[Candidate]) -> NDArray[np.bool_]:
    """Which candidates can't both be there, (n, n)."""
    cells = [
        set(zip(f.rows[f.body].tolist(), f.columns[f.body].tolist(), strict=True))
        for f in candidates
    ]
    meets = np.zeros((len(candidates), len(candidates)), bool)
    for one, mine in enumerate(cells):
        for other in range(one):
            least = min(len(mine), len(cells[other]))
            if len(mine & cells[other]) > OVERLAP * least:
                meets[one, other] = meets[other, one] = True
    return meets
