"""``companion calibrate`` and ``companion read``, as a person types them."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.__main__ import main
from companion.reading import HIDDEN, Seen
from tests.calibration.tables import empty_table
from vision.seen.several_looks import remembered
from vision.simulator import write_board

ROOT = Path(__file__).resolve().parent.parent.parent
TABLE = empty_table(104)
CORNERS = ",".join(f"{value:.1f}" for value in TABLE.corners_px.ravel())


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A board file, its empty photo, and a folder with one frame, a text and another board."""
    folder = tmp_path_factory.mktemp("table")
    write_board(folder, TABLE.board)
    (folder / "empty.jpg").write_bytes(TABLE.jpeg)
    (folder / "frames").mkdir()
    (folder / "frames" / "001.jpg").write_bytes(TABLE.jpeg)
    (folder / "frames" / "002.jpg").write_text("no photo")
    (folder / "frames" / "003.jpg").write_bytes(empty_table(113).jpeg)
    return folder


@pytest.fixture(scope="module")
def profile(folder: Path) -> Path:
    path = folder / "profile.json"
    words = ["calibrate", "--board", str(folder / "board.json")]
    assert main([*words, "--reference", str(folder / "empty.jpg"), "-o", str(path)]) == 0
    return path


def read(folder: Path, *words: str) -> int:
    return main(["read", "--board", str(folder / "board.json"), *words])


