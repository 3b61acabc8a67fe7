"""What is told of facts, one after the other."""

from __future__ import annotations

from typing import Any

from companion.finding import Severity
from companion.games.long_cours.judging.judgement import findings
from companion.games.long_cours.state.state import State
from companion.games.long_cours.terms.events import Event
from tests.companion.games.long_cours.tables import after, fact, having, sailing

ASKED = fact("auction")
STRUCK = fact("fight", opponent="Ben", card="insult")
Told = tuple[State, list[Event]]


def told_in(state: State, *facts: dict[str, Any]) -> Told:
    return state, [fact(**each) for each in facts]


def codes_told(told: Told) -> list[str]:
    """The codes of all that is found but for notes."""
    state, events = told
    found = []
    for event in events:
        serious = (x for x in findings(state, event) if x.severity is not Severity.NOTE)
        found += [each.code for each in serious]
        state = after(state, event)
    return found


def a_fight() -> State:
    return having(sailing({"Ann": "londres", "Ben": "londres"}), Ann=3, Ben=5)


def rich() -> State:
    return having(sailing({"Ann": "perth"}), Ann=9, Ben=9, Cleo=9)
