"""The one place where the score touches the eyes: a photo in, what was seen out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import Board
from companion.errors import InputError
from vision.overlay import marks, paint
from web.report import Report, Seen, View

JPEG_QUALITY = 90
PICTURES = (".jpg", ".jpeg", ".png")


@dataclass(frozen=True, slots=True)
class Source:
    """Where the photos are, as the command line says."""

    photo: Path
    reference: Path | None = None
    profile: Path | None = None
    corners: str | None = None


def see(board: Board, source: Source) -> Seen:
    """Read a photo. Raises InputError when a file is no photo or the board is not in it."""
    from calibration.reference import find_reference  # the eyes only where there is a photo
    from vision.photo import load_photo
    from vision.reader import Reader

    if source.reference is None:
        raise InputError("give the photo of the empty board with --reference FILE")
    corners = None if source.corners is None else parse_corners(source.corners)
    photo = load_photo(source.photo)
    reference = find_reference(load_photo(source.reference), board, corners)
    try:
        seen = Reader(board, reference).read(photo)
    except InputError as error:
        raise InputError(f"{source.photo}: {error}") from None
    empty = View(reference.photo, reference.pose)
    return Seen(View(photo, seen.pose), seen.reading, empty)


def parse_corners(text: str) -> NDArray[np.float64]:
    """Read ``X,Y,X,Y,X,Y,X,Y`` -> (4, 2) in px: top left, top right, bottom right, bottom left."""
    try:
        numbers = [float(part) for part in text.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) != 8 or not all(map(math.isfinite, numbers)):
        raise InputError(f"--corners '{text}': give eight numbers, X,Y,X,Y,X,Y,X,Y, in pixels")
    return np.array(numbers).reshape(4, 2)


def picture_file(path: Path, report: Report, asked: Sequence[str]) -> bytes:
    """The photo with what was recognised, as a file of the kind that ``path`` names."""
    if report.seen is None:
        raise InputError(f"{path}: there is no photo to draw on")
    view = report.seen.view
    drawn = marks(report.board, report.seen.reading, view.pose, asked)
    return encoded(paint(view.photo, drawn), path.suffix.lower())


def encoded(picture: NDArray[np.uint8], suffix: str = ".jpg") -> bytes:
    """A picture (h, w, 3) BGR as the bytes of a file."""
    settings = [] if suffix == ".png" else [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY]
    _, data = cv2.imencode(suffix, picture, settings)
    return data.tobytes()
