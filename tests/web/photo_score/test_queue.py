"""What comes of the tasks of a case, in whatever order photos are handed in and read."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from calibration.setup import Setup
from companion.boards.board import Board
from tests.web.photo_score.bench import SOON_S, pretended
from tests.web.score.reports import BOARD, seen
from vision.alignment.reference import Reference
from web.photo_score.case import Case, HandedInPhoto
from web.photo_score.cases import Cases
from web.photo_score.queue import Queue, after_task, next_task
from web.photo_score.reader import FindBoard, ReadBoard, Result, Task, Unfound
from web.photo_score.unused import NO_BOARD, NO_EMPTY_BOARD

EMPTY, FIRST, SECOND = b"empty", b"first", b"second"
TAUGHT = {"red": (0.1, 0.1, 0.8)}
LOST = Unfound(NO_BOARD, b"picture", 640, 480)


def known(taught: dict[str, tuple[float, ...]] | None = None) -> Setup:
    view = seen().view
    return Setup(Reference(view.photo, view.pose), taught or {})


def worked_on(case: Case, result: Result) -> Case:
    task = next_task(case)
    assert task is not None
    return after_task(case, task, result)


def test_a_photo_that_was_replaced_while_it_was_read_says_nothing_any_more() -> None:
    case = Case("x", BOARD, setup=known()).handed_in("final", FIRST)
    of_the_first = next_task(case)
    assert of_the_first is not None

    case = after_task(case.handed_in("final", SECOND), of_the_first, LOST)
    case = worked_on(case, seen())

    assert (case.fault, case.unplaced, case.finished) == (None, None, (HandedInPhoto(SECOND),))


def test_what_is_wrong_with_a_new_empty_board_stays_said() -> None:
    """The finished one is read against the empty board that was there."""
    case = Case("x", BOARD, setup=known()).handed_in("empty", EMPTY).handed_in("final", FIRST)
    lost = Unfound(NO_EMPTY_BOARD, b"picture", 640, 480)

    case = worked_on(worked_on(case, lost), seen())

    assert case.seen is not None
    assert case.fault == NO_EMPTY_BOARD
    assert case.unplaced is not None
    assert case.unplaced.which == "empty"


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda case: case.handed_in("empty", EMPTY), id="a new empty board"),
        pytest.param(Case.the_other_way_round, id="exchanged"),
    ],
)
def test_taught_colours_outlive_the_photo_they_were_taught_by(
    change: Callable[[Case], Case],
) -> None:
    begun = Cases().begin(BOARD, known(TAUGHT))
    assert begun is not None
    case = worked_on(begun.handed_in("final", FIRST), seen())

    case = worked_on(change(case), known())

    assert case.setup is not None
    assert case.setup.palette == TAUGHT


def test_a_photo_handed_in_at_the_last_moment_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one before has just been written down, and its case is still in the queue."""
    cases, read, all_read = Cases(), list[bytes](), threading.Event()

    def doing(task: Task, board: Board) -> Result:
        assert isinstance(task, FindBoard | ReadBoard)
        read.append(task.photo)
        if task.photo == SECOND:
            all_read.set()
        return pretended(task, board)

    queue, change = Queue(cases, doing), cases.change

    def changed(number: str, how: Callable[[Case], Case]) -> Case | None:
        after = change(number, how)
        if after is not None and after.seen is not None and len(read) == 1:
            change(number, lambda now: now.handed_in("final", SECOND))
            queue.put(number)
        return after

    case = cases.begin(BOARD, known())
    assert case is not None
    monkeypatch.setattr(cases, "change", changed)
    change(case.id, lambda now: now.handed_in("final", FIRST))
    queue.put(case.id)

    assert all_read.wait(SOON_S)
    assert read == [FIRST, SECOND]