def test_a_profile_reads_a_folder_and_says_which_frames_it_cant(
    folder: Path, profile: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert read(folder, "--profile", str(profile), str(folder / "frames")) == 1
    frames = json.loads(capsys.readouterr().out)["frames"]
    assert [(name, frame["aligned"]) for name, frame in frames.items()] == [
        ("001.jpg", True),
        ("002.jpg", False),
        ("003.jpg", False),
    ]
    good = frames["001.jpg"]
    assert set(good["spaces"]) == set(TABLE.board.spaces)
    assert set(good["slots"]) == set(TABLE.board.slots)
    assert set(good["time_ms"]) >= {"decode", "align", "read"}
    assert len(good["corners_px"]) == 4
    assert all(0 <= seen["confidence"] <= 1 for seen in good["spaces"].values())
    assert frames["002.jpg"]["why"]


def test_of_a_photo_without_colours_it_is_said(
    folder: Path, profile: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    grey = cv2.cvtColor(TABLE.photo, cv2.COLOR_BGR2GRAY)
    cv2.imwrite(str(folder / "night.jpg"), grey)

    read(folder, "--profile", str(profile), str(folder / "night.jpg"))

    assert "night.jpg: the photo has no colours" in capsys.readouterr().err


def test_of_part_of_the_board_it_is_said_where_to_move_the_camera(
    folder: Path, profile: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    left, right = TABLE.corners_px[:, 0].min(), TABLE.corners_px[:, 0].max()
    part = TABLE.photo[:, : round(left + 0.7 * (right - left))]
    cv2.imwrite(str(folder / "part.jpg"), part)

    assert read(folder, "--profile", str(profile), str(folder / "part.jpg")) == 0

    told = capsys.readouterr()
    frame = json.loads(told.out)["frames"]["part.jpg"]
    assert "right" in frame["outside"]
    assert "part.jpg: part of the board lies outside the picture; move the camera" in told.err
    pieces = [seen["piece"] for seen in frame["spaces"].values()]
    assert HIDDEN in pieces
    assert "empty" in pieces


@pytest.mark.parametrize("joined", [True, False], ids=["--corners=-3,...", "--corners -3,..."])
def test_corners_may_be_negative(
    folder: Path, joined: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    """Corners that no photo has are refused for what they are, not as an unknown option."""
    value = "-3,-5.5,9,4,9,1,-2,8"
    words = [f"--corners={value}"] if joined else ["--corners", value]
    empty = str(folder / "empty.jpg")
    assert read(folder, "--reference", empty, *words, empty) == 2
    assert "clockwise" in capsys.readouterr().err


@pytest.mark.parametrize("value", ["1,2,3", "a,b,c,d,e,f,g,h", "1,2,3,4,5,6,7,nan", ""])
def test_what_is_no_corners_is_refused(
    folder: Path, value: str, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = str(folder / "empty.jpg")
    assert read(folder, "--reference", empty, f"--corners={value}", empty) == 2
    assert "eight numbers" in capsys.readouterr().err


def test_nothing_to_compare_with_is_said(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert read(folder, str(folder / "empty.jpg")) == 2
    assert "--reference FILE" in capsys.readouterr().err


def test_a_photo_without_a_board_is_refused_by_what_the_command_takes(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["read", str(folder / "empty.jpg")]) == 2
    said = capsys.readouterr().err
    assert "give the board file with --board" in said
    assert "--game" not in said


@pytest.fixture
def out_of_focus(folder: Path) -> Path:
    path = folder / "out-of-focus.jpg"
    cv2.imwrite(str(path), cv2.GaussianBlur(TABLE.photo, (0, 0), 4.0))
    return path


def test_a_black_photo_of_the_empty_board_is_refused_in_one_line(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    black = folder / "black.jpg"
    cv2.imwrite(str(black), np.zeros_like(TABLE.photo))
    given = ["--reference", str(black), "--corners", CORNERS]
    written = folder / "never.json"
    words = ["calibrate", "--board", str(folder / "board.json"), *given, "-o", str(written)]

    assert main(words) == 2
    assert read(folder, *given, str(folder / "frames")) == 2
    told = capsys.readouterr()
    assert not told.out
    assert [line.partition(":")[0] for line in told.err.splitlines()] == ["companion"] * 2
    assert told.err.count(f"{black}: the photo of the empty board is too dark") == 2
    assert not written.exists()


def test_a_blurred_photo_of_the_empty_board_is_used_and_doubted(
    folder: Path, out_of_focus: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ["--reference", str(out_of_focus), "--corners", CORNERS]
    read(folder, *given, str(folder / "frames" / "001.jpg"))
    told = capsys.readouterr()
    assert json.loads(told.out)["frames"]
    assert f"{out_of_focus}: the photo of the empty board is blurred" in told.err

    words = ["calibrate", "--board", str(folder / "board.json"), *given]
    assert main([*words, "-o", str(folder / "blurred.json")]) == 1
    assert "is blurred" in capsys.readouterr().out


def test_when_no_frame_can_be_read_it_ends_with_2(
    folder: Path, profile: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert read(folder, "--profile", str(profile), str(folder / "frames" / "002.jpg")) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_calibrate_leaves_nothing_behind_when_the_board_isnt_found(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["calibrate", "--board", str(folder / "board.json"), "-o", str(folder / "new.json")]
    assert main([*words, "--reference", str(folder / "frames" / "003.jpg")]) == 2
    assert "--corners" in capsys.readouterr().err
    assert not (folder / "new.json").exists()


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["--board", "board.json"],
        ["--board", "board.json", "--reference", "empty.jpg", "--teach", "empty.jpg"],
        ["--board", "board.json", "--reference", "empty.jpg", "--sticks", "a=b"],
    ],
    ids=["nothing", "no photo", "no sticks", "no photo to teach from"],
)
def test_calibrate_says_what_is_missing(
    folder: Path, words: list[str], monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(folder)
    assert main(["calibrate", *words, "-o", "new.json"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert not Path("new.json").exists()


def test_calibrate_never_overwrites_the_photo(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = folder / "empty.jpg"
    words = ["calibrate", "--board", str(folder / "board.json"), "--reference", str(empty)]
    assert main([*words, "-o", str(empty)]) == 2
    assert empty.read_bytes() == TABLE.jpeg


@pytest.mark.parametrize("name", ["sheet.html", "sheet.pdf"])
def test_the_marker_sheet_is_written(tmp_path: Path, name: str) -> None:
    assert main(["calibrate", "markers", "-o", str(tmp_path / name)]) == 0
    assert (tmp_path / name).stat().st_size > 1000


def test_a_sheet_of_another_kind_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["calibrate", "markers", "-o", str(tmp_path / "sheet.doc")]) == 2
    assert ".html or .pdf" in capsys.readouterr().err


def test_in_a_sequence_what_is_hidden_stays_what_it_was() -> None:
    red, hidden, empty = Seen("red", 0.99), Seen(HIDDEN, 0.9), Seen("empty", 0.98)
    before = {"a": red, "b": red}
    now = {"a": hidden, "b": empty, "c": hidden}
    assert remembered(now, before) == {"a": red, "b": empty, "c": hidden}


def test_a_folder_is_read_by_its_numbers_and_one_missing_file_stops_nothing(
    profile: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("10", "2"):
        (tmp_path / f"{name}.jpg").write_bytes(TABLE.jpeg)
    (tmp_path / "4.jpg").symlink_to(tmp_path / "moved away.jpg")

    ended = main(["read", "--profile", str(profile), str(tmp_path), str(tmp_path / "2.jpg")])

    frames = json.loads(capsys.readouterr().out)["frames"]
    assert [(name, frame["aligned"]) for name, frame in frames.items()] == [
        ("2.jpg", True),
        ("4.jpg", False),
        ("10.jpg", True),
    ]
    assert ended == 1


def test_one_photo_named_twice_counts_once(
    folder: Path, profile: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = str(folder / "frames" / "002.jpg")

    assert read(folder, "--profile", str(profile), str(folder / "empty.jpg"), bad, bad) == 1
    assert len(json.loads(capsys.readouterr().out)["frames"]) == 2


def test_a_table_that_grows_is_not_read_without_its_record(
    capsys: pytest.CaptureFixture[str],
) -> None:
    board = ROOT / "companion" / "games" / "carcassonne_south_seas" / "board.json"

    assert main(["read", "--board", str(board), "photo.jpg"]) == 2
    assert "'companion watch' follows one" in capsys.readouterr().err
