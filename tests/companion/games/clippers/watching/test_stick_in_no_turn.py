"""A stick against every rule lies there for a while: nobody knows whose, and turns go on."""

from __future__ import annotations

import pytest

from companion.games.clippers.watching.search.prices import LIVE, SAID, Prices
from companion.records.record import Fact
from tests.companion.games.clippers.watching.table_in_room import (
    ANNA,
    BEN,
    BLACK,
    RED,
    TableInRoom,
)

NOWHERE = "norfolk--australia/0/2"
CARDS: tuple[Fact, Fact] = (
    {"do": "card", "player": ANNA, "card": "2x"},
    {"do": "card", "player": BEN, "card": "3x"},
)


@pytest.mark.parametrize(
    ("prices", "patient"),
    [pytest.param(LIVE, True, id="live"), pytest.param(SAID, False, id="photos")],
)
def test_it_closes_phase_1_for_nobody(prices: Prices, patient: bool) -> None:
    table = TableInRoom(prices, patient=patient)
    assert table.lay("green", NOWHERE).broken == (NOWHERE,)
    table.say(*CARDS)

    assert table.facts[:2] == ["Anna card 2x", "Ben card 3x"]


@pytest.mark.parametrize(
    ("prices", "patient"),
    [pytest.param(LIVE, True, id="live"), pytest.param(SAID, False, id="photos")],
)
def test_once_it_is_taken_back_everybody_laid_in_his_own_turn(
    prices: Prices, patient: bool
) -> None:
    table = TableInRoom(prices, patient=patient)
    table.both_pass()
    table.lay("green", NOWHERE)
    table.lay("red", RED[0])
    table.lay("black", BLACK)
    outcome = table.take(NOWHERE)

    laid = [words for words in table.facts if " stick " in words]
    assert laid == [f"Anna stick {RED[0]}", f"Ben stick {BLACK}"]
    assert outcome.broken == ()
