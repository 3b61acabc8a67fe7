"""The printed sheet: four markers that OpenCV finds, true to the millimetre, in both formats."""

from __future__ import annotations

import re

import cv2
import numpy as np
import pytest

from calibration.markers import (
    CARD_MM,
    CARDS_AT_MM,
    MARGIN_MM,
    MARKER_MM,
    PAGE_MM,
    Box,
    Cut,
    Triangle,
    Words,
    as_html,
    as_pdf,
    lying_beside,
    sheet,
)
from vision.picture.arrays import Image

PX_PER_MM = 4


def printed() -> Image:
    """The sheet as a printer would put it on paper."""
    width, height = (round(side * PX_PER_MM) for side in PAGE_MM)
    page = np.full((height, width, 3), 255, np.uint8)
    for shape in sheet():
        if isinstance(shape, Box):
            low = np.array([shape.x, shape.y]) * PX_PER_MM
            high = low + np.array([shape.width, shape.height]) * PX_PER_MM
            (x0, y0), (x1, y1) = np.round(low).astype(int), np.round(high).astype(int)
            page[y0:y1, x0:x1] = 255 if shape.white else 0
    return page


def test_opencv_finds_all_four_where_the_cards_lie() -> None:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(printed())
    assert sorted(ids.ravel()) == [0, 1, 2, 3]
    for number, found in zip(ids.ravel(), corners, strict=True):
        low = np.array(CARDS_AT_MM[number]) + MARGIN_MM
        assert np.abs(found[0][0] / PX_PER_MM - low).max() < 0.5
        assert np.abs(found[0][2] / PX_PER_MM - low - MARKER_MM).max() < 0.5


def test_everything_lies_on_the_page_and_no_two_cards_touch() -> None:
    for shape in sheet():
        if isinstance(shape, (Box, Cut, Words)):
            assert 5 < shape.x < PAGE_MM[0] - 5
            assert 5 < shape.y < PAGE_MM[1] - 5
    cards = [np.array([shape.x, shape.y]) for shape in sheet() if isinstance(shape, Cut)]
    for i, one in enumerate(cards):
        for other in cards[i + 1 :]:
            assert np.abs(one - other).max() > CARD_MM


def test_the_bar_is_100_mm_in_the_html() -> None:
    html = as_html(sheet())
    assert "width: 210mm; height: 297mm" in html
    assert 'viewBox="0 0 210 297"' in html
    assert re.search(r'width="100\.0000" height="4\.0000" fill="#000"', html)


def test_the_pdf_is_a4_and_its_table_points_at_its_objects() -> None:
    pdf = as_pdf(sheet())
    assert b"/MediaBox [0 0 595.276 841.890]" in pdf
    start = int(re.search(rb"startxref\n(\d+)", pdf)[1])  # type: ignore[index]
    assert pdf[start : start + 4] == b"xref"
    for number, at in enumerate(re.findall(rb"(\d{10}) 00000 n", pdf), 1):
        assert pdf[int(at) :].startswith(b"%d 0 obj" % number)


@pytest.mark.parametrize("number", range(4))
def test_the_triangle_is_where_the_card_touches_the_board(number: int) -> None:
    """Cards laid beside the board as told: each triangle's tip is the board's corner."""
    width, height = 560.0, 480.0
    at_mm = lying_beside(width, height).markers[number].corners_mm[0]
    tips = [shape.points[0] for shape in sheet() if isinstance(shape, Triangle)]
    on_card = np.array(tips[number]) - CARDS_AT_MM[number] - MARGIN_MM
    corner = [(0, 0), (width, 0), (width, height), (0, height)][number]
    assert np.allclose(np.array(at_mm) + on_card, corner)
