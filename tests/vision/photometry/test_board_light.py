"""A photo is softened, smoothed and lit in one way for whoever looks at it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.alignment.reference import Reference
from vision.photometry.board_light import BoardLight
from vision.picture.arrays import Image
from vision.simulator import Scene, Simulator, demo_camera, invent_stops_board

BOARD = invent_stops_board(509)
STEP_MM = 0.75
AT_MM = np.array([[BOARD.width_mm / 2, BOARD.height_mm / 2]], np.float32)


@pytest.fixture(scope="module")
def reference() -> Reference:
    empty = Simulator(BOARD, 509).frame(Scene(), demo_camera(BOARD))
    return Reference(empty.photo, empty.pose)


@pytest.fixture
def light(reference: Reference) -> BoardLight:
    return BoardLight(BOARD, reference.pose, reference, STEP_MM)


def darkened(photo: Image, share: float) -> Image:
    return np.asarray(np.round(photo * share), np.uint8)


def test_the_empty_board_is_lit_as_it_is(reference: Reference, light: BoardLight) -> None:
    lit = light.take(reference.photo, reference.pose)

    assert lit.photo is reference.photo
    assert (lit.smooth == reference.smoothed(STEP_MM)).all()
    assert lit.detail_share == 1
    assert lit.light.white(AT_MM) == pytest.approx(1, abs=0.05)


def test_a_photo_that_is_sharper_than_the_empty_boards_is_softened(
    reference: Reference, light: BoardLight
) -> None:
    smooth = cv2.GaussianBlur(reference.photo, (0, 0), 1.5)
    sharp = np.asarray(cv2.addWeighted(reference.photo, 3.0, smooth, -2.0, 0), np.uint8)

    lit = light.take(sharp, reference.pose)

    before, after = (
        np.abs(picture.astype(float) - reference.photo).mean() for picture in (sharp, lit.photo)
    )
    assert after < 0.8 * before


@pytest.mark.parametrize(("forgets", "same"), [(False, True), (True, False)])
def test_a_light_is_kept_until_it_is_forgotten(
    reference: Reference, light: BoardLight, forgets: bool, same: bool
) -> None:
    first = light.take(reference.photo, reference.pose)
    if forgets:
        light.forget()

    again = light.take(darkened(reference.photo, 0.95), reference.pose)

    assert (again.light.fitted is first.light.fitted) == same


def test_a_photo_without_pieces_is_lit_as_before(reference: Reference, light: BoardLight) -> None:
    lit = light.take(reference.photo, reference.pose)

    assert light.set_aside(np.zeros((90, 60), np.uint8), lit) is lit


def test_pieces_that_were_taken_for_print_are_set_aside(
    reference: Reference, light: BoardLight
) -> None:
    lit = light.take(reference.photo, reference.pose)
    half = np.zeros((90, 60), np.uint8)
    half[:, :30] = 1

    anew = light.set_aside(half, lit)

    assert anew.light.fitted is not lit.light.fitted
    assert anew.smooth is lit.smooth
