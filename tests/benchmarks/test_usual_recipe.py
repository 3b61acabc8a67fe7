"""The recipe that the reader is held beside does what it says, and no more."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from benchmarks.measuring.usual_recipe import UsualRecipe
from calibration.reference import find_reference
from companion.boards.board import Kind
from companion.boards.board_file import read_board
from companion.boards.routes_board import Space, of_routes
from companion.reading import EMPTY
from vision.alignment.reference import Reference
from vision.picture.arrays import Floats, Image
from vision.picture.photo import load_photo
from vision.picture.quads import FILE_PX

SMOKE = Path(__file__).parents[1] / "tables" / "smoke"
BOARD = of_routes(read_board(SMOKE / "board.json"))
assert BOARD.stick is not None
STICK = BOARD.stick
TRUTH = json.loads((SMOKE / "truth.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def reference() -> Reference:
    corners_px = np.array(TRUTH["reference_corners_px"]) - FILE_PX
    return find_reference(load_photo(SMOKE / "reference.jpg"), BOARD, corners_px)


def corners_of(reference: Reference) -> Floats:
    return reference.pose.corners_px(BOARD.width_mm, BOARD.height_mm)


def test_the_bare_board_is_empty(reference: Reference) -> None:
    recipe = UsualRecipe(BOARD, reference)

    reading = recipe.read(reference.photo, corners_of(reference))

    assert {seen.answer for seen in reading.subjects.values()} == {EMPTY}


@pytest.mark.parametrize("kind", STICK.kinds, ids=lambda kind: kind.name)
def test_a_plain_stick_is_its_paint(reference: Reference, kind: Kind) -> None:
    space = next(iter(BOARD.spaces.values()))
    assert kind.colour is not None
    photo = with_a_stick(reference, space, kind.colour)

    reading = UsualRecipe(BOARD, reference).read(photo, corners_of(reference))

    assert reading.spaces[space.id].answer == kind.name


def with_a_stick(reference: Reference, space: Space, colour: str) -> Image:
    """The bare board with a flat stick painted over a space."""
    turn = np.radians(space.angle_deg)
    along = np.array([np.cos(turn), np.sin(turn)]) * STICK.length_mm / 2
    across = np.array([-np.sin(turn), np.cos(turn)]) * STICK.width_mm / 2
    at = np.array([space.x_mm, space.y_mm])
    ends = (along + across, along - across, -along - across, across - along)
    ends_px = reference.pose.project(np.array([at + end for end in ends]))
    paint = [int(colour[i : i + 2], 16) for i in (5, 3, 1)]
    return np.asarray(
        cv2.fillPoly(reference.photo.copy(), [ends_px.round().astype(np.int32)], paint), np.uint8
    )
