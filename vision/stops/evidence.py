"""What each sample of a board of stops shows: bare print, a shadow on it, or a ship's paint.

Everything is a density of tones relative to white, in one unit, so that print, shadow, paint and
what is none of them can be weighed against each other, sample by sample.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards.stops_board import StopsBoard
from vision.between.ground import Expected, Ground
from vision.photometry.colours import DEFAULTS, Palette, fit_palette, log_density
from vision.photometry.light import Light
from vision.picture.sampling import Floats, Tones, largest

NEAR_MM = 34.0
"""So near to a stop every sample is looked at; elsewhere those alone that are foreign."""
AROUND_MM, MEDIAN_CELLS = 40.0, 7
"""Where the light fits badly is told from the median in squares of this side, of so many cells."""
CELL_WORTH = 0.15
"""A cell of a ship counts for so much of a ship."""


@dataclass(frozen=True)
class EvidenceSettings:
    """Densities are logs, in shares of the highest one of a paint without any scatter but noise."""

    noise: float = 0.03
    """Sigma of a tone of bare print that the light explains, beside the picture's usual misfit."""
    print_tail: float = -6.0
    """Print is never less likely than this: a crease, a reflection."""
    shadow: float = -4.0
    """A shadow of any depth, where a sample is exactly the darkened print."""
    shadow_noise: float = 0.035
    shadow_depth: float = 0.3
    """Shadows leave at least this share of a tone."""
    stranger: float = -6.5
    """Any colour that is none of these: cards, hands, coins."""
    foreign: float = 0.07
    """A sample so far from what the print explains is foreign, in tones,"""
    foreign_misfits: float = 2.0
    """and by so many median misfits more where the light fits badly."""
    cell_mm: float = 4.5
    """The ships' paint is told from cells of this size that are foreign all over."""


USUAL = EvidenceSettings()


@dataclass(frozen=True, eq=False)
class Samples:
    """A picture's samples as first looked at, of which ``at`` (n,) are looked at closely.

    ``paint`` (n, 3) are their tones as paint; ``print_`` and ``shadow`` (n,) log densities as bare
    print, and as print in a shadow. ``misfit``, ``foreign`` and ``shaded`` (rows, columns): how far
    all samples are from what print explains, which of them are foreign, and which of those that are
    looked at are rather in a shadow.
    """

    at: NDArray[np.intp]
    paint: Tones
    print_: Floats
    shadow: Floats
    misfit: Tones
    foreign: NDArray[np.bool_]
    shaded: NDArray[np.bool_]
    far: float
    """Samples further than this from what print explains are foreign."""


