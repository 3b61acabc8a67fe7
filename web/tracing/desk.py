"""The traced boards of a table, and what is looked at for them apart from the page."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar, cast

from flask import current_app

from calibration.board_pose.pose_json import pose_json
from calibration.profile import parse_profile
from calibration.tracing.draft.draft import Draft, Photo
from calibration.tracing.draft.laying import stick_size
from calibration.tracing.draft.refit import refitted
from calibration.tracing.draft.trace import Act, Deed
from calibration.tracing.looking import PHOTO, look_at, straighten, straighten_again
from calibration.tracing.shelf import Shelf
from calibration.tracing.traced_board import TracedBoard, keep_photo
from companion.boards.board import Board
from companion.errors import InputError
from companion.files.whole_file import write_whole
from companion.saying.phrase import Phrase
from vision.picture.photo import check_photo
from vision.picture.quads import CornersPx
from web.serving.sandbox import Failed, apart
from web.tracing.photo import keep_faults
from web.words.errors import RefusedError

DESK = "tracings"
PROFILE = Phrase("the-profile")
Apart = Callable[..., Any]
Result = TypeVar("Result")


@dataclass(frozen=True)
class TracingDesk:
    """The shelf, and how work on photos is done: as ``apart`` does, or at once in a test."""

    shelf: Shelf
    apart: Apart = apart

    def looked(self, work: Callable[..., Result], *given: object) -> Result:
        """Do some work on a photo. Raises RefusedError where it took too long or broke."""
        result = self.apart(work, *given)
        if isinstance(result, Failed):
            raise RefusedError(422, "not-looked", "This photo could not be looked at; try another.")
        return cast(Result, result)


def desk() -> TracingDesk:
    """The desk of this page."""
    return cast(TracingDesk, current_app.extensions[DESK])


def board_of(number: str) -> TracedBoard:
    """A tracing by its id; refused where there is none, or where it can't be opened."""
    board = desk().shelf.get(number)
    if board is None:
        raise no_such_tracing()
    return board


def no_such_tracing() -> RefusedError:
    """What is answered where there is no tracing of that id."""
    return RefusedError(404, "no-such-tracing", "There is no such board; choose one of these.")


def take_in_profile(data: bytes) -> TracedBoard:
    """Take in a profile's file; it is read apart, too, for nobody knows who made it."""
    profile = desk().apart(parse_profile, data, PROFILE)
    if isinstance(profile, Failed):
        raise InputError("profile-unreadable", PROFILE)
    return desk().shelf.take_in(profile, PROFILE)


def take_photos(board: TracedBoard, photos: Sequence[bytes]) -> None:
    """Keep a photo, made from several if need be, and look for the board's corners in it."""
    for data in photos:
        check_photo(data, PHOTO)
    found = desk().looked(look_at, tuple(photos), _board_mm(board), stick_size(board.draft)[0])
    file = keep_photo(board.folder, found.instead or photos[0])
    _keep_picture(board.folder / _shown_name(file), found.shown)
    photo = Photo(file, found.size_px, found.corners_px)
    keep_faults(board, photo, found.faults)
    board.do(None, lambda _: Act(Deed.PHOTO, "", (photo,)))


def set_corners(board: TracedBoard, corners_px: CornersPx, revision: int) -> None:
    """Take the corners as a person sees them, and straighten the board by them."""
    photo, size_mm = _photo(board.draft), _board_mm(board)
    given = (board.photo_bytes(photo), corners_px, size_mm, stick_size(board.draft)[0])
    # Whoever moves corners means what he does; in a new photo the print knows better.
    traced = _whole(board) if photo.pose is None else None
    seen = desk().looked(straighten, *given, traced)
    marked = replace(photo, corners_px=seen.corners_px, pose=seen.pose)
    _keep_picture(board.folder / _flat_name(marked, board.draft), seen.flat)
    keep_faults(board, marked, seen.faults)
    board.do(revision, lambda draft: Act(Deed.CORNERS, "", refitted(draft, marked)))


def _whole(board: TracedBoard) -> Board | None:
    """The board as far as it is traced; None where that is no whole one yet."""
    try:
        return board.board()
    except InputError:
        return None


def _board_mm(board: TracedBoard) -> tuple[float, float]:
    return board.draft.sheet.width_mm, board.draft.sheet.height_mm


def flat_picture(board: TracedBoard) -> bytes:
    """The board from right above; made again where it was thrown away."""
    photo, sheet = _photo(board.draft), board.draft.sheet
    if photo.pose is None:
        raise RefusedError(404, "no-corners", "The board's corners are not marked yet.")
    path = board.folder / _flat_name(photo, board.draft)
    if (kept := _kept(path)) is not None:
        return kept
    data = board.photo_bytes(photo)
    again = (straighten_again, data, photo.pose, sheet.width_mm, sheet.height_mm)
    return _keep_picture(path, desk().looked(*again).flat)


def shown_picture(board: TracedBoard) -> bytes:
    """The photo, as large as a screen needs it."""
    photo = _photo(board.draft)
    path = board.folder / _shown_name(photo.file)
    if (kept := _kept(path)) is not None:
        return kept
    given = ((board.photo_bytes(photo),), _board_mm(board), stick_size(board.draft)[0])
    return _keep_picture(path, desk().looked(look_at, *given).shown)


def view_name(draft: Draft) -> str | None:
    """What names the straightened picture: another photo, camera or size, another name."""
    photo, sheet = draft.photo, draft.sheet
    if photo is None or photo.pose is None:
        return None
    told = f"{photo.file} {pose_json(photo.pose)} {sheet.width_mm} {sheet.height_mm}"
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def _photo(draft: Draft) -> Photo:
    if draft.photo is None:
        raise InputError("no-photo-yet")
    return draft.photo


def _kept(picture: Path) -> bytes | None:
    """A picture that was made before; None where it was thrown away."""
    try:
        return picture.read_bytes()
    except FileNotFoundError:
        return None


def _keep_picture(picture: Path, data: bytes) -> bytes:
    """Keep a picture that was made, in the place of the one that was made before."""
    write_whole(picture, data)
    kind = picture.name.partition("-")[0]
    for other in picture.parent.glob(f"{kind}-*.jpg"):
        if other != picture:
            with suppress(OSError):  # It is being read; the next one takes it away.
                other.unlink()
    return data


def _shown_name(file: str) -> str:
    return f"shown-{file.partition('.')[0]}.jpg"


def _flat_name(photo: Photo, draft: Draft) -> str:
    return f"flat-{view_name(replace(draft, photo=photo))}.jpg"
