"""``companion watch``: photos of a game become its record, its score and a list of questions."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.commands.watch import unread_line
from calibration.lookout import FrameLine
from companion.__main__ import main
from companion.games.clippers.course.setup import departure_markers, new_game
from companion.games.clippers.record.play import from_record
from companion.games.clippers.record.timeline import last_state, steps
from companion.games.clippers.shipped import read_shipped_board
from companion.games.clippers.terms.players import Player
from companion.position import Position
from companion.records.record import facts_of, read_record
from vision.simulator import Simulator, demo_camera, reference_frame, write_board
from vision.watch import Watching
from web.looking_back.carry import checked

SIZE_PX = (1280, 720)
BOARD = read_shipped_board()
PLAYERS = ["--player", "Anna=american", "--player", "Ben=japanese"]
LAID = [("h-red--malden/0/0", "red"), ("h-blue--pitcairn/0/0", "blue")]


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The set-up, Anna's stick, Ben's stick, each in a photo; and the empty board."""
    folder = tmp_path_factory.mktemp("evening")
    simulator = Simulator(BOARD, seed=2)
    write_board(folder, BOARD)
    empty = reference_frame(simulator, np.random.default_rng(2), SIZE_PX)
    (folder / "reference.jpg").write_bytes(empty.jpeg())
    players = [Player("Anna", "american", 0), Player("Ben", "japanese", 0)]
    slots = departure_markers(new_game(BOARD, players))
    camera = demo_camera(BOARD, SIZE_PX)
    for number in range(len(LAID) + 1):
        frame = simulator.frame(Position(dict(LAID[:number]), slots), camera, seed=number)
        (folder / f"{number + 1}.jpg").write_bytes(frame.jpeg())
    return folder


def watch(folder: Path, *more: str) -> int:
    setup = ["--board", str(folder / "board.json"), "--reference", str(folder / "reference.jpg")]
    return main(["watch", str(folder), *setup, *PLAYERS, *more])


