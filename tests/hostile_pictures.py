"""Pictures that were made to hurt whoever decodes them; none is larger than a megabyte or so.

``HOSTILE`` names each with what makes its bytes; ``REFUSED`` those that no reader should take.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from functools import cache

import cv2
import numpy as np

PNG = b"\x89PNG\r\n\x1a\n"
SIDE = 7071
"""Of the largest square picture that is let in."""


def segment(marker: int, body: bytes) -> bytes:
    return struct.pack(">BBH", 0xFF, marker, len(body) + 2) + body


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def riff(kind: bytes, body: bytes) -> bytes:
    return kind + struct.pack("<I", len(body)) + body + b"\0" * (len(body) % 2)


@cache
def jpeg(width: int = 200, height: int = 200, *settings: int) -> bytes:
    return cv2.imencode(".jpg", np.full((height, width, 3), 90, np.uint8), settings)[1].tobytes()


def progressive(width: int, height: int, *settings: int) -> bytes:
    return jpeg(width, height, cv2.IMWRITE_JPEG_PROGRESSIVE, 1, *settings)


def frame(data: bytes) -> tuple[int, int]:
    """Where the frame header of a JPEG begins and ends."""
    at = min(at for mark in (b"\xff\xc0", b"\xff\xc2") if (at := data.find(mark)) > 0)
    return at, at + 2 + struct.unpack_from(">H", data, at + 2)[0]


def jpeg_claiming(width: int, height: int, **changed: int) -> bytes:
    """A small JPEG whose frame header says something else."""
    data = jpeg()
    at, end = frame(data)
    header = bytearray(data[at:end])
    header[5:9] = struct.pack(">HH", height, width)
    for name, value in changed.items():
        header[{"kind": 1, "depth": 4, "components": 9, "sampling": 11}[name]] = value
    return data[:at] + bytes(header) + data[end:]


def two_frames(first: tuple[int, int], second: tuple[int, int]) -> bytes:
    """A decoder takes the first header, a careless check the last one."""
    data = jpeg_claiming(*first)
    at, end = frame(data)
    other = data[at:end][:5] + struct.pack(">HH", *reversed(second)) + data[at:end][9:]
    return data[:-2] + other + b"\xff\xd9"


def of_many_scans(width: int, height: int, scans: int) -> bytes:
    data = progressive(width, height)
    last = data[data.rindex(b"\xff\xda") : -2]
    return data[:-2] + last * scans + b"\xff\xd9"


def hidden_frame() -> bytes:
    """A frame header inside a segment whose marker means nothing: some skip it, some don't."""
    data, other = jpeg(), jpeg_claiming(30_000, 30_000)
    at, end = frame(other)
    return data[:-2] + segment(0x02, other[at:end]) + b"\xff\xd9"


def exif_loop() -> bytes:
    tiff = b"MM\x00*" + struct.pack(">IH", 8, 2) + struct.pack(">HHIHH", 0x112, 3, 1, 6, 0) * 2
    return jpeg()[:2] + segment(0xE1, b"Exif\x00\x00" + tiff + struct.pack(">I", 8)) + jpeg()[2:]


def ihdr(width: int, height: int, depth: int = 8, colour: int = 2, interlaced: int = 0) -> bytes:
    return chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, interlaced))


def idat(rows: int, row_bytes: int) -> bytes:
    packer = zlib.compressobj(9)
    row = b"\0" * row_bytes
    return chunk(b"IDAT", b"".join(packer.compress(row) for _ in range(rows)) + packer.flush())


