"""Legal games of Big Kini into which one slip is put: what people get wrong as they write."""

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
from companion.games.big_kini.corrections.inquiry import INQUIRY
from companion.games.big_kini.course.apply import as_it_was
from companion.games.big_kini.course.setup import colours_of, new_game, set_up
from companion.games.big_kini.course.spaces import in_use
from companion.games.big_kini.drawn.self_play import drawn
from companion.games.big_kini.judging.going_on import apply
from companion.games.big_kini.shipped import read_shipped_board
from companion.games.big_kini.state.atolls import COLONY, FACTORY, SEATS, STORE
from companion.games.big_kini.state.reach import candidates
from companion.games.big_kini.state.state import State, cell_of
from companion.games.big_kini.terms import events as e
from companion.games.big_kini.terms.goods import GOODS
from companion.games.big_kini.terms.rulings import Rulings
from companion.play.game import Seat

NAMES = ("Ann", "Ben", "Cleo", "Dan")
PLAYERS = range(2, 5)
CARDS_EVERY = 4
"""So often a table plays with action cards."""
ACTS = (e.TokenPlaced, e.Proliferated, e.Moved, e.IncomeTaken, e.GoodsTaken, e.Discovered)
_Told = Told[State, e.Event]
_Slipped = Slipped[e.Event]


def legal_game(seed: int) -> _Told:
    """A game of two to four players drawn by lot; the same for the same seed."""
    board, random = read_shipped_board(), Random(seed)
    names = NAMES[: PLAYERS[seed % len(PLAYERS)]]
    seats = [Seat(*each) for each in zip(names, colours_of(board), strict=False)]
    rulings = Rulings(cards=seed % CARDS_EVERY == 0)
    return played_by_lot(set_up(new_game(board, seats, rulings)), drawn, apply, random)


def _each(game: _Told, *kinds: type[Any]) -> Iterator[tuple[int, Any, State]]:
    return game.each(as_it_was, *kinds)


def wrong_player(game: _Told, random: Random) -> Iterator[_Slipped]:
    """Somebody else is said to have placed a token or done an action."""
    for at, event, _ in _each(game, *ACTS):
        others = [name for name in game.start.players if name != event.player]
        yield instead(game, at, replace(event, player=random.choice(others)))


def wrong_space(game: _Told, random: Random) -> Iterator[_Slipped]:
    """A token on another space of the action board."""
    for at, event, state in _each(game, e.TokenPlaced):
        others = [space for space in in_use(state.game) if space != event.space]
        yield instead(game, at, replace(event, space=random.choice(others)))


def _wrong_place(word: str, kind: type[Any], *places: str, near: bool) -> Slip:
    """Another place of these kinds: of the same atoll, or of another."""

    def slips(game: _Told, random: Random) -> Iterator[_Slipped]:
        for at, event, state in _each(game, kind):
            said = getattr(event, word)
            others = [
                place
                for cell in state.tiles
                if (cell == cell_of(said)) is near
                for place in state.places_at(cell, *places)
                if place != said
            ]
            if others:
                yield instead(game, at, replace(event, **{word: random.choice(others)}))

    return slips


def wrong_cube(game: _Told, random: Random) -> Iterator[_Slipped]:
    """Another cube of the same player sets out."""
    for at, event, state in _each(game, e.Moved, e.Discovered):
        others = [place for place in state.cubes_of(event.player) if place != event.source]
        if others:
            yield instead(game, at, replace(event, source=random.choice(others)))


def wrong_election(game: _Told, random: Random) -> Iterator[_Slipped]:
    """An election on another atoll."""
    for at, event, state in _each(game, e.ElectionCalled):
        others = [cell for cell in state.tiles if state.atoll_at(cell) and cell != event.cell]
        yield instead(game, at, replace(event, cell=random.choice(others)))


def wrong_vote(game: _Told, random: Random) -> Iterator[_Slipped]:
    """Votes for another candidate, or another number of them."""
    for at, event, state in _each(game, e.Voted):
        cell = state.election.cell if state.election else ""
        others = [name for name in candidates(state, cell) if name != event.candidate]
        told = [replace(event, candidate=name) for name in others]
        told += [replace(event, votes=votes) for votes in (1, 2, 3) if votes != event.votes]
        yield instead(game, at, random.choice(told))


def wrong_goods(game: _Told, random: Random) -> Iterator[_Slipped]:
    """Goods of another kind are shown in an election."""
    for at, event, _ in _each(game, e.GoodsShown):
        others = [kind for kind in GOODS if kind != event.goods]
        yield instead(game, at, replace(event, goods=random.choice(others)))


def wrong_atoll(game: _Told, random: Random) -> Iterator[_Slipped]:
    """Another atoll is said to have been turned up."""
    for at, event, state in _each(game, e.Discovered):
        said = event.atoll.partition("/")[0]
        others = [name for name in state.game.atolls if name != said]
        turned = event.atoll.partition("/")[2]
        yield instead(game, at, replace(event, atoll=f"{random.choice(others)}/{turned}"))


