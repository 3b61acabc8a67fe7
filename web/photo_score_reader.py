"""Photos from strangers are decoded and read here: in a process of its own, bounded in every way.

What a hostile file can do to a decoder ends with that process, and the table's page stays quick.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import sys
from dataclasses import dataclass
from multiprocessing.connection import Connection
from time import monotonic

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.reference import find_reference
from calibration.setup import Setup
from companion.board import Board
from companion.errors import InputError
from vision.photo import decode_photo
from vision.reader import Reader
from web.made_up import MadeUp, made_up_game
from web.photo_score_case import Fault, Stage
from web.report import Sighting, View

LONGEST_S = 150.0
MOST_CPU_S = 120
MOST_MEMORY_BYTES = 4 << 30
MOST_READ_PIXELS = 12_500_000
"""A larger photo is made smaller first: no more is needed to tell the pieces."""
PHOTO = "the photo"


@dataclass(frozen=True)
class DrawExample:
    """Make up a game and photograph it -> MadeUp."""

    seed: int


@dataclass(frozen=True)
class FindBoard:
    """Find the empty board in its photo -> Setup."""

    photo: bytes


@dataclass(frozen=True)
class ReadBoard:
    """Read the photo of the finished board -> Sighting."""

    photo: bytes
    setup: Setup


Task = DrawExample | FindBoard | ReadBoard
Result = MadeUp | Setup | Sighting | Fault
STAGES = {
    DrawExample: Stage.DRAWING,
    FindBoard: Stage.FINDING,
    ReadBoard: Stage.READING,
}


def do(task: Task, board: Board) -> Result:
    """Do a task, here and now."""
    if isinstance(task, DrawExample):
        return made_up_game(board, task.seed)
    try:
        photo = _decoded(task.photo)
    except InputError:
        return Fault.NO_PHOTO
    try:
        if isinstance(task, FindBoard):
            return Setup(find_reference(photo, board))
        reference = task.setup.reference
        read = Reader(board, reference, task.setup.palette or None).read(photo)
    except InputError:
        return Fault.NO_EMPTY_BOARD if isinstance(task, FindBoard) else Fault.NO_BOARD
    empty = View(reference.photo, reference.pose)
    return Sighting(View(photo, read.pose), read.reading, empty)


def do_apart(task: Task, board: Board, longest_s: float = LONGEST_S) -> Result:
    """Do a task in a process of its own, which ends in time, whatever the photo does to it."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_child, args=(there, task, board), daemon=True)
    process.start()
    there.close()
    until = monotonic() + longest_s
    try:
        if not here.poll(max(until - monotonic(), 0)):
            return Fault.TOO_SLOW
        result: Result = here.recv()
        return result
    except EOFError:
        return Fault.BROKEN
    finally:
        here.close()
        process.kill()
        process.join()


def _child(there: Connection, task: Task, board: Board) -> None:
    _bound()
    cv2.setNumThreads(1)
    try:
        result = do(task, board)
    except (MemoryError, cv2.error):
        result = Fault.BROKEN
    with contextlib.suppress(BrokenPipeError):
        there.send(result)


def _bound() -> None:
    """Let the system end this process when it takes too much; Windows has only the clock."""
    if sys.platform == "win32":
        return
    import resource

    resource.setrlimit(resource.RLIMIT_CPU, (MOST_CPU_S, MOST_CPU_S))
    if sys.platform == "linux":
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY_BYTES, MOST_MEMORY_BYTES))


def _decoded(data: bytes) -> NDArray[np.uint8]:
    photo = decode_photo(data, PHOTO)
    scale = (MOST_READ_PIXELS / (photo.shape[0] * photo.shape[1])) ** 0.5
    if scale >= 1:
        return photo
    small = cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)
