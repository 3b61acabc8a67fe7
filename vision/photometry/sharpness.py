"""How sharp a photo is beside its reference, and taking off what a camera sharpened more.

Phones sharpen, and a reference photo may be blurred. A print that is drawn harder than the
reference says looks like pieces lying on it, and pieces have halos. So the photo is softened until
its print is as hard as the reference's, in three bands of detail. A blurred photo is left as it is,
but what is judged from its small pictures is believed less.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from companion.boards.board import Board
from vision.alignment.patches import smooth_for
from vision.alignment.pose import Pose, within
from vision.alignment.reference import Reference
from vision.picture.sampling import Image, Move, Tones, moved, sample_tones

STEP_MM, MOST_STEPS = 1.0, 1500
"""The board is sampled so finely, but at no more points along a side."""
SIGMAS_MM = (1.0, 2.0, 4.0, 10.0)
"""Detail is what lies between the blurs of this reach: three bands, and the coarse one that says
how strong the picture's contrast is at all."""
STRONG_SHARE = 0.2
"""The bands are compared where the print has most of them: there pieces and noise count least."""
MOST = 1.05
"""More detail in the middle band than so much of the reference's is sharpening. On ordinary photos
it is 0.6 to 0.97: a little is lost where the pose is a tenth of a millimetre off."""
CLEAR, LOST = 0.7, 0.1
"""With this share of the middle band a photo is clear, with that its small pictures say nothing."""
LEAST_CLEAR = 0.02
CLEAR_ENOUGH = 0.9
"""From here on a camera is in focus and stays so: its next pictures are not measured."""


@dataclass(frozen=True)
class Detail:
    """How a photo's detail compares with the reference's.

    ``factors`` (3,) is by how much to scale each band, lest it be sharper; ``kept`` the share of
    the reference's middle band that the photo shows.
    """

    factors: Tones
    kept: float

    @property
    def clear(self) -> float:
        """How far judgements of small pictures can be believed, 0..1: their scores times this.

        Fitted on the shared tables' markers under blurs of 0 to 3 px: of those misjudged with a
        confidence of 0.95 and more, 138 without it, 13 are left.
        """
        return float(np.clip((self.kept - LOST) / (CLEAR - LOST), LEAST_CLEAR, 1))


class DetailGauge:
    """Measures the detail of picture after picture under one pose, until one of them is clear.

    A first picture may be blurred by a bump, or by a lens that still looks for its focus.
    """

    def __init__(self, pose: Pose, reference: Reference, board: Board) -> None:
        size_mm = (board.width_mm, board.height_mm)
        self._step_mm = max(STEP_MM, max(size_mm) / MOST_STEPS)
        lines = [np.arange(self._step_mm / 2, side, self._step_mm) for side in size_mm]
        grid_mm = np.stack(np.meshgrid(*lines), axis=-1)
        self._pose = pose
        self._at_px, known_px = (
            eye.project(grid_mm.reshape(-1, 2)).reshape(grid_mm.shape).astype(np.float32)
            for eye in (pose, reference.pose)
        )
        self._in_view = within(self._at_px, pose.size_px)
        self._known = self._bands_of(reference.photo, reference.pose, known_px)
        self._clear: Detail | None = None

    def detail_of(self, photo: Image, move: Move | None = None) -> Detail:
        """The detail of a photo that may have moved a little since the pose was taken."""
        if self._clear is not None:
            return self._clear
        seen = self._bands_of(photo, self._pose, moved(self._at_px, move))
        gains = np.array(
            [
                _gain(band[self._in_view], known[self._in_view])
                for band, known in zip(seen[:4], self._known[:4], strict=True)
            ]
        )
        ratio = gains[:3] / max(gains[3], 0.1)
        factors = 1 / np.maximum(ratio, 1) if ratio[1] > MOST else np.ones(3)
        detail = Detail(factors, float(ratio[1]))
        if detail.clear >= CLEAR_ENOUGH:
            self._clear = detail
        return detail

    def _bands_of(self, picture: Image, pose: Pose, at_px: Tones) -> list[Tones]:
        straight = sample_tones(smooth_for(picture, pose, self._step_mm), at_px)
        return _bands(np.asarray(straight.mean(axis=-1)), 1 / self._step_mm)


def softened(picture: Image, pose: Pose, factors: Tones) -> Image:
    """A picture (h, w, 3) with the bands of its detail scaled; itself where all factors are 1."""
    if (factors == 1).all():
        return picture
    bands = _bands(picture.astype(np.float32), pose.px_per_mm, SIGMAS_MM[:3])
    mixed = bands[3]
    for band, factor in zip(bands[:3], factors.tolist(), strict=True):
        mixed += factor * band
    return np.asarray(np.clip(np.round(mixed), 0, 255), np.uint8)


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
