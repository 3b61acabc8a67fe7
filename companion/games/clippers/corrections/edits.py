"""One correction of a game's facts: what is taken out at one point, and what is put there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from math import inf

from companion.games.clippers.corrections.trials import EVERY, Mark, Trials
from companion.games.clippers.course.apply import apply, apply_allowed
from companion.games.clippers.course.rounds import InTurn, in_turn
from companion.games.clippers.judging.judgement import judged, notes_of_turns
from companion.games.clippers.state.state import State
from companion.games.clippers.terms.events import Event, StickLaid
from companion.play.corrections.course import Walk


class Kind(Enum):
    """What a correction says; the value is the code of its sentence."""

    COLOUR = "cause:colour"
    SPACE = "cause:space"
    PLAYER = "cause:player"
    OPENS = "cause:opens"
    ORDER = "cause:order"
    WITHOUT = "cause:without"
    MISSING = "cause:missing"
    INSTEAD = "cause:instead"


@dataclass(frozen=True, slots=True)
class Edit:
    """Of the facts from ``at`` on, ``out`` are taken out, and ``put`` stand there instead.

    ``price`` says how unusual such a slip is: of corrections that explain as much, the least
    unusual is offered.
    """

    kind: Kind
    at: int
    out: int
    put: tuple[Event, ...]
    price: float = 0.0


@dataclass(frozen=True)
class Course:
    """A game as it was followed: the facts, the state before each, and how much is found of each.

    ``states`` has one more than ``events``: the last state. ``allowed`` are the codes that the
    table allows of each fact. ``trials`` says how far corrections of it were followed.
    """

    events: tuple[Event, ...]
    allowed: tuple[frozenset[str], ...]
    states: tuple[State, ...]
    weights: tuple[float, ...]
    trials: Trials = field(default_factory=Trials, compare=False, repr=False)

    def told_with(self, edit: Edit) -> Course:
        """The game followed again with a correction: from there on."""
        at = edit.at
        return followed_on(
            Course(self.events[:at], self.allowed[:at], self.states[: at + 1], self.weights[:at]),
            told_with(self.events, edit),
            (
                *self.allowed[:at],
                *(frozenset[str]() for _ in edit.put),
                *self.allowed[at + edit.out :],
            ),
        )


def told_with(events: Sequence[Event], edit: Edit) -> tuple[Event, ...]:
    """The facts with a correction."""
    return (*events[: edit.at], *edit.put, *events[edit.at + edit.out :])


UNSAID = 0.02
"""What a turn weighs that was taken as said, in findings: hardly anything."""
FOLLOWS = 0.4
"""What a fact weighs that shows an earlier slip once more: untold, it speaks for the cause."""


def followed(start: State, events: Sequence[Event], allowed: Sequence[frozenset[str]]) -> Course:
    """Follow the facts, and count what the rules find about each that the table did not allow."""
    return followed_on(Course((), (), (start,), ()), events, allowed)


def followed_on(
    known: Course, events: Sequence[Event], allowed: Sequence[frozenset[str]]
) -> Course:
    """Follow the facts from where they part from a course that is known, of the same start."""
    most = min(len(events), len(known.events))
    same = 0
    while same < most and (events[same], allowed[same]) == (
        known.events[same],
        known.allowed[same],
    ):
        same += 1
    states, weights = list(known.states[: same + 1]), list(known.weights[:same])
    for event, codes in zip(events[same:], allowed[same:], strict=True):
        now = in_turn(states[-1], event)
        weights.append(weight(states[-1], event, codes, now))
        states.append(apply_allowed(states[-1], event, codes, now))
    trials = known.trials.up_to(same)
    return Course(tuple(events), tuple(allowed), tuple(states), tuple(weights), trials)


def weight(
    state: State,
    event: Event,
    allowed: frozenset[str] = frozenset(),
    now: InTurn | None = None,
) -> float:
    """How much the rules find about a fact: one a finding."""
    now = now or in_turn(state, event)
    said = judged(state, event, now)
    found = sum(each.code not in allowed for each in said.findings)
    return found + UNSAID * len(notes_of_turns(state, event, now)) + FOLLOWS * said.follows


def left_by(course: Course, edit: Edit, most: float, walk: Walk | None = None) -> float:
    """How much is found from the correction on, if it holds; more than ``most`` is not counted.

    As soon as the game stands as it stood without the correction, the rest is known. It is followed
    from where it was followed to before. Each fact that is followed is taken off ``walk``; where
    that ends, what is left is unknown, and told as infinite.
    """
    walk = walk or Walk()
    key = edit.at, edit.out, edit.put
    at, state, found = course.trials.furthest(key) or _corrected(course, edit)
    while found <= most and at < len(course.events) and not _same(state, course.states[at]):
        if walk.left <= 0:
            course.trials.follow(key, Mark(at, state, found))
            return inf
        walk.left -= 1
        if at % EVERY == 0:
            course.trials.follow(key, Mark(at, state, found))
        now = in_turn(state, course.events[at])
        found += weight(state, course.events[at], course.allowed[at], now)
        state = apply_allowed(state, course.events[at], course.allowed[at], now)
        at += 1
    course.trials.follow(key, Mark(at, state, found))
    return found if found > most else found + sum(course.weights[at:])


def _corrected(course: Course, edit: Edit) -> Mark:
    """The game just after what a correction puts there."""
    state, found = course.states[edit.at], 0.0
    for event in edit.put:
        now = in_turn(state, event)
        found += weight(state, event, now=now)
        state = apply(state, event, now)
    return Mark(edit.at + edit.out, state, found)


def _same(state: State, other: State) -> bool:
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


def kind_of(old: Event, new: Event) -> Kind:
    """What a correction of one fact says."""
    if isinstance(old, StickLaid) and isinstance(new, StickLaid):
        if old.company != new.company:
            return Kind.COLOUR
        if old.space != new.space:
            return Kind.SPACE
        if old.player != new.player:
            return Kind.PLAYER
        return Kind.OPENS
    return Kind.INSTEAD