class EvidenceGauge:
    """Weighs the samples of one board under one pose."""

    def __init__(
        self, board: StopsBoard, ground: Ground, settings: EvidenceSettings = USUAL
    ) -> None:
        self.ground, self.settings = ground, settings
        rows, columns = ground.shape
        self._at_mm = (
            np.stack(np.meshgrid(np.arange(columns), np.arange(rows)), axis=-1) + 0.5
        ) * ground.step_mm
        near = np.zeros(ground.shape, np.uint8)
        for stop in board.stops.values():
            at = np.round(np.array([stop.x_mm, stop.y_mm]) / ground.step_mm).astype(int)
            cv2.circle(near, at.tolist(), round(NEAR_MM / float(ground.step_mm.mean())), 1, -1)
        self._near = near > 0

    def look(self, tones: Tones, expected: Expected, light: Light) -> Samples:
        """Look at the samples (rows, columns, 3) of a picture, relative to white."""
        settings = self.settings
        misfit = expected.misfit(tones)
        usual = float(np.median(misfit[::4, ::4]))
        far = settings.foreign + settings.foreign_misfits * usual
        foreign = (misfit > far) & (self.ground.in_view > 0)
        at = np.flatnonzero((self._near | (misfit > far)) & (self.ground.in_view > 0))
        seen = tones.reshape(-1, 3)[at]
        paint = light.paint(
            np.ascontiguousarray(seen[:, None, None], np.float32),
            self._at_mm.reshape(-1, 2)[at].astype(np.float32),
        )[:, 0, 0]
        noise = settings.noise + self._around(misfit).ravel()[at]
        print_ = np.maximum(-0.5 * (misfit.ravel()[at] / noise) ** 2, settings.print_tail)
        shadow = self._shadow(seen, expected.tones.reshape(-1, 3)[at])
        shaded = np.zeros(self.ground.shape, bool)
        shaded.ravel()[at] = shadow > np.maximum(print_, settings.stranger)
        return Samples(at, paint, print_, shadow, misfit, foreign, shaded, far)

    def weigh(self, samples: Samples, palette: Palette) -> Tones:
        """Evidence for each kind of a palette, (kinds, rows, columns).

        From -1, surely not its paint, to 1, surely that.
        """
        kinds = np.full((len(palette.kinds), *self.ground.shape), -1.0, np.float32)
        kinds.reshape(len(kinds), -1)[:, samples.at] = self._chances(samples, palette)
        return kinds

    def _around(self, misfit: Tones) -> Tones:
        """How far the print misfits all around each sample (rows, columns): the median."""
        steps = max(1, round(AROUND_MM / MEDIAN_CELLS / float(self.ground.step_mm.mean())))
        codes = np.clip(misfit[::steps, ::steps] * 1000, 0, 255).astype(np.uint8)
        middle = cv2.medianBlur(codes, MEDIAN_CELLS).astype(np.float32) * np.float32(1e-3)
        size = misfit.shape[::-1]
        return np.asarray(cv2.resize(middle, size, interpolation=cv2.INTER_LINEAR), np.float32)

    def _shadow(self, seen: Tones, known: Tones) -> Floats:
        """The log density of samples (n, 3) as the print (n, 3) in a shadow, (n,)."""
        settings = self.settings
        length = np.maximum(np.einsum("nc,nc->n", known, known), 1e-3)
        depth = np.einsum("nc,nc->n", seen, known) / length
        off = largest(np.abs(seen - depth[:, None] * known))
        density = settings.shadow - 0.5 * (off / settings.shadow_noise) ** 2
        possible = (depth > settings.shadow_depth) & (depth < 1)
        return np.asarray(np.where(possible, density, -50.0), float)

    def _chances(self, samples: Samples, palette: Palette) -> Tones:
        more = palette.brightening
        logs = log_density(palette.tones * more, samples.paint * more, DEFAULTS).T
        rest = np.logaddexp(np.logaddexp(samples.print_, samples.shadow), self.settings.stranger)
        top = np.maximum(logs.max(axis=0), rest)
        shares = np.exp(logs - top)
        all_ = shares.sum(axis=0) + np.exp(rest - top)
        return np.asarray(2 * shares / all_ - 1, np.float32)

    def palette_of(
        self, samples: Samples, usual: Palette, taught: bool, aside: NDArray[np.bool_]
    ) -> Palette:
        """The paints of a picture, from cells of foreign samples; ``aside`` ones say nothing."""
        side = max(1, round(self.settings.cell_mm / float(self.ground.step_mm.mean())))
        size = (self.ground.shape[1] // side, self.ground.shape[0] // side)
        paint = np.zeros((*self.ground.shape, 3), np.float32)
        paint.reshape(-1, 3)[samples.at] = samples.paint
        there = (samples.foreign & ~samples.shaded & ~aside).astype(np.float32)
        full = cv2.resize(there, size, interpolation=cv2.INTER_AREA) > 0.999
        colours = np.asarray(cv2.resize(paint, size, interpolation=cv2.INTER_AREA)[full], float)
        if not len(colours):
            return usual
        return fit_palette(usual, colours, np.full(len(colours), CELL_WORTH), taught)
