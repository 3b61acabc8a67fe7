"""Photos from strangers are read here, apart from the table's page (``web.serving.sandbox``)."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from calibration.board_pose.outline import find_corners
from calibration.reference import (
    OtherBoardError,
    UnfitPhotoError,
    find_reference,
    pose_at_corners,
)
from calibration.setup import Setup, placed_setup
from companion.boards.board import Board
from companion.errors import Fault, InputError
from companion.reading import Reading
from companion.saying.phrase import Phrase
from vision.alignment.align import UnfitFrame
from vision.picture.arrays import Image
from vision.picture.encoding import encoded
from vision.picture.photo import decode_to_read
from vision.picture.quads import CornerShares, px_of, shares_of
from vision.picture.resizing import smaller
from vision.reader import Reader, reader_for
from web.demo.made_up import MadeUp, made_up_game
from web.photo_score.case import HandedInPhoto, Stage
from web.photo_score.unused import (
    BROKEN,
    NO_BOARD,
    NO_EMPTY_BOARD,
    NO_PHOTO,
    NOT_THERE,
    OTHER_BOARD,
    TOO_SLOW,
)
from web.score.photo import merged_sighting
from web.score.report import Sighting, View, is_reconstructed
from web.serving.sandbox import LONGEST_S, Failed, apart

MOST_KEPT_PIXELS = 4_000_000
MOST_SHOWN_PIXELS = 1_500_000
PHOTO = Phrase("the-photo")
TOO_LITTLE = (UnfitFrame, UnfitPhotoError)
"""What is raised of a photo that shows too little, wherever the board lies in it."""


@dataclass(frozen=True)
class DrawExample:
    """Make up a game and photograph it -> MadeUp."""

    seed: int


@dataclass(frozen=True)
class FindBoard:
    """Find the empty board in its photo, or where a person marked its corners -> Setup."""

    photo: bytes
    corners: CornerShares | None = None


@dataclass(frozen=True)
class ReadBoard:
    """Read the photos of the finished board, at least one -> Sighting; the last is shown."""

    photos: tuple[HandedInPhoto, ...]
    setup: Setup

    @property
    def photo(self) -> bytes:
        """The last photo."""
        return self.photos[-1].photo

    @property
    def corners(self) -> CornerShares | None:
        """Where the board was marked in it."""
        return self.photos[-1].corners


@dataclass(frozen=True)
class Unfound:
    """The board was not found: why, and a picture of the photo in which to mark it.

    ``corners`` is where it may lie: as a person marked it, or by its outline.
    """

    fault: Fault
    picture: bytes
    width_px: int
    height_px: int
    corners: CornerShares | None = None


Task = DrawExample | FindBoard | ReadBoard
Result = MadeUp | Setup | Sighting | Unfound | Fault
STAGES = {
    DrawExample: Stage.DRAWING,
    FindBoard: Stage.FINDING,
    ReadBoard: Stage.READING,
}
FAILURES = {Failed.TOO_SLOW: TOO_SLOW, Failed.BROKEN: BROKEN}


def do(task: Task, board: Board) -> Result:
    """Do a task, here and now."""
    if isinstance(task, DrawExample):
        return made_up_game(board, task.seed)
    try:
        photo = decode_to_read(task.photo, PHOTO)
    except InputError:
        return NO_PHOTO
    try:
        return _looked_for(task, photo, board)
    except TOO_LITTLE as error:
        return error.fault


def _looked_for(task: FindBoard | ReadBoard, photo: Image, board: Board) -> Result:
    """What comes of a photo; raise what tells that it shows too little of the board."""
    try:
        return _found(task, photo, board, task.corners)
    except OtherBoardError:
        return _unfound(photo, OTHER_BOARD, task.corners)
    except TOO_LITTLE:
        raise
    except InputError:
        return _by_outline(task, photo, board)


def _found(
    task: FindBoard | ReadBoard, photo: Image, board: Board, corners: CornerShares | None
) -> Setup | Sighting:
    """The board in a photo. A reconstruction's print has to show at corners, or it is another's."""
    if isinstance(task, FindBoard):
        marked = None if corners is None else px_of(corners, photo)
        placed = find_reference(photo, board, marked, has_to_show=is_reconstructed(board))
        return placed_setup(placed, board, is_marked=marked is not None)
    reference = task.setup.reference
    reader = reader_for(board, reference, task.setup.palette or None)
    looks = [_read(reader, photo, corners)]
    for earlier in task.photos[:-1]:
        with suppress(InputError):  # Another empty board may have come since it was read.
            looks.append(_read(reader, decode_to_read(earlier.photo, PHOTO), earlier.corners))
    if len(looks) > 1:
        looks = [(_smaller(view), reading) for view, reading in looks]
    views, readings = [view for view, _ in looks], [reading for _, reading in looks]
    return merged_sighting(board, views, readings, reference)


def _read(reader: Reader, photo: Image, corners: CornerShares | None) -> tuple[View, Reading]:
    hint = None
    if corners is not None:
        hint = pose_at_corners(photo, reader.board, px_of(corners, photo))
    read = reader.read(photo, hint)
    return View(photo, read.pose), read.reading


def _smaller(view: View) -> View:
    """A picture to look at alone: several of them are kept."""
    photo = smaller(view.photo, most_pixels=MOST_KEPT_PIXELS).picture
    return View(photo, view.pose.resized((photo.shape[1], photo.shape[0])))


def _by_outline(task: FindBoard | ReadBoard, photo: Image, board: Board) -> Result:
    """Where the print alone doesn't tell: the outline, found as for a board that is traced."""
    if task.corners is not None:
        return _unfound(photo, NOT_THERE, task.corners)
    fault = NO_EMPTY_BOARD if isinstance(task, FindBoard) else NO_BOARD
    try:
        corners = shares_of(find_corners(photo, board.width_mm, board.height_mm), photo)
    except InputError:
        return _unfound(photo, fault)
    try:
        return _found(task, photo, board, corners)
    except TOO_LITTLE:
        raise
    except InputError:
        return _unfound(photo, fault, corners)


def _unfound(photo: Image, fault: Fault, corners: CornerShares | None = None) -> Unfound:
    small = smaller(photo, most_pixels=MOST_SHOWN_PIXELS).picture
    height, width = small.shape[:2]
    return Unfound(fault, encoded(small), width, height, corners)


def do_apart(task: Task, board: Board, longest_s: float = LONGEST_S) -> Result:
    """Do a task in a process of its own, which ends in time, whatever the photo does to it."""
    result = apart(do, task, board, longest_s=longest_s)
    return FAILURES[result] if isinstance(result, Failed) else result
