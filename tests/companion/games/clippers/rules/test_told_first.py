"""Of several things that are found about one fact, what explains the others is told first."""

from __future__ import annotations

import pytest

from tests.companion.games.clippers.rules.bay_tables import LAY, found


@pytest.mark.parametrize(
    ("again", "first"),
    [
        pytest.param("Ann: red ra/0/0", "space-taken", id="told twice: that explains all"),
        pytest.param("Ann: blue ra/0/0", "turn-skipped", id="another stick"),
    ],
)
def test_a_stick_that_was_told_twice_is_told_before_the_turn_it_skips(
    again: str, first: str
) -> None:
    told = [*found(f"{LAY}Ann: red ra/0/0; Ann: done 2; {again}")]

    assert told[0] == first
    assert {"space-taken", "turn-skipped"} <= {*told}
