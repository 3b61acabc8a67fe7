"""One photo at a time: cases wait in a queue, and one thread has them read one after the other."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import replace

from calibration.setup import Setup
from companion.boards.board import Board
from companion.errors import Fault
from web.demo.made_up import MadeUp
from web.photo_score.case import Case, HandedInPhoto, Stage, Unplaced
from web.photo_score.cases import Cases
from web.photo_score.reader import (
    STAGES,
    DrawExample,
    FindBoard,
    ReadBoard,
    Result,
    Task,
    Unfound,
    do_apart,
)
from web.photo_score.unused import BROKEN
from web.score.report import Sighting
from web.serving.logbook import broke

Doing = Callable[[Task, Board], Result]


class Queue:
    """Does what the cases wait for. The thread begins with the first case, and is never waited for.

    ``doing`` does one task; it takes seconds.
    """

    def __init__(self, cases: Cases, doing: Doing = do_apart) -> None:
        self._cases, self._doing = cases, doing
        self._waiting: deque[str] = deque()
        self._something = threading.Condition()
        self._thread: threading.Thread | None = None

    def put(self, number: str) -> None:
        """Let a case be worked on; each waits once only, so the queue is as short as the cases."""
        with self._something:
            if number not in self._waiting:
                self._waiting.append(number)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, daemon=True)
                self._thread.start()
            self._something.notify()

    def ahead_of(self, number: str) -> int:
        """How many others come first."""
        with self._something:
            return self._waiting.index(number) if number in self._waiting else 0

    def _run(self) -> None:
        while True:
            with self._something:
                while not self._waiting:
                    self._something.wait()
                number = self._waiting[0]
            self._work_on(number)
            with self._something:
                self._waiting.remove(number)
                case = self._cases.peek(number)  # Something may have been handed in meanwhile.
                if case is not None and case.busy:
                    self._waiting.append(number)

    def _work_on(self, number: str) -> None:
        """Do one task of a case, if there is one."""
        case = self._cases.peek(number)
        task = None if case is None else next_task(case)
        if case is None or task is None:
            return
        self._cases.change(number, lambda now: replace(now, stage=STAGES[type(task)]))
        try:
            result = self._doing(task, case.board)
        except Exception as error:  # noqa: BLE001  (the next case must not wait for ever)
            broke(error)
            result = BROKEN
        self._cases.change(number, lambda now: after_task(now, task, result))


def next_task(case: Case) -> Task | None:
    """What is to be done for a case now."""
    if case.example is not None:
        return DrawExample(case.example)
    if case.empty is not None:
        return FindBoard(case.empty, case.empty_at)
    if case.finished and case.final_due and case.setup is not None:
        return ReadBoard(case.finished, case.setup)
    return None


def after_task(case: Case, task: Task, result: Result) -> Case:
    """The case with a result. What was handed in meanwhile still waits; a fault loses nothing."""
    case = replace(case, stage=Stage.WAITING)
    fault = result if isinstance(result, Fault) else None
    unplaced = case.unplaced
    if isinstance(result, Unfound) and isinstance(task, FindBoard | ReadBoard):
        fault, unplaced = result.fault, _unplaced(task, result)
    match task:
        case DrawExample():
            case = replace(case, example=None, fault=fault)
            if isinstance(result, MadeUp):
                case = replace(case, empty=result.empty, players=result.players)
                case = replace(case, finished=(HandedInPhoto(result.final),), final_due=True)
        case FindBoard(photo=photo) if case.empty is photo:
            case = replace(case, empty=None, fault=fault, faulty="empty", unplaced=unplaced)
            if isinstance(result, Setup):
                setup = replace(result, palette=case.taught)
                case = replace(case, setup=setup, final_due=bool(case.finished))
        case ReadBoard() if case.finished == task.photos and case.setup is task.setup:
            if fault is None and case.faulty == "empty":
                fault = case.fault  # This one was read against the empty board of before.
            else:
                case = replace(case, faulty="final")
            case = replace(case, final_due=False, fault=fault, unplaced=unplaced)
            if isinstance(result, Sighting):
                case = case.seen_as(result, task.photos)
            else:
                case = case.as_read_last()
    return case


def _unplaced(task: FindBoard | ReadBoard, result: Unfound) -> Unplaced:
    which = "empty" if isinstance(task, FindBoard) else "more" if task.photos[1:] else "final"
    size = result.width_px, result.height_px
    return Unplaced(which, task.photo, result.picture, *size, result.corners)
