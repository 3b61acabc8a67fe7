"""Sums and ranks, of any game."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from companion.score import ScoreLine, ranked, total

TABLES = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=6)


@given(TABLES)
def test_a_rank_is_one_more_than_the_number_of_players_before(table: list[tuple[int, int]]) -> None:
    names = [f"player {i}" for i in range(len(table))]
    lines = [ScoreLine(n, "x", points, "1") for n, (points, _) in zip(names, table, strict=True)]

    standings = ranked(names, lines, {"second": [second for _, second in table]})

    mine = dict(zip(names, table, strict=True))
    assert sorted(s.player for s in standings) == sorted(names)
    assert [s.rank for s in standings] == sorted(s.rank for s in standings)
    for standing in standings:
        assert standing.rank == 1 + sum(other > mine[standing.player] for other in table)
        assert standing.total == total(lines, standing.player)
    for one, after in pairwise(standings):
        level = one.total == after.total and one.rank != after.rank
        assert one.by == ("second" if level else "")
