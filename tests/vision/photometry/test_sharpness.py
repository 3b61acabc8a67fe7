"""A photo that a phone sharpened is read as the reference photo's own camera would show it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.reference import find_reference
from companion.reading import EMPTY, HIDDEN
from tests.vision.alignment.smoke_table import BOARD, photo
from vision.alignment.align import align
from vision.alignment.patches import marker_places, stick_places
from vision.alignment.reference import Reference
from vision.photometry.sharpness import IN_FOCUS, SETTLED, DetailGauge, softened
from vision.picture.arrays import Image
from vision.routes.reader import RoutesReader
from vision.training.dataset.tables import drawn_table


@pytest.fixture(scope="module")
def reference() -> Reference:
    return find_reference(photo("reference.jpg"), BOARD)


def sharpened(picture: Image, amount: float) -> Image:
    smooth = cv2.GaussianBlur(picture, (0, 0), 1.5)
    return np.asarray(cv2.addWeighted(picture, 1 + amount, smooth, -amount, 0), np.uint8)


@pytest.mark.parametrize("name", ["001.jpg", "002.jpg", "003.jpg"])
def test_an_ordinary_photo_is_left_as_it_is(reference: Reference, name: str) -> None:
    pose = align(photo(name), reference, BOARD)

    detail = DetailGauge(pose, reference, BOARD).detail_of(photo(name))

    assert (detail.factors == 1).all()
    assert detail.detail_share > 0.55


def test_a_full_board_is_as_sharp_as_an_empty_one() -> None:
    table = drawn_table(8, frames=1)
    places = [each for each in (stick_places(table.board), marker_places(table.board)) if each]
    full, pose = table.reference.photo.copy(), table.reference.pose
    for each in places:
        corners = each.grid_mm[:, [0, 0, -1, -1], [0, -1, -1, 0]]
        rings = each.centres_mm[:, None] + 0.55 * (corners - each.centres_mm[:, None])
        for ring in rings:
            cv2.fillConvexPoly(full, np.round(pose.project(ring)).astype(np.int32), (20, 20, 20))

    detail = DetailGauge(pose, table.reference, table.board, places).detail_of(full)

    assert (detail.factors == 1).all()
    assert detail.detail_share == pytest.approx(1, abs=0.02)


def test_a_sharpened_photo_is_softened_to_what_it_was(reference: Reference) -> None:
    sharp = sharpened(reference.photo, 2.0)

    detail = DetailGauge(reference.pose, reference, BOARD).detail_of(sharp)
    soft = softened(sharp, reference.pose, detail.factors)

    before, after = (
        np.abs(picture.astype(float) - reference.photo).mean() for picture in (sharp, soft)
    )
    assert after < 0.7 * before


def test_a_photo_keeps_less_detail_the_more_it_is_blurred(reference: Reference) -> None:
    blurs = [reference.photo, *(blurred(reference.photo, sigma_px) for sigma_px in (2, 4, 8))]

    shares = [
        DetailGauge(reference.pose, reference, BOARD).detail_of(picture).detail_share
        for picture in blurs
    ]

    assert shares[0] == 1
    assert shares == sorted(shares, reverse=True)
    assert shares[-1] < 0.25


def test_a_picture_blurred_by_a_bump_is_not_the_measure_of_the_clear_ones_after_it(
    reference: Reference,
) -> None:
    gauge = DetailGauge(reference.pose, reference, BOARD)

    bumped = gauge.detail_of(blurred(reference.photo, 6))

    assert bumped.detail_share < 0.45
    assert gauge.detail_of(reference.photo).detail_share == 1


def test_a_lens_that_still_looks_for_its_focus_is_not_believed_less_for_long(
    reference: Reference,
) -> None:
    gauge = DetailGauge(reference.pose, reference, BOARD)

    shares = [gauge.detail_of(blurred(reference.photo, 0.9)).detail_share]
    shares += [gauge.detail_of(reference.photo).detail_share for _ in range(SETTLED)]

    assert IN_FOCUS <= shares[0] < 0.9
    assert shares[1:] == [1] * SETTLED
    assert gauge.detail_of(blurred(reference.photo, 6)).detail_share == 1, "it stays in focus"

    gauge.forget()
    assert gauge.detail_of(blurred(reference.photo, 6)).detail_share < IN_FOCUS


def test_few_markers_in_a_blurred_photo_are_sure_ones(reference: Reference) -> None:
    pose = align(photo(), reference, BOARD)

    sure = [
        sum(
            seen.confidence >= 0.95
            for seen in RoutesReader(BOARD, reference).read(picture, pose).reading.slots.values()
            if seen.answer not in (EMPTY, HIDDEN)
        )
        for picture in (photo(), blurred(photo(), 3))
    ]

    assert sure[1] < 0.1 * sure[0]


def blurred(picture: Image, sigma_px: float) -> Image:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma_px), np.uint8)
