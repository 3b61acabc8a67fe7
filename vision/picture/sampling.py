"""Pictures sampled at many points at once."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.picture.arrays import Image, Tones

Move = NDArray[np.float64]
"""How all that a picture shows moved from one frame to another: affine, (2, 3)."""

_MOST = 32_000
"""OpenCV takes no more than 32,767 rows or columns in one remap."""


def sample(picture: NDArray[Any], at_px: NDArray[Any]) -> NDArray[Any]:
    """A picture at points (..., h, w, 2), linear between pixels -> (..., h, w) + its channels.

    Beyond the picture's edge its last pixels go on.
    """
    *lead, height, width, _ = at_px.shape
    if not at_px.size:
        return np.zeros((*lead, height, width, *picture.shape[2:]), picture.dtype)
    rows = np.ascontiguousarray(at_px, np.float32).reshape(-1, width if width < _MOST else 1, 2)
    cut = [
        cv2.remap(  # type: ignore[call-overload]  # its stubs know no single map of x and y
            picture,
            rows[start : start + _MOST],
            None,
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        for start in range(0, len(rows), _MOST)
    ]
    whole = cut[0] if len(cut) == 1 else np.concatenate(cut)
    return whole.reshape(*lead, height, width, *picture.shape[2:])


def moved(at_px: NDArray[Any], move: Move | None) -> NDArray[Any]:
    """Points (..., 2) after a move of the picture."""
    if move is None or not at_px.size:
        return at_px
    return cv2.transform(at_px.reshape(-1, 1, 2), move).reshape(at_px.shape)


def sample_tones(picture: Image, at_px: NDArray[Any]) -> Tones:
    """The same, as tones in 0..1."""
    return sample(picture, at_px).astype(np.float32) * np.float32(1 / 255)


def largest(tones: NDArray[Any]) -> NDArray[Any]:
    """The largest of three channels (..., 3) -> (...).

    As numpy's own ``max``, ten times as fast: it is slow along so short an axis.
    """
    return np.asarray(np.maximum(np.maximum(tones[..., 0], tones[..., 1]), tones[..., 2]))


def total(tones: NDArray[Any]) -> NDArray[Any]:
    """The sum of three channels (..., 3) -> (...); the same remark holds."""
    return np.asarray(tones[..., 0] + tones[..., 1] + tones[..., 2])


def times(patches: Tones, factors: Tones) -> Tones:
    """Patches (n, h, w, 3) times the factors (n, 3) of each; the same remark holds."""
    n, height, width, _ = patches.shape
    rows = patches.reshape(n, height, width * 3) * np.tile(factors, width)[:, None]
    return np.asarray(rows.reshape(patches.shape))


def middle(codes: Image) -> Image:
    """The middle of three channels (..., 3) -> (...): high where two of them are."""
    blue, green, red = codes[..., 0], codes[..., 1], codes[..., 2]
    return np.asarray(
        np.maximum(np.minimum(blue, green), np.minimum(np.maximum(blue, green), red)), np.uint8
    )
