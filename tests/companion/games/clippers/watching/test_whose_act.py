"""What is asked about an act of phase 1 is about that player's act of that round alone."""

from __future__ import annotations

from random import Random

import pytest

from benchmarks.games.simulated_games import Eyes, drawn
from companion.games.clippers.course.apply import apply
from companion.games.clippers.game import GAME
from companion.games.clippers.shipped import read_shipped_board
from companion.watching.follower import Follower
from companion.watching.referee import Pace
from tests.whole_games import new_record

BOARD = read_shipped_board()
EYES = Eyes(doubtful=0.0, wrong=0.0, hidden=0.0)
ACTS = {"pass", "2x", "3x", "5x", "port"}
TURNS, ROUNDS = 24, 3


@pytest.mark.parametrize("seed", range(4))
def test_no_other_fact_of_another_telling_is_offered_as_an_answer(seed: int) -> None:
    """Tellings of a game differ by facts: the same place in two of them is not the same act."""
    state, events = drawn(BOARD, 2 + seed % 4, seed)
    follower = Follower(GAME, new_record(state), BOARD, Pace.PHOTOS)
    offered, turns = set[str](), 0
    for event in events:
        after = apply(state, event)
        if after.turn != state.turn:
            turns += 1
            follower.see(EYES.look(BOARD, state.position, Random(seed)), str(turns))
            for doubt in follower.guesses:
                if len(doubt.likely) > 1:
                    offered |= {word for word, _ in doubt.likely}
        if turns == TURNS:
            break
        state = after

    assert offered
    assert offered <= ACTS


@pytest.mark.parametrize("language", ["en", "fr"])
def test_each_question_about_phase_1_says_of_which_round(language: str) -> None:
    """A player who was guessed at in two rounds is asked about each in words of its own."""
    state, events = drawn(BOARD, 2, 2)
    follower = Follower(GAME, new_record(state), BOARD, Pace.PHOTOS)
    for event in events:
        after = apply(state, event)
        if after.turn != state.turn:
            follower.see(EYES.look(BOARD, state.position, Random(2)), "")
        if after.round > ROUNDS:
            break
        state = after

    words = GAME.words(language, BOARD)
    assert GAME.watched is not None
    asked = [GAME.watched.asked(doubt, state, words) for doubt in follower.guesses]
    said = [each.said for each in asked if each is not None]
    assert len(said) > len({doubt.about["player"] for doubt in follower.guesses}), "none twice"
    assert len(said) == len({*said}), said
