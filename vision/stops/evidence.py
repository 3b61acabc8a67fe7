"""What each sample of a board of stops shows: bare print, a shadow on it, or a ship's paint.

Everything is a density of tones relative to white, in one unit, so that print, shadow, paint and
what is none of them can be weighed against each other, sample by sample.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards.stops_board import StopsBoard
from vision.between.ground import Expected, Ground
from vision.photometry.colours import DEFAULTS, Palette, fit_palette, log_density
from vision.photometry.light import Light
from vision.picture.sampling import Floats, Tones, largest

Cells = tuple[NDArray[np.intp], NDArray[np.intp]]
"""Rows and columns of samples."""
NEAR_MM = 34.0
"""So near to a stop every sample is looked at; elsewhere those alone that are foreign."""
AROUND_MM, MEDIAN_CELLS = 40.0, 7
"""Where the light fits badly is told from the median in squares of this side, of so many cells."""
PILE_MM = 15.0
"""Tickets are piled so far around the middle of a stranding place."""
MOST_OTHERS = 2
"""So many other palettes that explain a picture have their say."""
LEAST_SHARE, LEAST_DENSITY = -5.0, -12.0
ASIDE = 0.7
"""In what may be a hand so much less speaks for any paint."""
CELL_WORTH = 0.15
"""A cell of a ship counts for so much of a ship."""


@dataclass(frozen=True)
class EvidenceSettings:
    """Densities are logs, in shares of the highest one of a paint without any scatter but noise."""

    noise: float = 0.012
    """Sigma of a tone of bare print that the light explains, beside the picture's usual misfit."""
    most_noise: float = 0.02
    """Where the light fits badly print is believed to misfit by so much more, and no further: in
    the midst of a crowd nothing is print."""
    print_tail: float = -9.0
    """Print is never less likely than this: a crease, a reflection."""
    shadow: float = -4.0
    """A shadow of any depth, where a sample is exactly the darkened print."""
    least_shadow: float = -6.5
    """What is less likely a shadow than this is none."""
    shadow_noise: float = 0.035
    shadow_depth: float = 0.3
    """Shadows leave at least this share of a tone."""
    stranger: float = -9.0
    """Any colour that is none of these: cards, hands, coins."""
    foreign: float = 0.05
    """A sample so far from what the print explains is foreign, in tones,"""
    strange: float = 0.03
    """What is surely there is further off by so much,"""
    strange_contrast: float = 0.2
    """and by this share of the print's contrast."""
    foreign_misfits: float = 2.0
    """and by so many median misfits more where the light fits badly."""
    stray: float = 0.09
    """A ship may be painted, or lit, so far beside its kind's colour,"""
    strays: float = 0.2
    """if rarely."""
    rivalry: float = 0.15
    """Other kinds' paints count so much against a kind: which of them it is, is told later."""
    crowd: float = 1.3
    """No crowd of ships covers more in one piece than so many times all of them, as they are seen
    lying on their sides,"""
    tickets_mm2: float = 800.0
    """and so much more with tickets beside them."""
    cell_drift: float = 0.03
    """Cells of shadows and card tell less of a kind's own paint than ships do."""
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
    strange: NDArray[np.bool_]
    """Foreign ones that no shadow explains, and no strong print that lies a little beside."""
    far: float
    """Samples further than this from what print explains are foreign."""


