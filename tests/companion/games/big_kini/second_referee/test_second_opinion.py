"""The engine and a second referee, written from the text alone, agree fact for fact."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.big_kini.judging import judgement
from companion.games.big_kini.record.event_json import KINDS
from companion.games.big_kini.terms import events as e
from tests.companion.games.big_kini.second_referee.agreement import agree_on_a_game, own_box
from tests.companion.games.big_kini.second_referee.sayable import WORDS


@pytest.mark.parametrize("seed", range(6))
def test_both_agree_on_a_drawn_game(seed: int) -> None:
    """Alone, and two to six, base and experienced; ``benchmarks.second_opinion --game big_kini``
    has 1,200 of them, and takes away each of the engine's rules to see that it is missed."""
    done = agree_on_a_game(1 + seed, experienced=seed % 2 == 1, random=Random(seed), asked=2)

    assert done["over"] == 1
    assert 0 < done["forbidden"] < done["judged"]


@pytest.mark.parametrize("seed", range(8))
def test_both_agree_on_a_drawn_game_with_somebodys_own_box(seed: int) -> None:
    """Own cards, few or many, and own atolls in the box; ``--game big_kini_own_boxes`` has more."""
    box = own_box(Random(100 + seed))
    done = agree_on_a_game(1 + seed % 4, True, Random(seed), asked=2, file=box)

    assert done["over"] == 1
    assert 0 < done["forbidden"] < done["judged"]


def test_every_kind_of_fact_is_judged() -> None:
    """None is left out of what is said by lot, nor of what the engine judges."""
    assert {KINDS[do] for do in WORDS} == {*e.ByPlayer.__args__}
    assert {*judgement.OF_FACTS} == {*e.ByPlayer.__args__}
