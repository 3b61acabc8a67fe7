"""Tables of Long Cours for tests: a state in a line or two, and what a fact does to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.bank import BANK, Transfer
from companion.boards.stops_board import StopsBoard
from companion.files.fields import Field
from companion.finding import Severity
from companion.games.long_cours.course.setup import START_MONEY, new_game, set_up
from companion.games.long_cours.judging.going_on import apply
from companion.games.long_cours.judging.judgement import findings
from companion.games.long_cours.record.event_json import parse_event
from companion.games.long_cours.shipped import read_shipped_board
from companion.games.long_cours.state.state import Corsair, Phase, State, Turn
from companion.games.long_cours.terms.events import Event
from companion.games.long_cours.terms.rulings import Rulings
from companion.play.game import Seat

BOARD: StopsBoard = read_shipped_board()
SHIPS = ("yellow", "green", "pink", "blue", "white", "orange")
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")


def start(count: int = 3, **rulings: Any) -> State:
    """A game of so many players as it begins."""
    seats = [Seat(*each) for each in zip(NAMES[:count], SHIPS, strict=False)]
    return set_up(new_game(BOARD, seats, Rulings(**rulings)))


def sailing(
    at: Mapping[str, str | None] | None = None,
    *,
    count: int = 3,
    corsair: Corsair | None = None,
    **rulings: Any,
) -> State:
    """The second round: Ann's turn, ships where ``at`` says, the others out of everybody's way."""
    apart = ("marseille", "hambourg", "vancouver", "rio", "perth", "new-york")
    lies = {**dict(zip(NAMES[:count], apart, strict=False)), **(at or {})}
    state = start(count, **rulings)
    for name, stop in lies.items():
        state = state.with_captain(name, at=stop)
    return replace(
        state, phase=Phase.SAILING, round=2, turns=10, corsair=corsair or Corsair(), turn=Turn()
    )


def having(state: State, **cash: int) -> State:
    """The same with these sums in cash."""
    bank = state.bank
    for name, millions in cash.items():
        less = state.cash(name)
        bank = bank.pay(Transfer(name, BANK, less, "correction", 0))
        bank = bank.pay(Transfer(BANK, name, millions, "correction", 0))
    return replace(state, bank=bank)


def laden(state: State, holder: str, **cargo: int) -> State:
    """The same where a player, or a stranding place, has this cargo."""
    goods = state.goods
    for product, millions in cargo.items():
        goods = goods.bought(holder, product, millions)
    return replace(state, goods=goods)


def fact(do: str, player: str | None = "Ann", **words: Any) -> Event:
    """A fact of a game of six, read as a record's is."""
    said = Field({"do": do, **({"player": player} if player else {}), **words})
    event = parse_event(said, start(6).game)
    assert event is not None, [str(fault) for fault in said.faults]
    return event


def found(state: State, event: Event) -> list[str]:
    """The codes of what the rules have against a fact."""
    return [finding.code for finding in findings(state, event)]


def is_legal(state: State, event: Event) -> bool:
    """Whether it breaks no rule."""
    return not any(each.severity is Severity.ILLEGAL for each in findings(state, event))


def after(state: State, *events: Event) -> State:
    """The state after these facts."""
    for event in events:
        state = apply(state, event)
    return state


__all__ = [
    "BOARD",
    "NAMES",
    "SHIPS",
    "START_MONEY",
    "after",
    "fact",
    "found",
    "having",
    "is_legal",
    "laden",
    "sailing",
    "start",
]
