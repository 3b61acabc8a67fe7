"""How surely a tile lies on a cell: the likeliest ways beside each other, and what is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.boards.tiles_board import Lying
from companion.reading import EMPTY, HIDDEN, Seen
from vision.tiles.laid.telling import Told

SAMPLES = 60.0
"""So many of a tile's samples speak for themselves: neighbours err alike, and light errs with all.
"""
LEAST_ALIKE, LEAST_ALIKE_KNOWN = 0.35, 0.15
"""What is less like the tile that explains it best is none: bare cloth is explained by any, without
contrast. A tile that is known to lie there may be full of pieces."""
NONE_ALIKE = 0.9
"""So surely no tile is seen there then: that nothing fits says less than one way that fits best."""
KNOWN = 6.0
"""What is known to lie there is likelier before anything is seen, by this in log odds."""
WORTH_NAMING = 0.004
UNSURE = 5e-4
"""No answer is surer than this leaves."""


@dataclass(frozen=True, eq=False)
class CellSeen:
    """What was read of a cell, and the best way in which a tile lies there; None for none."""

    seen: Seen
    best: Told | None


def weigh(told: Sequence[Told], known: Lying | None, *, in_view: bool) -> CellSeen:
    """What lies on a cell, from the ways in which a tile may lie there, the best first."""
    best = told[0]
    if not in_view:
        return CellSeen(Seen.only(HIDDEN), None)
    alike = best.likeness if known is None else max(each.likeness for each in told)
    if alike < (LEAST_ALIKE if known is None else LEAST_ALIKE_KNOWN):
        what = EMPTY if known is None else HIDDEN
        return CellSeen(Seen.only(what, NONE_ALIKE), None)
    logs = np.array([-SAMPLES / 2 * np.log(each.cost / best.cost) for each in told])
    logs += KNOWN * np.array([known is not None and each.way == known for each in told])
    shares = np.exp(logs - logs.max())
    shares *= (1 - UNSURE) / shares.sum()
    named = {str(each.way): share for each, share in zip(told, shares.tolist(), strict=True)}
    return CellSeen(Seen.of(named, worth_naming=WORTH_NAMING), told[int(shares.argmax())])
