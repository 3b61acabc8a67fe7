"""What reading starts from, as the command line gives it: an empty board's photo or a profile."""

from __future__ import annotations

import argparse
import atexit
import math
import re
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import mkdtemp

import numpy as np

from calibration.profile import Profile, open_profile, read_profile
from calibration.reference import doubts_about, find_reference
from companion.boards.board import Board
from companion.boards.board_file import read_board
from companion.errors import Fault, InputError
from vision.alignment.reference import Reference
from vision.picture.arrays import Floats
from vision.picture.photo import decode_to_read, load_photo
from vision.picture.quads import FILE_PX

CORNERS_HELP = (
    "the board's corners in the photo of the empty board, in pixels: top left, top right, bottom "
    "right, bottom left as printed (default: they are found)"
)


@dataclass(frozen=True)
class Setup:
    """A board's empty photo, placed, and the colours that were taught (kind -> BGR tones).

    ``doubts``: what is wrong with the photo, though it can be used; a line each.
    """

    reference: Reference
    palette: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    doubts: tuple[Fault, ...] = ()


def setup_in(data: bytes, name: str, board: Board) -> Setup:
    """Find the empty board in the bytes of its photo, which errors call ``name``.

    Raises InputError where it is not there.
    """
    return placed_setup(find_reference(decode_to_read(data, name), board), board)


def placed_setup(
    reference: Reference,
    board: Board,
    palette: Mapping[str, tuple[float, ...]] | None = None,
    *,
    is_marked: bool = False,
) -> Setup:
    """A photo of the empty board in which it was found, with what is wrong with it.

    ``is_marked``: a person marked its corners.
    """
    return Setup(reference, palette or {}, doubts_about(reference, board, is_marked=is_marked))


def add_setup_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare ``--reference`` and ``--corners``, whose numbers may be negative."""
    # A word like -3,5 is a value here, and no unknown option.
    parser._negative_number_matcher = re.compile(r"^-[\d.][\d.,eE+-]*$")
    parser.add_argument(
        "--reference", type=Path, metavar="FILE", help="the photo of the empty board"
    )
    parser.add_argument("--corners", metavar="X,Y,X,Y,X,Y,X,Y", help=CORNERS_HELP)


def open_board(
    board: Path | None, profile: Path | None, otherwise: Callable[[], Board] | None = None
) -> Board:
    """The board that is meant: of the file given, or inside the profile, or another.

    Raises InputError where there is none of them.
    """
    if board is not None:
        return read_board(board)
    known = None if profile is None else open_profile(profile)
    if known is not None and (known.board_file is not None or otherwise is None):
        # The picture of the markers has to be a file, for as long as the board is in use.
        folder = Path(mkdtemp(prefix="companion-"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        return known.board(folder, str(profile))
    if otherwise is None:
        raise InputError("board-or-profile-needed")
    return otherwise()


def open_setup(
    board: Board,
    reference: Path | None = None,
    corners: str | None = None,
    profile: Path | None = None,
) -> Setup:
    """Make ready to read: from a profile, a photo of the empty board, or both.

    With both, the photo is the one given and the taught colours are the profile's; a photo that
    is the profile's own need not be searched again. Raises InputError where something doesn't fit.
    """
    known = None if profile is None else read_profile(profile, board)
    palette = {} if known is None else known.palette
    if reference is None:
        if known is None or profile is None:
            raise InputError("empty-photo-needed")
        if corners is not None:
            raise InputError("corners-without-photo")
        return Setup(known.reference(str(profile)), palette)
    placed = place_reference(board, reference, corners, known)
    setup = placed_setup(placed, board, palette, is_marked=corners is not None)
    return replace(setup, doubts=tuple(doubt.within(reference) for doubt in setup.doubts))


def setup_of(profile: Profile, name: str) -> Setup:
    """What a profile knows, made ready to read from; errors call it by that name."""
    return Setup(profile.reference(name), profile.palette)


def place_reference(
    board: Board, path: Path, corners: str | None, known: Profile | None = None
) -> Reference:
    """Load the photo of the empty board and find the board in it; errors name the file."""
    corners_px = None if corners is None else parse_corners(corners)
    photo = load_photo(path)
    if known is not None and corners is None and path.read_bytes() == known.photo:
        return Reference(photo, known.pose)
    try:
        return find_reference(photo, board, corners_px)
    except InputError as error:
        raise error.within(path) from None


def parse_corners(text: str) -> Floats:
    """Read ``X,Y,X,Y,X,Y,X,Y``, counted as files do -> (4, 2) in px: TL, TR, BR, BL as printed.

    Raises InputError unless they are eight finite numbers.
    """
    try:
        numbers = [float(part) for part in text.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) != 8 or not all(map(math.isfinite, numbers)):
        raise InputError("corners-form", f"--corners {text}")
    return np.array(numbers).reshape(4, 2) - FILE_PX
