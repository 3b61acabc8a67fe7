"""Photos from strangers are decoded and read here, apart from the table's page (``web.apart``)."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.reference import find_reference
from calibration.setup import Setup
from companion.board import Board
from companion.errors import InputError
from vision.photo import decode_photo
from vision.reader import Reader
from web.apart import LONGEST_S, Failed, apart
from web.made_up import MadeUp, made_up_game
from web.photo_score_case import Fault, Stage
from web.report import Sighting, View

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
FAILURES = {Failed.TOO_SLOW: Fault.TOO_SLOW, Failed.BROKEN: Fault.BROKEN}


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
    result = apart(do, task, board, longest_s=longest_s)
    return FAILURES[result] if isinstance(result, Failed) else result


def _decoded(data: bytes) -> NDArray[np.uint8]:
    photo = decode_photo(data, PHOTO)
    scale = (MOST_READ_PIXELS / (photo.shape[0] * photo.shape[1])) ** 0.5
    if scale >= 1:
        return photo
    small = cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)
