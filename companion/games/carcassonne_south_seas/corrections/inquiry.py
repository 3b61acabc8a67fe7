"""What South Seas hands over so that the cause of what is found can be looked for."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.carcassonne_south_seas.course.apply import apply
from companion.games.carcassonne_south_seas.judging.choices import thinkable
from companion.games.carcassonne_south_seas.judging.instead import instead
from companion.games.carcassonne_south_seas.judging.judgement import findings
from companion.games.carcassonne_south_seas.state.state import State
from companion.games.carcassonne_south_seas.terms import events as e
from companion.play.corrections.course import Course, Edit, Inquiry
from companion.play.corrections.edits import ODD, doubled, instead_of, missing, without

UNTOLD = (e.TurnEnded, e.Evaluated, e.Covered, e.ShipTaken, e.ShipTurnedUp)
"""What is easily not written down."""


def suspects(course: Course[State, e.Event], at: int) -> Iterator[Edit[e.Event]]:
    """The fact itself: not at all, another, told twice; and what was not told before it."""
    yield without(at)
    yield from instead_of(at, instead(course.states[at], course.events[at]))
    yield from doubled(course, at)
    untold = (each for each in thinkable(course.states[at]) if isinstance(each, UNTOLD))
    for event in untold:
        price = 2 * ODD if isinstance(event, e.ShipTurnedUp) else ODD
        yield missing(at, event, price=price)


def places_of(event: e.Event) -> Iterator[str]:
    """The places that a fact names, to light up."""
    for word in ("place", "cell"):
        if place := getattr(event, word, None):
            yield place


INQUIRY: Inquiry[State, e.Event] = Inquiry(apply, findings, suspects)
