"""Printed markers beside a board place it, even where nothing is printed on it."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.boards.board import CornerMarker, CornerMarkers
from companion.games.clippers.shipped import read_shipped_board
from vision.alignment.align import NotAligned, align
from vision.alignment.corner_markers import find_markers
from vision.alignment.pose import Pose
from vision.alignment.reference import Reference
from vision.picture.arrays import Image
from vision.simulator.filmed.camera import camera_at

SIDE_MM = 40.0
TABLE_TONE = 150
PLACES_MM = [(5.0, -50.0), (515.0, -50.0), (515.0, 570.0), (5.0, 570.0)]
MARKERS = CornerMarkers(
    "DICT_4X4_50",
    -1.8,
    tuple(
        CornerMarker(
            number, ((x, y), (x + SIDE_MM, y), (x + SIDE_MM, y + SIDE_MM), (x, y + SIDE_MM))
        )
        for number, (x, y) in enumerate(PLACES_MM)
    ),
)
BOARD = replace(read_shipped_board(), corner_markers=MARKERS)
REFERENCE_POSE = camera_at((280.0, 280.0), distance_mm=1150.0).pose
POSE = camera_at(
    (280.0, 280.0), distance_mm=1200.0, tilt_deg=25.0, azimuth_deg=110.0, k1=-0.03
).pose


def plain_photo(
    pose: Pose,
    marker_ids: tuple[int, ...] = (0, 1, 2, 3),
    markers: CornerMarkers = MARKERS,
    board_tone: int = 110,
) -> Image:
    """A bare board on a bare table, with printed cards around it."""
    photo = np.full((pose.size_px[1], pose.size_px[0]), TABLE_TONE, np.uint8)
    outline = pose.corners_px(560, 560)
    cv2.fillConvexPoly(photo, np.round(outline).astype(np.int32), board_tone)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    x, y = (part.ravel() for part in np.meshgrid(*(np.arange(side) for side in pose.size_px)))
    on_board = pose.to_board(np.column_stack([x, y]).astype(float), markers.z_mm)
    for marker in markers.markers:
        if marker.id not in marker_ids:
            continue
        art = cv2.copyMakeBorder(
            cv2.aruco.generateImageMarker(dictionary, marker.id, 240), 60, 60, 60, 60,
            cv2.BORDER_CONSTANT, value=[255],
        )  # fmt: skip
        at = (on_board - np.array(marker.corners_mm[0])) * 240 / SIDE_MM + 60
        at = at.reshape(*photo.shape, 2).astype(np.float32)
        card = cv2.remap(
            art, at[..., 0], at[..., 1], cv2.INTER_AREA, borderMode=cv2.BORDER_CONSTANT,
            borderValue=[0],
        )  # fmt: skip
        inside = ((at > 0) & (at < 359)).all(axis=-1)
        photo[inside] = np.asarray(card)[inside]
    soft = cv2.GaussianBlur(photo, (0, 0), 0.7)
    return np.asarray(cv2.cvtColor(soft, cv2.COLOR_GRAY2BGR), np.uint8)


@pytest.fixture(scope="module")
def reference() -> Reference:
    return Reference(plain_photo(REFERENCE_POSE), REFERENCE_POSE)


@pytest.mark.parametrize("seen", [(0, 1, 2, 3), (0, 2, 3)], ids=["four", "three"])
def test_markers_alone_place_a_plain_board(reference: Reference, seen: tuple[int, ...]) -> None:
    pose = align(plain_photo(POSE, seen), reference, BOARD)

    off_px = np.linalg.norm(pose.corners_px(560, 560) - POSE.corners_px(560, 560), axis=1)
    assert off_px.max() < 1.5


def test_two_markers_are_not_enough_for_a_plain_board(reference: Reference) -> None:
    with pytest.raises(NotAligned, match="no board found"):
        align(plain_photo(POSE, (1, 3)), reference, BOARD)


def test_strange_markers_are_passed_over() -> None:
    strange = replace(MARKERS, markers=tuple(replace(m, id=m.id + 20) for m in MARKERS.markers))

    on_board, in_photo = find_markers(plain_photo(POSE)[..., 0], strange)

    assert on_board.shape == in_photo.shape == (0, 2)


def test_an_unknown_dictionary_is_no_markers() -> None:
    on_board, _ = find_markers(plain_photo(POSE)[..., 0], replace(MARKERS, dictionary="DICT_9X9"))

    assert len(on_board) == 0


def test_markers_alone_place_a_board_on_which_nothing_at_all_is_to_be_seen() -> None:
    """It has the table's tone, and the cards lie so far off that no edge of theirs is on it."""
    far = tuple(
        CornerMarker(each.id, tuple((x + side, y) for x, y in each.corners_mm))
        for each, side in zip(MARKERS.markers, (-90.0, 90.0, 90.0, -90.0), strict=True)
    )
    markers = replace(MARKERS, markers=far)
    board = replace(BOARD, corner_markers=markers)
    bare, seen = (
        plain_photo(each, markers=markers, board_tone=TABLE_TONE) for each in (REFERENCE_POSE, POSE)
    )
    reference = Reference(bare, REFERENCE_POSE)
    assert not len(reference.print_of(board).spots.points_mm)

    pose = align(seen, reference, board)

    off_px = np.linalg.norm(pose.corners_px(560, 560) - POSE.corners_px(560, 560), axis=1)
    assert off_px.max() < 3
    again = align(seen, reference, board, pose)
    assert np.abs(again.corners_px(560, 560) - pose.corners_px(560, 560)).max() < 0.5