def png(
    width: int = 200,
    height: int = 200,
    depth: int = 8,
    colour: int = 2,
    interlaced: int = 0,
    *,
    before: bytes = b"",
    after: bytes = b"",
    rows: int | None = None,
) -> bytes:
    """A PNG file of one colour, with other chunks before and after its data."""
    samples = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[colour]
    data = idat(height if rows is None else rows, 1 + width * samples * depth // 8)
    head = PNG + ihdr(width, height, depth, colour, interlaced)
    return head + before + data + after + chunk(b"IEND", b"")


def claiming_png(width: int, height: int) -> bytes:
    return PNG + ihdr(width, height) + idat(200, 601) + chunk(b"IEND", b"")


def animated_png() -> bytes:
    control = struct.pack(">IIIIIHHBB", 0, 20_000, 20_000, 0, 0, 1, 10, 0, 0)
    return png(before=chunk(b"acTL", struct.pack(">II", 1000, 0)) + chunk(b"fcTL", control))


def packed(kind: bytes, head: bytes) -> bytes:
    """A chunk of text or colours that becomes a gigabyte."""
    return chunk(kind, head + zlib.compress(b"\0" * 50_000_000, 9))


@cache
def webp(width: int = 200, height: int = 200) -> bytes:
    grey = np.full((height, width, 3), 90, np.uint8)
    return cv2.imencode(".webp", grey, [cv2.IMWRITE_WEBP_QUALITY, 101])[1].tobytes()


def canvas(width: int, height: int, flags: int = 0) -> bytes:
    sizes = (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    return riff(b"VP8X", bytes([flags, 0, 0, 0]) + sizes)


def in_riff(*parts: bytes) -> bytes:
    body = b"WEBP" + b"".join(parts)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def animated_webp() -> bytes:
    head = bytes(6) + (16_383).to_bytes(3, "little") * 2 + bytes(4)
    frames = riff(b"ANMF", head + webp()[12:])
    return in_riff(canvas(16_384, 16_384, 2), riff(b"ANIM", bytes(6)), frames)


def lossy_claiming(width: int, height: int) -> bytes:
    return in_riff(riff(b"VP8 ", b"\x10\x02\x00\x9d\x01\x2a" + struct.pack("<HH", width, height)))


def film(brand: bytes, *others: bytes) -> bytes:
    body = brand + bytes(4) + b"".join(others)
    return struct.pack(">I", 8 + len(body)) + b"ftyp" + body + b"\0" * 200


REFUSED: dict[str, Callable[[], bytes]] = {
    "jpeg: a huge frame, then a small one": lambda: two_frames((32_000, 32_000), (200, 200)),
    "jpeg: a small frame, then a huge one": lambda: two_frames((200, 200), (32_000, 32_000)),
    "jpeg: the same frame twice": lambda: two_frames((200, 200), (200, 200)),
    "jpeg: a frame in a segment of no meaning": hidden_frame,
    "jpeg: a gigapixel claimed": lambda: jpeg_claiming(32_000, 32_000),
    "jpeg: the largest that can be claimed": lambda: jpeg_claiming(65_535, 65_535),
    "jpeg: no height": lambda: jpeg_claiming(200, 0),
    "jpeg: 12 bits deep": lambda: jpeg_claiming(200, 200, depth=12),
    "jpeg: 255 components": lambda: jpeg_claiming(200, 200, components=255),
    "jpeg: samples of no size": lambda: jpeg_claiming(200, 200, sampling=0),
    "jpeg: lossless": lambda: jpeg_claiming(7000, 7000, kind=0xC3),
    "jpeg: arithmetic": lambda: jpeg_claiming(7000, 7000, kind=0xC9),
    "jpeg: 2,000 scans": lambda: of_many_scans(2000, 1500, 2000),
    "jpeg: 200 scans of 50 megapixels": lambda: of_many_scans(SIDE, SIDE, 200),
    "jpeg: many scans, every colour kept whole": lambda: progressive(
        SIDE, SIDE, cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444
    ),
    "jpeg: a second start": lambda: jpeg()[:2] + jpeg(),
    "jpeg: millions of empty segments": lambda: jpeg()[:2] + b"\xff\xe0\x00\x02" * 250_000,
    "jpeg: the end of its thumbnail is all the end": lambda: (
        jpeg()[:2] + segment(0xE1, jpeg()) + jpeg()[2:-2]
    ),
    "png: a second header after the data": lambda: png(after=ihdr(30_000, 30_000)),
    "png: a second header before the data": lambda: png(before=ihdr(30_000, 30_000)),
    "png: the same header again": lambda: png(before=ihdr(200, 200)),
    "png: 1.6 gigapixels claimed": lambda: claiming_png(40_000, 40_000),
    "png: the largest that can be claimed": lambda: claiming_png(2**31 - 1, 2**31 - 1),
    "png: a side that no JPEG has": lambda: png(66_000, 100),
    "png: moving": animated_png,
    "png: a frame of no film": lambda: png(before=chunk(b"fdAT", bytes(30))),
    "png: no header": lambda: PNG + idat(200, 601) + chunk(b"IEND", b""),
    "png: no data": lambda: PNG + ihdr(200, 200) + chunk(b"IEND", b""),
    "png: millions of empty chunks": lambda: (
        PNG + ihdr(200, 200) + chunk(b"tEXt", b"") * 80_000 + chunk(b"IEND", b"")
    ),
    "png: 50 megapixels, 16 bits deep": lambda: PNG + ihdr(SIDE, SIDE, 16, 6) + png()[33:],
    "png: of a kind of colour that is none": lambda: PNG + ihdr(200, 200, 8, 5) + png()[33:],
    "webp: moving on a huge canvas": animated_webp,
    "webp: a canvas that is not its picture's": lambda: in_riff(
        canvas(16_384, 16_384), webp()[12:]
    ),
    "webp: two pictures": lambda: in_riff(canvas(200, 200), webp()[12:], webp()[12:]),
    "webp: 268 megapixels claimed": lambda: lossy_claiming(16_383, 16_383),
    "heic": lambda: film(b"heic", b"mif1", b"heic"),
    "avif": lambda: film(b"avif", b"mif1", b"miaf"),
    "a film": lambda: film(b"isom", b"mp42"),
    "gif: 65535 x 65535": lambda: b"GIF89a\xff\xff\xff\xff\x80\0\0" + bytes(100) + b";",
    "bmp: 40000 x 40000": lambda: (
        b"BM" + struct.pack("<IHHIIiiHHIIiiII", 200, 0, 0, 54, 40, 40_000, 40_000, 1, 24, *[0] * 6)
    ),
    "tiff: 60000 x 60000": lambda: (
        b"II*\0" + struct.pack("<IHHHIIHHII", 8, 2, 256, 4, 1, 60_000, 257, 4, 1, 60_000)
    ),
}
DECODED: dict[str, Callable[[], bytes]] = {
    "jpeg: 50 megapixels of one colour": lambda: jpeg(SIDE, SIDE),
    "jpeg: 50 megapixels, progressive": lambda: progressive(SIDE, SIDE),
    "jpeg: how it was held, in a ring": exif_loop,
    "jpeg: as wide as libjpeg reads": lambda: jpeg(65_500, 100),
    "png: 50 megapixels of one colour": lambda: png(SIDE, SIDE),
    "png: 25 megapixels, 16 bits, in passes": lambda: png(5000, 5000, 16, 6, 1, rows=10_000),
    "png: data without end": lambda: png(rows=500_000),
    "png: colours that unpack to 50 MB": lambda: png(before=packed(b"iCCP", b"icc\0\0")),
    "png: words that unpack to 50 MB": lambda: png(before=packed(b"zTXt", b"x\0\0")),
    "webp: 50 megapixels of one colour": lambda: webp(SIDE, SIDE),
}
HOSTILE = {**REFUSED, **DECODED}
