"""A game as it was followed, with how much is found of each fact; and with a correction."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from math import inf
from typing import Generic, TypeVar

from companion.finding import Finding, Severity
from companion.play.timeline import Event, State

Put_co = TypeVar("Put_co", covariant=True)
WEIGHTS: Mapping[Severity, float] = {
    Severity.ILLEGAL: 1.0,
    Severity.WARNING: 0.5,
    Severity.NOTE: 0.4,
}
"""What a finding weighs; a note is found here only where a slip shows once more."""
UNSAID = 0.02
"""What weighs hardly anything: a word that nobody said, and all understood."""
AHEAD = 60
"""So many facts after a correction are followed; a slip has shown by then."""


class Kind(Enum):
    """What a correction says; the value is the code of its sentence."""

    WITHOUT = "cause:without"
    MISSING = "cause:missing"
    INSTEAD = "cause:instead"
    EARLIER = "cause:earlier"


@dataclass(frozen=True, slots=True)
class Edit(Generic[Put_co]):
    """Of the facts from ``at`` on, ``out`` are taken out, and ``put`` stand there instead.

    ``price`` says how unusual such a slip is: of those that explain as much the least is offered.
    ``opens`` is the word of the last fact put that nobody can tell from the rest: a sum, or a place
    that somebody was free to choose.
    """

    kind: Kind
    at: int
    out: int
    put: tuple[Put_co, ...]
    price: float = 0.0
    opens: str = ""


@dataclass(frozen=True)
class Inquiry(Generic[State, Event]):
    """What a game hands over so that the cause of what is found can be looked for.

    ``apply`` goes on by a fact of which the table allows what is found by some codes;
    ``suspects`` lists every correction worth trying for what is found about one fact of a course;
    ``unsaid`` are the codes of findings about a word that is left out without harm.
    """

    apply: Callable[[State, Event, frozenset[str]], State]
    findings: Callable[[State, Event], Iterable[Finding]]
    suspects: Callable[[Course[State, Event], int], Iterator[Edit[Event]]]
    unsaid: frozenset[str] = frozenset()

    def weight(self, state: State, event: Event, allowed: frozenset[str]) -> float:
        """How much is found of a fact: its worst finding, for one fact has one thing wrong."""
        found = (each for each in self.findings(state, event) if each.code not in allowed)
        weights = (UNSAID if each.code in self.unsaid else WEIGHTS[each.severity] for each in found)
        return max(weights, default=0.0)


@dataclass(frozen=True)
class Course(Generic[State, Event]):
    """The facts, what the table allows of each and how much is found of it.

    ``states`` has one more: the state before each, and the last. ``put_right`` are the facts that
    somebody has corrected, by their place among all.
    """

    events: tuple[Event, ...]
    allowed: tuple[frozenset[str], ...]
    states: tuple[State, ...]
    weights: tuple[float, ...]
    put_right: frozenset[int] = frozenset()


@dataclass
class Walk:
    """How many facts may still be followed in a search; the same on every machine."""

    left: float = inf


def followed(
    inquiry: Inquiry[State, Event],
    start: State,
    events: Sequence[Event],
    allowed: Sequence[frozenset[str]] | None = None,
    put_right: frozenset[int] = frozenset(),
) -> Course[State, Event]:
    """Follow a game from its start."""
    codes = tuple(allowed or [frozenset[str]()] * len(events))
    states, weights = [start], []
    for event, may in zip(events, codes, strict=True):
        weights.append(inquiry.weight(states[-1], event, may))
        states.append(inquiry.apply(states[-1], event, may))
    return Course(tuple(events), codes, tuple(states), tuple(weights), put_right)


def told_with(events: Sequence[Event], edit: Edit[Event]) -> tuple[Event, ...]:
    """The facts with a correction."""
    return (*events[: edit.at], *edit.put, *events[edit.at + edit.out :])


def weights_with(
    inquiry: Inquiry[State, Event],
    course: Course[State, Event],
    edit: Edit[Event],
    most: float,
    ahead: int = AHEAD,
    walk: Walk | None = None,
) -> list[float] | None:
    """What is found with a correction, of what it puts and of the ``ahead`` facts after it.

    None as soon as that is more than ``most``. Each fact that is followed is taken off ``walk``.
    """
    state, found, total = course.states[edit.at], list[float](), 0.0
    rest = slice(edit.at + edit.out, edit.at + edit.out + ahead)
    nothing = frozenset[str]()
    told = [(event, nothing) for event in edit.put]
    told += zip(course.events[rest], course.allowed[rest], strict=True)
    for event, allowed in told:
        if walk is not None:
            walk.left -= 1
        found.append(inquiry.weight(state, event, allowed))
        total += found[-1]
        if total > most:
            return None
        state = inquiry.apply(state, event, allowed)
    return found
