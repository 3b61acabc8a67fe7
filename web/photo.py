"""The one place where the score touches the eyes: a photo in, what was seen out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.setup import open_setup
from companion.board import Board
from companion.errors import InputError
from vision.overlay import marks, paint
from vision.photo import load_photo
from vision.reader import Reader
from web.report import Report, Sighting, View

JPEG_QUALITY = 90
PICTURES = (".jpg", ".jpeg", ".png")


@dataclass(frozen=True, slots=True)
class Source:
    """Where the photos are, as the command line says."""

    photo: Path
    reference: Path | None = None
    profile: Path | None = None
    corners: str | None = None


def see(board: Board, source: Source) -> Sighting:
    """Read a photo. Raises InputError when a file is no photo or the board is not in it."""
    photo = load_photo(source.photo)
    setup = open_setup(board, source.reference, source.corners, source.profile)
    try:
        read = Reader(board, setup.reference, setup.palette or None).read(photo)
    except InputError as error:
        raise InputError(f"{source.photo}: {error}") from None
    empty = View(setup.reference.photo, setup.reference.pose)
    return Sighting(View(photo, read.pose), read.reading, empty, setup.doubts)


def picture_file(path: Path, report: Report, asked: Sequence[str]) -> bytes:
    """The photo with what was recognised, as a file of the kind that ``path`` names."""
    if report.seen is None:
        raise InputError(f"{path}: there is no photo to draw on")
    view = report.seen.view
    drawn = marks(report.board, report.seen.reading, view.pose, asked)
    return encoded(paint(view.photo, drawn), path.suffix.lower())


def encoded(picture: NDArray[np.uint8], suffix: str = ".jpg", quality: int = JPEG_QUALITY) -> bytes:
    """A picture (h, w, 3) BGR as the bytes of a file."""
    settings = [] if suffix == ".png" else [cv2.IMWRITE_JPEG_QUALITY, quality]
    _, data = cv2.imencode(suffix, picture, settings)
    return data.tobytes()
