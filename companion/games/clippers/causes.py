"""One mistake is told once: the one correction of the record that explains what the rules find.

A slip is noticed late: a stick of the wrong colour lies there quietly until a route should go on
from it. Where the rules find something, corrections of the facts before it are tried
(``suspects``), each by following the game again with it. The one that leaves the least to find is
offered; what it takes away hangs beneath it. What is left may have another cause.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.games.clippers.edits import Course, Edit, followed, left_by
from companion.games.clippers.events import Event
from companion.games.clippers.state import State
from companion.games.clippers.suspects import suspects

MOST_CAUSES = 3
"""So many are looked for: who slips more often in one game looks himself."""
MOST_LOOKED_AT = 4
"""So many facts about which something is found are asked for what may be behind them."""
FURTHER_BACK = 0.0005
"""What a correction costs for each fact that it lies further back."""
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
    course = followed(start, events, allowed)
    found: list[Cause] = []
    handled: set[int] = set()
    while len(found) < MOST_CAUSES:
        cause = _likeliest(course, handled)
        if cause is None:
            break
        found.append(cause)
        handled |= set(cause.explains)
    return tuple(found)


def _likeliest(course: Course, handled: set[int]) -> Cause | None:
    """The correction that leaves the least to find."""
    open_ones = [i for i, w in enumerate(course.weights) if w >= 1 and i not in handled]
    tried: set[tuple[int, int, tuple[Event, ...]]] = set()
    best: Edit | None = None
    least = float("inf")
    for at in open_ones[:MOST_LOOKED_AT]:
        for edit in suspects(course, at):
            key = (edit.at, edit.out, edit.put)
            if key in tried:
                continue
            tried.add(key)
            before = sum(course.weights[edit.at :])
            bound = min(0.0, least) if best else -GAIN
            price = edit.price + FURTHER_BACK * (at - edit.at)
            gained = left_by(course, edit, before + bound) + price - before
            if gained < min(least, -GAIN):
                best, least = edit, gained
    if best is None or not open_ones:
        return None
    return Cause(best, _taken_away(course, best))


def _taken_away(course: Course, edit: Edit) -> tuple[int, ...]:
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
