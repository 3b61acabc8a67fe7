"""Photos behind the page: how many are kept, and that a reading harms nobody."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from companion.reading import Seen
from tests.web.pictures import jpeg
from tests.web.reports import BOARD, PLAYERS, seen
from web.photo_score_case import KEPT_S, MOST_CASES, Cases, Fault
from web.photo_score_reader import DrawExample, FindBoard, Task, do_apart

SOON_S = 10.0


def test_few_photos_are_kept_and_not_for_long() -> None:
    now = [0.0]
    cases = Cases(lambda: now[0])
    first = cases.begin()
    assert first is not None
    for _ in range(MOST_CASES):
        now[0] += 1
        last = cases.begin()
    assert last is not None

    assert cases.get(first.id) is None
    assert cases.get(last.id) is not None
    now[0] += KEPT_S + 1
    assert cases.get(last.id) is None


def test_what_still_waits_is_not_thrown_away_for_what_comes() -> None:
    cases = Cases()
    for _ in range(MOST_CASES):
        assert cases.begin(example=1) is not None

    assert cases.begin() is None


@pytest.mark.parametrize(
    ("task", "fault"),
    [
        pytest.param(FindBoard(b"no photo"), Fault.NO_PHOTO, id="no photo"),
        pytest.param(FindBoard(jpeg(400)), Fault.NO_EMPTY_BOARD, id="no board in it"),
    ],
)
def test_a_photo_is_read_in_a_process_of_its_own(task: Task, fault: Fault) -> None:
    assert do_apart(task, BOARD) is fault


def test_reading_ends_in_time() -> None:
    began = time.monotonic()

    assert do_apart(DrawExample(1), BOARD, longest_s=0.2) is Fault.TOO_SLOW
    assert time.monotonic() - began < SOON_S


def test_what_kills_the_process_is_told() -> None:
    assert do_apart(DrawExample(-1), BOARD) is Fault.BROKEN


def test_the_reading_is_surer_where_nobody_plays_a_nation() -> None:
    doubtful = {"malden/0": Seen("french", 0.6, (("french", 0.6), ("american", 0.4)))}
    cases = Cases()
    case = cases.begin(players=PLAYERS)
    assert case is not None
    looked = cases.change(case.id, lambda now: replace(now, seen=seen(doubtful)))
    assert looked is not None

    assert [question.place for question in looked.asked()] == []
