"""Photos behind the page: how many are kept, and that a reading harms nobody."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np
import pytest

from benchmarks.other_boards import mirrored
from calibration.setup import Setup
from companion.position import Position
from companion.reading import Seen
from tests.web.photo_score.pictures import jpeg, photographed
from tests.web.score.reports import BOARD, PLAYERS, seen
from vision.picture.photo import decode_photo
from web.photo_score import case
from web.photo_score.case import KEPT_S, MOST_CASES, Cases, Fault
from web.photo_score.reader import DrawExample, FindBoard, Unfound, do, do_apart
from web.score.photo import encoded

SOON_S = 10.0
MARKED = ((0.2, 0.1), (0.9, 0.15), (0.85, 0.9), (0.15, 0.8))


def test_few_photos_are_kept_and_not_for_long() -> None:
    now = [0.0]
    cases = Cases(lambda: now[0])
    first = cases.begin(BOARD)
    assert first is not None
    for _ in range(MOST_CASES):
        now[0] += 1
        last = cases.begin(BOARD)
    assert last is not None

    assert cases.get(first.id) is None
    assert cases.get(last.id) is not None
    now[0] += KEPT_S + 1
    assert cases.get(last.id) is None


def test_large_photos_make_room_for_one_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(case, "MOST_HELD_BYTES", 250)
    now = [0.0]
    cases = Cases(lambda: now[0])
    begun = []
    for _ in range(3):
        now[0] += 1
        opened = cases.begin(BOARD)
        assert opened is not None
        cases.change(opened.id, lambda now: now.handed_in("final", bytes([1] * 100)))
        begun.append(opened.id)

    assert [cases.peek(number) is not None for number in begun] == [False, True, True]


def test_what_still_waits_is_not_thrown_away_for_what_comes() -> None:
    cases = Cases()
    for _ in range(MOST_CASES):
        assert cases.begin(BOARD, example=1) is not None

    assert cases.begin(BOARD) is None


def test_a_photo_is_read_in_a_process_of_its_own() -> None:
    assert do_apart(FindBoard(b"no photo"), BOARD) is Fault.NO_PHOTO


def test_a_photo_without_a_board_comes_back_to_be_marked() -> None:
    lost = do_apart(FindBoard(jpeg(400)), BOARD)

    assert isinstance(lost, Unfound)
    assert lost.fault is Fault.NO_EMPTY_BOARD
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
    assert (lost.fault, lost.corners) == (Fault.OTHER_BOARD, MARKED)


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
            assert found.fault is Fault.OTHER_BOARD


def test_an_empty_board_that_is_cut_off_is_no_other_board() -> None:
    [photo] = photographed(BOARD, 3, Position())
    whole = decode_photo(photo.jpeg(), "the photo")
    at_mm = np.array([(place.x_mm, place.y_mm) for place in BOARD.places.values()])
    edge = int(np.quantile(photo.pose.project(at_mm)[:, 0], 0.9))
    cut = encoded(np.ascontiguousarray(whole[:, :edge]))

    assert do(FindBoard(cut), BOARD) is Fault.CUT_OFF


def test_reading_ends_in_time() -> None:
    began = time.monotonic()

    assert do_apart(DrawExample(1), BOARD, longest_s=0.2) is Fault.TOO_SLOW
    assert time.monotonic() - began < SOON_S


def test_what_kills_the_process_is_told() -> None:
    assert do_apart(DrawExample(-1), BOARD) is Fault.BROKEN


def test_the_reading_is_surer_where_nobody_plays_a_nation() -> None:
    doubtful = {"malden/0": Seen("french", 0.6, (("french", 0.6), ("american", 0.4)))}
    cases = Cases()
    case = cases.begin(BOARD, players=PLAYERS)
    assert case is not None
    looked = cases.change(case.id, lambda now: replace(now, seen=seen(doubtful)))
    assert looked is not None

    assert [question.place for question in looked.asked()] == []
