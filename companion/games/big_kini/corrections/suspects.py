"""Which corrections could explain what the rules find about a fact.

One function per kind of slip; each yields the corrections worth trying, which are weighed by
following the game again.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.big_kini.judging.instead import instead
from companion.games.big_kini.state.state import State
from companion.games.big_kini.terms import events as e
from companion.play.corrections.course import Course, Edit
from companion.play.corrections.edits import doubled, instead_of, without

_Course = Course[State, e.Event]
_Edit = Edit[e.Event]


def suspects(course: _Course, at: int) -> Iterator[_Edit]:
    """Every correction worth trying for what is found about one fact."""
    event = course.events[at]
    if isinstance(event, e.MoneyCorrected):
        return
    yield without(at)
    yield from instead_of(at, instead(course.states[at], event))
    yield from doubled(course, at)
