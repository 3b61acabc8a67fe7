"""Finished games, one for every number of players and every way of ending (``tests/games/``)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.finding import Severity
from companion.games.clippers.course.setup import FEWEST_PLAYERS, MOST_PLAYERS
from companion.games.clippers.judging.choices import options
from companion.games.clippers.record.timeline import last_state, steps
from companion.games.clippers.state.state import Reason
from tests.whole_games import read_game, result_of, whole_games

every_game = pytest.mark.parametrize("path", whole_games(), ids=lambda path: path.stem)


@every_game
def test_a_game_comes_to_its_stored_end_and_score_lines(path: Path) -> None:
    stored = json.loads(path.with_suffix(".result.json").read_text(encoding="utf-8"))

    assert result_of(read_game(path)) == stored


@every_game
def test_a_legal_game_breaks_no_rule(path: Path) -> None:
    illegal = [
        (step.number, finding.code)
        for step in steps(read_game(path))
        for finding in step.findings
        if finding.severity is Severity.ILLEGAL
    ]
    assert illegal == []


@every_game
def test_no_dollar_and_no_stick_is_lost(path: Path) -> None:
    game = read_game(path)
    told = tuple(steps(game))
    harbours = game.start.game.chart.harbours
    for step in told:
        state = step.after
        assert state.bank.total == game.start.bank.total
        laid = list(state.spaces.values())
        for name, company in state.companies.items():
            assert company.sticks + laid.count(name) == harbours[name].pieces


def test_every_way_of_ending_is_there_for_every_number_of_players() -> None:
    ways = set()
    for path in whole_games():
        game = read_game(path)
        end = last_state(game, tuple(steps(game))).end
        assert end is not None
        ways.add((len(game.start.game.players), end.reason))
    numbers = range(FEWEST_PLAYERS, MOST_PLAYERS + 1)
    assert ways == {(number, reason) for number in numbers for reason in Reason}


@every_game
def test_after_the_end_nothing_may_be_done(path: Path) -> None:
    game = read_game(path)
    last = last_state(game, tuple(steps(game)))

    assert last.over
    assert options(last) == ()


@every_game
def test_the_command_tells_the_end_and_the_ranks(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stored = json.loads(path.with_suffix(".result.json").read_text(encoding="utf-8"))

    main(["game", "replay", str(path), "--json"])

    told = json.loads(capsys.readouterr().out)
    assert told["end"]["reason"] == stored["end"]["reason"]
    assert told["end"]["after_move"] == stored["end"]["after"]
    ranks = [f"{each['rank']}. with {each['total']}" for each in told["score"]["players"]]
    assert ranks == list(stored["ranks"].values())
