"""Tables of Big Kini for tests: a state in a few lines, and what a fact does to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from random import Random
from typing import Any

from companion.bank import BANK, Transfer
from companion.boards.tiles_board import TilesBoard
from companion.files.fields import Field
from companion.games.big_kini.course.rounds import refilled
from companion.games.big_kini.course.setup import new_game, set_up
from companion.games.big_kini.drawn.self_play import drawn
from companion.games.big_kini.judging.going_on import apply
from companion.games.big_kini.judging.judgement import findings
from companion.games.big_kini.record.event_json import event_json, parse_event
from companion.games.big_kini.shipped import read_shipped_board
from companion.games.big_kini.state.state import BACK, Hand, Phase, State
from companion.games.big_kini.terms.events import Event
from companion.games.big_kini.terms.rulings import Rulings
from companion.play.game import Seat

BOARD = read_shipped_board()
COLOURS = ("red", "blue", "green", "yellow", "white", "black")
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")
Fact = Mapping[str, object]
ATOLLS = {"2,0": "a4/0", "3,0": "a8/0", "3,1": "a13/0"}
"""Where cards are played: port 2, two colony spaces, factory 3; port 2, shells; port 1, fish."""
ON_ATOLLS = {
    "2,0/administrator-a": "Ann",
    "2,0/minister-bc": "Ann",
    "3,0/minister-ab": "Ben",
    "3,0/administrator-b": "Ann",
    "3,1/administrator-a": "Cleo",
    "3,1/administrator-b": "Ben",
}
"""The cubes of three players there."""


def start(count: int = 2, board: TilesBoard = BOARD, **rulings: Any) -> State:
    """A game of so many players as it begins."""
    seats = [Seat(*each) for each in zip(NAMES[:count], COLOURS, strict=False)]
    return set_up(new_game(board, seats, Rulings(**rulings)))


def playing(
    tiles: Mapping[str, str] | None = None,
    cubes: Mapping[str, str] | None = None,
    *,
    count: int = 3,
    money: int = 20,
    board: TilesBoard = BOARD,
    **rulings: Any,
) -> State:
    """The first round: Ann begins. Cells and places are told without ``cell/``; the rest is hidden.

    Goods lie on their places, and everybody has the same money.
    """
    state = start(count, board, **rulings)
    lies = dict.fromkeys(state.game.layout.cells, f"{BACK}/0")
    lies |= {f"cell/{at}": atoll for at, atoll in (tiles or {}).items()}
    state = replace(
        state,
        phase=Phase.PLAYING,
        tiles=lies,
        homes=dict(zip(state.players, state.game.homes, strict=False)),
        cubes={f"cell/{at}": who for at, who in (cubes or {}).items()},
    )
    return having(refilled(state), **dict.fromkeys(state.players, money))


def playing_cards(*cards: tuple[str, str], **told: Any) -> State:
    """The table of these atolls, with cards, each in the hand of a player."""
    state = playing(ATOLLS, ON_ATOLLS, cards=True, **told)
    for player, card in cards:
        hand = state.hand(player)
        state = state.with_hand(player, Hand(hand.goods, (*hand.cards, card)))
    return state


def card_alone(card: str, row: str, **told: Any) -> State:
    """Ann's own card on her standard space, played alone after her board action is forgone."""
    state = playing_cards(("Ann", card), **told)
    state = after(state, fact("token", space=f"{row}/standard"), fact("play"))
    state = after(state, fact("reveal", card=card))
    while state.doing is not None and not state.doing.card:
        state = after(state, fact("done"))
    return state


def having(state: State, **money: int) -> State:
    """The same with these sums."""
    bank = state.bank
    for name, amount in money.items():
        if bank is not None:
            more = amount - bank.balance(name)
            bank = bank.pay(Transfer(BANK, name, more, "correction", 0))
    return replace(state, bank=bank)


def holding(state: State, player: str, *cards: str, **goods: int) -> State:
    """The same with a hand of goods and cards."""
    return state.with_hand(player, Hand(goods, cards, state.hand(player).discovered))


def event(state: State, fact: Fact) -> Event:
    """A fact, read."""
    said = Field(fact)
    read = parse_event(said, state.game)
    assert read is not None, said.faults[0].said("en")
    return read


def fact(do: str, player: str = "Ann", **words: object) -> Fact:
    """A fact in short: ``from_`` is ``from``; ids of cells and places lack their ``cell/``."""
    told = {name.rstrip("_"): value for name, value in words.items()}
    for name in ("cell", "place", "from", "to"):
        if name in told:
            told[name] = f"cell/{told[name]}"
    if "space" in told:
        told["space"] = f"board/{told['space']}"
    return {"do": do, "player": player, **told}


def after(state: State, *facts: Fact) -> State:
    """The state after these facts, whatever the rules say."""
    for each in facts:
        state = apply(state, event(state, each))
    return state


def found(state: State, told: Fact) -> list[tuple[str, str]]:
    """What the rules have against a fact: codes and rules."""
    return [(each.code, each.rule) for each in findings(state, event(state, told))]


def played_out(state: State, seed: int, *, most: int = 3_000) -> tuple[State, list[Event]]:
    """A game drawn by lot to its end; every fact is asked of the rules, and written and read."""
    random, facts = Random(seed), list[Event]()
    while (next_one := drawn(state, random)) is not None:
        assert findings(state, next_one) == (), (seed, len(facts), next_one)
        assert event(state, event_json(next_one)) == next_one
        state = apply(state, next_one)
        facts.append(next_one)
        assert len(facts) < most, (seed, state.turn, state.election)
    return state, facts


def all_after(state: State, facts: Iterable[Event]) -> State:
    """The state after a whole game."""
    for each in facts:
        state = apply(state, each)
    return state


TILES = {"2,0": "a4/0", "3,0": "a8/0", "3,1": "a13/0", "3,2": "a16/0"}
"""Port 2, two colony spaces, factory 3; port 2, two colony spaces, shells; port 1, factory 5, fish;
no port, two colony spaces, factory 6, fish. The rest is hidden."""
CUBES = {
    "2,0/administrator-a": "Ann",
    "2,0/minister-bc": "Ann",
    "3,0/colony-b-0": "Ben",
    "3,0/minister-ab": "Ben",
    "3,2/administrator-a": "Cleo",
}


def on(row: str, state: State | None = None, column: str = "double") -> State:
    """Ann's first token lies on a space of this row."""
    return after(state or playing(TILES, CUBES), fact("token", space=f"{row}/{column}"))


def also(cubes: dict[str, str], **more: Any) -> State:
    """The table with more cubes."""
    return playing(TILES, {**CUBES, **cubes}, **more)


HERE = playing(TILES, CUBES)
TWO = playing({"0,1": "a4/0"}, {"0,1/administrator-a": "Ann"}, count=2)
PUT = fact("proliferate", place="2,0/colony-b-0")
GO = fact("move", from_="2,0/minister-bc", to="3,0/minister-bc")
PAY = fact("income", place="2,0/factory-c")
TAKE = fact("take", place="3,0/goods-c")
FIND = fact("discover", from_="2,0/minister-bc", cell="2,1", atoll="a7/2")
