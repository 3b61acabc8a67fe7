"""An income that somebody tapped, and marked with no cube: nobody is told that the cube is gone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.big_kini.terms import events as e
from companion.games.big_kini.watching.lying import lies
from companion.reading import EMPTY, Seen
from tests.companion.games.big_kini.watching.watched_tables import LOOKS, WatchedTable, seen_as


@pytest.mark.parametrize("bare", [0.999, 0.74], ids=["seen as bare", "beside a cube, half seen"])
def test_a_factory_that_was_no_more_than_half_seen_is_let_be(bare: float) -> None:
    """It was rather bare when he tapped, and is surely so later: that is nothing else."""
    table = WatchedTable(seed=2)
    table.does(table.a(e.TokenPlaced, space="board/income/double"))
    income = table.a(e.IncomeTaken)
    assert isinstance(income, e.IncomeTaken)
    on_table = lies(table.state)
    look_on(table, on_table, income.place, bare)

    table.says(income)
    look_on(table, on_table, income.place, bare)
    look_on(table, on_table, income.place, 0.999)

    assert table.new[-1] == income
    assert table.follower.log.drifted == []


def look_on(table: WatchedTable, places: dict[str, str], factory: str, bare: float) -> None:
    """The table as it lies, the factory bare with so much."""
    for look in range(2 * LOOKS):
        reading = seen_as(places)
        likely = ((EMPTY, bare), ("red", 1 - bare))
        slots = {**reading.slots, factory: Seen(EMPTY, bare, likely)}
        table.follower.see(replace(reading, slots=slots), f"{bare} {look}")
