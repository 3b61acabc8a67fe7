"""Legal games of South Seas into which one slip is put: what people get wrong as they write."""

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
from companion.games.carcassonne_south_seas.corrections.inquiry import INQUIRY
from companion.games.carcassonne_south_seas.course.apply import apply, as_it_was
from companion.games.carcassonne_south_seas.course.placing import free_cells
from companion.games.carcassonne_south_seas.course.setup import colours_of, new_game, set_up
from companion.games.carcassonne_south_seas.drawn.self_play import drawn
from companion.games.carcassonne_south_seas.shipped import read_shipped_board
from companion.games.carcassonne_south_seas.state.parts import parts_of
from companion.games.carcassonne_south_seas.state.state import State
from companion.games.carcassonne_south_seas.terms import events as e
from companion.games.carcassonne_south_seas.terms.goods import GOODS
from companion.games.carcassonne_south_seas.terms.rulings import Rulings
from companion.play.game import Seat

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eva")
PLAYERS = range(2, 6)
_Told = Told[State, e.Event]
_Slipped = Slipped[e.Event]


def legal_game(seed: int) -> _Told:
    """A game of two to five players drawn by lot; the same for the same seed."""
    board, random = read_shipped_board(), Random(seed)
    names = NAMES[: PLAYERS[seed % len(PLAYERS)]]
    seats = [Seat(*each) for each in zip(names, colours_of(board), strict=False)]
    return played_by_lot(set_up(new_game(board, seats, Rulings())), drawn, apply, random)


def _each(game: _Told, *kinds: type[Any]) -> Iterator[tuple[int, Any, State]]:
    return game.each(as_it_was, *kinds)


def wrong_player(game: _Told, random: Random) -> Iterator[_Slipped]:
    """Somebody else is said to have laid the tile, placed the islander or delivered."""
    for at, event, _ in _each(game, e.TileLaid, e.IslanderPlaced, e.Delivered):
        others = [name for name in game.start.players if name != event.player]
        yield instead(game, at, replace(event, player=random.choice(others)))


def wrong_drawing(game: _Told, random: Random) -> Iterator[_Slipped]:
    """Another tile is said to have been drawn than was laid then."""
    for at, event, state in _each(game, e.TileDrawn):
        others = [tile for tile, left in state.left.items() if left > 0 and tile != event.tile]
        if others:
            yield instead(game, at, replace(event, tile=random.choice(others)))


def wrong_cell(game: _Told, random: Random) -> Iterator[_Slipped]:
    """The tile is said to lie on another free cell."""
    for at, event, state in _each(game, e.TileLaid):
        others = [cell for cell in free_cells(state) if cell != event.cell]
        yield instead(game, at, replace(event, cell=random.choice(others)))


def wrong_turn(game: _Told, random: Random) -> Iterator[_Slipped]:
    """The tile is said to lie turned otherwise."""
    for at, event, state in _each(game, e.TileLaid):
        tile = event.tile.partition("/")[0]
        others = [str(way) for way in state.game.board.ways_to_lie(tile) if str(way) != event.tile]
        if others:
            yield instead(game, at, replace(event, tile=random.choice(others)))


def islander_beside(game: _Told, random: Random) -> Iterator[_Slipped]:
    """The islander is said to stand on another part of his tile."""
    for at, event, state in _each(game, e.IslanderPlaced):
        lies = state.game.board.read(state.tiles[state.turn.cell])
        assert lies is not None
        parts = parts_of(state.game.board.tiles[lies.tile])
        others = [f"{state.turn.cell}/{part.spot}" for part in parts]
        others = [place for place in others if place != event.place]
        if others:
            yield instead(game, at, replace(event, place=random.choice(others)))


def islander_elsewhere(game: _Told, random: Random) -> Iterator[_Slipped]:
    """The islander is said to stand on another tile."""
    for at, event, state in _each(game, e.IslanderPlaced):
        others = [place for place in state.areas if not place.startswith(f"{state.turn.cell}/")]
        yield instead(game, at, replace(event, place=random.choice(others)))


def wrong_taken_back(game: _Told, random: Random) -> Iterator[_Slipped]:
    """Another islander is said to have been taken back."""
    for at, event, state in _each(game, e.IslanderTaken):
        others = [place for place in state.islanders if place != event.place]
        if others:
            yield instead(game, at, replace(event, place=random.choice(others)))


