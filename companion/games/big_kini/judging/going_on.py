"""A game goes on by a fact: what is done, and what that shows of the record before it."""

from __future__ import annotations

from dataclasses import replace

from companion.games.big_kini.course import apply as course
from companion.games.big_kini.course.unsaid import turns_passed
from companion.games.big_kini.judging.doubts import raised, settled
from companion.games.big_kini.judging.judgement import findings
from companion.games.big_kini.state.doubts import NOTHING, Subject
from companion.games.big_kini.state.state import State
from companion.games.big_kini.terms import events as e

OF_A_ROUND = (Subject.FACTORY, Subject.SPACE, Subject.GOODS)
"""What is the same for all when a round begins. Rules 68, 69 and 72."""


def apply(state: State, event: e.Event, allowed: frozenset[str] = frozenset()) -> State:
    """Go on by one fact. What is done after the end no longer counts.

    What is found by the codes that the table allows is true: it puts nothing in doubt.
    """
    told = [found for found in findings(state, event) if found.code not in allowed]
    after = course.apply(state, event)
    if not told and state.shown == NOTHING:
        return after
    shown = after.shown.settling(settled(event, told))
    shown = shown.doubting(raised(event, told))
    if after.round > state.round:
        shown = replace(
            shown, doubts=frozenset(each for each in shown.doubts if each[0] not in OF_A_ROUND)
        )
    if isinstance(event, e.TokenPlaced) and not state.over:
        shown = replace(shown, passed=_passed(state, event))
    return replace(after, shown=shown)


def _passed(state: State, event: e.TokenPlaced) -> int:
    """How many turns were passed over, if a token out of turn is his of whom it is told."""
    seen = course.as_it_was(state, event)
    out_of_turn = not seen.turn.space and seen.at_turn != event.player
    out_of_turn = out_of_turn and not course.is_told_again(state, event)
    return turns_passed(seen, event.player) if out_of_turn else 0
