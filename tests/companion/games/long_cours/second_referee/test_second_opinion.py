"""The engine and a second referee, written from the text alone, agree move for move."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.long_cours.judging import judgement
from companion.games.long_cours.terms import events as e
from tests.companion.games.long_cours.second_referee.agreement import agree_on_a_game


@pytest.mark.parametrize("seed", range(12))
def test_both_agree_on_a_drawn_game(seed: int) -> None:
    """Games of three to six, rulings by lot; ``benchmarks.second_opinion`` has 1,000 of them, and
    takes away each of the engine's rules to see that it is missed."""
    done = agree_on_a_game(3 + seed % 4, Random(seed), asked=1)

    assert done["over"] == 1
    assert 0 < done["forbidden"] < done["judged"]


def test_every_kind_of_fact_is_judged() -> None:
    assert {*judgement.OF_FACTS} == {*e.ByPlayer.__args__}
