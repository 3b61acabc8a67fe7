"""Pictures as the bytes of a file."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import InputError
from companion.saying.phrase import Phrase

SHOWN_QUALITY, KEPT_QUALITY = 88, 95
"""Of what is only looked at, and of what is read again; 0 to 100."""
MOST_SIDE_PX = 65_500
"""What libjpeg writes and reads, JPEG_MAX_DIMENSION; a JPEG's header could say 35 more."""
MOST_WEBP_SIDE_PX = 16_383
"""Google, "WebP Container Specification", simple file format (lossy): 14 bits a side."""
_JPEG, _WEBP = cv2.IMWRITE_JPEG_QUALITY, cv2.IMWRITE_WEBP_QUALITY
_QUALITIES = {".jpg": (_JPEG,), ".jpeg": (_JPEG,), ".webp": (_WEBP,), ".png": ()}


def encoded(
    picture: NDArray[np.uint8], suffix: str = ".jpg", quality: int = SHOWN_QUALITY
) -> bytes:
    """A picture, (h, w) or BGR (h, w, 3), as a file: .jpg, .jpeg, .webp, or .png without loss.

    Raises InputError where a side is longer than such a file can say.
    """
    settings = [part for name in _QUALITIES[suffix] for part in (name, quality)]
    done, data = cv2.imencode(suffix, picture, settings)
    if not done:
        size = Phrase("pixels", width=picture.shape[1], height=picture.shape[0])
        most = MOST_WEBP_SIDE_PX if suffix == ".webp" else MOST_SIDE_PX
        raise InputError("photo-too-long", size=size, most=most)
    return data.tobytes()
