"""What is done with photos while a board is traced: slow, and fit for a process of its own."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.tracing.flat import flattened, px_per_mm
from calibration.tracing.outline import find_corners, outline_pose
from companion.errors import InputError
from vision.photo import decode_photo
from vision.pose import Pose
from vision.sampling import Image

PHOTO = "the photo"
SHOWN_PX = 2200
JPEG_QUALITY = 88

Corners = tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Found:
    """A photo as it was handed in: its size, a smaller JPEG to show, and its corners if found."""

    size_px: tuple[int, int]
    shown: bytes
    corners_px: Corners
    why: str | None = None
    """Why there are no corners, in one line."""


@dataclass(frozen=True)
class Straightened:
    """The camera behind a photo, and the board from right above as a JPEG."""

    pose: Pose
    flat: bytes
    px_per_mm: float


def look_at(data: bytes, width_mm: float, height_mm: float) -> Found:
    """Decode a photo and look for the board's outline. Raises InputError for what is no photo."""
    photo = decode_photo(data, PHOTO)
    size_px = (photo.shape[1], photo.shape[0])
    try:
        corners = find_corners(photo, width_mm, height_mm)
    except InputError as error:
        return Found(size_px, _shown(photo), (), str(error))
    return Found(
        size_px, _shown(photo), tuple((round(float(x), 2), round(float(y), 2)) for x, y in corners)
    )


def straighten(data: bytes, corners_px: Corners, width_mm: float, height_mm: float) -> Straightened:
    """Find the camera and straighten the board. Raises InputError where no camera sees it so."""
    photo = decode_photo(data, PHOTO)
    pose = outline_pose(photo, np.array(corners_px, float), width_mm, height_mm)
    return _straightened(photo, pose, width_mm, height_mm)


def straighten_again(data: bytes, pose: Pose, width_mm: float, height_mm: float) -> Straightened:
    """Straighten the board with a camera that is known."""
    return _straightened(decode_photo(data, PHOTO), pose, width_mm, height_mm)


def _straightened(photo: Image, pose: Pose, width_mm: float, height_mm: float) -> Straightened:
    scale = px_per_mm(pose, width_mm, height_mm)
    flat = flattened(photo, pose, width_mm, height_mm, scale)
    return Straightened(pose, as_jpeg(flat), scale)


def as_jpeg(picture: Image) -> bytes:
    """A picture (h, w, 3) BGR as the bytes of a JPEG file."""
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    return data.tobytes()


def _shown(photo: Image) -> bytes:
    scale = min(1.0, SHOWN_PX / max(photo.shape[:2]))
    if scale < 1:
        small = cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        photo = np.asarray(small, np.uint8)
    return as_jpeg(photo)
