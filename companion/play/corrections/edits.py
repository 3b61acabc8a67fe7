"""Corrections in a few words, and the facts before one, for a game that lists its suspects."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from companion.play.corrections.course import Course, Edit, Kind
from companion.play.timeline import Event, State

FAR = 80
"""A slip is looked for so many facts back."""
SOON = 3
"""A fact that was forgotten is told within so many others."""
ODD = 0.1
"""What a correction costs that is less usual than another word of the same fact."""
ODDER = 0.2
"""What a correction costs that is less usual still than what is odd."""


def without(at: int, price: float = ODD) -> Edit[Any]:
    """A fact that did not happen."""
    return Edit(Kind.WITHOUT, at, 1, (), price)


def instead_of(at: int, events: Iterable[Event], price: float = 0.0) -> Iterator[Edit[Event]]:
    """Each of these in the place of a fact."""
    return (Edit(Kind.INSTEAD, at, 1, (event,), price) for event in events)


def missing(at: int, *events: Event, price: float = ODD, opens: str = "") -> Edit[Event]:
    """Facts that nobody told, before one; with ``opens`` that word of the last is asked."""
    return Edit(Kind.MISSING, at, 0, events, price, opens)


def earlier(course: Course[State, Event], to: int, at: int, price: float = ODD) -> Edit[Event]:
    """A fact that happened before others after which it was told."""
    events = course.events
    return Edit(Kind.EARLIER, to, at + 1 - to, (events[at], *events[to:at]), price)


def told_soon(
    course: Course[State, Event], at: int, is_it: Callable[[Event], bool], price: float
) -> Iterator[Edit[Event]]:
    """What came before a fact was told soon after it."""
    for index in range(at + 1, min(at + 1 + SOON, len(course.events))):
        if is_it(course.events[index]):
            yield earlier(course, at, index, price)


def back(course: Course[State, Event], at: int, *kinds: type[Any]) -> Iterator[tuple[int, Any]]:
    """The facts of some kinds before one, the last first."""
    for index in range(at - 1, max(-1, at - FAR), -1):
        if isinstance(course.events[index], kinds):
            yield index, course.events[index]


def doubled(course: Course[State, Event], at: int) -> Iterator[Edit[Event]]:
    """A fact was written down twice in a row: a second tap is the easiest slip of all."""
    for index, event in back(course, at + 1, object):
        if index and course.events[index - 1] == event:
            yield without(index, -ODD)
