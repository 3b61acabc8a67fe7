"""Photos loaded safely: what can't be a whole photo of sensible size is refused before decoding.

A decoder fills what a cut file lacks with grey, and a small file may claim a picture that fills
the memory. So the file's own structure is read first (``photo_header``), and what it would
cost to decode is bounded.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import InputError
from companion.saying.phrase import Phrase, reason
from vision.picture.arrays import Image
from vision.picture.encoding import MOST_SIDE_PX
from vision.picture.photo_header import JPEG_START, Header, UnfitError, read_header
from vision.picture.resizing import smaller

MOST_PIXELS = 50_000_000
MOST_BYTES = 100_000_000
MOST_READ_PIXELS = 8_000_000
"""No more is needed to tell the pieces; what strangers send is made so small at once.

A piece is told by samples a millimetre apart; so many pixels are four or five to each millimetre.
"""
LEAST_REDUCED_PIXELS = 6_000_000
"""A photo is made smaller while it is decoded, as long as so many are left."""
HALVED = ((2, cv2.IMREAD_REDUCED_COLOR_2),)
REDUCED = ((8, cv2.IMREAD_REDUCED_COLOR_8), (4, cv2.IMREAD_REDUCED_COLOR_4), *HALVED)
"""By how much, and how that is asked for; of other pictures than JPEG only halves are true means.

Those are unpacked whole all the same, but held once instead of twice.
"""
LEAST_SIDE_PX = 100
MOST_KEPT_SAMPLES = 100_000_000
"""What a JPEG of many scans makes its decoder keep: two bytes for each, 200 MB."""
MOST_UNPACKED_BYTES = 200_000_000
"""What a PNG is unpacked to: 50 megapixels of three or four colours, 8 bits each."""
MOST_SCANS = 100
MOST_SCANNED_PIXELS = 600_000_000
"""Pixels times scans. A progressive JPEG has some ten scans, and each costs a look at all of it."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """How large a picture may be."""

    most_pixels: int
    least_side_px: int
    most_side_px: int = MOST_SIDE_PX


PHOTO = Bounds(MOST_PIXELS, LEAST_SIDE_PX)
MARKER_ART = Bounds(4_000_000, 1)
"""A picture of the markers shows a dozen small discs."""


def of_eight_bits(photo: NDArray[Any]) -> Image:
    """A picture as all are read here; a camera may give more than eight bits for a tone."""
    deep = photo.dtype == np.uint16
    return np.asarray(photo >> 8 if deep else photo, np.uint8)


def load_photo(path: Path | str) -> Image:
    """The photo in a JPEG, PNG or WebP file, upright: (h, w, 3), BGR.

    Raises InputError for a file that is missing, cut off, no photo, or too large.
    """
    return decode_photo(_bytes_of(Path(path)), str(path))


def load_marker_art(path: Path, kinds: int) -> Image:
    """The picture of so many kinds of markers side by side, (h, w, 3), BGR.

    Raises InputError as ``load_photo`` does, and where it is too narrow for them.
    """
    if not path.is_file():
        raise InputError("no-marker-art", path)
    return decode_marker_art(_bytes_of(path), kinds, str(path))


def decode_marker_art(data: bytes, kinds: int, name: Phrase | str) -> Image:
    """The same from a file's bytes; ``name`` is what errors call it."""
    art = decode_photo(data, name, MARKER_ART)
    height, width = art.shape[:2]
    if width < kinds:
        size = Phrase("pixels", width=width, height=height)
        raise InputError("marker-art-too-narrow", name, size=size, kinds=kinds)
    return art


def _bytes_of(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise InputError("no-such-photo", path) from None
    except IsADirectoryError:
        raise InputError("folder-no-photo", path) from None
    except OSError as error:
        raise InputError("photo-unread", path, why=reason(error)) from None
    if len(data) > MOST_BYTES:
        raise InputError("photo-too-heavy", path, most=MOST_BYTES // 1000000)
    return data


def decode_photo(data: bytes, name: Phrase | str, bounds: Bounds = PHOTO) -> Image:
    """The photo in the bytes of a JPEG, PNG or WebP file, upright: (h, w, 3), BGR.

    ``name`` is what errors call it. Raises InputError as ``load_photo`` does.
    """
    check_photo(data, name, bounds)
    return _decoded(data, name, cv2.IMREAD_COLOR)


def decode_to_read(data: bytes, name: Phrase | str) -> Image:
    """The same, of at most ``MOST_READ_PIXELS``: what a stranger sends is as large as need be.

    A large JPEG is made smaller while it is decoded, for a quarter of the time and the memory;
    any other for two thirds of the memory.
    """
    header = check_photo(data, name)
    ways = REDUCED if data.startswith(JPEG_START) else HALVED
    reduced = (how for by, how in ways if header.pixels // by**2 >= LEAST_REDUCED_PIXELS)
    flag = next(reduced, cv2.IMREAD_COLOR)
    return smaller(_decoded(data, name, flag), most_pixels=MOST_READ_PIXELS).picture


def _decoded(data: bytes, name: Phrase | str, flag: int) -> Image:
    try:
        photo = cv2.imdecode(np.frombuffer(data, np.uint8), flag)
    except cv2.error:
        photo = None
    if photo is None:
        raise InputError("photo-damaged", name)
    return np.asarray(photo, np.uint8)


def check_photo(data: bytes, name: Phrase | str, bounds: Bounds = PHOTO) -> Header:
    """What a file says of itself; nothing is decoded.

    Raises InputError for what need not be decoded to be refused.
    """
    if not data:
        raise InputError("photo-empty", name)
    try:
        header = read_header(data)
    except UnfitError as error:
        raise InputError.of(error.fault.within(name)) from None
    size = Phrase("pixels", width=header.width_px, height=header.height_px)
    if header.pixels > bounds.most_pixels:
        most = bounds.most_pixels // 1_000_000
        raise InputError("photo-too-large", name, size=size, most=most)
    if min(header.width_px, header.height_px) < bounds.least_side_px:
        raise InputError("photo-too-small", name, size=size)
    if max(header.width_px, header.height_px) > bounds.most_side_px:
        raise InputError("photo-too-long", name, size=size, most=bounds.most_side_px)
    if header.pixels * header.bits > 8 * MOST_UNPACKED_BYTES:
        raise InputError("photo-too-deep", name, size=size, bits=header.bits)
    _check_scans(header, name)
    return header


def _check_scans(header: Header, name: Phrase | str) -> None:
    """Refuse a JPEG that is coded in so many scans, or so large in several, that it only costs."""
    most = min(MOST_SCANNED_PIXELS // max(header.pixels, 1), MOST_SCANS)
    if header.scans > most or header.kept_samples > MOST_KEPT_SAMPLES:
        raise InputError(
            "photo-too-many-scans",
            name,
            width=header.width_px,
            height=header.height_px,
            scans=header.scans,
        )
