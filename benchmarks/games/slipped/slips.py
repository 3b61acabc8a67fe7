"""Legal games into which one slip is put, whichever the game: what slips are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Generic

from companion.play.corrections.course import Inquiry
from companion.play.timeline import Event, State


@dataclass(frozen=True)
class Told(Generic[State, Event]):
    """A legal game: its start, its facts, and the state before each, and after the last."""

    start: State
    events: tuple[Event, ...]
    states: tuple[State, ...]

    def each(
        self, as_it_was: Callable[[State, Event], State], *kinds: type[Any]
    ) -> Iterator[tuple[int, Any, State]]:
        """The facts of some kinds, each with its number and the state in which it falls."""
        for at, event in enumerate(self.events):
            if isinstance(event, kinds):
                yield at, event, as_it_was(self.states[at], event)


LONGEST = 250
"""So many facts of a game are played; what comes after a slip is seen long before."""


def played_by_lot(
    start: State,
    drawn: Callable[[State, Random], Event | None],
    apply: Callable[[State, Event], State],
    random: Random,
) -> Told[State, Event]:
    """A legal game from its start on: ``drawn`` draws what is done next."""
    states: list[State] = [start]
    events: list[Event] = []
    while len(events) < LONGEST and (event := drawn(states[-1], random)) is not None:
        states.append(apply(states[-1], event))
        events.append(event)
    return Told(start, tuple(events), tuple(states))


@dataclass(frozen=True)
class Slipped(Generic[Event]):
    """A game with a slip: the facts as they were written, and the number of the first wrong one."""

    events: tuple[Event, ...]
    at: int


Slip = Callable[[Told[Any, Any], Random], Iterator[Slipped[Any]]]
"""Lists the ways in which a kind of slip can be made in a game."""


@dataclass(frozen=True)
class SlipsOf(Generic[State, Event]):
    """What the benchmark asks of a game.

    ``legal_game`` is drawn by lot, the same for the same seed. ``same`` says whether all lies as it
    should. After slips of the kinds ``same_table`` all lies as it should, or as soon as somebody
    goes on; nobody can pass by ``shown_at_once``.
    """

    inquiry: Inquiry[State, Event]
    legal_game: Callable[[int], Told[State, Event]]
    slips: Mapping[str, Slip]
    same: Callable[[State, State], bool]
    same_table: tuple[str, ...] = ()
    shown_at_once: tuple[str, ...] = ()

    def slip_into(self, game: Told[State, Event], kind: str, seed: int) -> Slipped[Event] | None:
        """One slip of a kind somewhere in a game; None where the game has no place for it."""
        random = Random(f"{kind} {seed}")
        found = list(self.slips[kind](game, random))
        return random.choice(found) if found else None


def instead(game: Told[State, Event], at: int, event: Event) -> Slipped[Event]:
    """A fact is written as another."""
    return told_otherwise(game, at, event, instead_of=1)


def told_otherwise(
    game: Told[State, Event], at: int, *events: Event, instead_of: int = 0
) -> Slipped[Event]:
    """So many facts are written as others."""
    return Slipped((*game.events[:at], *events, *game.events[at + instead_of :]), at)


def forgotten(*kinds: type[Any]) -> Slip:
    """A fact of some kinds that nobody writes down."""

    def slips(game: Told[Any, Any], _: Random) -> Iterator[Slipped[Any]]:
        for at, event in enumerate(game.events):
            if isinstance(event, kinds) and at + 1 < len(game.events):
                yield told_otherwise(game, at, instead_of=1)

    return slips


def doubled(*kinds: type[Any]) -> Slip:
    """A fact of some kinds that is written twice."""

    def slips(game: Told[Any, Any], _: Random) -> Iterator[Slipped[Any]]:
        for at, event in enumerate(game.events):
            if isinstance(event, kinds):
                yield told_otherwise(game, at, event)

    return slips


def late(*kinds: type[Any]) -> Slip:
    """A fact of some kinds that is written after the next one."""

    def slips(game: Told[Any, Any], _: Random) -> Iterator[Slipped[Any]]:
        for at, (event, following) in enumerate(zip(game.events, game.events[1:], strict=False)):
            if isinstance(event, kinds) and event != following:
                yield told_otherwise(game, at, following, event, instead_of=2)

    return slips


def of_another(*kinds: type[Any]) -> Slip:
    """A fact of some kinds that is said of another player."""

    def slips(game: Told[Any, Any], random: Random) -> Iterator[Slipped[Any]]:
        for at, event in enumerate(game.events):
            if isinstance(event, kinds):
                others = [name for name in game.start.players if name != event.player]
                yield instead(game, at, replace(event, player=random.choice(others)))

    return slips
