"""A fact is told once, and by what was kept of it no other than by asking anew."""

from __future__ import annotations

from random import Random

import pytest

from companion.finding import Severity
from companion.games.clippers.course.apply import apply
from companion.games.clippers.drawn.drawn_game import draw_game
from companion.games.clippers.judging.judgement import is_legal, judged
from companion.games.clippers.state.growth import starting_spaces
from companion.games.clippers.state.state import State
from companion.games.clippers.terms.events import Event
from companion.games.clippers.watching.search.told_facts import starts, told
from tests.companion.games.clippers.rules.conceivable import bay_start, players_acts

OF_A_STATE = 12
"""So many of all that could be said are tried in each state."""


def illegalities(state: State, event: Event) -> int:
    said = judged(state, event)
    return sum(found.severity is Severity.ILLEGAL for found in said.findings) + said.follows


@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_said_in_a_game_is_judged_and_leads_on_as_ever(seed: int) -> None:
    random, start = Random(seed), bay_start()
    sayable = list(players_acts(start.game))
    for state, event in draw_game(start, random):
        for said in (event, *random.sample(sayable, OF_A_STATE)):
            for _ in ("first", "kept"):
                fact = told(state, said)
                assert fact.illegal == illegalities(state, said)
                assert fact.is_legal == is_legal(state, said)
                assert fact.after == apply(state, said)
        for company in state.companies:
            assert starts(state, company) == set(starting_spaces(state, company))


def test_what_follows_is_the_very_same_state() -> None:
    """Then what follows from that is found again too."""
    state, event = next(draw_game(bay_start(), Random(1)))

    assert told(state, event).after is told(state, event).after
