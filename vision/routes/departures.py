"""Where nations begin: their first markers lie where their departure cards put them.

A departure card names the islands on which its nation's first markers lie; few of them are moved
(rulebook, 2.2). So at least as many markers of an island are of a nation as its card has there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from companion.boards.routes_board import RoutesBoard
from vision.picture.arrays import Tones

MOVED = 0.1
"""An island without the markers that a card puts there is so likely, beside one with them."""
LIES = 0.5
"""A marker that is as likely as this lies there."""
MOST_WAYS = 20_000
"""An island with more ways to lay its markers is left as it is seen."""


class Departures:
    """Tells the kinds of markers on n slots, in a reader's order, by the cards of a board."""

    def __init__(self, board: RoutesBoard, slots: Sequence[str], kinds: Sequence[str]) -> None:
        row = {slot: at for at, slot in enumerate(slots)}
        cards: dict[str, Counter[int]] = {}
        for card in board.departure_cards:
            for port in card.ports if card.nation in kinds else ():
                cards.setdefault(port, Counter())[kinds.index(card.nation)] += 1
        self._islands = [
            (
                np.array([row[s.id] for s in board.islands[port].slots if s.id in row], np.intp),
                sum(slot.id not in row for slot in board.islands[port].slots),
                many,
            )
            for port, many in cards.items()
        ]

    def told(self, kinds: Tones, hidden: Tones) -> Tones:
        """How likely a marker of each kind lies on each slot (n, kinds), by these cards.

        ``kinds`` (n, kinds) is what is seen of it, ``hidden`` (n,) how surely nobody can see. A
        nation plays as surely as one of its markers is in view.
        """
        lies = kinds.sum(axis=1)
        there = lies > LIES
        alone = kinds / np.where(there, lies, 1)[:, None]
        plays = np.clip(alone[there].sum(axis=0), 0, 1)
        told = kinds.copy()
        for slots, beyond, many in self._islands:
            rows = slots[there[slots]]
            if not len(rows) or kinds.shape[1] ** len(rows) > MOST_WAYS:
                continue
            ways = _ways(kinds.shape[1], len(rows))
            likely = alone[rows, ways].prod(axis=1)
            unseen = beyond + int((hidden[slots] > LIES).sum())
            for nation, count in many.items():
                is_short = (ways == nation).sum(axis=1) < count - unseen
                likely *= np.where(is_short, 1 - (1 - MOVED) * plays[nation], 1)
            for at, row in enumerate(rows):
                shares = np.bincount(ways[:, at], likely, kinds.shape[1])
                told[row] = lies[row] * shares / max(shares.sum(), 1e-12)
        return told


@lru_cache(maxsize=32)
def _ways(kinds: int, markers: int) -> NDArray[np.intp]:
    """All ways in which so many markers may be of these kinds, (ways, markers)."""
    return np.array([*np.ndindex(*[kinds] * markers)])
