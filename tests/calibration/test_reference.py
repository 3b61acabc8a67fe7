"""The empty board is found in its photo, or refused in words that say the way out."""

from __future__ import annotations

import re
from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.markers import lying_beside
from calibration.reference import doubts_about, find_reference
from companion.boards.board import Board
from companion.errors import InputError
from tests.calibration.tables import EmptyTable, empty_table, outline_mm
from vision.alignment.pose import Pose
from vision.picture.arrays import Image

PROMISED_MM = 1.5


def worst_corner_mm(pose: Pose, table: EmptyTable) -> float:
    off = pose.to_board(table.corners_px) - outline_mm(table.board)
    return float(np.linalg.norm(off, axis=1).max())


@pytest.mark.parametrize(
    "seed",
    [
        pytest.param(100, id="light dashes on a sea"),
        pytest.param(103, id="thin outlines on a map"),
        pytest.param(109, id="spaces in the sticks' colours on a checked cloth"),
        pytest.param(113, id="dark outlines, board turned"),
    ],
)
def test_corners_are_found_from_the_board_file_alone(seed: int) -> None:
    table = empty_table(seed)
    assert worst_corner_mm(find_reference(table.photo, table.board).pose, table) < PROMISED_MM


@pytest.mark.parametrize("quarter_turns", [1, 2, 3])
def test_whichever_side_the_photo_is_taken_from(quarter_turns: int) -> None:
    table = empty_table(104)
    photo, corners = table.photo, table.corners_px
    for _ in range(quarter_turns):
        corners = np.column_stack([photo.shape[0] - 1 - corners[:, 1], corners[:, 0]])
        photo = np.ascontiguousarray(np.rot90(photo, -1))
    turned = replace(table, photo=photo, corners_px=corners)
    assert worst_corner_mm(find_reference(photo, table.board).pose, turned) < PROMISED_MM


def test_a_board_whose_edges_are_out_of_the_picture() -> None:
    table = empty_table(105)
    inset = 12 * np.array([[1, 1], [-1, 1], [-1, -1], [1, -1]])
    low = (table.corners_px + inset).min(axis=0).astype(int)
    high = (table.corners_px + inset).max(axis=0).astype(int)
    photo = np.ascontiguousarray(table.photo[low[1] : high[1], low[0] : high[0]])
    found = find_reference(photo, table.board).pose
    assert worst_corner_mm(found, replace(table, corners_px=table.corners_px - low)) < 3


@pytest.mark.parametrize("slip_px", [0.0, 4.0, 9.0])
def test_marked_corners_are_made_exact_by_the_print(slip_px: float) -> None:
    table = empty_table(104)
    marked = table.corners_px + slip_px * np.array([[1, 0], [0, -1], [-1, 0], [0, 1]])
    pose = find_reference(table.photo, table.board, marked).pose
    assert worst_corner_mm(pose, table) < PROMISED_MM


@pytest.mark.parametrize("begun_at", [1, 2, 3])
def test_corners_begun_at_another_one_mean_the_same_board(begun_at: int) -> None:
    table = empty_table(104)
    reference = find_reference(table.photo, table.board, np.roll(table.corners_px, begun_at, 0))
    assert worst_corner_mm(reference.pose, table) < PROMISED_MM
    assert doubts_about(reference, table.board, is_marked=True) == ()


def test_corners_where_nothing_is_printed_are_told() -> None:
    table = empty_table(104)
    marked = table.corners_px + [(120, 90), (0, 0), (0, 0), (0, 0)]

    told = doubts_about(
        find_reference(table.photo, table.board, marked), table.board, is_marked=True
    )

    assert "the board's print is not seen where these corners put it" in str(told[0])


@pytest.mark.parametrize(
    ("slips_px", "said"),
    [
        pytest.param([(-900, 0), (0, 0), (0, 0), (0, 0)], "no camera sees", id="one far off"),
        pytest.param([(-700, 30)] * 4, "places lie outside the photo; see that", id="all off"),
    ],
)
def test_corners_that_cannot_be_are_not_laid_to_the_photo(
    slips_px: list[tuple[int, int]], said: str
) -> None:
    table = empty_table(104)
    with pytest.raises(InputError, match=said):
        find_reference(table.photo, table.board, table.corners_px + slips_px)


def test_marked_corners_stand_where_no_print_can_be_made_out() -> None:
    table = empty_table(104)
    blank = np.full_like(table.photo, 128)
    pose = find_reference(blank, table.board, table.corners_px).pose
    assert worst_corner_mm(pose, table) < 2.5


def black(table: EmptyTable) -> Image:
    return np.zeros_like(table.photo)


def dim(table: EmptyTable) -> Image:
    """A photo by candlelight, in which the board can still be found."""
    return np.asarray(0.13 * table.photo, np.uint8)


def washed_out(table: EmptyTable) -> Image:
    return np.full_like(table.photo, 255)


