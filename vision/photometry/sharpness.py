"""How sharp a photo is beside its reference, and taking off what a camera sharpened more.

Phones sharpen, and a reference photo may be blurred. A print that is drawn harder than the
reference says looks like pieces lying on it, and pieces have halos. So the photo is softened until
its print is as hard as the reference's, in three bands of detail. A blurred photo is left as it is,
but what is judged from its small pictures is believed less.

Only bare print is compared. Where pieces may lie the print of a full board is hidden, and pieces
on pale dashes turn its contrast about: it seemed seven times as hard there as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards.board import Board
from vision.alignment.patches import Places
from vision.alignment.pose import Pose, smooth_for
from vision.alignment.reference import Reference
from vision.picture.arrays import Image, Tones
from vision.picture.sampling import Move, moved, sample_tones

STEP_MM, MOST_STEPS = 1.0, 1500
"""The board is sampled so finely, but at no more points along a side."""
SIGMAS_MM = (1.0, 2.0, 4.0, 10.0)
"""Detail is what lies between the blurs of this reach: three bands, and the coarse one that says
how strong the picture's contrast is at all."""
STRONG_SHARE = 0.2
"""The bands are compared where the print has most of them: there pieces and noise count least."""
PIECE_SHARE = 0.6
"""A piece hides this much of its place's patch, or less."""
LEAST_BARE = 1e-3
"""A blur that sees less bare print than this share sees none."""
MOST = 1.05
"""More detail in the middle band than so much of the reference's is sharpening. On ordinary photos
it is 0.6 to 0.97: a little is lost where the pose is a tenth of a millimetre off."""
SMALL_SIGMA_PX, WORTH_SHRINKING = 2.5, 2.0
"""A picture is shrunk before a blur until that has this reach, if at least to half."""
IN_FOCUS = 0.65
"""A camera that keeps this much of the middle band is in focus, or nearly."""
SETTLED = 5
"""After so many pictures in focus it stays so: the sharpest of them stands for all that come."""


@dataclass(frozen=True, eq=False)
class Detail:
    """How a photo's detail compares with the reference's.

    ``factors`` (3,) is by how much to scale each band, lest it be sharper; ``detail_share`` how
    much of the reference's middle band the photo shows.
    """

    factors: Tones
    detail_share: float


class DetailGauge:
    """Measures the detail of picture after picture under one pose, until ``SETTLED`` are in focus.

    A first picture may be blurred by a bump, or by a lens that still looks for its focus. Nothing
    is compared on ``places``, where pieces may lie.
    """

    def __init__(
        self, pose: Pose, reference: Reference, board: Board, places: Sequence[Places] = ()
    ) -> None:
        size_mm = (board.width_mm, board.height_mm)
        self._step_mm = max(STEP_MM, max(size_mm) / MOST_STEPS)
        lines = [np.arange(self._step_mm / 2, side, self._step_mm) for side in size_mm]
        grid_mm = np.stack(np.meshgrid(*lines), axis=-1)
        self._pose = pose
        self._at_px, known_px, self._compared = reference.seen_by(pose, grid_mm)
        self._bare = _beside(places, grid_mm.shape[:2], self._step_mm) if places else None
        if self._bare is not None:
            self._compared &= self._bare > 0
        self._seen_bare = _seen_bare(self._bare, 1 / self._step_mm)
        known = self._bands_of(reference.smoothed(self._step_mm), known_px)
        self._strong = [_Strong.of(band, self._compared) for band in known[:4]]
        self._clear: list[Detail] = []

    def forget(self) -> None:
        """Measure the next picture as if it were the first."""
        self._clear = []

    def detail_of(self, photo: Image, move: Move | None = None) -> Detail:
        """The detail of a photo that may have moved a little since the pose was taken."""
        if len(self._clear) == SETTLED:
            return max(self._clear, key=lambda detail: detail.detail_share)
        smooth = smooth_for(photo, self._pose, self._step_mm)
        seen = self._bands_of(smooth, moved(self._at_px, move))
        gains = np.array(
            [strong.gain(band) for strong, band in zip(self._strong, seen[:4], strict=True)]
        )
        ratio = gains[:3] / max(gains[3], 0.1)
        factors = 1 / np.maximum(ratio, 1) if ratio[1] > MOST else np.ones(3)
        detail = Detail(factors, float(ratio[1]))
        if detail.detail_share >= IN_FOCUS:
            self._clear.append(detail)
        return detail

    def _bands_of(self, smooth: Image, at_px: Tones) -> list[Tones]:
        straight = sample_tones(smooth, at_px)
        grey = np.asarray(cv2.transform(straight, np.full((1, 3), 1 / 3)), np.float32)
        return _bands(grey, 1 / self._step_mm, bare=self._bare, seen_bare=self._seen_bare)


