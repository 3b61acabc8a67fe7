"""The engine and a second referee, written from the text alone, agree fact for fact."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.carcassonne_south_seas.judging import judgement
from companion.games.carcassonne_south_seas.record.event_json import KINDS
from tests.companion.games.carcassonne_south_seas.second_referee.agreement import agree_on_a_game
from tests.companion.games.carcassonne_south_seas.second_referee.sayable import WORDS


@pytest.mark.parametrize("count", [2, 5])
def test_both_agree_on_a_drawn_game(count: int) -> None:
    """``benchmarks.second_opinion --game carcassonne_south_seas`` has 2,000 of them, and takes away
    each of the engine's rules to see that it is missed."""
    done = agree_on_a_game(count, Random(count), asked=2)

    assert done["over"] == 1
    assert 0 < done["forbidden"] < done["judged"]


def test_every_kind_of_fact_is_judged() -> None:
    """None is left out of what is said by lot, nor of what the engine judges."""
    assert {*WORDS} == {*KINDS}
    assert {*judgement.OF_FACTS} == {*KINDS.values()}