def _wrong_ship(kind: type[Any]) -> Slip:
    """Another ship of those that lie there."""

    def slips(game: _Told, random: Random) -> Iterator[_Slipped]:
        for at, event, state in _each(game, kind):
            others = [ship for ship in state.display if ship != event.ship]
            if others:
                yield instead(game, at, replace(event, ship=random.choice(others)))

    return slips


def wrong_ship_up(game: _Told, random: Random) -> Iterator[_Slipped]:
    """Another ship is said to have been turned up; that one comes later, if at all."""
    for at, event, state in _each(game, e.ShipTurnedUp):
        others = [ship for ship in state.ships_hidden if ship != event.ship]
        if others:
            yield instead(game, at, replace(event, ship=random.choice(others)))


def wrong_goods(game: _Told, random: Random) -> Iterator[_Slipped]:
    """One good of what is delivered is said to be another."""
    for at, event, _ in _each(game, e.Delivered):
        given = [kind for kind in GOODS if event.goods[kind]]
        from_ = random.choice(given)
        to = random.choice([kind for kind in GOODS if kind != from_])
        goods = event.goods
        changed = {from_: goods[from_] - 1, to: goods[to] + 1}
        yield instead(game, at, replace(event, **changed))


SLIPS: Mapping[str, Slip] = {
    "wrong player": wrong_player,
    "wrong drawing": wrong_drawing,
    "wrong cell": wrong_cell,
    "wrong turn": wrong_turn,
    "islander beside": islander_beside,
    "islander elsewhere": islander_elsewhere,
    "wrong islander taken back": wrong_taken_back,
    "merchant's wrong ship": _wrong_ship(e.ShipTaken),
    "delivery to a wrong ship": _wrong_ship(e.Delivered),
    "wrong ship turned up": wrong_ship_up,
    "wrong goods": wrong_goods,
    "tile forgotten": forgotten(e.TileLaid),
    "islander forgotten": forgotten(e.IslanderPlaced),
    "taking back forgotten": forgotten(e.IslanderTaken),
    "evaluation forgotten": forgotten(e.Evaluated),
    "cover forgotten": forgotten(e.Covered),
    "merchant's ship forgotten": forgotten(e.ShipTaken),
    "turning up forgotten": forgotten(e.ShipTurnedUp),
    "delivery forgotten": forgotten(e.Delivered),
    "done forgotten": forgotten(e.TurnEnded),
    "drawing of another": of_another(e.TileDrawn),
    "drawing late": late(e.TileDrawn),
    "tile late": late(e.TileLaid),
    "drawing doubled": doubled(e.TileDrawn),
    "tile doubled": doubled(e.TileLaid),
    "islander doubled": doubled(e.IslanderPlaced),
    "delivery doubled": doubled(e.Delivered),
    "done doubled": doubled(e.TurnEnded),
}
"""Every kind of slip, by name."""


def _same(state: State, other: State) -> bool:
    """Whether all lies as it should, and whose turn it is."""
    return (
        (dict(state.tiles), dict(state.islanders)) == (dict(other.tiles), dict(other.islanders))
        and {*state.covered} == {*other.covered}
        and all(state.held(name) == other.held(name) for name in state.players)
        and {*state.ships_gone} == {*other.ships_gone}
        and {*state.display} == {*other.display}
        and (state.turns, state.over) == (other.turns, other.over)
    )


SAME_TABLE = (
    *("wrong drawing", "evaluation forgotten", "done forgotten"),
    *("drawing of another", "drawing late", "tile late"),
    *("drawing doubled", "tile doubled", "done doubled"),
)
SHOWN_AT_ONCE = (
    *("wrong player", "wrong drawing", "wrong goods"),
    *("merchant's wrong ship", "merchant's ship forgotten"),
    *(kind for kind in SLIPS if kind.endswith("doubled")),
)
"""Most others show late or never, or several corrections explain as much."""
SOUTH_SEAS = SlipsOf(INQUIRY, legal_game, SLIPS, _same, SAME_TABLE, SHOWN_AT_ONCE)
