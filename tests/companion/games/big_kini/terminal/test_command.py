"""``companion game`` tells a game of Big Kini as pages do: atolls by their numbers."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.boards.board_writing import board_json
from companion.cards.card import Card, by_id, cards_json
from companion.games.big_kini.game import GAME
from companion.play.game import Seat
from companion.records.record import Happened, Header, Record, read_record, write_record
from tests.catalogues import typed
from tests.companion.games.big_kini.tables import BOARD, fact

FACTS = (
    fact("home", "Ben", cell="0,1", atoll="a1/0"),
    fact("home", "Ann", cell="4,1", atoll="a2/0"),
    fact("settle", "Ann", place="4,1/administrator-a"),
    fact("settle", "Ann", place="4,1/administrator-b"),
    fact("settle", "Ben", place="0,1/administrator-a"),
    fact("settle", "Ben", place="0,1/administrator-b"),
    fact("token", "Ann", space="proliferation/double"),
    fact("proliferate", "Ann", place="4,1/colony-b-0"),
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    setup = GAME.begin([Seat("Ann", "red"), Seat("Ben", "blue")], {}, BOARD)
    record = Record(Header("big_kini", dict(setup)))
    for told in FACTS:
        record = record.add(Happened(told))
    path = tmp_path / "game.jsonl"
    path.write_text(write_record(record), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("replay",), "8. Ann puts a new cube on colony, atoll 2."),
        (("replay", "--language", "fr"), "2. Ben : "),
        (("show", "--at", "4"), "  Ben begins on administrator (port), atoll 1."),
        (("why", "--at", "3"), "3. Ann begins on administrator (port), atoll 2."),
    ],
    ids=lambda each: each[0] if isinstance(each, tuple) else "",
)
def test_what_a_terminal_tells(
    asked: tuple[str, ...], said: str, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By number, not by the cell and the letter of the file; ranks with the colon of a language."""
    command, *rest = asked
    language = () if "--language" in rest else ("--language", "en")

    assert main(["game", command, str(path), *rest, *language]) == 0
    assert said in typed(capsys.readouterr().out)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "(Where: administrator (factory), atoll 2 or"),
        ("fr", "(Où : administrateur (fabrique), "),
    ],
)
def test_a_terminal_names_places_and_sends_nobody_to_a_chart(
    language: str, said: str, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    move = (fact("done", "Ann"), fact("token", "Ben", space="income/double"), fact("done", "Ben"))
    more = (*move, fact("token", "Ann", space="move/double"))
    record = read_record(path)
    for told in more:
        record = record.add(Happened(told))
    path.write_text(write_record(record), encoding="utf-8")

    assert main(["game", "show", str(path), "--at", "12", "--language", language]) == 0
    shown = typed(capsys.readouterr().out)
    assert said in shown
    assert not re.findall("Tap|Touchez", shown)


CARD = Card("c1", 7, ("proliferation", "to_a_post"))


@pytest.fixture
def own(tmp_path: Path) -> tuple[Path, Path]:
    """A board file of an owner's and a record on it: he buys his own card, and plays it."""
    two = replace(BOARD.layouts["2_base"], in_box=frozenset(["a7", "a8", "a9", "a12", "a13"]))
    board = replace(BOARD, cards=by_id([CARD]), layouts={**BOARD.layouts, "2_base": two})
    file, path = tmp_path / "ours.json", tmp_path / "own.jsonl"
    file.write_text(json.dumps(board_json(board)), encoding="utf-8")
    seats = [Seat("Ann", "red"), Seat("Ben", "blue")]
    record = Record(Header("big_kini", dict(GAME.begin(seats, {"cards": "yes"}, board))))
    bought = (fact("token", "Ann", space="buy_card/double"), fact("buy", "Ann", card="c1"))
    for told in (*FACTS[:6], *bought):
        record = record.add(Happened(told))
    path.write_text(write_record(record), encoding="utf-8")
    return path, file


def test_a_record_of_an_own_box_is_told_with_its_board(
    own: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    """And with no other: its cards mean something else there."""
    path, file = own

    assert main(["game", "replay", str(path), "--board", str(file), "--language", "en"]) == 0
    bought = "8. Ann buys card 7, proliferation (straight to an administrator space)."
    assert bought in typed(capsys.readouterr().out)
    assert main(["game", "replay", str(path), "--board", str(file), "--json"]) == 0
    story = json.loads(capsys.readouterr().out)
    box = {"in_box": [7, 8, 9, 12, 13], "cards": cards_json({"c1": CARD})}
    assert story["box"] == box
    assert main(["game", "replay", str(path), "--language", "en"]) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert line.endswith("give the record's board with --board")
