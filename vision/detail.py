"""Taking off what a camera sharpened more than it did in the reference photo.

Phones sharpen, and a reference photo may be blurred. A print that is drawn harder than the
reference says looks like pieces lying on it, and pieces have halos. So the photo is softened until
its print is as hard as the reference's, in three bands of detail. A blurred photo is left alone:
the networks know blur.
"""

from __future__ import annotations

import cv2
import numpy as np

from companion.board import Board
from vision.patches import smooth_for
from vision.pose import Pose
from vision.reference import Reference
from vision.sampling import Floats, Image, Tones, sample_tones

STEP_MM = 1.0
SIGMAS_MM = (1.0, 2.0, 4.0, 10.0)
"""Detail is what lies between the blurs of this reach: three bands, and the coarse one that says
how strong the picture's contrast is at all."""
STRONG_SHARE = 0.2
"""The bands are compared where the print has most of them: there pieces and noise count least."""
MOST = 1.05
"""More detail in the middle band than so much of the reference's is sharpening. On ordinary photos
it is 0.6 to 0.97: a little is lost where the pose is a tenth of a millimetre off."""


def excess_detail(photo: Image, pose: Pose, reference: Reference, board: Board) -> Tones:
    """By how much to scale each band of a photo, (3,), lest it be sharper than its reference."""
    lines = [np.arange(STEP_MM / 2, side, STEP_MM) for side in (board.width_mm, board.height_mm)]
    grid_mm = np.stack(np.meshgrid(*lines), axis=-1)
    seen, known = (
        _bands(_straightened(picture, eye, grid_mm), 1 / STEP_MM)
        for picture, eye in ((photo, pose), (reference.photo, reference.pose))
    )
    gains = np.array([_gain(*pair) for pair in zip(seen[:4], known[:4], strict=True)])
    ratio = gains[:3] / max(gains[3], 0.1)
    if ratio[1] <= MOST:
        return np.ones(3)
    return np.asarray(1 / np.maximum(ratio, 1))


def softened(picture: Image, pose: Pose, factors: Tones) -> Image:
    """A picture (h, w, 3) with the bands of its detail scaled; itself where all factors are 1."""
    if (factors == 1).all():
        return picture
    bands = _bands(picture.astype(np.float32), pose.px_per_mm, SIGMAS_MM[:3])
    mixed = bands[3]
    for band, factor in zip(bands[:3], factors.tolist(), strict=True):
        mixed += factor * band
    return np.asarray(np.clip(np.round(mixed), 0, 255), np.uint8)


def _straightened(picture: Image, pose: Pose, grid_mm: Floats) -> Tones:
    at_px = pose.project(grid_mm.reshape(-1, 2)).reshape(grid_mm.shape).astype(np.float32)
    return np.asarray(sample_tones(smooth_for(picture, pose, STEP_MM), at_px).mean(axis=-1))


def _bands(
    picture: Tones, px_per_mm: float, sigmas_mm: tuple[float, ...] = SIGMAS_MM
) -> list[Tones]:
    """The picture between each blur and the next, finest first, and what the last one leaves."""
    bands: list[Tones] = []
    finer = picture
    for sigma_mm in sigmas_mm:
        coarser = np.asarray(cv2.GaussianBlur(finer, (0, 0), sigma_mm * px_per_mm), np.float32)
        bands.append(finer - coarser)
        finer = coarser
    return [*bands, finer]


def _gain(seen: Tones, known: Tones) -> float:
    """How strongly a band is seen where the print has most of it."""
    strength = np.abs(known)
    strong = (strength >= np.quantile(strength, 1 - STRONG_SHARE)) & (strength > 0)
    return float(np.median(seen[strong] / known[strong])) if strong.any() else 1.0
