"""Photos from strangers are decoded and read here, apart from the table's page (``web.apart``)."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.reference import find_reference
from calibration.setup import Setup
from companion.board import Board
from companion.errors import InputError
from companion.reading import Reading
from vision.photo import MOST_READ_PIXELS, decode_photo, no_larger
from vision.pose import FILE_PX
from vision.reader import Reader
from web.apart import LONGEST_S, Failed, apart
from web.demo.made_up import MadeUp, made_up_game
from web.photo import encoded, merged_sighting
from web.photo_score.case import Corners, Fault, Stage
from web.report import Image, Sighting, View

MOST_KEPT_PIXELS = 4_000_000
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
    """Read the photo of the finished board -> Sighting.

    ``earlier`` are further photos of it, each with where it was marked in it.
    """

    photo: bytes
    setup: Setup
    corners: Corners | None = None
    earlier: tuple[tuple[bytes, Corners | None], ...] = ()


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
    if isinstance(task, FindBoard):
        marked = None if task.corners is None else _in_px(task.corners, photo)
        return Setup(find_reference(photo, board, marked))
    reference = task.setup.reference
    reader = Reader(board, reference, task.setup.palette or None)
    looks = [_read(reader, photo, task.corners)]
    for data, corners in task.earlier:
        with suppress(InputError):  # Another empty board may have come since it was read.
            looks.append(_read(reader, _decoded(data), corners))
    if len(looks) > 1:
        looks = [(_smaller(view), reading) for view, reading in looks]
    views, readings = [view for view, _ in looks], [reading for _, reading in looks]
    return merged_sighting(board, views, readings, View(reference.photo, reference.pose))


def _read(reader: Reader, photo: Image, corners: Corners | None) -> tuple[View, Reading]:
    hint = None
    if corners is not None:
        hint = find_reference(photo, reader.board, _in_px(corners, photo)).pose
    read = reader.read(photo, hint)
    return View(photo, read.pose), read.reading


def _smaller(view: View) -> View:
    """A picture to look at alone: several of them are kept."""
    photo = no_larger(view.photo, MOST_KEPT_PIXELS)
    return View(photo, view.pose.resized((photo.shape[1], photo.shape[0])))


def _unfound(task: FindBoard | ReadBoard, photo: Image) -> Unfound:
    fault = Fault.NO_EMPTY_BOARD if isinstance(task, FindBoard) else Fault.NO_BOARD
    small = no_larger(photo, MOST_SHOWN_PIXELS)
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
    return no_larger(decode_photo(data, PHOTO), MOST_READ_PIXELS)
