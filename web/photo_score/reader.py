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
from vision.pose import FILE_PX
from vision.reader import Reader
from web.apart import LONGEST_S, Failed, apart
from web.demo.made_up import MadeUp, made_up_game
from web.photo import encoded
from web.photo_score.case import Corners, Fault, Stage
from web.report import Image, Sighting, View

MOST_READ_PIXELS = 12_500_000
"""A larger photo is made smaller first: no more is needed to tell the pieces."""
MOST_SHOWN_PIXELS = 1_500_000
PHOTO = "the photo"


@dataclass(frozen=True)
class DrawExample:
    """Make up a game and photograph it -> MadeUp."""

    seed: int


@dataclass(frozen=True)
class FindBoard:
    """Find the empty board in its photo, or where a person marked its corners -> Setup."""

    photo: bytes
    corners: Corners | None = None


@dataclass(frozen=True)
class ReadBoard:
    """Read the photo of the finished board -> Sighting."""

    photo: bytes
    setup: Setup
    corners: Corners | None = None


@dataclass(frozen=True)
class Unfound:
    """The board was not found: why, and a picture of the photo in which to mark it."""

    fault: Fault
    picture: bytes
    width_px: int
    height_px: int


Task = DrawExample | FindBoard | ReadBoard
Result = MadeUp | Setup | Sighting | Unfound | Fault
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
        return _found(task, photo, board)
    except InputError:
        return _unfound(task, photo)


def _found(task: FindBoard | ReadBoard, photo: Image, board: Board) -> Setup | Sighting:
    marked = None if task.corners is None else _in_px(task.corners, photo)
    if isinstance(task, FindBoard):
        return Setup(find_reference(photo, board, marked))
    hint = None if marked is None else find_reference(photo, board, marked).pose
    reference = task.setup.reference
    read = Reader(board, reference, task.setup.palette or None).read(photo, hint)
    empty = View(reference.photo, reference.pose)
    return Sighting(View(photo, read.pose), read.reading, empty)


def _unfound(task: FindBoard | ReadBoard, photo: Image) -> Unfound:
    fault = Fault.NO_EMPTY_BOARD if isinstance(task, FindBoard) else Fault.NO_BOARD
    small = _no_larger(photo, MOST_SHOWN_PIXELS)
    height, width = small.shape[:2]
    return Unfound(Fault.NOT_THERE if task.corners else fault, encoded(small), width, height)


def _in_px(corners: Corners, photo: Image) -> NDArray[np.float64]:
    """Corners as shares of a photo -> (4, 2) in its pixels."""
    return np.array(corners) * (photo.shape[1], photo.shape[0]) - FILE_PX


def do_apart(task: Task, board: Board, longest_s: float = LONGEST_S) -> Result:
    """Do a task in a process of its own, which ends in time, whatever the photo does to it."""
    result = apart(do, task, board, longest_s=longest_s)
    return FAILURES[result] if isinstance(result, Failed) else result


def _decoded(data: bytes) -> Image:
    return _no_larger(decode_photo(data, PHOTO), MOST_READ_PIXELS)


def _no_larger(photo: Image, pixels: int) -> Image:
    scale = (pixels / (photo.shape[0] * photo.shape[1])) ** 0.5
    if scale >= 1:
        return photo
    small = cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)
