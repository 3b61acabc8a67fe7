"""How lanes fill: whole where a game lays whole routes, elsewhere from an end on, without a hole.

Each space is looked at alone. A stick that is hardly seen between two others lies there all the
same, and one that alone half seems to lie in a lane rather does not. Which of both holds, and how
far, is told by the picture: what explains it best. Where sticks lie anyhow nothing is changed. In
Clippers a lane is built from the end of a route, along its arrow (rulebook, 5.2, 5.4).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from companion.boards.routes_board import OneWay, RoutesBoard
from vision.picture.arrays import Tones
from vision.routes.networks import CLASS_EMPTY, CLASS_PIECE

COUNTS = 0.5
"""What the others of a lane say counts as so many: they lie in one light, and err alike."""
SHARES = np.linspace(0, 0.95, 10)
"""So many of all lanes may fill as they should."""
BETTER = 2.0
"""It has to explain the picture so much better, as a log, to be believed."""
LONGEST = 8
"""Lanes of more spaces are left as they are seen: there are too many ways to fill them."""
SURELY = 1e-4
"""However a space looks, it may be otherwise as likely as this."""
SELDOM = 0.05
"""At least so many spaces are thought to be filled, and empty, before looking."""


@dataclass(frozen=True, eq=False)
class _Lanes:
    """Lanes of one length and arrow: ``at`` (lanes, n) are their spaces' rows, in order.

    ``ways`` (ways, n) is every way to fill one, 1 where a stick lies; ``whole`` and ``from_an_end``
    (ways,) are those that fill as they should.
    """

    at: NDArray[np.intp]
    ways: Tones
    whole: NDArray[np.bool_]
    from_an_end: NDArray[np.bool_]

    @classmethod
    def of(cls, at: Sequence[Sequence[int]], one_way: OneWay | None) -> _Lanes:
        """Lanes of these rows, along their route."""
        ways = np.array([*product((0.0, 1.0), repeat=len(at[0]))])
        falls = np.diff(ways, axis=1)
        from_a, from_b = (falls <= 0).all(axis=1), (falls >= 0).all(axis=1)
        begun = {None: from_a | from_b, OneWay.A_TO_B: from_a, OneWay.B_TO_A: from_b}
        return cls(np.array(at), ways, np.asarray(from_a & from_b), np.asarray(begun[one_way]))

    def seen(self, chances: Tones) -> Tones:
        """How well each way explains each lane, (lanes, ways), by its spaces' chances (n,)."""
        filled, empty = np.log(chances[self.at]), np.log(1 - chances[self.at])
        return np.asarray(np.exp(filled @ self.ways.T + empty @ (1 - self.ways).T))

    def likelier(self, usual: float) -> tuple[Tones, Tones]:
        """How many times as likely each way is where lanes fill whole, and from an end: (ways,).

        That is beside each space being filled by itself, as likely as is ``usual``.
        """
        many, length = self.ways.sum(axis=1), self.ways.shape[1]
        alone = usual**many * (1 - usual) ** (length - many)
        whole = np.where(self.whole, np.where(many > 0, usual, 1 - usual), 0)
        as_long = (many[:, None] == many) @ self.from_an_end.astype(float)
        begun = np.where(many > 0, usual / length, 1 - usual) / np.maximum(as_long, 1)
        return whole / alone, np.where(self.from_an_end, begun, 0) / alone


class Filling:
    """Tells the spaces of a board by the lanes in which they lie; n spaces, in a reader's order."""

    def __init__(self, board: RoutesBoard, spaces: Sequence[str]) -> None:
        self._lanes = [_Lanes.of(at, one_way) for at, one_way in _alike(board, spaces)]

    def told(self, classes: Tones) -> Tones:
        """The class probabilities of the spaces (n, 3), once those of its lane had their say.

        How surely a space is hidden stays as it is.
        """
        filled, empty = (classes[:, each].astype(float) for each in (CLASS_PIECE, CLASS_EMPTY))
        known = filled + empty
        usual = float(np.clip(filled.sum() / max(known.sum(), SURELY), SELDOM, 1 - SELDOM))
        # What is hidden may be either: it says nothing to its lane.
        chances = np.clip(filled + (1 - known) * usual, SURELY, 1 - SURELY)
        seen = [lanes.seen(chances) for lanes in self._lanes]
        weights = self._weights(seen, usual)
        if weights is None:
            return classes
        after = chances.copy()
        for lanes, told, ways in zip(self._lanes, seen, weights, strict=True):
            likely = told * ways**COUNTS
            after[lanes.at] = likely @ lanes.ways / likely.sum(axis=1, keepdims=True)
        after = np.clip(after, SURELY**2, 1 - SURELY**2)
        filled *= after / chances
        empty *= (1 - after) / (1 - chances)
        told = classes.copy()
        share = filled / np.maximum(filled + empty, SURELY**2)
        told[:, CLASS_PIECE], told[:, CLASS_EMPTY] = known * share, known * (1 - share)
        return told

    def _weights(self, seen: Sequence[Tones], usual: float) -> Sequence[Tones] | None:
        """How likely each way is where the picture is explained best; None where as it is seen."""
        best, weights = BETTER, None
        for each in zip(*(lanes.likelier(usual) for lanes in self._lanes), strict=True):
            for share in SHARES[1:]:
                weighed = [1 + share * (ways - 1) for ways in each]
                fits = sum(
                    np.log(told @ ways / told.sum(axis=1)).sum()
                    for told, ways in zip(seen, weighed, strict=True)
                )
                if fits > best:
                    best, weights = fits, weighed
        return weights


def _alike(
    board: RoutesBoard, spaces: Sequence[str]
) -> Iterator[tuple[list[list[int]], OneWay | None]]:
    """The lanes of two spaces and more that are in view whole: rows, those alike together."""
    row = {space: at for at, space in enumerate(spaces)}
    found: dict[tuple[int, OneWay | None], list[list[int]]] = {}
    for route in board.routes.values():
        for lane in route.lanes:
            at = [row[space.id] for space in lane.spaces if space.id in row]
            if len(at) == len(lane.spaces) and 1 < len(at) <= LONGEST:
                found.setdefault((len(at), route.one_way), []).append(at)
    for (_, one_way), lanes in found.items():
        yield lanes, one_way
