"""One mistake is told once: the one correction of the record that explains what the rules find.

A slip is noticed late: a stick of the wrong colour lies there quietly until a route should go on
from it. Where the rules find something, corrections of the facts before it are tried
(``suspects``), each by following the game again with it. The one that leaves the least to find is
offered; what it takes away hangs beneath it. What is left may have another cause.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from companion.games.clippers.corrections.edits import FOLLOWS, Course, Edit, followed, left_by
from companion.games.clippers.corrections.suspects import suspects
from companion.games.clippers.state.state import State
from companion.games.clippers.terms.events import Event
from companion.play.corrections.course import Walk

MOST_CAUSES = 3
"""So many are looked for: who slips more often in one game looks himself."""
MOST_OPEN = 30
"""Where more facts than this are found wrong, nobody made one slip: nothing is looked for."""
MOST_LOOKED_AT = 4
"""So many facts about which something is found are asked for what may be behind them; and so many
that show an earlier slip once more."""
FURTHER_BACK = 0.0005
"""What a correction costs for each fact that it lies further back."""
AS_GOOD = 0.05
"""Corrections that differ by less explain as much."""
GAIN = 0.7
"""A correction takes away a whole finding at least."""


@dataclass(frozen=True, slots=True)
class Cause:
    """A correction, and the facts (by their place among all) whose findings it takes away."""

    edit: Edit
    explains: tuple[int, ...]


def causes(
    start: State, events: Sequence[Event], allowed: Sequence[frozenset[str]]
) -> tuple[Cause, ...]:
    """The corrections worth offering, the one that explains the earliest finding first.

    ``allowed`` are, for each fact, the codes of what the table allows about it.
    """
    return causes_of(followed(start, events, allowed))


def causes_of(course: Course, walk: Walk | None = None) -> tuple[Cause, ...]:
    """The corrections worth offering about a game that was followed.

    Where ``walk`` ends there are none, for a likelier one may lie beyond. The course knows how far
    it was followed: the next search goes on from there.
    """
    walk = walk or Walk()
    if sum(weight >= 1 for weight in course.weights) > MOST_OPEN:
        return ()
    found: list[Cause] = []
    handled: set[int] = set()
    while len(found) < MOST_CAUSES:
        tries = sorted(_tries(course, handled, walk), key=lambda each: each.gained)
        if walk.left <= 0:
            return ()
        if not tries:
            break
        cause = Cause(tries[0].edit, taken_away(course, tries[0].edit))
        if not _is_guess(cause, tries):
            found.append(cause)
        handled |= {*cause.explains, tries[0].asked}
    return tuple(found)


class _Try(NamedTuple):
    """A correction, for which fact it was asked, and how much less is found with it."""

    gained: float
    edit: Edit
    asked: int


def _tries(course: Course, handled: set[int], walk: Walk) -> Iterator[_Try]:
    """The corrections with which less is found, each better than those before or as good."""
    open_ones = [i for i, w in enumerate(course.weights) if w >= 1 and i not in handled]
    shown = [i for i, w in enumerate(course.weights) if FOLLOWS <= w < 1 and i not in handled]
    tried: set[tuple[int, int, tuple[Event, ...]]] = set()
    least = -GAIN
    for at in open_ones and (*open_ones[:MOST_LOOKED_AT], *shown[:MOST_LOOKED_AT]):
        for edit in suspects(course, at):
            key = (edit.at, edit.out, edit.put)
            if key in tried:
                continue
            if walk.left <= 0:
                return
            tried.add(key)
            before = sum(course.weights[edit.at :])
            price = edit.price + FURTHER_BACK * (at - edit.at)
            gained = left_by(course, edit, before + least + AS_GOOD - price, walk) + price - before
            if gained < min(least + AS_GOOD, -GAIN):
                least = min(least, gained)
                yield _Try(gained, edit, at)


def _is_guess(cause: Cause, tries: Sequence[_Try]) -> bool:
    """Whether nothing later speaks for a correction: a new stick may be wrong in many ways."""
    edit = cause.edit
    if edit.out != 1 or any(at != edit.at for at in cause.explains):
        return False
    others = (each for each in tries[1:] if each.gained - tries[0].gained < AS_GOOD)
    return not edit.put or any(each.edit.at == edit.at and each.edit.put for each in others)


def taken_away(course: Course, edit: Edit) -> tuple[int, ...]:
    """The facts about which less is found with the correction."""
    again = course.told_with(edit)
    shift = len(edit.put) - edit.out
    fewer = []
    for index, weight in enumerate(course.weights):
        if weight < 1:
            continue
        if index < edit.at:
            now = again.weights[index]
        elif index < edit.at + edit.out:
            now = 0.0
        else:
            now = again.weights[index + shift]
        if now < weight:
            fewer.append(index)
    return tuple(fewer)
