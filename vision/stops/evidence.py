"""What each sample of a board of stops says of each kind of ship: whether a ship, and its paint.

Whether a ship lies there is seen by a network that knows no colours (``network``); which of them it
is, is told by its paint, beside the paints of all others that may be in the same picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.between.ground import Ground
from vision.photometry.colour_settings import DEFAULTS, PaletteSearch
from vision.photometry.colours import Palette, fit_palette
from vision.photometry.light import Light
from vision.photometry.scatter import log_density
from vision.picture.arrays import Floats, Tones
from vision.stops.known_paints import KnownPaints
from vision.stops.network import SHIP, Things

Cells = tuple[NDArray[np.intp], NDArray[np.intp]]
"""Rows and columns of samples."""
MOST_OTHERS = 2
"""So many other palettes that explain a picture have their say."""
CELL_WORTH = 0.15
"""A cell of a ship counts for so much of a ship."""


# Densities are logs, in shares of the highest one of a paint without any scatter but noise.
LEAST_SHARE, LEAST_DENSITY = -5.0, -12.0
"""No sample speaks louder against a kind, by its share among all paints and by its density as this
one: in the mean of a hull a few would outweigh all others."""
LEAST_SHIP = 0.04
"""Where a ship is less likely than this, no paint is looked at."""
SURE_SHIP = 0.8
"""Paints are told from samples, and from candidates, that are a ship's as likely as this."""
STRANGER = -9.0
"""Any colour that is none of these."""
STRAY = 0.09
"""A ship may be painted, or lit, so far beside its kind's colour,"""
STRAYS = 0.2
"""if rarely."""
RIVALRY = 0.15
"""Other kinds' paints count so much against a kind: which of them it is, is told later."""
BEFORE = 0.6
"""Where another ship surely stands, less by so much speaks against this one."""
CELL_MM = 4.5
"""The ships' paint is told from cells of this size that show ships all over."""
PAINTS = replace(DEFAULTS, search=PaletteSearch(gains=(*DEFAULTS.search.gains, 1.15)))
"""Paints may be brighter than the board file says: nothing else tells the brightness of a few."""


@dataclass(frozen=True, eq=False)
class Samples:
    """The samples ``at`` (n,) that may show a ship, counted row by row.

    ``paint`` (n, 3) are their tones as paint, ``ship`` (n,) how likely one is a ship's.
    """

    at: NDArray[np.intp]
    paint: Tones
    ship: Floats


@dataclass(frozen=True, eq=False)
class Evidence:
    """What speaks for each kind of a palette, (kinds, rows, columns) each.

    ``paint``: from -1, surely not its paint, to 1, surely that or another kind's much like it;
    ``shares``: the log share of this kind in the chance of all kinds; ``densities``: the log
    density of its paint.
    """

    palette: Palette
    paint: Tones
    shares: Tones
    densities: Tones