@dataclass(frozen=True, eq=False)
class Evidence:
    """What speaks for each kind of a palette, (kinds, rows, columns) each.

    ``paint``: from -1, surely not its paint, to 1, surely that or another kind's much like it;
    ``shares``: the log share of this kind in the chance of all kinds; ``densities``: the log
    density of its paint. ``foreign`` (rows, columns): which samples are no bare print.
    """

    palette: Palette
    paint: Tones
    shares: Tones
    densities: Tones
    foreign: NDArray[np.bool_]


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
        self._crowd_mm2 = settings.tickets_mm2
        if ship := board.ship:
            each_mm2 = ship.length_mm * (ship.width_mm + ship.height_mm / 2)
            self._crowd_mm2 += settings.crowd * len(ship.kinds) * each_mm2
        piles = np.zeros(ground.shape, np.uint8)
        for stop in board.stranding_places.values():
            at = np.round(np.array([stop.x_mm, stop.y_mm]) / ground.step_mm).astype(int)
            cv2.circle(piles, at.tolist(), round(PILE_MM / float(ground.step_mm.mean())), 1, -1)
        self._piles = piles > 0

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
        around = np.minimum(self._around(misfit), 2 * usual + settings.most_noise)
        noise = settings.noise + around.ravel()[at]
        print_ = np.maximum(-0.5 * (misfit.ravel()[at] / noise) ** 2, settings.print_tail)
        shadow = self._shadow(seen, expected.tones.reshape(-1, 3)[at])
        shaded = np.zeros(self.ground.shape, bool)
        shaded.ravel()[at] = shadow > np.maximum(print_, settings.least_shadow)
        sure = far + settings.strange + settings.strange_contrast * expected.contrast
        strange = foreign & (misfit > sure) & ~shaded
        return Samples(at, paint, print_, shadow, misfit, foreign, shaded, strange, far)

    def weigh(self, samples: Samples, palette: Palette, aside: NDArray[np.bool_]) -> Evidence:
        """What speaks for each kind of a palette; less where hands are, ``aside``."""
        logs = self._densities(samples, palette)
        rest = np.logaddexp(np.logaddexp(samples.print_, samples.shadow), self.settings.stranger)
        top = np.maximum(logs.max(axis=0), rest)
        each, rest = np.exp(logs - top), np.exp(rest - top)
        all_ = each.sum(axis=0)
        rivals = self.settings.rivalry * (all_ - each)
        shape = (len(palette.kinds), *self.ground.shape)
        paint, shares = np.full(shape, -1.0, np.float32), np.zeros(shape, np.float32)
        paint.reshape(shape[0], -1)[:, samples.at] = 2 * each / (each + rivals + rest) - 1
        paint[:, aside] = np.maximum(paint[:, aside] - ASIDE, -1)
        shares.reshape(shape[0], -1)[:, samples.at] = np.maximum(
            np.log(np.maximum(each, 1e-30) / np.maximum(all_, 1e-30)), LEAST_SHARE
        )
        densities = np.full(shape, LEAST_DENSITY, np.float32)
        densities.reshape(shape[0], -1)[:, samples.at] = np.maximum(logs, LEAST_DENSITY)
        return Evidence(palette, paint, shares, densities, samples.foreign)

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

    def _densities(self, samples: Samples, palette: Palette) -> Floats:
        """The log density of each sample as each kind's paint, (kinds, n)."""
        settings = self.settings
        spread = replace(DEFAULTS, scatter=settings.stray)
        wide = 3 * np.log(settings.stray / DEFAULTS.scatter) - np.log(settings.strays)
        parts = []
        for each in (palette, *palette.others[:MOST_OTHERS]):
            tones, paint = each.tones * each.brightening, samples.paint * each.brightening
            tight, loose = log_density(tones, paint), log_density(tones, paint, spread) - wide
            parts.append(np.logaddexp(tight, loose) + np.log(max(each.share, 1e-6)))
        return np.asarray(np.logaddexp.reduce(parts).T, float)

    def large(self, samples: Samples) -> NDArray[np.bool_]:
        """What is too large for a crowd of ships and tickets, (rows, columns): hands, sheets."""
        strange = samples.strange.astype(np.uint8)
        _, labels, stats, _ = cv2.connectedComponentsWithStats(strange, connectivity=4)
        most = self._crowd_mm2 / float(self.ground.step_mm.prod())
        wide = stats[:, cv2.CC_STAT_AREA] > most
        wide[0] = False
        return np.asarray(wide[labels])

    def palette_of(
        self,
        samples: Samples,
        usual: Palette,
        taught: bool,
        aside: NDArray[np.bool_],
        ships: Sequence[tuple[Cells, float]] = (),
    ) -> Palette:
        """The paints of a picture, from what surely are ships and cells of foreign samples.

        ``ships`` are the samples of each one's hull, and how likely it is one.
        What lies ``aside`` (rows, columns) says nothing, nor what lies where goods are piled:
        tickets have ships' colours.
        """
        side = max(1, round(self.settings.cell_mm / float(self.ground.step_mm.mean())))
        size = (self.ground.shape[1] // side, self.ground.shape[0] // side)
        paint = np.zeros((*self.ground.shape, 3), np.float32)
        paint.reshape(-1, 3)[samples.at] = samples.paint
        there = samples.foreign & ~samples.shaded & ~aside & self._near & ~self._piles
        share = cv2.resize(there.astype(np.float32), size, interpolation=cv2.INTER_AREA)
        means = cv2.resize(paint, size, interpolation=cv2.INTER_AREA)[share > 0.999]
        bodies = [np.median(paint[cells], axis=0) for cells, _ in ships]
        colours = np.concatenate([means.reshape(-1, 3), np.array(bodies).reshape(-1, 3)])
        weights = np.append(np.full(len(means), CELL_WORTH), [chance for _, chance in ships])
        if not len(weights):
            return usual
        near = DEFAULTS if ships else replace(DEFAULTS, kind_drift=self.settings.cell_drift)
        return fit_palette(usual, colours.astype(float), weights, taught, near)
