"""Quadrilaterals: a rectangle's corners, and which way outlines go round. y runs down."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.picture.arrays import Floats, Image

CornersPx = tuple[tuple[float, float], ...]
"""Corners in a photo in px: TL, TR, BR, BL of what is looked for; none where it is not found."""
CornerShares = tuple[tuple[float, float], ...]
"""The same as shares of the photo's width and height."""
FILE_PX = 0.5
"""Files count pixels from the picture's edge; here, as in OpenCV, the middle of the first pixel
is 0. What goes out to a file is larger by this, what comes in is smaller."""


def px_of(corners: CornerShares, photo: Image) -> Floats:
    """Corners as shares of a photo -> (4, 2) in its pixels."""
    return np.asarray(np.array(corners) * (photo.shape[1], photo.shape[0]) - FILE_PX)


def shares_of(corners_px: Floats, photo: Image) -> CornerShares:
    """Corners in a photo's pixels (4, 2) -> shares of it, none outside."""
    shares = (corners_px + FILE_PX) / (photo.shape[1], photo.shape[0])
    return tuple((float(x), float(y)) for x, y in np.clip(shares, 0, 1))


def rectangle(width: float, height: float) -> Floats:
    """TL, TR, BR, BL of a rectangle whose top left is the origin, (4, 2)."""
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], float)


def turns(quads: NDArray[Any]) -> Floats:
    """The cross product of each two sides in turn of quads (..., 4, 2) -> (..., 4).

    All are above 0 where a quad is convex and its corners go clockwise, all below anticlockwise.
    """
    side = np.roll(quads, -1, axis=-2) - quads
    following = np.roll(side, -1, axis=-2)
    return np.asarray(side[..., 0] * following[..., 1] - side[..., 1] * following[..., 0], float)


def areas(quads: NDArray[Any]) -> Floats:
    """The area of each of quads (..., 4, 2) -> (...), below 0 where it goes anticlockwise."""
    x, y = quads[..., 0], quads[..., 1]
    return np.asarray(0.5 * (x * np.roll(y, -1, -1) - np.roll(x, -1, -1) * y).sum(axis=-1), float)
