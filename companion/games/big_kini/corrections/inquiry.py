"""What Big Kini hands over so that the cause of what is found can be looked for."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.big_kini.corrections.suspects import suspects
from companion.games.big_kini.judging.going_on import apply
from companion.games.big_kini.judging.judgement import findings
from companion.games.big_kini.state.state import State
from companion.games.big_kini.terms.events import Event
from companion.play.corrections.course import Inquiry

INQUIRY: Inquiry[State, Event] = Inquiry(apply, findings, suspects)


def places_of(event: Event) -> Iterator[str]:
    """The places that a fact names, to light up."""
    for word in ("place", "source", "target", "space", "cell"):
        if place := getattr(event, word, None):
            yield place
