"""A game as it was followed, with how much is found of each fact; and with a correction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from companion.finding import Severity
from companion.games.long_cours.judging.going_on import apply
from companion.games.long_cours.judging.judgement import findings
from companion.games.long_cours.state.state import State
from companion.games.long_cours.terms.events import Event

WEIGHTS: Mapping[Severity, float] = {
    Severity.ILLEGAL: 1.0,
    Severity.WARNING: 0.5,
    Severity.NOTE: 0.4,
}
"""What a finding weighs; a note is found here only where a slip shows once more."""
UNSAID = 0.02
"""What the end of a turn weighs that nobody said: hardly anything."""
AHEAD = 60
"""So many facts after a correction are followed; a slip has shown by then."""


class Kind(Enum):
    """What a correction says; the value is the code of its sentence."""

    WITHOUT = "cause:without"
    MISSING = "cause:missing"
    INSTEAD = "cause:instead"


@dataclass(frozen=True, slots=True)
class Edit:
    """Of the facts from ``at`` on, ``out`` are taken out, and ``put`` stand there instead.

    ``price`` says how unusual such a slip is: of those that explain as much the least is offered.
    """

    kind: Kind
    at: int
    out: int
    put: tuple[Event, ...]
    price: float = 0.0


@dataclass(frozen=True)
class Course:
    """The facts, what the table allows of each and how much is found of it.

    ``states`` has one more: the state before each, and the last.
    """

    events: tuple[Event, ...]
    allowed: tuple[frozenset[str], ...]
    states: tuple[State, ...]
    weights: tuple[float, ...]


def followed(
    start: State, events: Sequence[Event], allowed: Sequence[frozenset[str]] | None = None
) -> Course:
    """Follow a game from its start."""
    codes = tuple(allowed or [frozenset[str]()] * len(events))
    states, weights = [start], []
    for event, may in zip(events, codes, strict=True):
        weights.append(weight(states[-1], event, may))
        states.append(apply(states[-1], event))
    return Course(tuple(events), codes, tuple(states), tuple(weights))


def weight(state: State, event: Event, allowed: frozenset[str]) -> float:
    """How much is found of a fact: its worst finding, for one fact has one thing wrong."""
    found = (each for each in findings(state, event) if each.code not in allowed)
    weights = (
        UNSAID if each.code == "turn-not-ended" else WEIGHTS[each.severity] for each in found
    )
    return max(weights, default=0.0)


def told_with(events: Sequence[Event], edit: Edit) -> tuple[Event, ...]:
    """The facts with a correction."""
    return (*events[: edit.at], *edit.put, *events[edit.at + edit.out :])


def weights_with(course: Course, edit: Edit, most: float) -> list[float] | None:
    """What is found with a correction, of what it puts and of each fact after it that is followed.

    None as soon as that is more than ``most``.
    """
    state, found, total = course.states[edit.at], list[float](), 0.0
    rest = slice(edit.at + edit.out, edit.at + edit.out + AHEAD)
    nothing = frozenset[str]()
    told = [(event, nothing) for event in edit.put]
    told += zip(course.events[rest], course.allowed[rest], strict=True)
    for event, allowed in told:
        found.append(weight(state, event, allowed))
        total += found[-1]
        if total > most:
            return None
        state = apply(state, event)
    return found