def half_in_the_sun(table: EmptyTable) -> Image:
    photo = table.photo.copy()
    photo[photo.shape[0] // 2 :] = 255
    return photo


@pytest.mark.parametrize("marked", [False, True], ids=["to be found", "corners marked"])
@pytest.mark.parametrize(
    ("spoil", "said"),
    [(black, r"too dark.*\b0 of 255.*more light"), (dim, "too dark.*more light")],
)
def test_a_dark_photo_is_refused_with_what_to_do(  # type: ignore[no-untyped-def]
    spoil, said: str, marked: bool
) -> None:
    table = empty_table(104)
    with pytest.raises(InputError, match=said) as refusal:
        find_reference(spoil(table), table.board, table.corners_px if marked else None)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("spoil", [washed_out, half_in_the_sun])
def test_a_washed_out_photo_is_refused_with_where_and_what_to_do(spoil) -> None:  # type: ignore[no-untyped-def]
    table = empty_table(104)
    said = r"washed out over \d+ mm around pixel \d+,\d+; .*less light"
    with pytest.raises(InputError, match=said):
        find_reference(spoil(table), table.board, table.corners_px)


def with_a_lamp(table: EmptyTable) -> Image:
    photo = table.photo.copy()
    middle = table.corners_px.mean(axis=0).astype(int)
    cv2.circle(photo, (int(middle[0]), int(middle[1])), 40, (255, 255, 255), -1)
    return photo


def out_of_focus(table: EmptyTable) -> Image:
    return np.asarray(cv2.GaussianBlur(table.photo, (0, 0), 4.0), np.uint8)


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda table: table.photo, ()),
        (out_of_focus, ("blurred .*: its edges are .* mm wide.*wait for the focus",)),
        (with_a_lamp, (r"a lamp is mirrored .* around pixel \d+,\d+.*another side",)),
    ],
    ids=["a careful photo", "out of focus", "a lamp in it"],
)
def test_what_is_wrong_with_a_photo_that_can_be_used(spoil, said: tuple[str, ...]) -> None:  # type: ignore[no-untyped-def]
    table = empty_table(104)
    doubts = doubts_about(find_reference(spoil(table), table.board, table.corners_px), table.board)

    assert len(doubts) == len(said)
    for doubt, pattern in zip(doubts, said, strict=True):
        assert re.search(pattern, str(doubt))
        assert "\n" not in str(doubt)


def blurred(table: EmptyTable) -> Image:
    return np.asarray(cv2.GaussianBlur(table.photo, (0, 0), 20))


def mirrored(table: EmptyTable) -> Image:
    return np.ascontiguousarray(table.photo[:, ::-1])


def other_board(table: EmptyTable) -> Image:
    return empty_table(113).photo


def cut_off(table: EmptyTable) -> Image:
    middle = int(table.corners_px[:, 0].mean())
    return np.ascontiguousarray(table.photo[:, :middle])


@pytest.mark.parametrize("spoil", [blurred, mirrored, other_board, cut_off])
def test_what_is_not_the_whole_board_is_refused_never_guessed(spoil) -> None:  # type: ignore[no-untyped-def]
    table = empty_table(104)
    with pytest.raises(InputError, match="--corners") as refusal:
        find_reference(spoil(table), table.board)
    assert "\n" not in str(refusal.value)


def test_a_board_without_spaces_asks_for_its_corners() -> None:
    table = empty_table(104)
    bare: Board = replace(table.board, routes={})
    with pytest.raises(InputError, match=r"too few spaces.*--corners"):
        find_reference(table.photo, bare)


def test_a_board_without_print_is_found_by_its_corner_markers() -> None:
    table = empty_table(104)
    width, height = table.board.width_mm, table.board.height_mm
    markers = lying_beside(width, height)
    board = replace(table.board, routes={}, corner_markers=markers)
    corners = np.array([[500, 130], [900, 150], [960, 560], [420, 530]], np.float32)
    to_px = cv2.getPerspectiveTransform(
        outline_mm(board).astype(np.float32),
        corners,
    )
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    photo = np.full((720, 1280, 3), 180, np.uint8)
    for marker in markers.markers:
        art = cv2.aruco.generateImageMarker(dictionary, marker.id, 240)
        (x, y), (right, _) = marker.corners_mm[:2]
        scale = (right - x) / 240
        on_board = np.array([[scale, 0, x], [0, scale, y], [0, 0, 1]])
        drawn = cv2.warpPerspective(
            art, to_px @ on_board, (1280, 720), flags=cv2.INTER_AREA, borderValue=180
        )
        photo = np.minimum(photo, drawn[..., None])
    pose = find_reference(photo, board).pose
    assert (
        np.abs(
            pose.corners_px(width, height) - [[500, 130], [900, 150], [960, 560], [420, 530]]
        ).max()
        < 4
    )


def test_corners_marked_anticlockwise_are_refused() -> None:
    table = empty_table(104)
    with pytest.raises(InputError, match="clockwise"):
        find_reference(table.photo, table.board, table.corners_px[::-1])


def test_places_outside_the_photo_are_named() -> None:
    table = empty_table(104)
    corners = table.corners_px - [table.corners_px[:, 0].mean(), 0]
    half = np.ascontiguousarray(table.photo[:, int(table.corners_px[:, 0].mean()) :])
    with pytest.raises(InputError, match=r"cuts off \d+ of its \d+ places"):
        find_reference(half, table.board, corners)
