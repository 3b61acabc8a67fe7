"""What may be done now: the same as everything that can be said, less what the rules forbid."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.finding import Severity
from companion.games.clippers.course.apply import apply, replay
from companion.games.clippers.course.rounds import in_turn
from companion.games.clippers.judging.choices import options
from companion.games.clippers.judging.judgement import is_legal, judged
from companion.games.clippers.state.state import State
from companion.games.clippers.terms.editions import EDITIONS
from companion.games.clippers.terms.events import PlayersAct, StickLaid, TurnEnded
from tests.companion.games.clippers.rules.conceivable import bay_start, facts, players_acts, stray
from tests.whole_games import GAMES, read_game

ROOT = Path(__file__).resolve().parents[5]
BAY = bay_start()
SAYABLE = list(facts(BAY.game))
FIVE = read_game(GAMES / "5-players-stuck.jsonl")


def by_brute_force(state: State, acts: Iterable[PlayersAct]) -> set[PlayersAct]:
    """Ask the rules about everything, and leave what they forbid.

    Purple needs no ship, so that its sticks mean the same whether they are said to open a route or
    not; that a turn is over may be said even after the end; what shows that others left something
    unsaid is not for the player at turn; and what is not told again since it follows from a slip is
    no better for it.
    """
    islanders = state.game.chart.island_companies
    return {
        act
        for act in acts
        if not (isinstance(act, StickLaid) and act.alternate and act.company in islanders)
        and not (isinstance(act, TurnEnded) and state.over)
        and _is_right(state, act)
    }


def _is_right(state: State, act: PlayersAct) -> bool:
    now = in_turn(state, act)
    if now.closed or now.state.turn < state.turn:
        return False
    found = judged(state, act, now)
    return not found.follows and all(
        finding.severity is not Severity.ILLEGAL for finding in found.findings
    )


@pytest.mark.parametrize("edition", EDITIONS)
@given(numbers=st.lists(st.integers(min_value=0, max_value=100_000), min_size=10, max_size=80))
@settings(max_examples=settings().max_examples // 3)
def test_two_generators_agree_after_any_facts(edition: str, numbers: list[int]) -> None:
    state = bay_start(EDITIONS[edition])
    for fact in stray(state, SAYABLE, numbers):
        state = apply(state, fact)

    offered = [choice.event for choice in options(state)]

    assert set(offered) == by_brute_force(state, players_acts(state.game))
    assert len(set(offered)) == len(offered)


@pytest.mark.parametrize("at", [0, 3, 60, 131, 222, len(FIVE.facts) - 2])
def test_two_generators_agree_in_a_game_of_five(at: int) -> None:
    state = replay(FIVE.start, (event for _, event in FIVE.facts[:at]))
    acts = [act for act in players_acts(state.game) if act.player in near(state)]

    assert {choice.event for choice in options(state)} == by_brute_force(state, acts)


def near(state: State) -> set[str]:
    """Who may be at turn: the others are asked about on the smaller board."""
    return {state.seat.player.name, state.next_seat.player.name}


@given(numbers=st.lists(st.integers(min_value=0, max_value=100_000), min_size=10, max_size=80))
@settings(max_examples=settings().max_examples // 3)
def test_a_stick_said_to_come_from_somewhere_is_no_freer_than_one_that_is_not(
    numbers: list[int],
) -> None:
    state = BAY
    for fact in stray(state, SAYABLE, numbers):
        state = apply(state, fact)
    for stick in SAYABLE:
        if isinstance(stick, StickLaid) and stick.start and is_legal(state, stick):
            bare = StickLaid(stick.player, stick.company, stick.space, stick.alternate)
            assert is_legal(state, bare)


def perft(state: State, depth: int) -> int:
    """Count the ways in which a game may go on for so many facts."""
    choices = options(state)
    if depth == 1:
        return len(choices)
    return sum(perft(apply(state, choice.event), depth - 1) for choice in choices)


def at(number: int) -> State:
    """The game of five after so many facts."""
    return replay(FIVE.start, (event for _, event in FIVE.facts[:number]))


@pytest.mark.parametrize(
    ("state", "counts"),
    [
        # Markers go to 8 free slots; three cards can be paid; pass; or say that the turn is over.
        # Then: 8 x 13, twice 14 (pass, the second 2X) and three times 13.
        pytest.param(BAY, (13, 171, 622), id="two on the bay, at the start"),
        # 87 free slots, three cards, pass, over; then 87 x 92, twice 93 and three times 92.
        pytest.param(FIVE.start, (92, 8466), id="five, at the start"),
        pytest.param(at(120), (8, 8, 106), id="five, in phase 3 of round 4"),
        pytest.param(at(140), (1, 7, 61), id="five, in phase 2 of round 5"),
    ],
)
def test_so_many_ways_to_go_on(state: State, counts: tuple[int, ...]) -> None:
    assert tuple(perft(state, depth) for depth in range(1, len(counts) + 1)) == counts


def test_brute_force_counts_as_many_ways() -> None:
    acts = list(players_acts(BAY.game))
    first = by_brute_force(BAY, acts)

    assert len(first) == perft(BAY, 1)
    assert sum(len(by_brute_force(apply(BAY, act), acts)) for act in first) == perft(BAY, 2)


TELL_A_GAME = """
from random import Random
from companion.games.clippers.drawn.drawn_game import draw_game
from tests.companion.games.clippers.rules.test_options import FIVE
print(*(event for _, event in draw_game(FIVE.start, Random(1))), sep="\\n")
"""


def test_the_same_chance_draws_the_same_game_in_every_process() -> None:
    games = {
        subprocess.run(
            [sys.executable, "-c", TELL_A_GAME],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(games) == 1
