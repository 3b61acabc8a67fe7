"""What a picture's file says of itself, read strictly and before anything is decoded.

A decoder believes the first header it meets, and a careless check another one. So each header may
stand once, where its format has it, and everything that costs a decoder memory or time is counted.
"""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

from companion.errors import Fault

JPEG_START = b"\xff\xd8\xff"
MOST_PARTS = 50_000
"""Segments or chunks of a file; one of millions of empty ones would keep the reader busy."""
CUT_OFF = Fault("photo-cut-off")
TWICE = Fault("photo-size-twice")
MOVING = Fault("photo-moving")
RARE = Fault("photo-rare-jpeg")
UNKNOWN = Fault("not-a-photo")
HEIC = Fault("photo-heic")
AVIF = Fault("photo-avif")
FILM = Fault("photo-film")
_HEIC_BRANDS = frozenset(
    [b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"hevm", b"hevs", b"mif1", b"msf1"]
)
_AVIF_BRANDS = frozenset([b"avif", b"avis"])

_MARKER = re.compile(rb"\xff[^\x00\xff\xd0-\xd7]")
"""The next JPEG marker in coded data, where FF 00 is a plain FF and FF D0-D7 only restart it."""
_FRAME_HEADERS = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_PLAIN_FRAMES = frozenset([0xC0, 0xC1, 0xC2])
"""Baseline, extended, progressive; arithmetic and lossless ones are made by no camera."""
_START, _START_OF_SCAN, _END = 0xD8, 0xDA, 0xD9
_BARE = 0x01
"""The one JPEG marker without a length that may stand between segments."""
_IN_PNG = {b"acTL": MOVING, b"fcTL": MOVING, b"fdAT": MOVING}
_IN_WEBP = {b"ANIM": MOVING, b"ANMF": MOVING}
_IHDR_BYTES = 4 + 13
_PNG_SAMPLES = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
"""How many samples a pixel has, by the number of its kind of colour."""
_WEBP_IMAGES = (b"VP8 ", b"VP8L")
_WEBP_MOVES = 0x02


