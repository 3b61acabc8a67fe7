"""A profile comes back as it was written, and a spoilt one is refused in one line."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.profile import (
    Profile,
    fingerprint,
    open_profile,
    profile_of,
    read_profile,
    write_profile,
)
from companion.boards.board_file import parse_board
from companion.errors import InputError
from companion.games.clippers.shipped import read_shipped_board
from tests.calibration.profiles import BOARD, a_profile
from tests.calibration.tables import empty_table
from tests.companion.boards.small_board import bay
from vision.picture.encoding import encoded

SHIPPED = Path(str(files("companion.games.clippers").joinpath("board.json")))
MIRRORED = [[-500, 0, 0], [0, 1e-9, 0], [0, 0, 1]]
FINE = [[9e5, 0, 640], [0, 9e5, 360], [0, 0, 1]]
ART = SHIPPED.with_name("markers.png")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "profile.json"
    write_profile(path, a_profile())
    return path


def test_what_was_written_is_read(path: Path) -> None:
    wrote, read = a_profile(), read_profile(path, BOARD)
    assert (read.photo, read.palette, read.board_name) == (wrote.photo, wrote.palette, BOARD.name)
    points = np.array([[0.0, 0.0], [300.0, 200.0]])
    assert np.allclose(read.pose.project(points, 5.0), wrote.pose.project(points, 5.0))


def test_its_photo_needs_no_file_beside_it(path: Path) -> None:
    reference = read_profile(path, BOARD).reference("profile.json")
    assert reference.photo.shape == (720, 1280, 3)


def test_only_that_file_is_left(path: Path) -> None:
    assert [each.name for each in path.parent.iterdir()] == ["profile.json"]


def cut(text: str) -> str:
    return text[: len(text) // 2]


def changed(**fields: Any) -> Any:
    return lambda text: json.dumps({**json.loads(text), **fields})


def posed(**fields: Any) -> Any:
    return lambda text: changed(pose={**json.loads(text)["pose"], **fields})(text)


def without(key: str) -> Any:
    return lambda text: json.dumps({k: v for k, v in json.loads(text).items() if k != key})


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        pytest.param(cut, "cut off", id="torn"),
        pytest.param(lambda _: "hello", "no profile", id="another text"),
        pytest.param(lambda _: "[1]", "no profile", id="another JSON"),
        pytest.param(changed(companion_profile=99), "version 99", id="newer"),
        pytest.param(changed(photo_base64="AAAA"), "damaged", id="photo exchanged"),
        pytest.param(changed(photo_base64="%"), "damaged", id="photo garbled"),
        pytest.param(changed(palette={"red": [1, 2]}), "damaged", id="colour of two tones"),
        pytest.param(changed(palette={"red": [1, 2, float("nan")]}), "damaged", id="NaN"),
        pytest.param(changed(pose={}), "damaged", id="no pose"),
        pytest.param(without("board"), "damaged", id="no board"),
        pytest.param(changed(companion_profile=True), "no profile", id="no version"),
        pytest.param(changed(companion_profile=10**40), "newer program", id="a huge version"),
        pytest.param(changed(palette={"red": [1, 2, 10**400]}), "damaged", id="a huge number"),
        pytest.param(posed(size_px=[10**9, 10**9]), "damaged", id="a huge picture"),
        pytest.param(posed(rotation=["a", "b", "c"]), "damaged", id="words for numbers"),
        pytest.param(posed(translation_mm=[0, 0, 0]), "damaged", id="a camera in the board"),
        pytest.param(posed(translation_mm=[0, 0, -900]), "damaged", id="a camera under it"),
        pytest.param(
            posed(rotation=[2.5, 0, 0], translation_mm=[0, -900, 600]),
            "damaged",
            id="a camera that looks away",
        ),
        pytest.param(posed(camera_matrix=MIRRORED), "damaged", id="a lens that mirrors"),
        pytest.param(posed(camera_matrix=FINE), "damaged", id="a pixel for each micrometre"),
        pytest.param(changed(board_file=[1]), "damaged", id="a board that is no board"),
        pytest.param(changed(art_base64="PHN2Zz4="), "damaged", id="art that is no picture"),
        pytest.param(lambda _: "[" * 100_000, "no profile", id="nested deep"),
    ],
)
def test_a_spoilt_profile_is_refused_in_one_line(path: Path, spoil: Any, why: str) -> None:
    path.write_text(spoil(path.read_text()))
    with pytest.raises(InputError, match=why) as refusal:
        read_profile(path, BOARD)
    assert str(path) in str(refusal.value)
    assert "\n" not in str(refusal.value)


@given(st.binary(max_size=300))
def test_no_file_breaks_the_reader(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.mktemp("any") / "profile.json"
    path.write_bytes(data)
    with pytest.raises(InputError):
        read_profile(path, BOARD)


def test_another_boards_profile_is_refused(path: Path) -> None:
    with pytest.raises(InputError, match=f"made for the board '{BOARD.name}'"):
        read_profile(path, empty_table(113).board)


def test_a_board_file_may_change_its_name_but_not_its_places(path: Path) -> None:
    assert read_profile(path, replace(BOARD, name="renamed", source="elsewhere"))
    with pytest.raises(InputError):
        read_profile(path, replace(BOARD, width_mm=BOARD.width_mm + 1))


def with_its_board() -> Profile:
    """A profile that holds its board and the picture of its markers, as they are made now."""
    shipped = read_shipped_board()
    file = json.loads(SHIPPED.read_text(encoding="utf-8"))
    old = a_profile()
    return profile_of(shipped, file, (old.photo, old.pose), old.palette)


def test_the_board_comes_with_the_profile(tmp_path: Path) -> None:
    write_profile(tmp_path / "clippers.json", with_its_board())
    (tmp_path / "elsewhere").mkdir()
    board = open_profile(tmp_path / "clippers.json").board(tmp_path / "elsewhere", "clippers.json")
    assert fingerprint(board) == fingerprint(read_shipped_board())
    assert board.art is not None
    assert board.art.read_bytes() == ART.read_bytes()


def test_a_profile_of_version_1_still_loads(path: Path) -> None:
    """As ``companion calibrate`` wrote it before a profile held its board."""
    data = json.loads(path.read_text())
    for key in ("board_file", "art_base64"):
        del data[key]
    path.write_text(json.dumps({**data, "companion_profile": 1}))
    assert read_profile(path, BOARD).photo == a_profile().photo
    with pytest.raises(InputError, match="holds no board"):
        open_profile(path).board(path.parent, "old.json")


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        pytest.param({"islands": []}, "can't be used", id="no islands"),
        pytest.param({"meta": {"name": "x"}}, "can't be used", id="no size"),
        pytest.param({"routes": []}, "don't belong together", id="another board"),
        pytest.param(
            {"pieces": {"marker": {"diameter_mm": 6, "height_mm": 1, "kinds": ["french"],
                                   "art": "../../../etc/passwd"}}},
            "can't be used",
            id="a path that leads elsewhere",
        ),
    ],
)  # fmt: skip
def test_a_board_inside_that_is_no_board_is_refused(
    tmp_path: Path, spoil: dict[str, Any], why: str
) -> None:
    profile = with_its_board()
    spoilt = replace(profile, board_file={**(profile.board_file or {}), **spoil})
    with pytest.raises(InputError, match=why) as refusal:
        spoilt.board(tmp_path, "sent.json")
    assert str(refusal.value).startswith("sent.json: ")
    assert "\n" not in str(refusal.value)


def test_a_picture_inside_that_is_narrower_than_its_kinds_is_refused(tmp_path: Path) -> None:
    narrow = replace(with_its_board(), art=encoded(np.zeros((2, 3, 3), np.uint8), ".png"))
    with pytest.raises(InputError, match=r"^the picture of the markers in sent\.json: 3 x 2 "):
        narrow.board(tmp_path, "sent.json")


def test_two_boards_of_stops_are_told_apart_by_where_their_stops_lie() -> None:
    moved = bay()
    moved["stops"][0]["x"] = 25

    assert fingerprint(parse_board(bay())) == fingerprint(parse_board(bay()))
    assert fingerprint(parse_board(bay())) != fingerprint(parse_board(moved))
