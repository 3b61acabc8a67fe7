"""The set-up before the camera: what is waited for, what is there, and what lies wrong."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from companion.games.clippers.course.setup import new_game, set_up
from companion.games.clippers.shipped import read_shipped_board
from companion.games.clippers.terms.players import Player
from companion.games.clippers.watching.laying_out import steps_of_setting_up
from companion.reading import EMPTY, HIDDEN, Reading, Seen, ShipSeen
from companion.watching.referee import is_set_up

BOARD = read_shipped_board()
START = set_up(new_game(BOARD, [Player("Ann", "english", 0), Player("Ben", "french", 0)]))
ALL = dict(START.slots)
ONE, KIND = next(iter(ALL.items()))
FREE = next(iter(BOARD.spaces))
RED = BOARD.harbours["harbour_red"]


def seen(pieces: Mapping[str, Seen], *ships: ShipSeen) -> Reading:
    nothing = Seen(EMPTY, 0.999)
    return Reading(
        {place: pieces.get(place, nothing) for place in BOARD.spaces},
        {place: pieces.get(place, nothing) for place in BOARD.slots},
        ships,
    )


def laid(**other: Seen) -> dict[str, Seen]:
    return {place: Seen(kind, 0.99) for place, kind in ALL.items()} | other


@pytest.mark.parametrize(
    ("pieces", "left", "set_up_now"),
    [
        pytest.param(laid(), {}, True, id="all there"),
        pytest.param(
            laid(**{ONE: Seen(EMPTY, 0.99)}), {ONE: ("waited-for", EMPTY)}, False, id="one missing"
        ),
        pytest.param(
            laid(**{ONE: Seen(HIDDEN, 0.99)}), {ONE: ("waited-for", EMPTY)}, False, id="one hidden"
        ),
        pytest.param(
            laid(**{ONE: Seen("german", 0.9)}), {ONE: ("wrong", "german")}, False, id="another one"
        ),
        pytest.param(
            laid(**{FREE: Seen("red", 0.95)}), {FREE: ("wrong", "red")}, False, id="a stick left"
        ),
        pytest.param(laid(**{FREE: Seen("red", 0.6)}), {}, True, id="a stain"),
    ],
)
def test_what_is_still_to_be_done(
    pieces: dict[str, Seen], left: dict[str, tuple[str, str]], set_up_now: bool
) -> None:
    steps = steps_of_setting_up(START, seen(pieces))

    open_now = {s.place: (s.done.value, s.seen) for s in steps if not s.beside}
    assert {p: what for p, what in open_now.items() if what[0] != "there"} == left
    assert is_set_up(steps) is set_up_now


@pytest.mark.parametrize(
    ("ships", "done"),
    [
        pytest.param((), "waited-for", id="not seen"),
        pytest.param((ShipSeen("red", RED.x_mm + 9, RED.y_mm, 0),), "there", id="in its harbour"),
        pytest.param((ShipSeen("red", RED.x_mm - 200, RED.y_mm, 0),), "waited-for", id="at sea"),
        pytest.param((ShipSeen("blue", RED.x_mm, RED.y_mm, 0),), "wrong", id="another's"),
    ],
)
def test_ships_are_looked_for_and_not_waited_for(ships: tuple[ShipSeen, ...], done: str) -> None:
    steps = steps_of_setting_up(START, seen(laid(), *ships))

    assert [s.done.value for s in steps if s.beside and s.kind == "red"] == [done]
    assert is_set_up(steps)
