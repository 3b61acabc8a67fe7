"""Pictures as one film: an animated WebP, which every browser and telephone shows by itself.

OpenCV writes AVI without help, but no browser plays that; what browsers play as video needs a
coder that does not come with it. A GIF has 256 colours. OpenCV's own writer of animations wants all
pictures in memory at once; here one is at a time, and the file is put together as its makers say:
"WebP Container Specification", https://developers.google.com/speed/webp/docs/riff_container.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable

import cv2
import numpy as np

from vision.picture.arrays import Image
from vision.picture.encoding import encoded

SIDE_PX = 720
QUALITY = 75
TURN_MS, LAST_MS = 700, 3000
ANIMATED = 0x02
FOR_EVER = 0


def film(pictures: Iterable[bytes], turn_ms: int = TURN_MS) -> bytes:
    """Put pictures (JPEG files) together, each shown so long, and the last for longer.

    All are brought to the size of the first. Raises ValueError where there is none.
    """
    frames: list[bytes] = []
    size: tuple[int, int] | None = None
    for data in pictures:
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
        if picture is None:
            continue
        size = size or _size(*picture.shape[:2])
        frames.append(_still(np.asarray(picture, np.uint8), size))
    if size is None:
        raise ValueError("a film needs a picture")
    told = [_frame(still, size, turn_ms) for still in frames[:-1]]
    told.append(_frame(frames[-1], size, max(turn_ms, LAST_MS)))
    head = _chunk(b"VP8X", bytes([ANIMATED, 0, 0, 0]) + _three(size[0] - 1) + _three(size[1] - 1))
    anim = _chunk(b"ANIM", struct.pack("<IH", 0xFFFFFFFF, FOR_EVER))
    body = b"WEBP" + head + anim + b"".join(told)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def _size(height: int, width: int) -> tuple[int, int]:
    scale = min(SIDE_PX / max(width, height), 1.0)
    return max(round(width * scale), 1), max(round(height * scale), 1)


def _still(picture: Image, size: tuple[int, int]) -> bytes:
    """One picture as the chunks of a WebP file, without the file's head."""
    fitted = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    return encoded(np.asarray(fitted, np.uint8), ".webp", QUALITY)[12:]


def _frame(still: bytes, size: tuple[int, int], lasts_ms: int) -> bytes:
    place = _three(0) + _three(0) + _three(size[0] - 1) + _three(size[1] - 1)
    return _chunk(b"ANMF", place + _three(lasts_ms) + b"\x00" + still)


def _chunk(name: bytes, data: bytes) -> bytes:
    """A chunk of a RIFF file: it takes an even number of bytes."""
    return name + struct.pack("<I", len(data)) + data + b"\x00" * (len(data) % 2)


def _three(number: int) -> bytes:
    return number.to_bytes(3, "little")
