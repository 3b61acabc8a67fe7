"""Who is at turn where a tile is told of another, or a turn is said to be over without one."""

from __future__ import annotations

import pytest

from companion.bank import Ledger
from companion.games.carcassonne_south_seas.state.kept_state import KEPT
from companion.games.carcassonne_south_seas.terms import events as e
from tests.companion.games.carcassonne_south_seas.tables import after, at, begun, found_in, turn_of

TURNS: dict[str, tuple[list[e.Event], list[str]]] = {
    "a tile that another is said to have drawn": (
        [e.TileDrawn("Cleo", "ss05"), *turn_of("Ann", 1)[1:], *turn_of("Ben", 2)],
        ["not-your-turn"],
    ),
    "a tile that the one before is said to have drawn, and the next one": (
        [
            *turn_of("Ann", 1),
            *(e.TileDrawn("Ann", "ss05"), *turn_of("Ben", 2)[1:]),
            e.TileDrawn("Cleo", "ss06"),
        ],
        ["not-your-turn"],
    ),
    "a tile that another drew and laid": (
        [*turn_of("Ben", 1), *turn_of("Cleo", 2)],
        ["not-your-turn"],
    ),
    "a tile of another, and one that is laid out of turn": (
        [e.TileDrawn("Cleo", "ss05"), e.TileLaid("Ben", at(1, 0), "ss05/1")],
        ["not-your-turn", "not-your-turn"],
    ),
    "a Done between drawing and laying": (
        [
            *(e.TileDrawn("Ann", "ss05"), e.TurnEnded("Ann"), *turn_of("Ann", 1)[1:-1]),
            *turn_of("Ben", 2),
        ],
        ["tile-first"],
    ),
    "a Done between drawing and laying, and again": (
        [
            *(e.TileDrawn("Ann", "ss05"), e.TurnEnded("Ann"), *turn_of("Ann", 1)[1:]),
            *turn_of("Ben", 2),
        ],
        ["tile-first"],
    ),
    "a Done before drawing": (
        [e.TurnEnded("Ann"), *turn_of("Ann", 1)[:-1], *turn_of("Ben", 2)],
        ["tile-first"],
    ),
    "a Done between, and another tile than the one in hand": (
        [
            *(e.TileDrawn("Ann", "ss05"), e.TurnEnded("Ann")),
            e.TileLaid("Ann", at(1, 0), "ss06/1"),
        ],
        ["tile-first", "other-tile-drawn"],
    ),
    "a tile that nobody laid, and the next player's": (
        [e.TileDrawn("Ann", "ss05"), e.TurnEnded("Ann"), *turn_of("Ben", 1)],
        ["tile-first"],
    ),
}
"""What three players tell, and all that is found."""


@pytest.mark.parametrize(("told", "found"), TURNS.values(), ids=TURNS)
def test_one_slip_leaves_the_turns_after_it_alone(told: list[e.Event], found: list[str]) -> None:
    assert found_in(begun(3), *told) == found


def test_a_turn_that_was_left_with_its_tile_in_hand_is_kept() -> None:
    """A program that begins anew knows whose tile it is."""
    start = begun(3)
    left = after(start, e.TileDrawn("Ann", "ss05"), e.TurnEnded("Ann"))

    kept = KEPT.read(KEPT.written(left), start, Ledger())

    assert kept == left
    assert found_in(kept, e.TileLaid("Ann", at(1, 0), "ss05/1")) == []