def _beside(places: Sequence[Places], shape: tuple[int, int], step_mm: float) -> Tones:
    """A grid (rows, columns) of points so far apart: 1 where no place is, 0 on places."""
    bare = np.ones(shape, np.float32)
    for each in places:
        corners = each.grid_mm[:, [0, 0, -1, -1], [0, -1, -1, 0]]
        centres = each.centres_mm[:, None]
        rings = (centres + PIECE_SHARE * (corners - centres)) / step_mm - 0.5
        for ring in np.round(rings).astype(np.int32, order="C"):
            cv2.fillConvexPoly(bare, ring, 0.0)
    return bare


def softened(picture: Image, pose: Pose, factors: Tones) -> Image:
    """A picture (h, w, 3) with the bands of its detail scaled; itself where all factors are 1."""
    if (factors == 1).all():
        return picture
    bands = _bands(picture.astype(np.float32), pose.px_per_mm, SIGMAS_MM[:3])
    mixed = bands[3]
    for band, factor in zip(bands[:3], factors.tolist(), strict=True):
        mixed += factor * band
    return np.asarray(np.clip(np.round(mixed), 0, 255), np.uint8)


def _seen_bare(bare: Tones | None, px_per_mm: float) -> list[Tones]:
    """How much bare print each blur sees of what is ``bare`` (rows, columns), 1 or 0."""
    if bare is None:
        return []
    blurred = (_blurred(bare, sigma_mm * px_per_mm) for sigma_mm in SIGMAS_MM)
    return [np.maximum(seen, LEAST_BARE) for seen in blurred]


def _bands(
    picture: Tones,
    px_per_mm: float,
    sigmas_mm: tuple[float, ...] = SIGMAS_MM,
    bare: Tones | None = None,
    seen_bare: Sequence[Tones] = (),
) -> list[Tones]:
    """The picture between each blur and the next, finest first, and what the last one leaves.

    Blurs see only what is ``bare`` (rows, columns), 1 or 0, of which each sees ``seen_bare``: they
    are normalised convolutions (Knutsson and Westin, 1993).
    """
    bands: list[Tones] = []
    finer = picture
    for nth, sigma_mm in enumerate(sigmas_mm):
        shown = finer if bare is None else finer * bare
        coarser = _blurred(shown, sigma_mm * px_per_mm)
        if bare is not None:
            coarser /= seen_bare[nth]
        bands.append(finer - coarser)
        finer = coarser
    return [*bands, finer]


def _blurred(picture: Tones, sigma_px: float) -> Tones:
    """A picture (rows, columns) or (rows, columns, 3) blurred by a Gaussian.

    What a wide one leaves, a smaller picture holds.
    """
    rows, columns = picture.shape[:2]
    times = max(1.0, sigma_px / SMALL_SIGMA_PX)
    if times < WORTH_SHRINKING:
        return np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma_px), np.float32)
    across, down = round(columns / times), round(rows / times)
    small = cv2.resize(picture, (across, down), interpolation=cv2.INTER_AREA)
    sigmas_px = sigma_px * across / columns, sigma_px * down / rows
    blurred = cv2.GaussianBlur(small, (0, 0), sigmas_px[0], None, sigmas_px[1])
    return np.asarray(cv2.resize(blurred, (columns, rows)), np.float32)


@dataclass(frozen=True, eq=False)
class _Strong:
    """Where the print has most of a band: ``at`` (n,) of its samples, and the band there (n,)."""

    at: NDArray[np.intp]
    known: Tones

    @classmethod
    def of(cls, band: Tones, compared: NDArray[np.bool_]) -> _Strong:
        """That of a band of the reference (rows, columns), where the two are compared."""
        strength = np.abs(band[compared])
        if not len(strength):
            return cls(np.zeros(0, np.intp), np.zeros(0, np.float32))
        strong = (strength >= np.quantile(strength, 1 - STRONG_SHARE)) & (strength > 0)
        at = np.flatnonzero(compared)[strong]
        return cls(at, band.ravel()[at])

    def gain(self, seen: Tones) -> float:
        """How strongly a photo's band (rows, columns) shows it."""
        return float(np.median(seen.ravel()[self.at] / self.known)) if len(self.at) else 1.0
