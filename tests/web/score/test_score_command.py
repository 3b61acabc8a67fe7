"""``companion score``: what it prints and writes, how it ends, what it refuses."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.__main__ import main
from companion.boards.board import Board
from companion.games.clippers.course.setup import new_game, set_up
from companion.games.clippers.shipped import read_shipped_board
from companion.games.clippers.terms.editions import ENGLISH
from companion.games.clippers.terms.players import Player
from companion.reading import Seen
from companion.records.record import Allowed, Happened, write_record
from tests.companion.boards.small_board import small_board
from tests.web.score.reports import DOUBTS, SLOTS, SPACES, seen
from tests.whole_games import new_record
from web.commands import score
from web.score.photo import Source
from web.score.report import Sighting

PAULINE, JEAN_LUC = "--player=Pauline=japanese:9", "--player=Jean-Luc=french:4"
BOTH = [PAULINE, JEAN_LUC]
Photo = Callable[..., list[str]]


@pytest.fixture
def position(tmp_path: Path) -> list[str]:
    path = tmp_path / "position.json"
    path.write_text(json.dumps({"spaces": SPACES, "slots": SLOTS}), encoding="utf-8")
    return ["--position", str(path)]


@pytest.fixture
def photo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Photo:
    """The words for a photo in which just this is doubtful."""

    def words(doubts: dict[str, Seen] | None = None) -> list[str]:
        def see(board: Board, source: Source) -> Sighting:
            return seen(doubts)

        monkeypatch.setattr(score, "see", see)
        final, empty = tmp_path / "final.jpg", tmp_path / "empty.jpg"
        final.touch()
        empty.touch()
        return [str(final), "--reference", str(empty)]

    return words


def printed_json(words: list[str], capsys: pytest.CaptureFixture[str]) -> Any:
    main(["score", *words, "--json"])
    return json.loads(capsys.readouterr().out)


def test_a_position_is_scored_without_a_picture(
    position: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["score", *position, *BOTH]) == 0
    assert "Pauline wins with 12 points." in capsys.readouterr().out


def test_the_json_is_as_the_formats_say(
    position: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    data = printed_json([*position, *BOTH], capsys)

    assert data["players"][0] == {
        "name": "Pauline",
        "nation": "japanese",
        "money": 9,
        "ports": 3,
        "total": 12,
        "rank": 1,
    }
    starbuck, money = data["lines"][:2]
    rule = starbuck.pop("rule")
    assert starbuck == {
        "player": "Pauline",
        "what": "ports",
        "island": "starbuck",
        "value": 3,
        "companies": ["red"],
        "markers": 1,
        "points": 3,
    }
    assert (money["what"], money["points"]) == ("money", 9)
    assert rule != money["rule"]
    assert (data["questions"], data["findings"]) == ([], [])


@pytest.mark.parametrize(
    ("doubts", "more", "code"),
    [
        pytest.param({}, [], 0, id="a sure reading"),
        pytest.param(DOUBTS, [], 1, id="questions"),
        pytest.param(
            DOUBTS,
            ["--fix=malden--starbuck/0/0=red", "--fix=h-green--hiva-oa/0/0=green"],
            0,
            id="all questions answered",
        ),
        pytest.param(DOUBTS, ["--fix=malden--starbuck/0/0=red"], 1, id="one answered"),
        pytest.param({}, ["--threshold=1"], 1, id="a threshold nothing reaches"),
        pytest.param({}, ["--fix=flint--tahiti/0/1=red"], 1, id="a finding"),
        pytest.param({}, ["--fix=malden/0=empty", "--fix=flint/0=french"], 0, id="a marker moved"),
    ],
)
def test_how_it_ends(doubts: dict[str, Seen], more: list[str], code: int, photo: Photo) -> None:
    assert main(["score", *photo(doubts), *BOTH, *more]) == code


def test_a_question_is_data_too(photo: Photo, capsys: pytest.CaptureFixture[str]) -> None:
    data = printed_json([*photo(DOUBTS), *BOTH], capsys)

    assert [q["place"] for q in data["questions"]] == [
        "malden--starbuck/0/0",
        "h-green--hiva-oa/0/0",
    ]
    assert data["questions"][0]["likely"] == [["red", 0.7], ["purple", 0.2], ["empty", 0.1]]


def test_an_answer_changes_the_score(photo: Photo, capsys: pytest.CaptureFixture[str]) -> None:
    words = [*photo(DOUBTS), *BOTH]
    before = printed_json(words, capsys)["players"]
    after = printed_json([*words, "--fix=malden--starbuck/0/0=purple"], capsys)["players"]

    assert [p["ports"] for p in before] == [3, 6]
    assert [p["ports"] for p in after] == [0, 3]


SAMOA = "--fix=american_samoa/0=japanese"


@pytest.mark.parametrize(
    ("rules", "points"),
    [
        pytest.param([], 8, id="our reading of both"),
        pytest.param(["--edition=en"], 3, id="the English edition: purple is not at home"),
        pytest.param(["--option=samoa_counts_purple=no"], 3, id="one point alone"),
        pytest.param(["--edition=en", "--option=samoa_counts_purple=always"], 8, id="both"),
    ],
)
def test_the_score_is_by_the_tables_rules(
    rules: list[str], points: int, position: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    data = printed_json([*position, *BOTH, SAMOA, *rules], capsys)

    assert data["players"][0]["ports"] == points
    assert ("purple" in data["reached"]["american_samoa"]) is (points == 8)


def test_what_the_table_allowed_is_no_finding(
    position: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    hanging = [*position, *BOTH, "--fix=flint--tahiti/0/1=red"]

    assert main(["score", *hanging]) == 1
    assert "hangs" in capsys.readouterr().out
    assert main(["score", *hanging, "--allow=flint--tahiti/0/1=stick-hangs"]) == 0
    assert "hangs" not in capsys.readouterr().out


def a_record(path: Path) -> Path:
    """A game by the English rules, in which the table allowed red to begin in mid-lane."""
    state = set_up(
        new_game(
            read_shipped_board(),
            [Player("Pauline", "japanese", 0), Player("Jean-Luc", "french", 0)],
            ENGLISH,
        )
    )
    record = new_record(state)
    stick = {"do": "stick", "player": "Pauline", "company": "red", "space": "flint--tahiti/0/1"}
    for player in ("Pauline", "Jean-Luc"):
        record = record.add(Happened({"do": "pass", "player": player}))
    record = record.add(Happened({**stick, "alternate": False})).add(Allowed(3, "not-from-end"))
    path.write_text(write_record(record), encoding="utf-8")
    return path


def test_a_record_says_who_plays_by_what_and_what_was_allowed(
    position: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [*position, SAMOA, "--fix=flint--tahiti/0/1=red"]
    told = [*words, f"--record={a_record(tmp_path / 'game.jsonl')}"]
    data = printed_json(told, capsys)

    assert {(each["name"], each["money"]) for each in data["players"]} == {
        ("Pauline", 2),
        ("Jean-Luc", 2),
    }
    assert data["reached"]["american_samoa"] == []
    assert data["findings"] == []
    for counted, money in (
        (BOTH, {"Pauline": 9, "Jean-Luc": 4}),
        ([PAULINE], {"Pauline": 9, "Jean-Luc": 2}),
    ):
        richer = printed_json([*told, *counted], capsys)
        assert {each["name"]: each["money"] for each in richer["players"]} == money


@pytest.mark.parametrize(
    ("more", "said"),
    [
        pytest.param(["--record={}/game.jsonl", "--edition=fr"], "the record says", id="twice"),
        pytest.param(
            ["--record={}/game.jsonl", "--player=Ann=english:4"],
            "--player Ann=english: the record says who played: Jean-Luc=french, Pauline=japanese;",
            id="somebody else",
        ),
        pytest.param(
            ["--record={}/game.jsonl", "--player=Pauline=japanese:4"],
            "Pauline",
            id="somebody a second time",
        ),
        pytest.param(["--record={}/none.jsonl"], "none.jsonl: No such file", id="no record"),
        pytest.param(["--option=tie_break"], "NAME=VALUE", id="an option malformed"),
        pytest.param(["--option=tie_break=toss"], "en3 or shared", id="an option's value"),
        pytest.param(["--allow=malden/0=rain"], "nobody can allow 'rain'", id="no such finding"),
    ],
)
def test_rules_that_are_refused(
    more: list[str],
    said: str,
    position: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    a_record(tmp_path / "game.jsonl")

    words = [*position, *BOTH, *(word.format(tmp_path) for word in more)]
    assert said in refused(words, capsys)


def test_sheet_and_overlay_are_written(photo: Photo, tmp_path: Path) -> None:
    sheet, overlay = tmp_path / "sheet.html", tmp_path / "overlay.jpg"

    main(["score", *photo(DOUBTS), *BOTH, "--sheet", str(sheet), "--overlay", str(overlay)])

    assert sheet.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert cv2.imread(str(overlay)) is not None
    assert {path.name for path in tmp_path.iterdir()} == {
        "sheet.html",
        "overlay.jpg",
        "final.jpg",
        "empty.jpg",
    }


def refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """The one line with which the command refuses."""
    assert main(["score", *words]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    return printed.err


@pytest.mark.parametrize(
    ("more", "said"),
    [
        pytest.param([], "nobody plays", id="no players"),
        pytest.param(["--player=Pauline"], "NAME=NATION:MONEY", id="a player malformed"),
        pytest.param(["--player=Pauline=japanese:-1"], "less than nothing", id="negative money"),
        pytest.param(["--player=Pauline=dutch:1"], "no nation 'dutch'", id="no such nation"),
        pytest.param([*BOTH, "--player=Zoé=french:1"], "both play", id="a nation twice"),
        pytest.param([*BOTH, "--player=PAULINE=english:1"], "tell them apart", id="but capitals"),
        pytest.param([*BOTH, "--fix=nowhere/0=red"], "no place 'nowhere/0'", id="no such place"),
        pytest.param([*BOTH, "--fix=malden/0=red"], "can't lie on malden/0", id="no such kind"),
        pytest.param([*BOTH, "--fix=malden"], "PLACE=KIND", id="an answer malformed"),
        pytest.param([*BOTH, "--threshold=1.5"], "--threshold 1.5", id="a threshold above 1"),
        pytest.param([*BOTH, "--threshold=nan"], "--threshold nan", id="a threshold of NaN"),
        pytest.param([*BOTH, "final.jpg"], "both a photo and a position", id="both"),
        pytest.param([*BOTH, "--overlay=o.jpg"], "has no photo", id="nothing to draw on"),
        pytest.param([*BOTH, "--reference=e.jpg"], "has no photo", id="nothing to read"),
        pytest.param([*BOTH, "--sheet=no/such/s.html"], "no folder", id="no such folder"),
        pytest.param([*BOTH, "--board=none.json"], "none.json", id="no such board"),
    ],
)
def test_what_is_refused(
    more: list[str], said: str, position: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert said in refused([*position, *more], capsys)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        pytest.param([], "nothing to score", id="no photo"),
        pytest.param(["final.jpg"], "no such file", id="no such photo"),
        pytest.param(["final.jpg", "--reference=e.jpg", "--overlay=o.gif"], ".png", id="a GIF"),
    ],
)
def test_photos_that_are_refused(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert said in refused([*words, *BOTH], capsys)


@pytest.mark.parametrize(
    ("final", "more", "said"),
    [
        pytest.param("grey.jpg", [], "--reference", id="nothing to read it against"),
        pytest.param("text.jpg", ["--reference={}/grey.jpg"], "text.jpg", id="a text named .jpg"),
        pytest.param("grey.jpg", ["--reference={}/text.jpg"], "text.jpg", id="a reference of text"),
        pytest.param("grey.jpg", ["--reference={}/grey.jpg"], "grey.jpg", id="no board in sight"),
        pytest.param("grey.jpg", ["--profile={}/text.jpg"], "text.jpg", id="a profile of text"),
        pytest.param(
            "grey.jpg", ["--reference={}/grey.jpg", "--corners=1,2"], "eight numbers", id="corners"
        ),
    ],
)
def test_files_that_cannot_be_read(
    final: str, more: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cv2.imwrite(str(tmp_path / "grey.jpg"), np.full((300, 400, 3), 128, np.uint8))
    (tmp_path / "text.jpg").write_text("This is no photo.", encoding="utf-8")
    words = [str(tmp_path / final), *(word.format(tmp_path) for word in more)]

    assert said in refused([*words, *BOTH], capsys)


def test_the_photo_is_never_overwritten(photo: Photo, capsys: pytest.CaptureFixture[str]) -> None:
    words = photo()

    assert "overwrite" in refused([*words, *BOTH, "--overlay", words[0]], capsys)


def test_another_game_is_refused_in_words(
    tmp_path: Path, position: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    board = small_board()
    board["meta"]["game"] = "routes"
    path = tmp_path / "board.json"
    path.write_text(json.dumps(board), encoding="utf-8")

    assert "board of 'routes'" in refused([*position, *BOTH, "--board", str(path)], capsys)


def test_nothing_is_written_when_it_fails(
    position: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sheet = tmp_path / "sheet.html"

    refused([*position, "--player=Pauline=dutch:1", "--sheet", str(sheet)], capsys)

    assert not sheet.exists()


def test_nations_and_pieces_may_be_named_in_french(
    photo: Photo, capsys: pytest.CaptureFixture[str]
) -> None:
    players = ["--player=Pauline=Japonais:9", "--player=Jean-Luc=français:4"]
    fixed = "--fix=malden--starbuck/0/0=Rouge"

    asked = [
        each["place"]
        for each in printed_json([*photo(DOUBTS), *players, fixed], capsys)["questions"]
    ]

    assert asked == [place for place in DOUBTS if place != "malden--starbuck/0/0"]


def test_a_place_may_be_called_empty_in_french(
    photo: Photo, capsys: pytest.CaptureFixture[str]
) -> None:
    fixes = [f"--fix={place}=vide" for place in DOUBTS]

    assert printed_json([*photo(DOUBTS), *BOTH, *fixes], capsys)["questions"] == []
