"""The referee where a ship or a hand hides a stick, or a hull looks like one."""

from __future__ import annotations

import pytest

from companion.board import Space
from companion.reading import EMPTY, HIDDEN, Seen, ShipSeen
from tests.companion.games.clippers.table_in_room import (
    BEN,
    BLACK,
    BOARD,
    GREEN,
    RED,
    TableInRoom,
)

BESIDE_RED = BOARD.spaces["h-red--kiritimati/0/0"]
NEXT_TO_RED = "h-red--kiritimati/0/1"
FAR = BOARD.spaces[BLACK]


@pytest.mark.parametrize(
    ("ships", "share", "laid"),
    [
        pytest.param([("black", FAR)], 0.95, False, id="its ship is seen nowhere"),
        pytest.param([("black", FAR)], 0.999, True, id="seen beyond doubt"),
        pytest.param([("red", FAR)], 0.95, True, id="its ship is seen elsewhere"),
        pytest.param([], 0.95, True, id="no ships are read"),
    ],
)
def test_the_hull_beside_a_new_stick_is_not_taken_for_the_next_one(
    ships: list[tuple[str, Space]], share: float, *, laid: bool
) -> None:
    table = TableInRoom()
    table.both_pass()
    table.ships = tuple(ShipSeen(kind, at.x_mm, at.y_mm, 0.0) for kind, at in ships)
    hull = {NEXT_TO_RED: Seen("red", share, (("red", share), (EMPTY, 1 - share)))}
    table.lies[BESIDE_RED.id] = "red"
    for _ in range(3):
        table.see(hull)

    assert (NEXT_TO_RED in table.state.spaces) is laid
    assert table.state.spaces[BESIDE_RED.id] == "red"


def test_a_stick_that_was_hidden_in_its_turn_gets_it_back_when_it_shows_up() -> None:
    table = TableInRoom()
    table.both_pass()
    covered = {GREEN: Seen(HIDDEN, 0.99, ((HIDDEN, 0.99), (EMPTY, 0.01)))}
    table.lies |= {GREEN: "green"}
    table.see(covered)
    table.lies |= {BLACK: "black"}
    table.see(covered)
    assert f"Anna stick {BLACK}" in table.facts
    table.lay("red", RED[0])

    laid = [words for words in table.facts if " stick " in words]
    assert laid == [f"Anna stick {GREEN}", f"Ben stick {BLACK}", f"Anna stick {RED[0]}"]
    assert table.state.seat.player.name == BEN
