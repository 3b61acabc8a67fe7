"""Which tile lies on a cell, of which hardly anything is seen."""

from __future__ import annotations

import numpy as np

from companion.games.carcassonne_south_seas.game import GAME
from vision.squares.schematic import TABLE
from vision.squares.telling import MOST_NAMED, Teller

BOARD = GAME.shipped_board()


def test_of_a_tile_that_shows_nothing_a_few_are_named_that_carry_on() -> None:
    """Each that is named is weighed against the rules: half a box of them held a look up."""
    seen = np.full((15, 32, 32), 0.02, np.float32)
    seen[TABLE] = 0.5
    lies = {"cell/15,15": BOARD.read("ss18/0")}
    known = {cell: way for cell, way in lies.items() if way is not None}

    told = Teller(BOARD).told(seen, "cell/15,16", known)

    assert told.confidence < 0.5
    assert len(told.likely) == MOST_NAMED
    assert [share for _, share in told.likely] == sorted((s for _, s in told.likely), reverse=True)
    assert sum(share for _, share in told.likely) < 1
