"""What Long Cours hands over so that the cause of what is found can be looked for."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.long_cours.corrections.suspects import suspects
from companion.games.long_cours.judging.going_on import apply
from companion.games.long_cours.judging.judgement import findings
from companion.games.long_cours.state.state import State
from companion.games.long_cours.terms.events import Event
from companion.play.corrections.course import Inquiry

INQUIRY: Inquiry[State, Event] = Inquiry(apply, findings, suspects, frozenset({"turn-not-ended"}))


def stop_of(event: Event) -> Iterator[str]:
    """The stop that a fact names, to light up."""
    if stop := getattr(event, "stop", None):
        yield stop
