"""Eyes that misread one thing on one table, and see all others as they lie."""

from __future__ import annotations

from random import Random

import pytest

from benchmarks.games.one_misreading import OneMisreading, Slip
from companion.games.long_cours.shipped import read_shipped_board
from companion.games.long_cours.state.lying import GOODS
from companion.reading import EMPTY

BOARD = read_shipped_board()
SHIPS = ("yellow", "green", "black")
LOOKS = 3


@pytest.mark.parametrize("slip", Slip)
def test_one_table_is_misread_as_long_as_it_lies_so(slip: Slip) -> None:
    """Yellow lies on a white rectangle, goods on another, and green goes back and forth."""
    eyes = OneMisreading(BOARD, SHIPS, slip, Random(1))
    lies = {"yellow": "gibraltar", "black": EMPTY, "panama": GOODS}
    wrong = []
    for number in range(20):
        table = {**lies, "green": ("londres", "hambourg")[number % 2]}
        for look in range(LOOKS):
            seen = {subject: one.answer for subject, one in eyes(table).subjects.items()}
            assert all(one.confidence > 0.95 for one in eyes(table).subjects.values())
            if any(answer != table.get(each, EMPTY) for each, answer in seen.items()):
                wrong.append((number, look, tuple(sorted(seen.items()))))

    assert len(wrong) == LOOKS
    assert len({(number, seen) for number, _, seen in wrong}) == 1
    assert eyes.told is not None
    assert eyes.told.startswith(slip.value)
