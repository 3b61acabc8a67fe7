"""Legal games of Long Cours into which one slip is put: what people get wrong as they write."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any

from benchmarks.games.slipped.slips import (
    Slip,
    Slipped,
    SlipsOf,
    Told,
    doubled,
    forgotten,
    instead,
    late,
    of_another,
    played_by_lot,
)
from companion.games.long_cours.corrections.inquiry import INQUIRY
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


_Told = Told[State, e.Event]
_Slipped = Slipped[e.Event]


def legal_game(seed: int) -> _Told:
    """A game of three to six players drawn by lot; the same for the same seed."""
    board, random = read_shipped_board(), Random(seed)
    names = NAMES[: PLAYERS[seed % len(PLAYERS)]]
    seats = [Seat(*each) for each in zip(names, ship_colours(board), strict=False)]
    return played_by_lot(set_up(new_game(board, seats, Rulings())), drawn, apply, random)


def _each(game: _Told, *kinds: type[Any]) -> Iterator[tuple[int, Any, State]]:
    return game.each(as_it_was, *kinds)


def wrong_sum(game: _Told, random: Random) -> Iterator[_Slipped]:
    """A purchase of another sum."""
    for at, event, _ in _each(game, e.Bought):
        others = [each for each in (1, 2, 5, 10, event.millions * 10) if each != event.millions]
        yield instead(game, at, replace(event, millions=random.choice(others)))


def wrong_port(game: _Told, random: Random) -> Iterator[_Slipped]:
    """A ship that sails elsewhere."""
    for at, event, _ in _each(game, e.Moved, e.DirectMove):
        others = [stop for stop in game.start.game.board.stops if stop != event.stop]
        yield instead(game, at, replace(event, stop=random.choice(others)))


def wrong_product(game: _Told, random: Random) -> Iterator[_Slipped]:
    """A purchase of what is not sold there."""
    for at, event, _ in _each(game, e.Bought):
        others = [p.name for p in game.start.game.board.products if p.name != event.product]
        yield instead(game, at, replace(event, product=random.choice(others)))


def wrong_player(game: _Told, random: Random) -> Iterator[_Slipped]:
    """Somebody else is said to have moved, bought or thrown."""
    for at, event, _ in _each(game, e.Moved, e.DirectMove, e.Bought, e.Resold, e.Storm):
        others = [name for name in game.start.players if name != event.player]
        yield instead(game, at, replace(event, player=random.choice(others)))


def wrong_throw(game: _Told, random: Random) -> Iterator[_Slipped]:
    """Another number of the die, in reselling."""
    for at, event, _ in _each(game, e.Resold):
        others = [die for die in range(1, 7) if die != event.die]
        yield instead(game, at, replace(event, die=random.choice(others)))


def wrong_zone(game: _Told, random: Random) -> Iterator[_Slipped]:
    """A storm over another zone."""
    for at, event, _ in _each(game, e.Storm):
        others = [zone for zone in game.start.game.board.zones if zone != event.zone]
        yield instead(game, at, replace(event, zone=random.choice(others)))


SLIPS: Mapping[str, Slip] = {
    "wrong sum": wrong_sum,
    "wrong product": wrong_product,
    "wrong port": wrong_port,
    "wrong player": wrong_player,
    "wrong throw": wrong_throw,
    "wrong zone": wrong_zone,
    "done forgotten": forgotten(e.TurnEnded),
    "purchase forgotten": forgotten(e.Bought),
    "move forgotten": forgotten(e.Moved, e.DirectMove),
    "resale forgotten": forgotten(e.Resold),
    "storm forgotten": forgotten(e.Storm),
    "return forgotten": forgotten(e.CameBack),
    "fight's end forgotten": forgotten(e.GaveUp),
    "bid forgotten": forgotten(e.Bid, e.NoBid),
    "corsair's step forgotten": forgotten(e.CorsairMoved),
    "corsair's entry forgotten": forgotten(e.CorsairEntered),
    "placing forgotten": forgotten(e.Placed),
    "fight's beginning forgotten": forgotten(e.FightBegun),
    "placing of another": of_another(e.Placed),
    "return of another": of_another(e.CameBack),
    "answer of another": of_another(e.Answered),
    "placing late": late(e.Placed),
    "answer doubled": doubled(e.Answered),
    "purchase doubled": doubled(e.Bought),
    "move doubled": doubled(e.Moved),
    "resale doubled": doubled(e.Resold),
    "storm doubled": doubled(e.Storm),
    "done doubled": doubled(e.TurnEnded),
}
"""Every kind of slip, by name."""


def _same(state: State, other: State) -> bool:
    """Whether all lies as it should: ships, goods, money, cards, and whose turn it is."""
    return (
        [(each.at, each.cards, each.plays) for each in state.captains]
        == [(each.at, each.cards, each.plays) for each in other.captains]
        and [state.cash(name) for name in state.players]
        == [other.cash(name) for name in other.players]
        and state.goods.worth == other.goods.worth
        and (state.corsair.owner, state.corsair.at) == (other.corsair.owner, other.corsair.at)
        and state.seat == other.seat
    )


SAME_TABLE = (
    "done forgotten",
    "done doubled",
    "fight's end forgotten",
    "placing late",
    "move doubled",
    "resale doubled",
)
SHOWN_AT_ONCE = ("wrong product", "wrong player", "bid forgotten", *SAME_TABLE[1:])
"""Of most others nothing shows until money is short."""
LONG_COURS = SlipsOf(INQUIRY, legal_game, SLIPS, _same, SAME_TABLE, SHOWN_AT_ONCE)
