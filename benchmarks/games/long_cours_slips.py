"""Legal games of Long Cours into which one slip is put: what people get wrong as they write."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from companion.games.long_cours.course.setup import new_game, set_up, ship_colours
from companion.games.long_cours.drawn.self_play import drawn
from companion.games.long_cours.judging.going_on import apply
from companion.games.long_cours.judging.judgement import as_it_was
from companion.games.long_cours.shipped import read_shipped_board
from companion.games.long_cours.state.state import State
from companion.games.long_cours.terms import events as e
from companion.games.long_cours.terms.rulings import Rulings
from companion.play.game import Seat

NAMES = ("Anna", "Ben", "Cleo", "Dan", "Eve", "Finn")
PLAYERS = range(3, 7)
LONGEST = 250
"""So many facts of a game are played; what comes after a slip is seen long before."""


@dataclass(frozen=True)
class Told:
    """A legal game: its start, its facts, and the state before each, and after the last."""

    start: State
    events: tuple[e.Event, ...]
    states: tuple[State, ...]


@dataclass(frozen=True)
class Slipped:
    """A game with a slip: the facts as they were written, and the number of the first wrong one."""

    events: tuple[e.Event, ...]
    at: int


def legal_game(seed: int) -> Told:
    """A game of three to six players drawn by lot; the same for the same seed."""
    board, random = read_shipped_board(), Random(seed)
    names = NAMES[: PLAYERS[seed % len(PLAYERS)]]
    seats = [Seat(*each) for each in zip(names, ship_colours(board), strict=False)]
    states = [set_up(new_game(board, seats, Rulings()))]
    events: list[e.Event] = []
    while len(events) < LONGEST and (event := drawn(states[-1], random)) is not None:
        states.append(apply(states[-1], event))
        events.append(event)
    return Told(states[0], tuple(events), tuple(states))


Slip = Callable[[Told, Random], Iterator[Slipped]]
"""Lists the ways in which a kind of slip can be made in a game."""


def _each(game: Told, *kinds: type[Any]) -> Iterator[tuple[int, Any, State]]:
    """The facts of some kinds, each with its number and the state in which it falls."""
    for at, event in enumerate(game.events):
        if isinstance(event, kinds):
            yield at, event, as_it_was(game.states[at], event)


def wrong_sum(game: Told, random: Random) -> Iterator[Slipped]:
    """A purchase of another sum."""
    for at, event, _ in _each(game, e.Bought):
        others = [each for each in (1, 2, 5, 10, event.millions * 10) if each != event.millions]
        yield _instead(game, at, replace(event, millions=random.choice(others)))


def wrong_port(game: Told, random: Random) -> Iterator[Slipped]:
    """A ship that sails elsewhere."""
    for at, event, _ in _each(game, e.Moved, e.DirectMove):
        others = [stop for stop in game.start.game.board.stops if stop != event.stop]
        yield _instead(game, at, replace(event, stop=random.choice(others)))


def wrong_product(game: Told, random: Random) -> Iterator[Slipped]:
    """A purchase of what is not sold there."""
    for at, event, _ in _each(game, e.Bought):
        others = [p.name for p in game.start.game.board.products if p.name != event.product]
        yield _instead(game, at, replace(event, product=random.choice(others)))


def wrong_player(game: Told, random: Random) -> Iterator[Slipped]:
    """Somebody else is said to have moved, bought or thrown."""
    for at, event, _ in _each(game, e.Moved, e.DirectMove, e.Bought, e.Resold, e.Storm):
        others = [name for name in game.start.players if name != event.player]
        yield _instead(game, at, replace(event, player=random.choice(others)))


def wrong_throw(game: Told, random: Random) -> Iterator[Slipped]:
    """Another number of the die, in reselling."""
    for at, event, _ in _each(game, e.Resold):
        others = [die for die in range(1, 7) if die != event.die]
        yield _instead(game, at, replace(event, die=random.choice(others)))


def wrong_zone(game: Told, random: Random) -> Iterator[Slipped]:
    """A storm over another zone."""
    for at, event, _ in _each(game, e.Storm):
        others = [zone for zone in game.start.game.board.zones if zone != event.zone]
        yield _instead(game, at, replace(event, zone=random.choice(others)))


def _forgotten(*kinds: type[Any]) -> Slip:
    def forgotten(game: Told, _: Random) -> Iterator[Slipped]:
        for at, _event, _state in _each(game, *kinds):
            if at + 1 < len(game.events):
                yield _with(game, at, instead_of=1)

    return forgotten


def _doubled(*kinds: type[Any]) -> Slip:
    def doubled(game: Told, _: Random) -> Iterator[Slipped]:
        for at, event, _state in _each(game, *kinds):
            yield _with(game, at, event)

    return doubled


SLIPS: Mapping[str, Slip] = {
    "wrong sum": wrong_sum,
    "wrong product": wrong_product,
    "wrong port": wrong_port,
    "wrong player": wrong_player,
    "wrong throw": wrong_throw,
    "wrong zone": wrong_zone,
    "done forgotten": _forgotten(e.TurnEnded),
    "purchase forgotten": _forgotten(e.Bought),
    "move forgotten": _forgotten(e.Moved, e.DirectMove),
    "resale forgotten": _forgotten(e.Resold),
    "storm forgotten": _forgotten(e.Storm),
    "return forgotten": _forgotten(e.CameBack),
    "fight's end forgotten": _forgotten(e.GaveUp),
    "bid forgotten": _forgotten(e.Bid, e.NoBid),
    "corsair's step forgotten": _forgotten(e.CorsairMoved),
    "corsair's entry forgotten": _forgotten(e.CorsairEntered),
    "purchase doubled": _doubled(e.Bought),
    "move doubled": _doubled(e.Moved),
    "resale doubled": _doubled(e.Resold),
    "storm doubled": _doubled(e.Storm),
    "done doubled": _doubled(e.TurnEnded),
}
"""Every kind of slip, by name."""


def slip_into(game: Told, kind: str, seed: int) -> Slipped | None:
    """Make one slip of a kind somewhere in a game; None where the game has no place for it."""
    random = Random(f"{kind} {seed}")
    found = list(SLIPS[kind](game, random))
    return random.choice(found) if found else None


def _instead(game: Told, at: int, event: e.Event) -> Slipped:
    return _with(game, at, event, instead_of=1)


def _with(game: Told, at: int, *events: e.Event, instead_of: int = 0) -> Slipped:
    return Slipped((*game.events[:at], *events, *game.events[at + instead_of :]), at)
