"""``companion game`` tells a game of Long Cours; ``companion play`` refuses what it has not yet."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.games.long_cours.game import GAME
from companion.play.game import Seat
from companion.records.record import Happened, Header, Record, write_record
from tests.companion.games.long_cours.tables import BOARD
from tests.companion.games.long_cours.whole_games import GAMES, drawn_record, result_of

FACTS = (
    {"do": "place", "player": "Ann", "stop": "marseille"},
    {"do": "place", "player": "Ben", "stop": "londres"},
    {"do": "buy", "player": "Ann", "product": "cloth", "millions": 2},
    {"do": "done", "player": "Ann"},
    {"do": "done", "player": "Ben"},
    {"do": "move", "player": "Ann", "stop": "rio"},
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    setup = GAME.begin([Seat("Ann", "yellow"), Seat("Ben", "green")], {}, BOARD)
    record = Record(Header("long_cours", dict(setup)))
    for fact in FACTS:
        record = record.add(Happened(fact))
    path = tmp_path / "game.jsonl"
    path.write_text(write_record(record), encoding="utf-8")
    return path


def test_a_game_is_replayed_in_words(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["game", "replay", str(path), "--language", "en"]) == 1
    told = capsys.readouterr().out

    assert "3. Ann buys cloth for 2 M. Ann pays the bank 2 M for cloth." in told
    assert "against the rules: Ann sails from Marseille to Rio de Janeiro, and no line" in told
    assert "Rule 28: There is one ordinary move a turn" in told
    assert "The game goes on: round 2, Ann's turn." in told


def test_a_game_is_told_as_json(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["game", "replay", str(path), "--json"])
    told = json.loads(capsys.readouterr().out)

    assert [each["code"] for each in told["findings"]] == ["no-line"]
    assert told["players"][0] == {
        "name": "Ann",
        "ship": "yellow",
        "at": "rio",
        "cash": 1,
        "cargo": {"cloth": 2},
        "cards": 18,
        "sunk_by": None,
    }
    assert told["winner"] is None


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "en",
            ("Ann sails to Alger.", "Ann throws a 5 to resell.  (+6 M)", "Ann (yellow ship): 1 M"),
        ),
        ("fr", ("Ann va à Alger.", "Ann lance le dé pour revendre : 5.", "Ann (navire jaune)")),
    ],
)
def test_a_moment_is_shown_with_what_may_be_done(
    language: str, said: tuple[str, ...], path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["game", "show", str(path), "--at", "5", "--language", language]) == 0
    out = capsys.readouterr().out.replace("\N{NARROW NO-BREAK SPACE}", " ")
    lines = [line.strip().replace("\N{NO-BREAK SPACE}", " ") for line in out.splitlines()]

    assert json.loads(lines[0])["turn"] == "Ann"
    for each in said:
        assert any(line.startswith(each) for line in lines), each


def test_a_fact_is_explained(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["game", "why", str(path), "--at", "6", "--language", "fr"]) == 1
    assert "aucune ligne ne les relie" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--player", "Ann=yellow"], "1 player; Long Cours is for 2 to 6"),
        (
            ["--player", "Ann=yellow", "--player", "Ben=yellow"],
            "two players have the yellow ship; give each another colour",
        ),
        (
            ["--player", "A=yellow", "--player", "B=green", "--option", "deck=short"],
            "the shortened deck is for 3 players or more; give deck=full",
        ),
        (
            ["--player", "A=purple", "--player", "B=green"],
            "player 'A': the board knows no ship 'purple'; give one of yellow, green, pink",
        ),
    ],
)
def test_what_can_not_be_played_is_refused_in_one_line(
    arguments: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = ["--table", str(tmp_path / "t.sqlite"), "--no-open", "--language", "en"]
    assert main(["play", "--game", "long_cours", *table, *arguments]) == 2
    told = capsys.readouterr()

    assert said in told.err
    assert told.err.count("\n") == 1
    assert not (tmp_path / "t.sqlite").exists()


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        ({"do": "buy", "player": "Ann", "product": "cloth", "millions": 0.5}, "millions"),
        ({"do": "buy", "player": "Ann", "product": "cloth", "millions": -3}, "millions"),
        ({"do": "buy", "player": "Ann", "product": "cloth", "millions": 1.5}, "millions"),
        ({"do": "move", "player": "Ann", "stop": "atlantis"}, "stop"),
        ({"do": "storm", "player": "Ann", "zone": 12}, "zone"),
        ({"do": "resell", "player": "Ann", "die": 7}, "die"),
        ({"do": "move", "player": "Zoe", "stop": "alger"}, "player"),
    ],
)
def test_what_can_be_no_fact_is_set_aside_with_one_line(
    fact: dict[str, object], said: str, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = path.read_text(encoding="utf-8")
    line = json.loads(text.splitlines()[-1])
    line["fact"], line["seq"] = fact, line["seq"] + 1
    path.write_text(text + json.dumps(line) + "\n", encoding="utf-8")

    main(["game", "replay", str(path), "--language", "en"])
    told = [each for each in capsys.readouterr().out.splitlines() if "set aside" in each]

    assert len(told) == 1
    assert f"/{said}:" in told[0] or f"{said}: " in told[0]


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_comes_out_as_it_did(name: str) -> None:
    """Drawn games kept as records: their results were read line by line once."""
    record, kept = GAMES[name]

    assert result_of(record) == kept


def test_the_games_are_drawn_again_the_same() -> None:
    assert write_record(drawn_record(3, 11)) == write_record(GAMES["3-players"][0])
