"""Several photos of one empty board become one without glare."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.merging import merge_photos
from companion.boards.board import Board
from vision.picture.arrays import Floats, Image
from vision.simulator import Glare, Light, Scene, Simulator, camera_at, invent_board

GLARES_MM = ((150.0, 150.0), (400.0, 380.0), (420.0, 120.0))


@pytest.fixture(scope="module")
def board() -> Board:
    return invent_board(9)


@pytest.fixture(scope="module")
def shots(board: Board) -> tuple[list[Image], Image, Floats]:
    """Three photos, each with a glare of its own; the first without glare; its corners."""
    simulator = Simulator(board, 9)
    middle = (board.width_mm / 2, board.height_mm / 2)
    photos, clean, corners = [], None, None
    for index, (x, y) in enumerate(GLARES_MM):
        camera = camera_at(
            (middle[0] + 12 * index, middle[1]), distance_mm=1000.0 + 20 * index,
            tilt_deg=3.0 + 4 * index, size_px=(1280, 900),
        )  # fmt: skip
        light = Light()
        if index == 0:
            clean = simulator.frame(Scene(), camera, light).photo
            corners = camera.pose.corners_px(board.width_mm, board.height_mm)
        lamp = replace(light, glare=Glare(x, y, 45.0, 2.0))
        photos.append(simulator.frame(Scene(), camera, lamp, seed=index).photo)
    assert clean is not None
    assert corners is not None
    return photos, clean, corners


def off_tones(photo: Image, clean: Image) -> float:
    """How far a photo is from the one without glare, at the worst hundredth of its places."""
    off = np.abs(photo.astype(float) - clean).mean(axis=2)
    return float(np.percentile(off, 99))


@pytest.mark.parametrize("count", [2, 3])
def test_glare_is_gone_where_another_photo_has_none(
    board: Board, shots: tuple[list[Image], Image, Floats], count: int
) -> None:
    photos, clean, corners = shots
    merged = merge_photos(photos[:count], (board.width_mm, board.height_mm), corners)
    assert off_tones(photos[0], clean) > 100
    assert off_tones(merged.photo, clean) < 30
    assert merged.left_out == ()


def test_one_photo_alone_stays_as_it_is(
    board: Board, shots: tuple[list[Image], Image, Floats]
) -> None:
    photos, _, corners = shots
    merged = merge_photos(photos[:1], (board.width_mm, board.height_mm), corners)
    assert np.array_equal(merged.photo, photos[0])


def test_a_photo_of_something_else_is_left_out_with_the_reason(
    board: Board, shots: tuple[list[Image], Image, Floats]
) -> None:
    photos, _, corners = shots
    grey = np.full_like(photos[0], 90)
    merged = merge_photos([photos[0], grey], (board.width_mm, board.height_mm), corners)
    assert [index for index, _ in merged.left_out] == [1]
    assert "no board found" in str(merged.left_out[0][1])
    assert np.array_equal(merged.photo, photos[0])


def test_nothing_to_merge_is_an_error() -> None:
    with pytest.raises(ValueError, match="no photos"):
        merge_photos([], (500.0, 500.0), np.zeros((4, 2)))
