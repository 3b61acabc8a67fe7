"""Photos of a game that nobody commented: all that lies there gets into its record."""

from __future__ import annotations

from random import Random

import pytest

from benchmarks.games.simulated_games import Eyes, drawn
from companion.games.clippers.course.apply import apply
from companion.games.clippers.game import GAME
from companion.games.clippers.shipped import read_shipped_board
from companion.play.played import last_position
from companion.watching.follower import Follower
from companion.watching.referee import Pace
from tests.whole_games import new_record

BOARD = read_shipped_board()
EYES = Eyes(doubtful=0.0, wrong=0.0, hidden=0.0)
TURNS = 30
"""So many turns of a game: what once fell behind by then never caught up."""


@pytest.mark.parametrize("seed", [2, 4])
def test_a_game_that_nobody_comments_is_told_to_its_last_piece(seed: int) -> None:
    """Cards, passes and bought ships are guessed, a photo shows each turn: nothing is left out."""
    state, events = drawn(BOARD, 2 + seed % 4, seed)
    follower = Follower(GAME, new_record(state), BOARD, Pace.PHOTOS)
    follower.see(EYES.look(BOARD, state.position, Random(seed)), "0")
    looks = 0
    for event in events:
        after = apply(state, event)
        if (
            after.turn != state.turn
            and last_position(GAME, follower.record, BOARD) != state.position
        ):
            looks += 1
            follower.see(EYES.look(BOARD, state.position, Random(seed)), str(looks))
            assert last_position(GAME, follower.record, BOARD) == state.position, looks
        if looks == TURNS:
            break
        state = after

    assert looks == TURNS
