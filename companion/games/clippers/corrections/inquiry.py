"""What Clippers hands over so that the cause of what is found can be looked for."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.clippers.corrections.suspects import FOLLOWS, suspects
from companion.games.clippers.course.apply import apply_allowed
from companion.games.clippers.course.rounds import in_turn
from companion.games.clippers.judging.judgement import findings, judged, notes_of_turns
from companion.games.clippers.state.state import State
from companion.games.clippers.terms.events import Event, StickLaid
from companion.play.corrections.course import UNSAID, Inquiry

WHOLE_GAME = 1000
"""A stick of another colour lies there quietly until a route should go on from it."""


def weight(state: State, event: Event, allowed: frozenset[str] = frozenset()) -> float:
    """How much the rules find about a fact: one a finding.

    What it shows once more of an earlier slip, or what was taken as said before it, is no finding.
    """
    now = in_turn(state, event)
    said = judged(state, event, now)
    found = sum(each.code not in allowed for each in said.findings)
    return found + UNSAID * len(notes_of_turns(state, event, now)) + FOLLOWS * said.follows


def same(state: State, other: State) -> bool:
    """Whether two states go on in the same way."""
    return (
        state.turn == other.turn
        and len(state.spaces) == len(other.spaces)
        and state.seats == other.seats
        and state.companies == other.companies
        and state.spaces == other.spaces
        and state.slots == other.slots
        and all(state.money(p.name) == other.money(p.name) for p in state.game.players)
    )


def places_of(event: Event) -> Iterator[str]:
    """The spaces that a fact names, to light up."""
    if isinstance(event, StickLaid):
        yield event.space


INQUIRY: Inquiry[State, Event] = Inquiry(
    apply_allowed,
    findings,
    suspects,
    weigh=weight,
    told=1,
    ahead=WHOLE_GAME,
    same=same,
    left_out=0.0,
)
