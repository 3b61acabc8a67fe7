"""The referee where a ship or a hand hides a stick, or a hull looks like one."""

from __future__ import annotations

from math import cos, radians, sin

import pytest

from companion.boards.routes_board import Space
from companion.reading import EMPTY, HIDDEN, Seen, ShipSeen
from tests.companion.games.clippers.watching.table_in_room import (
    BEN,
    BLACK,
    BOARD,
    GREEN,
    RED,
    TableInRoom,
)

BESIDE_RED = BOARD.spaces["h-red--kiritimati/0/0"]
NEXT_TO_RED = "h-red--kiritimati/0/1"
NEXT = BOARD.spaces[RED[1]]
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


def ship(company: str, at: Space, away_mm: float = 0.0) -> ShipSeen:
    """A ship that is seen so far across from a space."""
    angle = radians(at.angle_deg)
    return ShipSeen(
        company, at.x_mm - away_mm * sin(angle), at.y_mm + away_mm * cos(angle), at.angle_deg
    )


@pytest.mark.parametrize(
    ("away_mm", "laid"),
    [
        pytest.param(3.0, False, id="its ship stands upon it"),
        pytest.param(40.0, True, id="its ship stands away"),
    ],
)
def test_a_hull_upon_the_next_space_is_no_second_stick(away_mm: float, *, laid: bool) -> None:
    table = TableInRoom()
    table.both_pass()
    table.ships = (ship("red", BOARD.spaces[NEXT_TO_RED], away_mm),)
    table.lies[BESIDE_RED.id] = "red"
    hull = {NEXT_TO_RED: Seen("red", 0.9, (("red", 0.9), (EMPTY, 0.1)))}
    for _ in range(3):
        table.see(hull)

    assert (NEXT_TO_RED in table.state.spaces) is laid


@pytest.mark.parametrize(
    ("ships", "laid"),
    [
        pytest.param([ship("red", NEXT, 13.0)], True, id="its ship came there"),
        pytest.param([ship("black", NEXT, 13.0)], False, id="another company's did"),
        pytest.param([ship("red", FAR, 13.0)], False, id="its ship stands somewhere else"),
        pytest.param([], False, id="no ships are read"),
    ],
)
def test_a_stick_that_is_hardly_seen_is_believed_where_its_ship_has_come(
    ships: list[ShipSeen], *, laid: bool
) -> None:
    table = TableInRoom()
    table.both_pass()
    table.lay("red", RED[0])
    table.ships = tuple(ships)
    faint = Seen(EMPTY, 0.7, ((EMPTY, 0.7), ("red", 0.3)))
    for _ in range(3):
        outcome = table.see({NEXT.id: faint})

    assert (NEXT.id in table.state.spaces) is laid
    assert outcome.doubts == ()


@pytest.mark.parametrize(("company", "come_to"), [("black", "pitcairn"), ("blue", "gambier")])
def test_of_two_colours_that_are_both_legal_that_of_the_ship_is_believed(
    company: str, come_to: str
) -> None:
    table = TableInRoom()
    table.both_pass()
    table.lay("black", BLACK)
    table.lay("blue", "h-blue--pitcairn/0/0")
    table.lay("blue", "h-blue--pitcairn/0/1")
    goal = BOARD.islands[come_to]
    table.ships = (ShipSeen(company, goal.x_mm + 20.0, goal.y_mm, 0.0),)
    between = "gambier--pitcairn/0/0"
    for _ in range(3):
        table.see({between: Seen("blue", 0.5, (("blue", 0.5), ("black", 0.5)))})

    assert table.state.spaces[between] == company
