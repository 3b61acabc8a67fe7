"""A photo that a phone sharpened is read as the reference photo's own camera would show it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.reference import find_reference
from tests.vision.test_align import BOARD, photo
from vision.align import align
from vision.detail import excess_detail, softened
from vision.reference import Reference
from vision.sampling import Image


@pytest.fixture(scope="module")
def reference() -> Reference:
    return find_reference(photo("reference.jpg"), BOARD)


def sharpened(picture: Image, amount: float) -> Image:
    smooth = cv2.GaussianBlur(picture, (0, 0), 1.5)
    return np.asarray(cv2.addWeighted(picture, 1 + amount, smooth, -amount, 0), np.uint8)


@pytest.mark.parametrize("name", ["001.jpg", "002.jpg", "003.jpg"])
def test_an_ordinary_photo_is_left_as_it_is(reference: Reference, name: str) -> None:
    pose = align(photo(name), reference, BOARD)

    factors = excess_detail(photo(name), pose, reference, BOARD)

    assert (factors == 1).all()


def test_a_sharpened_photo_is_softened_to_what_it_was(reference: Reference) -> None:
    sharp = sharpened(reference.photo, 2.0)

    factors = excess_detail(sharp, reference.pose, reference, BOARD)
    soft = softened(sharp, reference.pose, factors)

    before, after = (
        np.abs(picture.astype(float) - reference.photo).mean() for picture in (sharp, soft)
    )
    assert after < 0.7 * before