def test_photos_become_the_record_of_their_game(
    evening: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.jsonl"
    code = watch(evening, "-o", str(path), "--json")
    report = json.loads(capsys.readouterr().out)

    record = read_record(path)
    sticks = [fact for fact in facts_of(record) if fact["do"] == "stick"]
    assert [(fact["player"], fact["space"], fact["company"]) for fact in sticks] == [
        ("Anna", *LAID[0]),
        ("Ben", *LAID[1]),
    ]
    assert from_record(record, BOARD).faults == ()
    assert [frame["watching"] for frame in report["frames"].values()] == ["settled"] * 3
    assert {doubt["player"] for doubt in report["guessed"]} == {"Anna", "Ben"}
    assert code == 1  # what they did in phase 1 was guessed


def test_what_was_watched_is_taken_in_on_the_page(
    evening: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record, path = tmp_path / "game.jsonl", tmp_path / "evening.json"
    watch(evening, "-o", str(record), "--evening", str(path))

    (game,) = checked(path.read_bytes(), BOARD)

    assert game.record == read_record(record)
    assert f"{path}: on the page of 'companion play'" in capsys.readouterr().out


def test_the_report_in_words_names_what_would_have_been_asked(
    evening: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    watch(evening)
    said = capsys.readouterr().out

    assert "What money has each player? 2 acts beside the board were guessed" in said
    assert "Anna 2 $, Ben 2 $" in said
    assert "write it with --evening FILE" in said
    assert "1. " in said


def test_counted_money_settles_what_was_guessed(
    evening: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.jsonl"
    counted = ["--counted", "Anna=9", "--counted", "Ben=13"]
    code = watch(evening, *counted, "-o", str(path))

    said = capsys.readouterr().out
    assert "(9 $)" in said
    assert "(13 $)" in said
    assert "What money" not in said
    assert code == 0
    game = from_record(read_record(path), BOARD)
    last = last_state(game, tuple(steps(game)))
    assert [last.money(name) for name in ("Anna", "Ben")] == [9, 13]


def test_who_counts_his_money_leaves_the_others(
    evening: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = watch(evening, "--counted", "Anna=9", "--json")

    assert json.loads(capsys.readouterr().out)["to_count"] == {"Ben": 2}
    assert code == 1


@pytest.mark.parametrize(
    ("counted", "complaint"),
    [
        pytest.param("Anna", "write it like Pauline=12", id="no money"),
        pytest.param("Anna=-3", "write it like Pauline=12", id="below zero"),
        pytest.param("Anna=0.5", "write it like Pauline=12", id="half a dollar"),
        pytest.param("Anna=100000", "up to 1000", id="more than there is"),
        pytest.param("Zoe=3", "nobody here is called 'Zoe'", id="nobody"),
    ],
)
def test_money_that_cant_be_counted_is_refused_in_one_line(
    counted: str, complaint: str, evening: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.jsonl"
    assert watch(evening, "--counted", counted, "-o", str(path)) == 2
    said = capsys.readouterr().err
    assert complaint in said
    assert said.count("\n") == 1
    assert not path.exists()


def test_a_camera_that_was_bumped_shows_part_of_the_board_and_the_rest_is_asked_at_the_end(
    evening: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The board's left side is outside the last two photos: Anna's stick stays as it was seen."""
    folder = tmp_path / "bumped"
    shutil.copytree(evening, folder)
    for number in (4, 5):
        photo = cv2.imread(str(folder / "3.jpg"))
        cv2.imwrite(str(folder / f"{number}.jpg"), photo[:, 420:])

    code = watch(folder, "--json")

    told = capsys.readouterr()
    report = json.loads(told.out)
    assert report["frames"]["5.jpg"]["outside"] == ["left"]
    assert "2 of 5 frames" in told.err
    assert "towards the board's left side" in told.err
    at_the_end = {doubt["place"] for doubt in report["asked"] if doubt["frame"] == "the end"}
    left = {place for place, space in BOARD.spaces.items() if space.x_mm < 30}
    right = {place for place, space in BOARD.spaces.items() if space.x_mm > 280}
    assert left - {place for place, _ in LAID} <= at_the_end
    assert not at_the_end & (right | {place for place, _ in LAID})
    assert code == 1


@pytest.mark.parametrize(
    ("dark", "said"),
    [
        pytest.param((), None, id="all were read"),
        pytest.param(
            (3, 4), "2 of 4 pictures were not read, from 3.jpg on: too dark", id="the last"
        ),
        pytest.param((2,), "1 of 4 pictures was not read, 2.jpg the first: too dark", id="one"),
    ],
)
def test_the_report_says_which_pictures_were_not_read(
    dark: tuple[int, ...], said: str | None
) -> None:
    frames = [
        FrameLine(f"{n}.jpg", Watching.DARK, 0, "too dark")
        if n in dark
        else FrameLine(f"{n}.jpg", Watching.SETTLED, 1)
        for n in range(1, 5)
    ]

    line = unread_line(frames)
    assert (None if line is None else str(line)) == said


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        pytest.param(["0"], "a camera has no end", id="a live camera"),
        pytest.param(
            ["nothing.mp4"],
            "nothing.mp4: no such file or folder; give a video or a folder of photos\n",
            id="nothing there",
        ),
        pytest.param(["."], "no photos", id="a folder without photos"),
    ],
)
def test_what_cant_be_watched_is_refused_in_one_line(
    arguments: list[str],
    complaint: str,
    evening: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    setup = ["--board", str(evening / "board.json"), "--reference", str(evening / "reference.jpg")]

    assert main(["watch", *arguments, *setup, *PLAYERS]) == 2
    said = capsys.readouterr().err
    assert complaint in said
    assert said.count("\n") == 1


def test_a_game_without_a_board_is_refused_by_what_the_command_takes(
    evening: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["watch", str(evening), *PLAYERS]) == 2
    said = capsys.readouterr().err
    assert all(option in said for option in ("--board", "--profile", "--game"))


@pytest.mark.parametrize("player", ["Anna", "=american", "Anna=martian"])
def test_a_player_who_cant_be_is_refused(
    player: str, evening: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert watch(evening, "--player", player) == 2
    assert "player" in capsys.readouterr().err


def test_photos_without_a_board_are_refused_and_nothing_is_written(
    evening: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "dark"
    folder.mkdir()
    cv2.imwrite(str(folder / "1.jpg"), np.zeros((720, 1280, 3), np.uint8))
    path = tmp_path / "game.jsonl"
    setup = ["--board", str(evening / "board.json"), "--reference", str(evening / "reference.jpg")]

    assert main(["watch", str(folder), *setup, *PLAYERS, "-o", str(path)]) == 2
    assert "the board was never seen" in capsys.readouterr().err
    assert not path.exists()


def test_of_a_film_in_which_nothing_rests_it_is_said(
    evening: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nobody held the camera still: no picture of it could be read."""
    rng, path = np.random.default_rng(1), tmp_path / "shaken.avi"
    film = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*"MJPG"), 5.0, (320, 240))
    for _ in range(10):
        film.write(rng.integers(0, 255, (240, 320, 3), np.uint8))
    film.release()
    setup = ["--board", str(evening / "board.json"), "--reference", str(evening / "reference.jpg")]

    assert main(["watch", str(path), *setup, *PLAYERS]) == 2
    assert "never seen; the picture never held still" in capsys.readouterr().err