class UnfitError(Exception):
    """A file is no picture for us: what it is, and what to do."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(str(fault))
        self.fault = fault


@dataclass(frozen=True, slots=True)
class Header:
    """Width and height in px, in how many scans it is coded, and how many samples must be kept.

    ``kept_samples`` counts what a decoder keeps, two bytes each, until the last scan was read; 0
    where there is only one. ``bits`` is how deep a pixel is, of all its colours.
    """

    width_px: int
    height_px: int
    scans: int = 1
    kept_samples: int = 0
    bits: int = 24

    @property
    def pixels(self) -> int:
        """How many pixels it has."""
        return self.width_px * self.height_px


def read_header(data: bytes) -> Header:
    """What the bytes of a JPEG, PNG or WebP file say of it; the file must run to its proper end.

    Raises UnfitError for what is no such file, cut off, says its size twice, or moves.
    """
    readers = ((JPEG_START, _jpeg), (b"\x89PNG\r\n\x1a\n", _png), (b"RIFF", _webp))
    for start, read in readers:
        if data.startswith(start):
            try:
                return read(data)
            except (IndexError, struct.error):
                raise UnfitError(CUT_OFF) from None
    raise UnfitError(_other_kind(data))


def _other_kind(data: bytes) -> Fault:
    """Name what is no photo that can be read here (ISO/IEC 14496-12, 4.3: brands)."""
    if data[4:8] != b"ftyp":
        return UNKNOWN
    length = min(int.from_bytes(data[:4], "big"), 256)
    brands = {data[8:12], *(data[at : at + 4] for at in range(16, length, 4))}
    if brands & _AVIF_BRANDS:
        return AVIF
    return HEIC if brands & _HEIC_BRANDS else FILM


def _jpeg(data: bytes) -> Header:
    """Read a JPEG file (ITU T.81, annex B).

    The walk goes from segment to segment, as a decoder's does, so that the end of a thumbnail
    inside one is no end.
    """
    frame: Header | None = None
    scans = 0
    for marker, start in _jpeg_segments(data):
        if marker in _FRAME_HEADERS:
            if frame is not None:
                raise UnfitError(TWICE)
            frame = _jpeg_frame(data, marker, start)
        elif marker == _START_OF_SCAN:
            if frame is None:
                break
            scans += 1
        elif marker == _END:
            if frame is None or not scans:
                break
            kept = frame.kept_samples if scans > 1 else 0
            return Header(frame.width_px, frame.height_px, scans, kept)
    raise UnfitError(CUT_OFF)


def _jpeg_frame(data: bytes, marker: int, start: int) -> Header:
    """Read a frame header (B.2.2): its size, and what its components take when all are kept."""
    depth, height, width, components = struct.unpack_from(">BHHB", data, start + 2)
    if marker not in _PLAIN_FRAMES or depth != 8 or components not in (1, 3, 4):
        raise UnfitError(RARE)
    factors = [data[start + 9 + 3 * number] for number in range(components)]
    across, down = [factor >> 4 for factor in factors], [factor & 15 for factor in factors]
    if not all(1 <= factor <= 4 for factor in (*across, *down)):
        raise UnfitError(CUT_OFF)
    units = -(-width // (8 * max(across))) * -(-height // (8 * max(down)))
    blocks = units * sum(a * d for a, d in zip(across, down, strict=True))
    return Header(width, height, kept_samples=64 * blocks)


def _jpeg_segments(data: bytes) -> Iterator[tuple[int, int]]:
    """Each marker, and where its segment starts; it ends at what a decoder would not go on from."""
    at = 2
    for _ in range(MOST_PARTS):
        found = _MARKER.search(data, at)
        if found is None:
            return
        marker, at = data[found.end() - 1], found.end()
        if marker == _START or _BARE < marker < min(_FRAME_HEADERS):
            return
        yield marker, at
        if marker not in (_BARE, _END):
            length = struct.unpack_from(">H", data, at)[0]
            if length < 2:
                return
            at += length


def _png(data: bytes) -> Header:
    """Read a PNG file (ISO/IEC 15948): IHDR first and once, every chunk whole, IEND last."""
    header, has_image = None, False
    at = 8
    for number in range(MOST_PARTS):
        length, kind = struct.unpack_from(">I4s", data, at)
        body = data[at + 4 : at + 8 + length]
        if struct.unpack_from(">I", data, at + 8 + length)[0] != zlib.crc32(body):
            break
        if kind in _IN_PNG:
            raise UnfitError(_IN_PNG[kind])
        if kind == b"IHDR" and header is not None:
            raise UnfitError(TWICE)
        if (kind == b"IHDR") is not (number == 0):
            break
        if kind == b"IHDR":
            header = _png_header(body)
        has_image = has_image or kind == b"IDAT"
        if kind == b"IEND" and header is not None and has_image:
            return header
        at += 12 + length
    raise UnfitError(CUT_OFF)


def _png_header(body: bytes) -> Header:
    """Read the chunk IHDR, with the name it begins with."""
    width, height, depth, colour = struct.unpack_from(">IIBB", body, 4)
    if colour not in _PNG_SAMPLES or depth not in (1, 2, 4, 8, 16) or len(body) != _IHDR_BYTES:
        raise UnfitError(CUT_OFF)
    return Header(width, height, bits=_PNG_SAMPLES[colour] * depth)


def _webp(data: bytes) -> Header:
    """Read a WebP file: one still picture, as large as its canvas where it has one."""
    (length,) = struct.unpack_from("<I", data, 4)
    if data[8:12] != b"WEBP" or len(data) < length + 8:
        raise UnfitError(CUT_OFF)
    canvas = picture = None
    for number, (kind, at) in enumerate(_webp_chunks(data, length + 8)):
        if kind in _IN_WEBP:
            raise UnfitError(_IN_WEBP[kind])
        if kind == b"VP8X":
            if number:
                raise UnfitError(TWICE)
            canvas = _webp_canvas(data, at)
        elif kind in _WEBP_IMAGES:
            if picture is not None:
                raise UnfitError(TWICE)
            picture = _webp_size(data, kind, at)
    if picture is None:
        raise UnfitError(CUT_OFF)
    if canvas is not None and canvas != picture:
        raise UnfitError(TWICE)
    return Header(*picture)


def _webp_chunks(data: bytes, end: int) -> Iterator[tuple[bytes, int]]:
    """Each chunk's kind, and where its body starts."""
    at = 12
    for _ in range(MOST_PARTS):
        if at + 8 > end:
            return
        kind, length = struct.unpack_from("<4sI", data, at)
        if at + 8 + length > end:
            raise UnfitError(CUT_OFF)
        yield kind, at + 8
        at += 8 + length + length % 2
    raise UnfitError(CUT_OFF)


def _webp_canvas(data: bytes, at: int) -> tuple[int, int]:
    if data[at] & _WEBP_MOVES:
        raise UnfitError(MOVING)
    width, height = (int.from_bytes(data[at + n : at + n + 3], "little") for n in (4, 7))
    return 1 + width, 1 + height


def _webp_size(data: bytes, kind: bytes, at: int) -> tuple[int, int]:
    if kind == b"VP8L":
        bits = int.from_bytes(data[at + 1 : at + 5], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    width, height = struct.unpack_from("<HH", data, at + 6)
    return width & 0x3FFF, height & 0x3FFF
