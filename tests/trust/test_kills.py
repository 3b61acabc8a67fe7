"""Killed in the middle of a game: all that anybody was told is there, and the game goes on.

``python -m benchmarks.kills`` does the same 200 times.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

from tests.trust.killed_table import Faults, KilledTable

KILLS = 5


def test_a_killed_table_has_all_that_anybody_was_told(tmp_path: Path) -> None:
    table = KilledTable(tmp_path, Random(5))
    try:
        while table.counts.kills < KILLS:
            table.live_and_die()
    finally:
        table.close()

    assert table.faults == Faults()
    assert table.counts.written > 0
    assert table.counts.seen == 2 * table.counts.written
