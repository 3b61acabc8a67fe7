"""A turn in which nothing is left to do ends by itself; any other waits for its player."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.games.long_cours.game import GAME
from companion.play.at_table import AtTable
from companion.play.game import Seat
from companion.records.record import Happened, Header, Record, Undone
from companion.store import Store
from companion.store.table import Table, View
from tests.companion.games.long_cours.tables import BOARD

Facts = list[dict[str, Any]]
PLACED: Facts = [
    {"do": "place", "player": "Ann", "stop": "odessa"},
    {"do": "place", "player": "Ben", "stop": "londres"},
]
BUY_ALL = {"do": "buy", "player": "Ann", "product": "cereals", "millions": 3}
BUY_SOME = {**BUY_ALL, "millions": 2}
SEATS = [Seat("Ann", "yellow"), Seat("Ben", "green")]


def table(folder: Path, facts: Facts, *more: Any) -> View[Any]:
    record = Record(Header("long_cours", dict(GAME.begin(SEATS, {}, BOARD))))
    for fact in facts:
        record = record.add(Happened(fact))
    for act in more:
        record = record.add(act)
    store = Store(folder / "table.sqlite")
    number = store.begin(record, "2026-11-21T20:00:00+00:00")
    view: View[Any] = Table(AtTable(GAME, record.header, BOARD), store, number).view
    store.close()
    return view


@pytest.mark.parametrize(
    ("facts", "ends"),
    [
        pytest.param(PLACED, False, id="nothing was done yet"),
        pytest.param([*PLACED, BUY_SOME], False, id="there is money left"),
        pytest.param([*PLACED, BUY_ALL], True, id="all money is spent"),
        pytest.param([*PLACED, {**BUY_ALL, "product": "wool"}], False, id="something is wrong"),
    ],
)
def test_a_turn_ends_where_nothing_is_left(tmp_path: Path, facts: Facts, ends: bool) -> None:
    end = GAME.foregone(table(tmp_path, facts))

    assert (end is not None) is ends
    if end is not None:
        assert GAME.fact(end.event) == {"do": "done", "player": "Ann"}
        assert end.along == 3  # the purchase is taken back together with the end of its turn


def test_it_waits_for_who_has_taken_something_back(tmp_path: Path) -> None:
    assert GAME.foregone(table(tmp_path, [*PLACED, BUY_SOME, BUY_SOME], Undone(4))) is None


def test_who_holds_cards_is_never_hurried(tmp_path: Path) -> None:
    """In the second round he may always play one, whatever he has."""
    done: Facts = [{"do": "done", "player": name} for name in ("Ann", "Ben")]
    moved = {"do": "move", "player": "Ann", "stop": "gibraltar"}
    thrown = {"do": "resell", "player": "Ann", "die": 2}

    assert GAME.foregone(table(tmp_path, [*PLACED, BUY_ALL, *done, thrown, moved])) is None
