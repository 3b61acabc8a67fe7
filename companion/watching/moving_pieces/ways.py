"""What may have been done that led to what is seen: deeds are tried, the most usual first.

A game whose pieces move tells of its habits: what may have been done in a state, given what is
seen, and how unusual that is. One is a usual move; what breaks a rule costs much more, and what
nothing explains most of all. The cheapest way counts; others that are nearly as usual, and mean
something else, are told too.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from math import inf
from typing import Generic

from companion.play.game import Game
from companion.play.timeline import Event, State
from companion.reading import EMPTY
from companion.watching.steps import Steps, written

DEEPEST = 3
"""So many deeds between two looks are explained at most, if a game does not say otherwise."""
MOST_TRIED = 20_000
"""So many deeds are tried at most in one look, if a game does not say otherwise."""
NEARLY = 0.75
"""A way that costs so much more than the cheapest may as well have been."""

Lies = Callable[[State], Mapping[str, str]]
"""The answer for each subject in a state: what lies on a place, or where a piece lies."""
SurelySeen = Mapping[str, str]
"""What is surely seen, by subject."""


@dataclass(frozen=True, slots=True)
class Deed(Generic[Event]):
    """What may have been done: facts in their order, and how unusual they are (1: a move)."""

    events: tuple[Event, ...]
    cost: float = 1.0


@dataclass(frozen=True, slots=True)
class Instead(Generic[Event]):
    """What an earlier deed ``was``, which of the facts since are none, and what came of it."""

    was: Event
    none: frozenset[int]
    came: Event


def _nothing_instead(
    _state: State, _was: Event, _since: Sequence[Event], _came: SurelySeen
) -> Instead[Event] | None:
    return None


def _nothing_unseen(_state: State, _event: Event, _since: Sequence[Event]) -> Iterator[Event]:
    yield from ()


def _nothing_is_late(_before: State, _after: State, _subject: str, _seen: str) -> float | None:
    return None


def _any(_event: object) -> bool:
    return True


def _no_price(_state: State, _event: Event) -> float:
    return 0.0


def _never_the_same(_one: Event, _other: Event) -> bool:
    return False


def _no_ends(_state: State, _event: Event) -> Iterator[tuple[tuple[Event, ...], float]]:
    yield (), 0.0


@dataclass(frozen=True)
class MovingHabits(Generic[State, Event]):
    """How the pieces of a game move, as far as the rules do not say it.

    ``deeds`` are what may have been done in a state that leads nearer to what is seen; a deed that
    changes nothing on the board belongs to the one that does (the ends of turns before a move).
    ``price`` is what the rules have against a fact. ``late``: a piece that a deed takes off, or
    brings, may still be seen as before; what that costs, None where it must be seen at once.
    ``meaning`` is what has to differ between two ways to be worth a question; None: their facts.
    ``in_play`` are the pieces that may lie somewhere in a state; None where subjects are places.
    ``unexplained`` is what a difference costs that no deed explains; infinite: all is explained, or
    nothing is. ``same``: a fact that somebody says may be what the camera took for another.
    ``ends`` are the facts that may follow from a player's acting now, with what they cost;
    ``inferred`` is what such facts do.
    ``slow_looks``, ``gone_looks`` and ``told_looks``: so many looks in which it is the same are
    waited for where a way breaks a rule or is asked, where one piece is gone and nothing else tells
    why, and where nothing explains a difference; two where a camera has no time.
    ``moved_on`` is what it costs to take back what the camera wrote a moment ago, where that is
    changed once more: one move, where a player may make several. None: both are told if allowed.
    ``instead`` is what the camera took for an earlier deed, as what has just come into sight shows.
    ``misread`` is what it costs, in moves, that one table was read wrongly, which the next denies;
    infinite: it never is. ``put_back`` is the same where nothing else has to be explained then, and
    a piece is seen that proves it: one that is gone may have been taken off.
    ``in_vain`` is what it costs to think of a slip before a fact that breaks a rule all the same.
    ``takers`` are pieces that take off others where they come: where one is seen in the place of
    another, it has.
    ``unseen`` is what may have been done before a fact and hidden from the camera, so that what was
    told since breaks no rule.
    """

    deeds: Callable[[State, SurelySeen], Iterable[Deed[Event]]]
    price: Callable[[State, Event], float] = _no_price
    late: Callable[[State, State, str, str], float | None] = _nothing_is_late
    meaning: Callable[[State], Hashable] | None = None
    same: Callable[[Event, Event], bool] = _never_the_same
    ends: Callable[[State, Event], Iterable[tuple[tuple[Event, ...], float]]] = _no_ends
    inferred: frozenset[str] = frozenset()
    in_play: Callable[[State], Collection[str]] | None = None
    unexplained: float = inf
    deepest: int = DEEPEST
    most_tried: int = MOST_TRIED
    slow_looks: int = 2
    gone_looks: int = 2
    told_looks: int = 2
    moved_on: float | None = None
    misread: float = inf
    put_back: float = inf
    in_vain: float = 0.0
    takers: frozenset[str] = frozenset()
    instead: Callable[[State, Event, Sequence[Event], SurelySeen], Instead[Event] | None] = (
        _nothing_instead
    )
    unseen: Callable[[State, Event, Sequence[Event]], Iterable[Event]] = _nothing_unseen

    @property
    def asks_where(self) -> bool:
        """Whether pieces are the subjects, of which it is told where each lies."""
        return self.in_play is not None


def by_the_rules(game: Game[State, Event]) -> MovingHabits[State, Event]:
    """The habits of a game that tells of none: anything that the rules allow, as usual as all."""

    def deeds(state: State, _: SurelySeen) -> Iterator[Deed[Event]]:
        return (Deed((choice.event,)) for choice in game.choices(state))

    return MovingHabits(deeds)


@dataclass(frozen=True)
class Way(Generic[State, Event]):
    """Facts that may lead to what is seen, what they cost, and where they lead."""

    events: tuple[Event, ...]
    cost: float
    after: State
    left: frozenset[str] = frozenset()
    """The subjects that are seen otherwise all the same."""


@dataclass(frozen=True)
class Ways(Generic[State, Event]):
    """The cheapest way, then those nearly as cheap; ``cut_short``: there may be more."""

    found: Sequence[Way[State, Event]]
    cut_short: bool = False

    @property
    def cost(self) -> float:
        """What the cheapest costs."""
        return self.found[0].cost if self.found else inf

    @property
    def alike(self) -> tuple[Event, ...]:
        """How all of them begin."""
        first: tuple[Event, ...] = self.found[0].events if self.found else ()
        for at, event in enumerate(first):
            if any(way.events[at : at + 1] != (event,) for way in self.found):
                return first[:at]
        return first


@dataclass(frozen=True)
class _Node(Generic[State, Event]):
    """A state that some events lead to; the same ``facts`` in another order are the same."""

    state: State
    cost: float = 0.0
    deeds: int = 0
    events: tuple[Event, ...] = ()
    facts: tuple[str, ...] = ()


class Search(Generic[State, Event]):
    """Looks for the ways from a state to what is seen, with what was said since told after them."""

    def __init__(
        self, game: Game[State, Event], lies: Lies[State], habits: MovingHabits[State, Event]
    ) -> None:
        self.game, self.lies, self.habits = game, lies, habits
        self.steps = Steps(game, habits.price)

    def ways(
        self, state: State, seen: SurelySeen, since: Sequence[Event] = (), most: float = inf
    ) -> Ways[State, Event]:
        """All ways that are nearly as cheap as the cheapest; none that costs ``most`` or more."""
        number = count()
        heap = [(0.0, next(number), _Node[State, Event](state))]
        known, found = dict[object, float](), list[Way[State, Event]]()
        tried, best = 0, most - NEARLY
        while heap and heap[0][0] <= best + NEARLY:
            node = heapq.heappop(heap)[2]
            way = self._way(state, node, seen, since)
            if way is not None:
                found.append(way)
                best = min(best, way.cost)
            if node.deeds >= self.habits.deepest:
                continue
            for deed in self.habits.deeds(node.state, seen):
                if (tried := tried + 1) > self.habits.most_tried:
                    return Ways(self._apart(found), cut_short=True)
                reached = self._after(node, deed, best + NEARLY)
                if reached is None:
                    continue
                # The order in which the same was done may be against a rule, and another not.
                key = (reached.facts, frozenset(self.lies(reached.state).items()))
                if reached.cost < known.get(key, inf):
                    known[key] = reached.cost
                    heapq.heappush(heap, (reached.cost, next(number), reached))
        return Ways(self._apart(found))

    def priced(self, state: State, events: Iterable[Event]) -> tuple[State, float]:
        """Where facts lead, and what the rules have against them."""
        price = 0.0
        for event in events:
            step = self.steps.by(state, event)
            state, price = step.after, price + step.price
        return state, price

    def ending(
        self,
        state: State,
        event: Event,
        may: Callable[[Event], bool] = _any,
        thought: float = 0.0,
    ) -> tuple[tuple[Event, ...], float]:
        """The ends of turns that belong before an event, and what it costs after them.

        The cheapest of those that all ``may`` be; infinite where there are none. ``thought`` is
        what the rules have against what was thought of to lead to this state.
        """
        best, where = inf, tuple[Event, ...]()
        for ends, cost in self.habits.ends(state, event):
            if cost < best and all(map(may, ends)):
                after, slips = self.priced(state, ends)
                against = self.steps.by(after, event).price
                in_vain = self.habits.in_vain if against and (slips or thought) else 0.0
                whole = cost + slips + against + in_vain
                if whole < best:
                    best, where = whole, ends
        return where, best

    def _after(
        self, node: _Node[State, Event], deed: Deed[Event], most: float
    ) -> _Node[State, Event] | None:
        if node.cost + deed.cost > most:
            return None
        state, price = self.priced(node.state, deed.events)
        cost = node.cost + deed.cost + price
        if cost > most:
            return None
        facts = tuple(sorted((*node.facts, *(written(self.game.fact(e)) for e in deed.events))))
        return _Node(state, cost, node.deeds + 1, (*node.events, *deed.events), facts)

    def _way(
        self,
        before: State,
        node: _Node[State, Event],
        seen: SurelySeen,
        since: Sequence[Event],
    ) -> Way[State, Event] | None:
        after, cost = self.priced(node.state, since)
        lies, cost, left = self.lies(after), cost + node.cost, set[str]()
        for subject, answer in seen.items():
            if lies.get(subject, EMPTY) == answer:
                continue
            late = self.habits.late(before, after, subject, answer)
            if late is None:
                left.add(subject)
            cost += self.habits.unexplained if late is None else late
        return Way(node.events, cost, after, frozenset(left)) if cost < inf else None

    def _apart(self, found: Sequence[Way[State, Event]]) -> list[Way[State, Event]]:
        """Those that mean something else each, the cheapest of each, the cheapest first."""
        best, meaning = min((way.cost for way in found), default=inf), self.habits.meaning
        apart: dict[Hashable, Way[State, Event]] = {}
        for way in sorted(found, key=lambda each: each.cost):
            if way.cost <= best + NEARLY:
                facts = tuple(sorted(written(self.game.fact(event)) for event in way.events))
                apart.setdefault(facts if meaning is None else meaning(way.after), way)
        return list(apart.values())
