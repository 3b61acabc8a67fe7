"""Pictures that somebody might send to the page."""

from __future__ import annotations

import struct
import zlib

import cv2
import numpy as np


def jpeg(side: int = 200) -> bytes:
    """A photo of nothing."""
    _, data = cv2.imencode(".jpg", np.full((side, side, 3), 90, np.uint8))
    return data.tobytes()


def huge_png() -> bytes:
    """A small file that claims a picture of 40 gigapixels."""
    data = bytearray(cv2.imencode(".png", np.zeros((200, 200, 3), np.uint8))[1].tobytes())
    data[16:24] = struct.pack(">II", 200_000, 200_000)
    data[29:33] = struct.pack(">I", zlib.crc32(bytes(data[12:29])))
    return bytes(data)
