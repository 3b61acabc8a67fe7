"""A camera that did not balance its white when it took the empty board spoils no colour."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.reference import find_reference
from tests.vision.alignment.smoke_table import BOARD, photo
from vision.alignment.reference import Reference
from vision.photometry.white_balance import white_balanced
from vision.picture.arrays import Floats, Image
from vision.routes.reader import RoutesReader

CASTS = {"warm": (0.6, 0.95, 1.1), "cold": (1.15, 1.0, 0.7), "green": (0.85, 1.1, 0.8)}


@pytest.fixture(scope="module")
def reference() -> Reference:
    return find_reference(photo("reference.jpg"), BOARD)


def tinted(picture: Image, cast: tuple[float, ...]) -> Image:
    table = np.clip(np.arange(256)[:, None] * cast, 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(picture, table[None]), np.uint8)


def test_an_ordinary_photo_is_left_as_it_is(reference: Reference) -> None:
    assert white_balanced(reference, BOARD) is reference


def cast_of(picture: Image) -> Floats:
    """How far the mean of a picture is off grey, (3,), in logs that sum to 0."""
    logs = np.log(picture.reshape(-1, 3).mean(axis=0))
    return np.asarray(logs - logs.mean())


@pytest.mark.parametrize("cast", CASTS.values(), ids=CASTS)
def test_most_of_a_cast_is_taken_off(reference: Reference, cast: tuple[float, ...]) -> None:
    off = Reference(tinted(reference.photo, cast), reference.pose)

    was, left = (
        np.linalg.norm(cast_of(each.photo) - cast_of(reference.photo))
        for each in (off, white_balanced(off, BOARD))
    )

    assert left < 0.5 * was


@pytest.mark.parametrize("cast", CASTS.values(), ids=CASTS)
def test_what_lies_on_the_board_is_read_as_with_a_balanced_photo(
    reference: Reference, cast: tuple[float, ...]
) -> None:
    off = Reference(tinted(reference.photo, cast), reference.pose)

    plain, read = (RoutesReader(BOARD, empty).read(photo()).reading for empty in (reference, off))

    pieces = [(seen.answer, read.places[place].answer) for place, seen in plain.places.items()]
    assert sum(one != other for one, other in pieces) <= 0.02 * len(pieces)
