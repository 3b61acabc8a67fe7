"""Tables to learn from: read from folders, or drawn by a seed."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.errors import InputError
from companion.reading import EMPTY, HIDDEN
from vision.picture.quads import FILE_PX
from vision.simulator import invent_board
from vision.training.dataset.tables import Table, drawn_table, folder_table

SMOKE = Path(__file__).parents[2] / "tables" / "smoke"


@pytest.fixture(scope="module")
def smoke() -> Table:
    return folder_table(SMOKE)


@pytest.fixture(scope="module")
def truth() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((SMOKE / "truth.json").read_text())
    return found


def test_a_folder_gives_every_frame_with_what_lies_on_each_place(
    smoke: Table, truth: dict[str, Any]
) -> None:
    frames = list(smoke.frames())

    assert [frame.name for frame in frames] == list(truth["frames"])
    for frame in frames:
        told = truth["frames"][frame.name]
        assert frame.pieces == {**told["spaces"], **told["slots"]}
        assert frame.unclear == {*told["partial"], *told["washed"]}


def test_the_cameras_of_a_folder_see_the_corners_where_the_truth_has_them(
    smoke: Table, truth: dict[str, Any]
) -> None:
    board = smoke.board
    cameras = [(frame.pose, truth["frames"][frame.name]) for frame in smoke.frames()]

    for pose, told in cameras:
        corners_px = pose.corners_px(board.width_mm, board.height_mm)
        off_px = np.array(corners_px) - (np.array(told["corners_px"]) - FILE_PX)
        assert np.hypot(*off_px.T).max() < 1.0


def without_frames(truth: dict[str, Any]) -> None:
    del truth["frames"]


def three_corners(truth: dict[str, Any]) -> None:
    truth["reference_corners_px"].pop()


def frame_without_spaces(truth: dict[str, Any]) -> None:
    del truth["frames"]["001.jpg"]["spaces"]


def photo_that_is_not_there(truth: dict[str, Any]) -> None:
    truth["frames"]["999.jpg"] = truth["frames"].pop("001.jpg")


@pytest.mark.parametrize(
    ("spoil", "named"),
    [
        (without_frames, "frames"),
        (three_corners, "reference_corners_px"),
        (frame_without_spaces, "001.jpg"),
        (photo_that_is_not_there, "999.jpg"),
    ],
)
def test_truth_that_makes_no_sense_is_refused_in_one_line(
    tmp_path: Path, spoil: Callable[[dict[str, Any]], None], named: str
) -> None:
    folder = tmp_path / "table"
    shutil.copytree(SMOKE, folder)
    told = json.loads((folder / "truth.json").read_text())
    spoil(told)
    (folder / "truth.json").write_text(json.dumps(told))

    with pytest.raises(InputError, match=named) as refused:
        list(folder_table(folder).frames())

    assert "\n" not in str(refused.value)


def test_a_seed_draws_the_same_table_again_and_another_seed_another() -> None:
    first, again = (drawn_table(5, frames=1) for _ in range(2))

    [frame], [same] = list(first.frames()), list(again.frames())
    assert np.array_equal(frame.photo, same.photo)
    assert frame.pieces == same.pieces
    assert first.board.spaces.keys() != invent_board(6).spaces.keys()


def test_a_drawn_table_knows_where_its_markers_lie() -> None:
    drawn = drawn_table(next(s for s in range(40) if invent_board(s).slots), frames=1)
    assert drawn.board.marker is not None

    [frame] = drawn.frames()

    marked = {slot for slot in drawn.board.slots if frame.pieces[slot] not in (EMPTY, HIDDEN)}
    assert marked <= set(frame.markers_mm)
    for slot in marked:
        place, (x_mm, y_mm) = drawn.board.slots[slot], frame.markers_mm[slot]
        assert np.hypot(x_mm - place.x_mm, y_mm - place.y_mm) < drawn.board.marker.diameter_mm
