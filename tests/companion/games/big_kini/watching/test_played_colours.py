"""Who reads photographs is told which colours a table plays with."""

from __future__ import annotations

import pytest

from companion.games.big_kini.game import GAME
from companion.games.big_kini.state.state import NEUTRAL
from companion.play.game import Seat
from tests.companion.games.big_kini.tables import BOARD

EVERY = [*GAME.roles(BOARD), NEUTRAL]


@pytest.mark.parametrize(
    ("players", "options", "blocks"),
    [
        pytest.param(2, {}, [], id="two"),
        pytest.param(3, {}, [], id="three"),
        pytest.param(3, {"blocked": "two"}, [NEUTRAL], id="three, spaces are blocked by dice"),
        pytest.param(1, {"cards": "yes"}, [NEUTRAL], id="alone, spaces are blocked by cards"),
        pytest.param(6, {"cards": "yes"}, [], id="six"),
    ],
)
def test_colours_that_nobody_plays_lie_in_the_box(
    players: int, options: dict[str, object], blocks: list[str]
) -> None:
    seats = [Seat(colour, colour) for colour in EVERY[:players]]
    state = GAME.start(GAME.begin(seats, options, BOARD), BOARD)

    assert set(EVERY) - GAME.face.position(state).in_box == {*EVERY[:players], *blocks}
