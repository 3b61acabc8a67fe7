"""A profile comes back as it was written, and a spoilt one is refused in one line."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.profile import Profile, fingerprint, read_profile, write_profile
from companion.errors import InputError
from tests.calibration.tables import empty_table
from vision.pose import Pose

BOARD = empty_table(104).board


def a_profile() -> Profile:
    table = empty_table(104)
    pose = Pose(
        np.array([[900.0, 0, 639.5], [0, 900.0, 359.5], [0, 0, 1]]),
        np.array([-0.03, 0.004]),
        np.array([0.1, 0.2, 0.3]),
        np.array([-250.0, -260.0, 900.0]),
        (1280, 720),
    )
    return Profile(BOARD.name, fingerprint(BOARD), table.jpeg, pose, {"red": (0.1, 0.2, 0.7)})


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


def without(key: str) -> Any:
    return lambda text: json.dumps({k: v for k, v in json.loads(text).items() if k != key})


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        pytest.param(cut, "cut off", id="torn"),
        pytest.param(lambda _: "hello", "no profile", id="another text"),
        pytest.param(lambda _: "[1]", "no profile", id="another JSON"),
        pytest.param(changed(companion_profile=2), "version 2", id="newer"),
        pytest.param(changed(photo_base64="AAAA"), "damaged", id="photo exchanged"),
        pytest.param(changed(photo_base64="%"), "damaged", id="photo garbled"),
        pytest.param(changed(palette={"red": [1, 2]}), "damaged", id="colour of two tones"),
        pytest.param(changed(palette={"red": [1, 2, float("nan")]}), "damaged", id="NaN"),
        pytest.param(changed(pose={}), "damaged", id="no pose"),
        pytest.param(without("board"), "damaged", id="no board"),
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
