"""A board's photos in their light: as soft, as smooth and lit alike, whoever looks at them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.boards.board import Board
from vision.alignment.patches import Places
from vision.alignment.pose import Pose, smooth_for
from vision.alignment.reference import Reference
from vision.photometry.illumination_cache import KeptLight
from vision.photometry.light import Light, sample_grid_mm
from vision.photometry.sharpness import DetailGauge, softened
from vision.picture.arrays import Image
from vision.picture.sampling import Move, moved, sample, sample_tones


@dataclass(frozen=True, eq=False)
class LitPhoto:
    """A photo as it is to be looked at, and its light.

    ``photo`` (h, w, 3) is no sharper than the reference, ``smooth`` is the same with the blur that
    the step asks for, and ``codes`` (rows, columns, 3) are what the light is told from.
    ``detail_share`` is how much of the reference's detail the photo shows.
    """

    photo: Image
    smooth: Image
    codes: Image
    light: Light
    detail_share: float


class BoardLight:
    """Softens and lights photo after photo of one board, as seen under one pose.

    Photos are smoothed for samples every ``step_mm``. Pieces may lie on ``places``: there no detail
    is compared.
    """

    def __init__(
        self,
        board: Board,
        pose: Pose,
        reference: Reference,
        step_mm: float,
        places: Sequence[Places] = (),
    ) -> None:
        size_mm = (board.width_mm, board.height_mm)
        self._step_mm = step_mm
        self._detail = DetailGauge(pose, reference, board, places)
        self._at_px, known_px, usable = reference.seen_by(pose, sample_grid_mm(*size_mm))
        known = sample_tones(reference.smoothed(step_mm), known_px)
        self._light = KeptLight(known, usable.astype(np.float32), size_mm)

    def forget(self) -> None:
        """Take the next photo as if it were the first."""
        self._detail.forget()
        self._light.forget()

    def take(self, photo: Image, pose: Pose, move: Move | None = None) -> LitPhoto:
        """Light a photo (h, w, 3) with this pose, which may have moved a little since the first."""
        detail = self._detail.detail_of(photo, move)
        photo = softened(photo, pose, detail.factors)
        smooth = smooth_for(photo, pose, self._step_mm)
        codes = sample(smooth, moved(self._at_px, move))
        return LitPhoto(photo, smooth, codes, self._light.light_of(codes), detail.detail_share)

    def set_aside(self, pieces: Image, lit: LitPhoto) -> LitPhoto:
        """The photo that was just taken in the light that the print beside its pieces tells.

        ``pieces`` (h, w) is more than 0 where one was read, over the whole board.
        """
        if not self._light.set_aside(pieces):
            return lit
        return replace(lit, light=self._light.light_of(lit.codes))
