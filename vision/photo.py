"""Photos loaded safely: what can't be a whole photo of sensible size is refused before decoding.

A decoder fills what a cut file lacks with grey, and a small file may claim a picture that fills
the memory. So the file's own structure is read first: its size in pixels, and its end.
"""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import InputError

Image = NDArray[np.uint8]

MOST_PIXELS = 50_000_000
MOST_BYTES = 100_000_000
LEAST_SIDE_PX = 100
MOST_PARTS = 50_000
"""Segments or chunks of a file; one of millions of empty ones would keep the reader busy."""

_MARKER = re.compile(rb"\xff[^\x00\xff\xd0-\xd7]")
"""The next JPEG marker in coded data, where FF 00 is a plain FF and FF D0-D7 only restart it."""
_FRAME_HEADERS = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_START_OF_SCAN, _END = 0xDA, 0xD9
_BARE = frozenset([0x01, *range(0xD0, 0xD9)])
"""JPEG markers without a length."""


def load_photo(path: Path | str) -> Image:
    """The photo in a JPEG, PNG or WebP file, upright: (h, w, 3), BGR.

    Raises InputError for a file that is missing, cut off, no photo, or too large.
    """
    path = Path(path)
    try:
        if path.is_file() and path.stat().st_size > MOST_BYTES:
            raise InputError(f"{path}: larger than {MOST_BYTES // 1_000_000} MB; no photo is")
        data = path.read_bytes()
    except FileNotFoundError:
        raise InputError(f"{path}: no such file; is the name right?") from None
    except IsADirectoryError:
        raise InputError(f"{path}: a folder, not a photo; name one file in it") from None
    except OSError as error:
        raise InputError(f"{path}: can't be read ({error.strerror or error})") from None
    return decode_photo(data, str(path))


def decode_photo(data: bytes, name: str) -> Image:
    """The photo in the bytes of a JPEG, PNG or WebP file, upright: (h, w, 3), BGR.

    ``name`` is what errors call it. Raises InputError as ``load_photo`` does.
    """
    check_photo(data, name)
    try:
        photo = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        photo = None
    if photo is None:
        raise InputError(f"{name}: a damaged photo; save or send it again")
    return np.asarray(photo, np.uint8)


def check_photo(data: bytes, name: str) -> None:
    """Raise InputError for what need not be decoded to be refused; nothing is decoded."""
    width, height = _size_of_whole(data, name)
    if width * height > MOST_PIXELS:
        raise InputError(
            f"{name}: {width} x {height} pixels are too many;"
            f" make it smaller than {MOST_PIXELS // 1_000_000} megapixels"
        )
    if min(width, height) < LEAST_SIDE_PX:
        raise InputError(f"{name}: {width} x {height} pixels are too few to see a board")


def _size_of_whole(data: bytes, name: str) -> tuple[int, int]:
    """Width and height from the file's structure, which must run to its proper end."""
    if not data:
        raise InputError(f"{name}: an empty file; save or send the photo again")
    readers = (
        (b"\xff\xd8\xff", _jpeg_size),
        (b"\x89PNG\r\n\x1a\n", _png_size),
        (b"RIFF", _webp_size),
    )
    for start, size_of in readers:
        if data.startswith(start):
            try:
                size = size_of(data)
            except (IndexError, struct.error):
                size = None
            if size is None:
                raise InputError(f"{name}: cut off or damaged; save or send the photo again")
            return size
    if data[4:8] == b"ftyp":
        raise InputError(f"{name}: a HEIC, AVIF or film file; save it as JPEG first")
    raise InputError(f"{name}: not a photo; give a JPEG, PNG or WebP file")


def _jpeg_size(data: bytes) -> tuple[int, int] | None:
    """Width and height, or None where the picture has no end of its own (ITU T.81, annex B).

    The walk goes from segment to segment, so that the end of a thumbnail inside one is no end.
    """
    size, scans = None, 0
    for marker, start in _jpeg_segments(data):
        if marker in _FRAME_HEADERS:
            height, width = struct.unpack_from(">HH", data, start + 3)
            size = (width, height)
        elif marker == _START_OF_SCAN:
            scans += 1
        elif marker == _END:
            return size if scans else None
    return None


def _jpeg_segments(data: bytes) -> Iterator[tuple[int, int]]:
    """Each marker and where its segment starts."""
    at = 2
    for _ in range(MOST_PARTS):
        found = _MARKER.search(data, at)
        if found is None:
            return
        marker, at = data[found.end() - 1], found.end()
        yield marker, at
        if marker not in _BARE and marker != _END:
            at += struct.unpack_from(">H", data, at)[0]


def _png_size(data: bytes) -> tuple[int, int] | None:
    """Width and height, or None where a chunk is damaged or the last one is missing."""
    size, at = None, 8
    for _ in range(MOST_PARTS):
        length, kind = struct.unpack_from(">I4s", data, at)
        body = data[at + 4 : at + 8 + length]
        if struct.unpack_from(">I", data, at + 8 + length)[0] != zlib.crc32(body):
            return None
        if kind == b"IHDR":
            size = struct.unpack_from(">II", data, at + 8)
        if kind == b"IEND":
            return size
        at += 12 + length
    return None


def _webp_size(data: bytes) -> tuple[int, int] | None:
    """Width and height, or None where bytes are missing or it is another RIFF file."""
    (length,) = struct.unpack_from("<I", data, 4)
    if data[8:12] != b"WEBP" or len(data) < length + 8:
        return None
    kind = data[12:16]
    if kind == b"VP8X":
        return (
            1 + int.from_bytes(data[24:27], "little"),
            1 + int.from_bytes(data[27:30], "little"),
        )
    if kind == b"VP8L":
        bits = int.from_bytes(data[21:25], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if kind == b"VP8 ":
        width, height = struct.unpack_from("<HH", data, 26)
        return width & 0x3FFF, height & 0x3FFF
    return None
