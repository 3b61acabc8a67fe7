"""A whole game played and counted by a program that shares no line with this one.

``tests/games/elsewhere.json``: the moves of a legal game of two, its result, and sticks that break
a rule, each with the numbers of moves after which it was seen to lie there.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.__main__ import main
from companion.games.clippers.course.apply import replay
from companion.games.clippers.judging.judgement import findings
from companion.games.clippers.page.story_json import story_json
from companion.games.clippers.record.game_file import GameFile, parse_moves
from companion.games.clippers.record.timeline import last_state, steps
from companion.games.clippers.scoring.final_score import PORTS
from companion.games.clippers.terms.events import StickLaid
from tests.whole_games import BOARD, GAMES

PATH = GAMES / "elsewhere.json"
GAME: dict[str, Any] = json.loads(PATH.read_text(encoding="utf-8"))
SEEN = [(stray, done) for stray in GAME["illegal"] for done in stray["moves_done"]]


@pytest.fixture(scope="module")
def game() -> GameFile:
    return parse_moves(GAME, BOARD)


def test_money_score_lines_and_totals_are_the_same(game: GameFile) -> None:
    told = story_json(game, tuple(steps(game)))

    totals = {each["nation"]: each for each in told["score"]["players"]}  # type: ignore[index]
    for nation, total in GAME["result"]["total"].items():
        assert {key: totals[nation][key] for key in total} == total
    nations = {player["name"]: player["nation"] for player in GAME["players"]}
    lines = [
        {**line, "player": nations[line["player"]]}
        for line in told["score"]["lines"]  # type: ignore[index]
        if line["what"] == PORTS
    ]
    by_place = {(line["player"], line["island"]): line for line in lines}
    assert len(by_place) == len(lines) == len(GAME["result"]["lines"])
    for line in GAME["result"]["lines"]:
        ours = by_place[line["player"], line["island"]]
        assert {key: ours[key] for key in line} == line


def test_the_game_ends_at_the_same_move_for_the_same_reason(game: GameFile) -> None:
    end = last_state(game, tuple(steps(game))).end

    assert end is not None
    said = f"{end.reason.value} {end.player} round {end.round} phase {end.phase}"
    assert said.lower() == GAME["result"]["end"]
    assert end.after == len(GAME["moves"])


def test_the_same_sticks_are_left(game: GameFile) -> None:
    last = last_state(game, tuple(steps(game)))

    assert {name: each.sticks for name, each in last.companies.items()} == GAME["result"]["left"]


def test_a_legal_game_has_no_finding(game: GameFile) -> None:
    assert [step.number for step in steps(game) if step.findings] == []


@pytest.mark.parametrize(("stray", "done"), SEEN, ids=[f"after {done}" for _, done in SEEN])
def test_a_stick_that_breaks_a_rule_is_found(
    game: GameFile, stray: dict[str, str], done: int
) -> None:
    state = replay(game.start, (event for _, event in game.facts[:done]))
    stick = StickLaid(state.seat.player.name, stray["company"], stray["space"])

    found = {finding.code: finding for finding in findings(state, stick)}

    assert found["not-from-end"].places == (stray["space"],)


def test_what_follows_a_stick_that_breaks_a_rule_is_judged_as_ever(game: GameFile) -> None:
    """Unless the stray stick itself is in the way, or was one too many."""
    stray, done = SEEN[0]
    player = game.facts[done][1].player
    stick = StickLaid(player, stray["company"], stray["space"])
    facts = [*game.facts[:done], (-1, stick), *game.facts[done:]]
    told = tuple(steps(GameFile(game.start, tuple(facts))))

    found = [(step.number, finding.code) for step in told for finding in step.findings]
    assert found[0] == (-1, "not-from-end")
    assert {code for number, code in found if number >= done} <= {"over-allowance"}


def test_the_command_reads_it_and_finds_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["game", "replay", "--moves", str(PATH), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["findings"] == []
