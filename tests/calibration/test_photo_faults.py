"""What is said of a photo that a board is to be traced from."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.photo_faults import FaultCode, PhotoFault, photo_faults
from companion.boards.board import Board
from vision.picture.arrays import Floats, Image
from vision.simulator import Simulator, invent_board, reference_frame

Shot = tuple[Board, Image, Floats]


@pytest.fixture(scope="module")
def shot() -> Shot:
    """A careful photo of an invented board, and its corners."""
    board = invent_board(2)
    frame = reference_frame(Simulator(board, 2), np.random.default_rng(2))
    return board, frame.photo, frame.pose.corners_px(board.width_mm, board.height_mm)


def faults(shot: Shot, photo: Image, corners_px: Floats | None = None) -> tuple[PhotoFault, ...]:
    board, _, corners = shot
    size_mm = (board.width_mm, board.height_mm)
    assert board.stick is not None
    return photo_faults(
        photo, corners if corners_px is None else corners_px, size_mm, board.stick.length_mm
    )


def test_nothing_is_wrong_with_a_careful_photo(shot: Shot) -> None:
    assert faults(shot, shot[1]) == ()


@pytest.mark.parametrize(
    "kernel",
    [
        pytest.param(cv2.getGaussianKernel(31, 5.0) @ cv2.getGaussianKernel(31, 5.0).T, id="focus"),
        pytest.param(np.full((1, 25), 1 / 25), id="moved level"),
        pytest.param(np.full((25, 1), 1 / 25), id="moved upright"),
    ],
)
def test_a_blurred_photo(shot: Shot, kernel: Floats) -> None:
    (fault,) = faults(shot, np.asarray(cv2.filter2D(shot[1], -1, kernel), np.uint8))
    assert fault.code is FaultCode.BLURRED
    assert fault.figures["blur_mm"] > fault.figures["most_mm"]


def test_a_blur_in_one_corner_has_its_place(shot: Shot) -> None:
    photo, corners = shot[1].copy(), shot[2]
    x, y = (int(value) for value in corners.mean(axis=0))
    photo[:y, :x] = cv2.GaussianBlur(photo, (0, 0), 6.0)[:y, :x]
    (fault,) = faults(shot, photo)
    assert fault.code is FaultCode.BLURRED
    assert fault.at_px is not None
    assert fault.at_px[0] < x
    assert fault.at_px[1] < y


def test_glare_is_told_where_it_is(shot: Shot) -> None:
    photo, middle = shot[1].copy(), shot[2].mean(axis=0)
    spot = (round(middle[0] + 60), round(middle[1] - 40))
    cv2.circle(photo, spot, 50, (255, 255, 255), -1)
    (fault,) = faults(shot, photo)
    assert fault.code is FaultCode.GLARE
    assert fault.at_px is not None
    assert np.hypot(fault.at_px[0] - spot[0], fault.at_px[1] - spot[1]) < 4


def test_a_corner_cut_off_is_named(shot: Shot) -> None:
    _, photo, corners = shot
    cut = round(float(corners[:, 1].min())) + 20
    moved = corners - [0.0, cut]
    found = [f for f in faults(shot, photo[cut:], moved) if f.code is FaultCode.CORNER_CUT_OFF]
    assert {int(fault.figures["corner"]) for fault in found} == set(
        np.flatnonzero(moved[:, 1] < -1).tolist()
    )
    assert all(fault.at_px is not None and fault.at_px[1] == 0 for fault in found)


def test_a_small_board_is_told_with_its_figure(shot: Shot) -> None:
    _, photo, corners = shot
    small = np.asarray(cv2.resize(photo, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA))
    told = {fault.code: fault for fault in faults(shot, small.astype(np.uint8), corners / 4)}
    figures = told[FaultCode.TOO_SMALL].figures
    assert 4 < figures["px_per_stick"] < figures["least"]


def test_a_stick_that_is_almost_long_enough_is_told_shorter_than_what_is_needed(
    shot: Shot,
) -> None:
    board, photo, corners = shot
    size_mm = (board.width_mm, board.height_mm)
    told = [
        fault.figures
        for stick_mm in np.linspace(9.0, 11.0, 21)
        for fault in photo_faults(photo, corners, size_mm, float(stick_mm))
        if fault.code is FaultCode.TOO_SMALL
    ]
    assert {11.0} < {figures["px_per_stick"] for figures in told}
    assert all(round(each["px_per_stick"]) < each["least"] for each in told)


def test_a_dark_photo_is_told_dark_and_nothing_else(shot: Shot) -> None:
    (fault,) = faults(shot, (shot[1] * 0.1).astype(np.uint8))
    assert fault.code is FaultCode.DARK
