"""Photos behind the page: how many are kept, and that a reading harms nobody."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest

from benchmarks.other_boards import mirrored
from calibration.setup import Setup
from companion.position import Position
from companion.reading import Seen
from companion.saying.phrase import Phrase
from tests.web.photo_score.pictures import jpeg, photographed
from tests.web.score.reports import BOARD, PLAYERS, seen
from vision.alignment.reference import Reference
from vision.picture.arrays import Image
from vision.picture.encoding import encoded
from vision.picture.photo import decode_photo
from vision.simulator import Frame
from web.photo_score.case import HandedInPhoto
from web.photo_score.cases import Cases
from web.photo_score.reader import DrawExample, FindBoard, ReadBoard, Unfound, do, do_apart
from web.photo_score.unused import BROKEN, NO_EMPTY_BOARD, NO_PHOTO, OTHER_BOARD, TOO_SLOW

SOON_S = 10.0
MIDDLE = ((0.25, 0.25), (0.75, 0.25), (0.75, 0.75), (0.25, 0.75))
MARKED = ((0.2, 0.1), (0.9, 0.15), (0.85, 0.9), (0.15, 0.8))


def test_a_photo_is_read_in_a_process_of_its_own() -> None:
    assert do_apart(FindBoard(b"no photo"), BOARD) == NO_PHOTO


def test_a_photo_without_a_board_comes_back_to_be_marked() -> None:
    lost = do_apart(FindBoard(jpeg(400)), BOARD)

    assert isinstance(lost, Unfound)
    assert lost.fault == NO_EMPTY_BOARD
    shown = decode_photo(lost.picture, "the picture")
    assert shown.shape[:2] == (lost.height_px, lost.width_px)


def test_where_a_person_marks_his_own_board_there_it_is() -> None:
    """Nothing of the print can be made out: the corners stand as they were given."""
    own = replace(BOARD, status={})
    found = do(FindBoard(jpeg(400), MARKED), own)

    assert isinstance(found, Setup)
    height, width = decode_photo(jpeg(400), "the photo").shape[:2]
    corners = found.reference.pose.corners_px(BOARD.width_mm, BOARD.height_mm)
    assert corners + 0.5 == pytest.approx(np.array(MARKED) * (width, height), abs=0.05 * width)


def test_where_nothing_of_a_reconstruction_shows_it_is_another_board() -> None:
    lost = do(FindBoard(jpeg(400), MARKED), BOARD)

    assert isinstance(lost, Unfound)
    assert (lost.fault, lost.corners) == (OTHER_BOARD, MARKED)


@pytest.mark.parametrize("seed", [3, 8])
def test_the_same_corners_tell_this_board_from_another(seed: int) -> None:
    """Another box: the islands lie elsewhere, and are joined otherwise."""
    for board, is_ours in ((BOARD, True), (mirrored(BOARD), False)):
        [photo] = photographed(board, seed, Position())
        corners = photo.pose.corners_px(board.width_mm, board.height_mm) + 0.5
        marked = tuple(map(tuple, (corners / photo.pose.size_px).tolist()))
        found = do(FindBoard(photo.jpeg(), marked), BOARD)
        if is_ours:
            assert isinstance(found, Setup)
        else:
            assert isinstance(found, Unfound)
            assert found.fault == OTHER_BOARD


def as_far_as(photo: Frame, share: float) -> Image:
    """A photo (h, w, 3) cut off so that it shows this share of the places, from the left."""
    at_mm = np.array([(place.x_mm, place.y_mm) for place in BOARD.places.values()])
    edge = int(np.quantile(photo.pose.project(at_mm)[:, 0], share))
    return np.ascontiguousarray(photo.photo[:, :edge])


def lit(photo: Frame, tones: float) -> Image:
    return np.asarray(np.clip(photo.photo * tones, 0, 255), np.uint8)


def with_a_lamp(photo: Frame) -> Image:
    """A photo (h, w, 3) in which a lamp washes out the middle half of the board."""
    corners_mm = np.array([(x * BOARD.width_mm, y * BOARD.height_mm) for x, y in MIDDLE])
    at_px = np.round(photo.pose.project(corners_mm)).astype(np.int32)
    return np.asarray(cv2.fillPoly(photo.photo.copy(), [at_px], (255, 255, 255)), np.uint8)


@pytest.mark.parametrize(
    ("shown", "told"),
    [
        pytest.param(lambda photo: as_far_as(photo, 0.97), "cuts off", id="cut off"),
        pytest.param(lambda photo: lit(photo, 0.15), "is too dark", id="dark"),
        pytest.param(with_a_lamp, "is washed out", id="washed out"),
    ],
)
def test_an_empty_board_that_shows_too_little_is_no_other_board(
    shown: Callable[[Frame], Image], told: str
) -> None:
    [photo] = photographed(BOARD, 3, Position())

    fault = do(FindBoard(encoded(shown(photo))), BOARD)

    assert isinstance(fault, Phrase)
    assert told in fault.said("en")


def test_what_is_wrong_with_an_empty_board_that_can_be_used_is_told() -> None:
    [photo] = photographed(BOARD, 3, Position())
    grey = np.repeat(photo.photo.mean(axis=2, keepdims=True), 3, axis=2).astype(np.uint8)

    told = [do(FindBoard(encoded(each)), BOARD) for each in (photo.photo, grey)]

    assert all(isinstance(found, Setup) for found in told)
    codes = [{doubt.code for doubt in found.doubts} for found in told if isinstance(found, Setup)]
    assert ["empty-board-grey" in each for each in codes] == [False, True]


@pytest.mark.parametrize("share", [0.9, 0.6])
def test_what_ends_at_the_edge_of_its_photo_is_not_called_another_board(share: float) -> None:
    [photo] = photographed(BOARD, 4, Position())

    found = do(FindBoard(encoded(as_far_as(photo, share))), BOARD)

    assert isinstance(found, Unfound)
    assert found.fault == NO_EMPTY_BOARD


@pytest.mark.parametrize(
    ("shown", "told"),
    [
        pytest.param(lambda photo: as_far_as(photo, 0.33), "move the camera", id="a third"),
        pytest.param(lambda photo: lit(photo, 0.02), "all but black", id="black"),
    ],
)
def test_a_finished_board_that_shows_too_little_is_no_other_board(
    shown: Callable[[Frame], Image], told: str
) -> None:
    empty, final = photographed(BOARD, 3, Position(), Position())
    setup = Setup(Reference(empty.photo, empty.pose))

    fault = do(ReadBoard((HandedInPhoto(encoded(shown(final))),), setup), BOARD)

    assert isinstance(fault, Phrase)
    assert told in fault.said("en")


def test_reading_ends_in_time() -> None:
    began = time.monotonic()

    assert do_apart(DrawExample(1), BOARD, longest_s=0.2) == TOO_SLOW
    assert time.monotonic() - began < SOON_S


def test_what_kills_the_process_is_told() -> None:
    assert do_apart(DrawExample(-1), BOARD) == BROKEN


def test_the_reading_is_surer_where_nobody_plays_a_nation() -> None:
    doubtful = {"malden/0": Seen("french", 0.6, (("french", 0.6), ("american", 0.4)))}
    cases = Cases()
    case = cases.begin(BOARD, players=PLAYERS)
    assert case is not None
    looked = cases.change(case.id, lambda now: replace(now, seen=seen(doubtful)))
    assert looked is not None

    assert [question.place for question in looked.asked()] == []
