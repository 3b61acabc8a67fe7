"""Quadrilaterals: a rectangle's corners, and which way outlines go round. y runs down."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.picture.arrays import Floats

CornersPx = tuple[tuple[float, float], ...]
"""Corners in a photo in px: TL, TR, BR, BL of what is looked for; none where it is not found."""
CornerShares = tuple[tuple[float, float], ...]
"""The same as shares of the photo's width and height."""


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
