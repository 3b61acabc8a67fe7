"""What is done with photos while a board is traced: slow, and fit for a process of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from calibration.board_pose.flat import flattened, px_per_mm
from calibration.board_pose.outline import find_corners, outline_pose
from calibration.merging import merge_photos
from calibration.photo_faults import PhotoFault, photo_faults, too_dark
from calibration.reference import pose_at_corners
from companion.boards.board import Board
from companion.errors import InputError
from companion.saying.phrase import Phrase
from vision.alignment.pose import Pose
from vision.picture.arrays import Floats, Image
from vision.picture.encoding import KEPT_QUALITY, encoded
from vision.picture.photo import MOST_READ_PIXELS, check_photo, decode_photo, decode_to_read
from vision.picture.quads import CornersPx
from vision.picture.resizing import smaller

PHOTO = Phrase("the-photo")
SHOWN_PX = 2200


@dataclass(frozen=True)
class Found:
    """A photo as it is kept: its size, a smaller JPEG to show, and its corners if found.

    ``instead`` is the JPEG to keep in the place of what was handed in, where that is larger than
    is ever read, or the photo is made from several; ``faults`` is what is wrong with it.
    """

    size_px: tuple[int, int]
    shown: bytes
    corners_px: CornersPx
    faults: tuple[PhotoFault, ...] = ()
    instead: bytes | None = None


@dataclass(frozen=True)
class Straightened:
    """The camera behind a photo, and the board from right above as a JPEG.

    ``corners_px``: the corners by which it was straightened, in the camera's order (TL, TR, BR,
    BL as printed); none where the camera was known.
    """

    pose: Pose
    flat: bytes
    px_per_mm: float
    faults: tuple[PhotoFault, ...] = ()
    corners_px: CornersPx = ()


def look_at(photos: Sequence[bytes], board_mm: tuple[float, float], stick_mm: float) -> Found:
    """Decode a photo, and look for the board's outline and for what is wrong.

    More photos of the same board mend the glare in the first. Raises InputError for what is no
    photo.
    """
    pictures = [decode_to_read(data, PHOTO) for data in photos]
    photo = pictures[0]
    made = check_photo(photos[0], PHOTO).pixels > MOST_READ_PIXELS
    size_px = (photo.shape[1], photo.shape[0])
    try:
        corners = find_corners(photo, *board_mm)
    except InputError:
        dark = [fault for fault in (too_dark(photo),) if fault is not None]
        return Found(size_px, _shown(photo), (), tuple(dark), _kept(photo) if made else None)
    if len(pictures) > 1:
        photo, made = merge_photos(pictures, board_mm, corners).photo, True
    faults = photo_faults(photo, corners, board_mm, stick_mm)
    corners_px = tuple((round(float(x), 2), round(float(y), 2)) for x, y in corners)
    return Found(size_px, _shown(photo), corners_px, faults, _kept(photo) if made else None)


def straighten(
    data: bytes,
    corners_px: CornersPx,
    board_mm: tuple[float, float],
    stick_mm: float,
    traced: Board | None = None,
) -> Straightened:
    """Find the camera, straighten the board, and say what is wrong with the photo.

    Where it was ``traced`` by another photo, and its print shows at these corners, the print tells
    the camera better than the outline, and which corner is the first. Raises InputError where no
    camera sees the corners so.
    """
    photo, corners = decode_photo(data, PHOTO), np.array(corners_px, float)
    pose = None if traced is None else _by_its_print(photo, traced, corners)
    pose = pose or outline_pose(photo, corners, *board_mm)
    faults = photo_faults(photo, corners, board_mm, stick_mm)
    in_turn = _in_turn(corners_px, pose, board_mm)
    return replace(_straightened(photo, pose, *board_mm), faults=faults, corners_px=in_turn)


def _in_turn(corners_px: CornersPx, pose: Pose, board_mm: tuple[float, float]) -> CornersPx:
    """The same corners, begun at the one that a camera has at the top left."""
    turned = [corners_px[first:] + corners_px[:first] for first in range(4)]
    seen = pose.corners_px(*board_mm)
    return min(turned, key=lambda each: float(np.abs(np.array(each) - seen).sum()))


def _by_its_print(photo: Image, traced: Board, corners_px: Floats) -> Pose | None:
    try:
        return pose_at_corners(photo, traced, corners_px, has_to_show=True)
    except InputError:
        return None


def straighten_again(data: bytes, pose: Pose, width_mm: float, height_mm: float) -> Straightened:
    """Straighten the board with a camera that is known."""
    return _straightened(decode_photo(data, PHOTO), pose, width_mm, height_mm)


def _straightened(photo: Image, pose: Pose, width_mm: float, height_mm: float) -> Straightened:
    scale = px_per_mm(pose, width_mm, height_mm)
    flat = flattened(photo, pose, width_mm, height_mm, scale)
    return Straightened(pose, encoded(flat), scale)


def _kept(photo: Image) -> bytes:
    return encoded(photo, quality=KEPT_QUALITY)


def _shown(photo: Image) -> bytes:
    return encoded(smaller(photo, longest_px=SHOWN_PX).picture)
