"""The whole board in steps of a few millimetres: the picture, and the print it should show."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards.board import Board
from vision.alignment.pose import Pose
from vision.alignment.reference import Reference
from vision.photometry.light import FittedLight, cleared
from vision.picture.arrays import Floats, Image, Tones
from vision.picture.sampling import Move, largest, moved, sample, sample_tones

STEP_MM = 2.0
"""About the distance of neighbouring samples."""
SHIFT_SHARE = 0.7
"""The print may lie beside its place by this share of a step."""
SURROUNDINGS_MM = 30.0
"""Contrast is told from the mean of a square of this size."""


@dataclass(frozen=True, eq=False)
class Ground:
    """The board's samples under one pose: all that is kept while the camera stands still.

    ``frame_px`` (rows, columns, 2) says where to sample the picture; ``print_`` (rows, columns, 3)
    are the reference photo's tones there, and ``in_view`` (rows, columns) is 1 where both see the
    board, else 0. ``step_mm`` (2,) is the distance of samples along x and y.
    """

    pose: Pose
    frame_px: Tones
    print_: Tones
    in_view: Tones
    step_mm: Floats

    @classmethod
    def lay(
        cls, board: Board, pose: Pose, reference: Reference, about_mm: float = STEP_MM
    ) -> Ground:
        """Lay samples over a board as seen by a pose, about so far apart."""
        size_mm = np.array([board.width_mm, board.height_mm])
        columns, rows = np.maximum(np.round(size_mm / about_mm), 8).astype(int)
        step_mm = size_mm / (columns, rows)
        lines = [
            (np.arange(n) + 0.5) * step for n, step in zip((columns, rows), step_mm, strict=True)
        ]
        grid_mm = np.stack(np.meshgrid(*lines), axis=-1)
        frame_px, reference_px, in_view = reference.seen_by(pose, grid_mm)
        print_ = sample_tones(reference.smoothed(about_mm / 2), reference_px)
        return cls(pose, frame_px, print_, in_view.astype(np.float32), step_mm)

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of samples."""
        return self.in_view.shape[0], self.in_view.shape[1]

    def lean_mm(self, at_mm: Floats, height_mm: float) -> Floats:
        """How far a point (..., 2) at a height seems shifted over the board, (..., 2) in mm."""
        feet_mm = np.asarray(at_mm, float).reshape(-1, 2)
        return self.pose.lean_mm(feet_mm, height_mm).reshape(np.shape(at_mm))

    def outlines(self, bases_mm: Floats, height_mm: float) -> list[NDArray[np.int32]]:
        """All that bodies on bases (n, k, 2) cover: outlines (m, 1, 2) in 1/16 samples."""
        tops_mm = bases_mm + self.lean_mm(bases_mm, height_mm)
        samples = np.concatenate([bases_mm, tops_mm], axis=1) / self.step_mm - 0.5
        corners = (samples * 16).round().astype(np.int32)
        return [np.asarray(cv2.convexHull(body), np.int32) for body in corners]

    def sample(self, picture: Image, move: Move | None = None) -> Image:
        """The codes of a picture, smoothed for the step, at all samples: (rows, columns, 3)."""
        return sample(picture, moved(self.frame_px, move))

    def expected(self, light: FittedLight) -> Expected:
        """The print as it should look in a light."""
        lit = self._lit(light)
        return Expected(lit.shown(self.print_), lit, self.in_view, self.step_mm)

    def _lit(self, light: FittedLight) -> GroundLight:
        white = light.white
        dimming, gain, veil = (
            self._spread(cells) for cells in (1 / white, light.gain / white, light.veil / white)
        )
        haze = None if light.haze is None else self._spread(light.haze)
        mixing = np.ascontiguousarray(light.mixing.T, np.float32)
        return GroundLight(mixing, dimming, gain, veil, haze)

    def _spread(self, cells: Tones) -> Tones:
        rows, columns = self.shape
        return np.asarray(cv2.resize(cells.astype(np.float32), (columns, rows)))


@dataclass(frozen=True, eq=False)
class GroundLight:
    """One light at all samples, relative to the local white.

    ``mixing`` (3, 4) of the print's tones; ``dimming``, ``gain`` and ``veil`` (rows, columns, 3);
    ``haze`` (rows, columns) over the reference photo, or None.
    """

    mixing: Tones
    dimming: Tones
    gain: Tones
    veil: Tones
    haze: Tones | None

    def shown(self, print_: Tones) -> Tones:
        """What a print (rows, columns, 3) should look like."""
        if self.haze is not None:
            print_ = cleared(print_, self.haze[..., None])
        tones = cv2.transform(print_, self.mixing) * self.gain
        tones += self.veil
        return np.asarray(tones)

    def relative_to_white(self, codes: Image, exposure: Tones) -> Tones:
        """The tones of a picture (rows, columns, 3) in this light, with this exposure."""
        tones = cv2.multiply(codes, self.dimming, dtype=cv2.CV_32F)
        return np.asarray(cv2.transform(tones, np.diag(1 / (255 * exposure))))

    def closer(self, rows: slice, columns: slice, times: int) -> GroundLight:
        """The light of some rows and columns, at so many times as many samples along a side."""
        dimming, gain, veil = (
            _enlarged(field[rows, columns], times) for field in (self.dimming, self.gain, self.veil)
        )
        haze = None if self.haze is None else _enlarged(self.haze[rows, columns], times)
        return GroundLight(self.mixing, dimming, gain, veil, haze)


@dataclass(frozen=True, eq=False)
class Expected:
    """The print of the whole board as it should look in one light, relative to the local white.

    ``tones`` (rows, columns, 3), and the light itself.
    """

    tones: Tones
    lit: GroundLight
    in_view: Tones
    step_mm: Floats

    def misfit(self, tones: Tones) -> Tones:
        """How far samples (rows, columns, 3) are from what the print explains, (rows, columns).

        Tones between those of a sample and its neighbours are explained too, because no pose puts
        the print in its place to the last tenth of a millimetre.
        """
        low, high = self._range
        return np.asarray(
            np.maximum(largest(cv2.max(cv2.subtract(tones, high), cv2.subtract(low, tones))), 0)
            * self.in_view
        )

    @cached_property
    def _range(self) -> tuple[Tones, Tones]:
        """The lowest and the highest tones that the print explains, each (rows, columns, 3)."""
        square = np.ones((3, 3), np.uint8)
        low, high = (
            SHIFT_SHARE * most + (1 - SHIFT_SHARE) * self.tones
            for most in (cv2.erode(self.tones, square), cv2.dilate(self.tones, square))
        )
        return low, high

    @cached_property
    def contrast(self) -> Tones:
        """How far the expected print differs from its surroundings, (rows, columns), in tones."""
        across, down = (np.round(SURROUNDINGS_MM / self.step_mm)).astype(int).tolist()
        return largest(cv2.absdiff(self.tones, cv2.blur(self.tones, (across, down))))


def _enlarged(field: Tones, times: int) -> Tones:
    """A field (rows, columns, ...) with so many times as many samples along each side."""
    size = (times * field.shape[1], times * field.shape[0])
    return np.asarray(cv2.resize(np.ascontiguousarray(field), size))
