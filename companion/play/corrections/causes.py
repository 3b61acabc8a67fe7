"""One mistake is told once: the one correction of the record that explains what the rules find.

A slip is noticed late: a ship that lies elsewhere sails quietly until no line leads on. Where the
rules find something, corrections of the facts before it are tried (``suspects``), each by following
the game again with it. The one that leaves the least to find is offered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import inf
from typing import Any, Generic, NamedTuple

from companion.play.corrections.course import (
    MOST_WAYS,
    Course,
    Edit,
    Inquiry,
    Walk,
    followed,
    weights_with,
)
from companion.play.timeline import Event, State

MOST_CAUSES = 3
"""So many are looked for: who slips more often in one game looks himself."""
MOST_OPEN = 30
"""Where more facts than this are found wrong, nobody made one slip: nothing is looked for."""
MOST_TRIED = 500
"""Once so many corrections were tried, no later finding is asked about: nobody waits for that.

Each stands on the page by itself, and is asked about when the first is put right.
"""
MOST_FOLLOWED = 7_000
"""So many facts are followed for all findings of a game, which takes about half a second."""
FURTHER_BACK = 0.001
"""What a correction costs for each fact that it lies further back."""
PUT_RIGHT = 0.25
"""What a correction costs besides that changes what somebody has put right already."""
AS_GOOD = 0.02
"""Corrections that differ by less explain as much."""
GAIN = 0.7
"""A correction takes away nearly a whole finding at least."""
NEARLY_AS_GOOD = 0.1
"""Corrections that differ by less are followed further: later facts may tell them apart."""
MOST_FURTHER, FURTHER = 8, 240
"""So many of them are followed further, and so many facts."""


class Cause(NamedTuple, Generic[Event]):
    """A correction, and the facts (by their place among all) whose findings it takes away.

    ``others`` explain as much: the same kind of fact in the same place, of another stop or sum.
    ``asked``: the word that it opens is asked, and these explain as much, its own the first.
    """

    edit: Edit[Event]
    explains: tuple[int, ...]
    others: tuple[Edit[Event], ...] = ()
    asked: tuple[Edit[Event], ...] = ()


class _Try(NamedTuple, Generic[Event]):
    """How much less is found with a correction, and of which facts."""

    gained: float
    edit: Edit[Event]
    explains: tuple[int, ...]


def causes(
    inquiry: Inquiry[State, Event],
    start: State,
    events: Sequence[Event],
    allowed: Sequence[frozenset[str]] | None = None,
    put_right: frozenset[int] = frozenset(),
) -> tuple[Cause[Event], ...]:
    """The corrections worth offering, the one that explains the earliest finding first."""
    return causes_of(inquiry, followed(inquiry, start, events, allowed, put_right))


def causes_of(
    inquiry: Inquiry[State, Event], course: Course[State, Event], walk: Walk | None = None
) -> tuple[Cause[Event], ...]:
    """The corrections worth offering about a game that was followed.

    Where ``walk`` ends and the next search goes on there are none, for a likelier one may lie
    beyond.
    """
    walk = walk or Walk(MOST_FOLLOWED, goes_on=False)
    open_ones = [at for at, weight in enumerate(course.weights) if weight >= 1]
    found: list[Cause[Event]] = []
    handled: set[int] = set()
    tried = 0
    for at in open_ones if len(open_ones) <= MOST_OPEN else ():
        enough = tried > MOST_TRIED or walk.left <= 0
        if at in handled or len(found) == MOST_CAUSES or enough:
            continue
        handled.add(at)
        worth_trying = tuple(dict.fromkeys(inquiry.suspects(course, at)))
        tried += len(worth_trying)
        tried_now = _tries(inquiry, course, at, worth_trying, walk)
        tries = sorted(tried_now, key=lambda each: each.gained)
        tries = _told_apart(inquiry, course, at, tries)
        ways = _ways(tries)
        if tries and not _is_guess(inquiry, tries, ways, at):
            found.append(_offered(ways, tries[0].explains))
            handled |= {*tries[0].explains}
    return () if walk.goes_on and walk.left <= 0 else tuple(found)


def _offered(ways: Sequence[Edit[Event]], explains: tuple[int, ...]) -> Cause[Event]:
    """A cause that may be told in some ways; those of which only a word is open are one."""
    first = ways[0]
    same = (each for each in ways if first.opens and each.opens == first.opens)
    asked = tuple(each for each in same if len(each.put) == len(first.put))
    others = tuple(each for each in ways[1:] if each not in asked)
    return Cause(first, explains, others[: MOST_WAYS - 1], asked)


def _tries(
    inquiry: Inquiry[State, Event],
    course: Course[State, Event],
    at: int,
    worth_trying: Iterable[Edit[Event]],
    walk: Walk,
) -> Iterator[_Try[Event]]:
    """The corrections with which less is found, each better than those before or as good.

    One that takes away other findings alone is looked for because of those.
    None once too many facts were followed: those that are tried first are the likeliest.
    """
    least = -GAIN
    for edit in worth_trying:
        if walk.left <= 0:
            return
        first = edit.at + edit.out
        before = course.weights[edit.at : first + inquiry.ahead]
        price = _price(course, edit, at)
        most = sum(before) + least + AS_GOOD - price
        after = weights_with(inquiry, course, edit, most, walk=walk)
        if after is None:
            continue
        gained = sum(after) + price - sum(before)
        explains = _less_found(inquiry, course, edit, after)
        if gained < least + AS_GOOD and at in explains:
            least = min(least, gained)
            yield _Try(gained, edit, explains)


def _told_apart(
    inquiry: Inquiry[State, Event],
    course: Course[State, Event],
    at: int,
    tries: list[_Try[Event]],
) -> list[_Try[Event]]:
    """The best corrections by what is found long after them too, if the game goes on so far.

    A cube that nobody says where it went may act much later, from one place and not another.
    """
    rivals = [each for each in tries if each.gained - tries[0].gained < NEARLY_AS_GOOD]
    goes_on = any(
        len(course.events) > each.edit.at + each.edit.out + inquiry.ahead for each in rivals
    )
    if len(rivals) < 2 or len(rivals) > MOST_FURTHER or not goes_on:
        return tries
    further = []
    for _, edit, _ in rivals:
        after = weights_with(inquiry, course, edit, inf, FURTHER) or []
        before = course.weights[edit.at : edit.at + edit.out + FURTHER]
        gained = sum(after) + _price(course, edit, at) - sum(before)
        further.append(_Try(gained, edit, _less_found(inquiry, course, edit, after)))
    rest = tries[len(rivals) :]
    return [*sorted(further, key=lambda each: each.gained), *rest]


def _price(course: Course[State, Event], edit: Edit[Event], at: int) -> float:
    """What a correction costs that is looked for because of one fact."""
    again = not course.put_right.isdisjoint(range(edit.at, edit.at + edit.out))
    return edit.price + FURTHER_BACK * (at - edit.at) + PUT_RIGHT * again


def explained(
    inquiry: Inquiry[State, Event], course: Course[State, Event], edit: Edit[Event]
) -> tuple[int, ...]:
    """The facts of which less is found with a correction, as far as it is followed."""
    return _less_found(inquiry, course, edit, weights_with(inquiry, course, edit, inf) or ())


def _less_found(
    inquiry: Inquiry[State, Event],
    course: Course[State, Event],
    edit: Edit[Event],
    after: Sequence[float],
) -> tuple[int, ...]:
    """The facts of which less is found, with what is found of those after a correction."""
    gone = [each for each in range(edit.at, edit.at + edit.out) if course.weights[each] >= 1]
    first = edit.at + edit.out
    for nth, weight in enumerate(after[len(edit.put) :]):
        if weight < course.weights[first + nth] >= inquiry.told:
            gone.append(first + nth)
    return tuple(gone)


def _as_good(tries: Sequence[_Try[Event]]) -> list[Edit[Event]]:
    """The corrections that explain as much as the best, that one first."""
    return [each.edit for each in tries if each.gained - tries[0].gained < AS_GOOD]


def _ways(tries: Sequence[_Try[Event]]) -> tuple[Edit[Event], ...]:
    """The best correction, and those as good that tell another stop, sum or throw there."""
    good = _as_good(tries)
    return tuple(each for each in good if _asked(each) == _asked(good[0]))


def _asked(edit: Edit[Any]) -> tuple[object, ...]:
    """What a correction asks, whatever the stop, sum or throw: what was done there, and by whom."""
    return (edit.kind, edit.at, edit.out, *(getattr(each, "player", "") for each in edit.put))


def _is_guess(
    inquiry: Inquiry[State, Event],
    tries: Sequence[_Try[Event]],
    ways: Sequence[Edit[Event]],
    at: int,
) -> bool:
    """Whether nothing later speaks for a correction: the last fact may be wrong in many ways."""
    best = tries[0]
    if best.edit.at != at or any(each != at for each in best.explains):
        return False
    others = sum(each.at == at for each in _as_good(tries)) > len(ways)
    few = best.edit.opens or len(ways) <= MOST_WAYS
    return others or not few if best.edit.put else best.edit.price > inquiry.left_out
