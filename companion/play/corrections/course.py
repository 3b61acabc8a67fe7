"""A game as it was followed, with how much is found of each fact; and with a correction."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from math import inf
from typing import Generic, TypeVar

from companion.finding import Finding, Severity
from companion.play.corrections.trials import EVERY, Mark, Trials
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
MOST_WAYS = 6
"""In so many ways a correction may be told: who was there knows which."""


class Kind(Enum):
    """What a correction says; the value is the code of its sentence. A game may have others."""

    WITHOUT = "cause:without"
    MISSING = "cause:missing"
    INSTEAD = "cause:instead"
    EARLIER = "cause:earlier"


@dataclass(frozen=True, slots=True)
class Edit(Generic[Put_co]):
    """Of the facts from ``at`` on, ``out`` are taken out, and ``put`` stand there instead.

    ``kind`` is one of ``Kind`` or of its game's own. ``price`` says how unusual such a slip is: of
    those that explain as much the least is offered. ``opens`` is the word of the last fact put that
    nobody can tell from the rest: a sum, or a place that somebody was free to choose.
    """

    kind: Enum
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
    ``unsaid`` are the codes of findings about a word that is left out without harm. The rest is for
    a game whose slips show otherwise than by the worst finding of each fact, soon: ``weigh`` says
    how much is found of one; only what weighs ``told`` is told; a correction is followed for
    ``ahead`` facts, or until the game stands the ``same`` as without. Where only what is found
    about a fact itself speaks for a correction of it, a guess is that it is left out, if that costs
    more than ``left_out``, and that it was another, if it may have been in more than ``MOST_WAYS``.
    """

    apply: Callable[[State, Event, frozenset[str]], State]
    findings: Callable[[State, Event], Iterable[Finding]]
    suspects: Callable[[Course[State, Event], int], Iterator[Edit[Event]]]
    unsaid: frozenset[str] = frozenset()
    weigh: Callable[[State, Event, frozenset[str]], float] | None = None
    told: float = 0.0
    ahead: int = AHEAD
    same: Callable[[State, State], bool] | None = None
    left_out: float = inf

    def weight(self, state: State, event: Event, allowed: frozenset[str]) -> float:
        """How much is found of a fact: its worst finding, for one fact has one thing wrong."""
        if self.weigh is not None:
            return self.weigh(state, event, allowed)
        found = (each for each in self.findings(state, event) if each.code not in allowed)
        weights = (UNSAID if each.code in self.unsaid else WEIGHTS[each.severity] for each in found)
        return max(weights, default=0.0)


@dataclass(frozen=True)
class Course(Generic[State, Event]):
    """The facts, what the table allows of each and how much is found of it.

    ``states`` has one more: the state before each, and the last. ``put_right`` are the facts that
    somebody has corrected, by their place among all. ``trials`` says how far corrections of it were
    followed.
    """

    events: tuple[Event, ...]
    allowed: tuple[frozenset[str], ...]
    states: tuple[State, ...]
    weights: tuple[float, ...]
    put_right: frozenset[int] = frozenset()
    trials: Trials[State] = field(default_factory=Trials, compare=False, repr=False)


@dataclass
class Walk:
    """How many facts may still be followed in a search; the same on every machine.

    ``goes_on``: where it ends the next search of the same game goes on, and what was followed
    before costs nothing. Else it costs as much as if it were followed again, so that no answer
    depends on what was asked before.
    """

    left: float = inf
    goes_on: bool = True


def followed(
    inquiry: Inquiry[State, Event],
    start: State,
    events: Sequence[Event],
    allowed: Sequence[frozenset[str]] | None = None,
    put_right: frozenset[int] = frozenset(),
) -> Course[State, Event]:
    """Follow a game from its start."""
    return followed_on(inquiry, Course((), (), (start,), ()), events, allowed, put_right)


def followed_on(
    inquiry: Inquiry[State, Event],
    known: Course[State, Event],
    events: Sequence[Event],
    allowed: Sequence[frozenset[str]] | None = None,
    put_right: frozenset[int] = frozenset(),
) -> Course[State, Event]:
    """Follow a game from where it parts from a course that is known, of the same start."""
    codes = tuple(allowed or [frozenset[str]()] * len(events))
    most, same = min(len(events), len(known.events)), 0
    while same < most and (events[same], codes[same]) == (known.events[same], known.allowed[same]):
        same += 1
    states, weights = list(known.states[: same + 1]), list(known.weights[:same])
    for event, may in zip(events[same:], codes[same:], strict=True):
        weights.append(inquiry.weight(states[-1], event, may))
        states.append(inquiry.apply(states[-1], event, may))
    trials = known.trials.up_to(same)
    return Course(tuple(events), codes, tuple(states), tuple(weights), put_right, trials)


def told_with(events: Sequence[Event], edit: Edit[Event]) -> tuple[Event, ...]:
    """The facts with a correction."""
    return (*events[: edit.at], *edit.put, *events[edit.at + edit.out :])


def weights_with(
    inquiry: Inquiry[State, Event],
    course: Course[State, Event],
    edit: Edit[Event],
    most: float,
    ahead: int | None = None,
    walk: Walk | None = None,
) -> list[float] | None:
    """What is found with a correction, of what it puts and of the ``ahead`` facts after it.

    As soon as the game stands as it stood without the correction, the rest is known. It is followed
    from where it was followed to before. None as soon as that is more than ``most``, and where
    ``walk`` ends: each fact that is followed is taken off it.
    """
    walk = walk or Walk()
    first, count = edit.at + edit.out, len(edit.put)
    end = min(len(course.events), first + (inquiry.ahead if ahead is None else ahead))
    key = edit.at, edit.out, edit.put
    at, state, known = course.trials.furthest(key) or Mark(first, course.states[edit.at], ())
    found = [*known]
    total = sum(found[: count + end - first])
    if not walk.goes_on:
        walk.left -= len(found)
    while total <= most and (len(found) < count or at < end):
        is_put = len(found) < count
        if not is_put and inquiry.same is not None and inquiry.same(state, course.states[at]):
            break
        if walk.left <= 0:
            total = inf
            break
        if at % EVERY == 0 and not is_put:
            course.trials.follow(key, Mark(at, state, tuple(found)))
        event = edit.put[len(found)] if is_put else course.events[at]
        allowed = frozenset[str]() if is_put else course.allowed[at]
        walk.left -= 1
        found.append(inquiry.weight(state, event, allowed))
        total += found[-1]
        state = inquiry.apply(state, event, allowed)
        at += not is_put
    course.trials.follow(key, Mark(at, state, tuple(found)))
    found += course.weights[at:end]
    found = found[: count + end - first]
    return found if total <= most and sum(found) <= most else None
