"""Who reads photographs is told which colours a table plays with."""

from __future__ import annotations

import pytest

from companion.games.carcassonne_south_seas.game import GAME
from companion.play.game import Seat

BOARD = GAME.shipped_board()
EVERY = GAME.roles(BOARD)


@pytest.mark.parametrize("players", [2, 4, 5])
def test_colours_that_nobody_plays_lie_in_the_box(players: int) -> None:
    seats = [Seat(colour, colour) for colour in EVERY[:players]]
    state = GAME.start(GAME.begin(seats, {}, BOARD), BOARD)

    assert GAME.face.position(state).in_box == {*EVERY[players:]}