def wrong_turn(game: _Told, random: Random) -> Iterator[_Slipped]:
    """The atoll is laid turned otherwise: no rule tells."""
    for at, event, _ in _each(game, e.Discovered):
        name, _, turned = event.atoll.partition("/")
        others = [turn for turn in range(6) if turn != int(turned)]
        yield instead(game, at, replace(event, atoll=f"{name}/{random.choice(others)}"))


def wrong_cell(game: _Told, random: Random) -> Iterator[_Slipped]:
    """A discovery of the atoll beside."""
    for at, event, state in _each(game, e.Discovered):
        others = [cell for cell in state.hidden if cell != event.cell]
        if others:
            yield instead(game, at, replace(event, cell=random.choice(others)))


SLIPS: Mapping[str, Slip] = {
    "wrong player": wrong_player,
    "wrong space": wrong_space,
    "wrong colony": _wrong_place("place", e.Proliferated, COLONY, near=False),
    "colony beside": _wrong_place("place", e.Proliferated, COLONY, near=True),
    "wrong factory": _wrong_place("place", e.IncomeTaken, FACTORY, near=False),
    "wrong goods island": _wrong_place("place", e.GoodsTaken, STORE, near=False),
    "post beside": _wrong_place("target", e.Moved, *SEATS, near=True),
    "post one atoll off": _wrong_place("target", e.Moved, *SEATS, near=False),
    "wrong landing": _wrong_place("place", e.Landed, *SEATS, near=True),
    "wrong cube": wrong_cube,
    "wrong election": wrong_election,
    "wrong vote": wrong_vote,
    "wrong goods shown": wrong_goods,
    "wrong atoll": wrong_atoll,
    "wrong cell": wrong_cell,
    "wrong turn": wrong_turn,
    "token forgotten": forgotten(e.TokenPlaced),
    "proliferation forgotten": forgotten(e.Proliferated),
    "move forgotten": forgotten(e.Moved),
    "income forgotten": forgotten(e.IncomeTaken),
    "goods forgotten": forgotten(e.GoodsTaken),
    "discovery forgotten": forgotten(e.Discovered),
    "landing forgotten": forgotten(e.Landed),
    "election forgotten": forgotten(e.ElectionCalled),
    "vote forgotten": forgotten(e.Voted, e.Abstained),
    "tie forgotten": forgotten(e.Decided),
    "kept back forgotten": forgotten(e.KeptBack),
    "crown forgotten": forgotten(e.Crowned),
    "retreat forgotten": forgotten(e.Retreated),
    "done forgotten": forgotten(e.TurnEnded),
    "card's word forgotten": forgotten(e.CardLaid, e.NoCard),
    "start atoll forgotten": forgotten(e.HomeChosen),
    "start atoll of another": of_another(e.HomeChosen),
    "first cube forgotten": forgotten(e.Settled),
    "token late": late(e.TokenPlaced),
    "landing late": late(e.Landed),
    "token doubled": doubled(e.TokenPlaced),
    "proliferation doubled": doubled(e.Proliferated),
    "move doubled": doubled(e.Moved),
    "income doubled": doubled(e.IncomeTaken),
    "goods doubled": doubled(e.GoodsTaken),
    "discovery doubled": doubled(e.Discovered),
    "vote doubled": doubled(e.Voted),
    "done doubled": doubled(e.TurnEnded),
}
"""Every kind of slip, by name."""


def _same(state: State, other: State) -> bool:
    """Whether all lies as it should: tiles, cubes, goods, hands, money, and whose turn it is.

    How a tile is turned no rule tells.
    """
    return (
        [lies.partition("/")[0] for lies in state.tiles.values()]
        == [lies.partition("/")[0] for lies in other.tiles.values()]
        and (state.cubes, state.goods, state.hands) == (other.cubes, other.goods, other.hands)
        and [state.money(name) for name in state.players]
        == [other.money(name) for name in other.players]
        and (state.phase, state.round, state.placed) == (other.phase, other.round, other.placed)
    )


SAME_TABLE = (
    *("done forgotten", "done doubled", "token doubled", "card's word forgotten"),
    *("token late", "landing late"),
)
SHOWN_AT_ONCE = (
    *("wrong player", "wrong colony", "wrong factory", "wrong election", "wrong goods shown"),
    *("landing forgotten", "election forgotten", "vote forgotten", "kept back forgotten"),
    *("tie forgotten", "crown forgotten", "retreat forgotten"),
    *(kind for kind in SLIPS if kind.endswith("doubled")),
)
"""Of most others several corrections explain as much, or nothing shows until money is short."""
BIG_KINI = SlipsOf(INQUIRY, legal_game, SLIPS, _same, SAME_TABLE, SHOWN_AT_ONCE)
