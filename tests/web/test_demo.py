"""``companion demo score``: the first use, on a machine without camera, game or photo."""

from __future__ import annotations

import io
import webbrowser
from contextlib import redirect_stdout
from pathlib import Path
from random import Random

import pytest

from companion.__main__ import main
from companion.games.clippers.shipped import read_shipped_board
from web.commands import demo
from web.demo import made_up


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, int]:
    """The demo run once: its folder, what it printed, its exit code."""
    folder = tmp_path_factory.mktemp("demo")
    with redirect_stdout(io.StringIO()) as printed:
        code = main(["demo", "score", "--output", str(folder), "--no-open"])
    return folder, printed.getvalue(), code


def test_the_demo_needs_nobody(shown: tuple[Path, str, int]) -> None:
    assert shown[2] == 0


@pytest.mark.parametrize(
    ("scored", "code"),
    [
        pytest.param(0, 0, id="nothing is asked"),
        pytest.param(1, 0, id="its questions need nobody: they are part of it"),
        pytest.param(2, 2, id="the photo can't be used"),
    ],
)
def test_how_the_demo_ends(
    scored: int, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demo, "take_photos", lambda *_: [])
    monkeypatch.setattr(demo, "score_photo", lambda *_: scored)

    assert main(["demo", "score", "-o", str(tmp_path), "--no-open"]) == code


def test_every_player_is_ranked(shown: tuple[Path, str, int]) -> None:
    assert all(player in shown[1] for player in made_up.PLAYERS)


@pytest.mark.parametrize("name", ["empty.jpg", "final.jpg", "sheet.html", "overlay.jpg"])
def test_what_the_demo_leaves(shown: tuple[Path, str, int], name: str) -> None:
    assert (shown[0] / name).stat().st_size > 10_000


def test_the_demo_says_what_a_player_would_type(shown: tuple[Path, str, int]) -> None:
    assert f"companion score {shown[0] / 'final.jpg'} --reference" in shown[1]


def test_the_whole_board_is_in_both_photos() -> None:
    board = read_shipped_board()

    for seed in range(50):
        for shot in made_up.shots(board, Random(seed)):
            corners = shot.camera.pose.corners_px(board.width_mm, board.height_mm)
            assert corners.min() > 10
            assert (made_up.PHOTO_PX - corners).min() > 10


def test_a_seed_cannot_be_negative(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "score", "--seed", "-1"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize(
    ("platform", "environment", "screen"),
    [
        pytest.param("linux", {"DISPLAY": ":0"}, True, id="a desktop"),
        pytest.param("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True, id="a newer desktop"),
        pytest.param("linux", {}, False, id="a server"),
        pytest.param("linux", {"DISPLAY": ":10", "SSH_CONNECTION": "x"}, False, id="over ssh"),
        pytest.param("darwin", {}, True, id="a Mac"),
        pytest.param("win32", {}, True, id="Windows"),
        pytest.param("darwin", {"CI": "true"}, False, id="a build machine"),
    ],
)
def test_the_sheet_is_opened_only_where_somebody_looks(
    platform: str, environment: dict[str, str], screen: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("CI", "SSH_CONNECTION", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.platform", platform)

    assert demo.has_screen() is screen


@pytest.mark.parametrize(("option", "opened"), [("--open", 1), ("--no-open", 0)])
def test_opening_can_be_asked_for(
    option: str, opened: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages: list[str] = []
    monkeypatch.setattr(webbrowser, "open", pages.append)
    monkeypatch.setattr(demo, "take_photos", lambda *_: [])
    monkeypatch.setattr(demo, "score_photo", lambda *_: 0)

    assert main(["demo", "score", "-o", str(tmp_path), option]) == 0
    assert len(pages) == opened


def test_a_folder_may_be_called_like_an_option(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scored: list[list[str]] = []
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(demo.score, "run", lambda args: scored.append(args.photo) or 0)

    assert main(["demo", "score", "-o", "-", "--no-open"]) == 0

    assert [path.resolve() for path in scored[0]] == [tmp_path / "-" / "final.jpg"]


def test_where_the_sheet_can_not_be_written_no_photo_is_left(tmp_path: Path) -> None:
    (tmp_path / "sheet.html").mkdir()

    assert main(["demo", "score", "-o", str(tmp_path), "--no-open"]) == 2

    assert [path.name for path in tmp_path.iterdir()] == ["sheet.html"]