class EvidenceGauge:
    """Weighs the samples of one board under one pose."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground

    def look(self, tones: Tones, things: Things, light: Light) -> Samples:
        """Look at what may be ships among samples (rows, columns, 3), relative to white."""
        ship = things.shares[SHIP].ravel()
        at = np.flatnonzero((ship > LEAST_SHIP) & (self.ground.in_view.ravel() > 0))
        if not len(at):
            return Samples(at, np.zeros((0, 3), np.float32), ship[at])
        rows, columns = np.divmod(at, self.ground.shape[1])
        at_mm = (np.stack([columns, rows], axis=1) + 0.5) * self.ground.step_mm
        seen = tones.reshape(-1, 3)[at]
        paint = light.paint(
            np.ascontiguousarray(seen[:, None, None], np.float32), at_mm.astype(np.float32)
        )[:, 0, 0]
        return Samples(at, paint, ship[at])

    def weigh(self, samples: Samples, palette: Palette) -> Evidence:
        """What speaks for each kind of a palette."""
        logs = self._densities(samples, palette)
        each = np.exp(logs)
        all_ = each.sum(axis=0)
        rivals = RIVALRY * (all_ - each) + np.exp(STRANGER)
        paint = 2 * samples.ship * each / (each + rivals) - 1
        # What another ship's paint shows there may stand before this one.
        before = samples.ship * (all_ - each) / (all_ + np.exp(STRANGER))
        paint = np.maximum(paint, BEFORE * before - 1)
        with np.errstate(divide="ignore"):
            shares = np.maximum(logs - np.log(np.maximum(all_, 1e-30)), LEAST_SHARE)
        return Evidence(
            palette,
            self._laid(paint, samples, -1.0),
            self._laid(shares, samples, 0.0),
            self._laid(np.maximum(logs, LEAST_DENSITY), samples, LEAST_DENSITY),
        )

    def _laid(self, told: Floats, samples: Samples, elsewhere: float) -> Tones:
        """What is told of samples (kinds, n), laid out over the board (kinds, rows, columns)."""
        laid = np.full((len(told), *self.ground.shape), elsewhere, np.float32)
        laid.reshape(len(told), -1)[:, samples.at] = told
        return laid

    def _densities(self, samples: Samples, palette: Palette) -> Floats:
        """The log density of each sample as each kind's paint, (kinds, n)."""
        spread = replace(DEFAULTS, scatter=STRAY)
        wide = 3 * np.log(STRAY / DEFAULTS.scatter) - np.log(STRAYS)
        parts = []
        for each in (palette, *palette.others[:MOST_OTHERS]):
            tones, paint = each.tones * each.brightening, samples.paint * each.brightening
            tight, loose = log_density(tones, paint), log_density(tones, paint, spread) - wide
            parts.append(np.logaddexp(tight, loose) + np.log(max(each.share, 1e-6)))
        return np.asarray(np.logaddexp.reduce(parts).T, float)

    def palette_of(
        self,
        samples: Samples,
        usual: Palette,
        ships: Sequence[tuple[Cells, float]] = (),
        known: KnownPaints | None = None,
    ) -> Palette:
        """The paints of a picture, from what surely are ships, and cells that show them.

        ``ships`` are the samples of each one's hull, and how likely it is one; ``known`` are the
        paints that were seen before.
        """
        side = max(1, round(CELL_MM / float(self.ground.step_mm.mean())))
        size = (self.ground.shape[1] // side, self.ground.shape[0] // side)
        paint = self._paint(samples)
        there = np.zeros(self.ground.shape, np.float32)
        there.ravel()[samples.at] = samples.ship > SURE_SHIP
        share = cv2.resize(there, size, interpolation=cv2.INTER_AREA)
        means = cv2.resize(paint, size, interpolation=cv2.INTER_AREA)[share > 0.999]
        bodies = _medians(paint, [cells for cells, _ in ships])
        colours = np.concatenate([means.reshape(-1, 3), bodies])
        weights = np.append(np.full(len(means), CELL_WORTH), [chance for _, chance in ships])
        if not len(weights):
            return usual
        may_be = np.ones((len(weights), len(usual.kinds)))
        if known is not None:
            tones, worth, whose = known.of(usual.kinds)
            colours = np.concatenate([colours, tones])
            weights, may_be = np.append(weights, worth), np.concatenate([may_be, whose])
        return fit_palette(usual, colours.astype(float), weights, may_be, PAINTS)

    def paint_of(self, samples: Samples, hulls: Sequence[Cells]) -> Tones:
        """The paint of each hull, (hulls, 3)."""
        return _medians(self._paint(samples), hulls)

    def _paint(self, samples: Samples) -> Tones:
        """What paint each sample of the board shows, (rows, columns, 3); 0 where no ship may be."""
        paint = np.zeros((*self.ground.shape, 3), np.float32)
        paint.reshape(-1, 3)[samples.at] = samples.paint
        return paint


def _medians(paint: Tones, hulls: Sequence[Cells]) -> Tones:
    """The median paint of each hull, (hulls, 3), on a board of paint (rows, columns, 3)."""
    return np.array([np.median(paint[cells], axis=0) for cells in hulls]).reshape(-1, 3)
