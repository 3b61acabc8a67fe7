"""How the colours of one kind of piece scatter: shadow and gloss, haze, reflections, noise.

A colour is three sRGB tones relative to the picture's white. Each kind's are normally distributed
about its own, longer in some directions than in others.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from vision.photometry.colour_settings import DEFAULTS, ColourSettings
from vision.picture.arrays import Tones
from vision.picture.sampling import total

DARK = 0.05
"""Colours darker than this, as the length of their tones, scatter by shade as if they were not."""
LEAST_EVEN = 0.02
"""However uneven a piece looks, so likely is it that its middle tone is its paint."""
LEAST_LIFTED = 0.15
"""Tones darker than this are lifted by a haze no more than one of this."""


@dataclass(frozen=True, eq=False)
class PieceLight:
    """How n pieces lie in the light.

    ``reflected`` (n,) is the light that a lamp's reflection adds there, as a share of white
    print's. ``noise`` (n,) is what a picture as dark as there can't tell apart, of white. Of
    ``quarters`` (2, n, 3) are the colours of each piece's darkest and lightest quarter, where they
    are known: the rest may mirror a lamp, or lie in a shadow.
    """

    reflected: Tones
    noise: Tones
    quarters: Tones | None = None

    @classmethod
    def evenly(cls, n: int) -> PieceLight:
        """In a light that does nothing to them."""
        return cls(np.zeros(n), np.zeros(n))


def density(
    tones: Tones,
    colours: Tones,
    settings: ColourSettings = DEFAULTS,
    reflected: Tones | None = None,
    lamp: Tones | None = None,
    noise: Tones | float = 0.0,
) -> Tones:
    """Density of colours (n, 3) under tones (..., kinds, 3): (..., n, kinds), to a constant.

    Each kind is a normal distribution that is longer along its shade and along a haze, or two about
    the same tones where some pieces scatter more. ``reflected`` and ``noise`` (n,) as in
    ``PieceLight``; ``lamp`` (..., 3) is the colour of its light, white where nobody knows.
    """
    hazier = 0.0 if reflected is None else settings.reflected_haze * reflected
    haze, loose_haze = (np.hypot(each, hazier) for each in (settings.haze, settings.loose_haze))
    lamp = np.ones(3) if lamp is None else lamp
    off = _Deviations(tones, colours)
    ways = off.along_hazes(np.stack([lamp**power for power in settings.lamplit]))
    scatter = np.hypot(settings.scatter, noise, dtype=np.float32)
    told = np.exp(off.log_density(scatter, settings.shade, ways.last, haze))
    if settings.loose:
        loose = np.exp(off.log_density(scatter, settings.loose_shade, ways, loose_haze))
        told = (1 - settings.loose) * told + settings.loose * loose.mean(axis=0)
    # Off its own tone a colour may lie in three directions.
    return np.asarray(told * ((settings.scatter / scatter) ** 3)[..., None])


def log_density(tones: Tones, colours: Tones, settings: ColourSettings = DEFAULTS) -> Tones:
    """Log of ``density`` where no piece scatters more than others, under a white light."""
    off = _Deviations(tones, colours)
    white = off.along_hazes(np.ones((1, 3))).last
    return off.log_density(settings.scatter, settings.shade, white, settings.haze)


class _Ways(NamedTuple):
    """Which ways hazes move tones: ``along`` (..., kinds, n) is how far colours lie that way.

    ``tone`` (..., kinds, 1) is how far the tone itself does. The hazes of several lights come
    first, one after the other.
    """

    along: Tones
    tone: Tones

    @property
    def last(self) -> _Ways:
        """The way of the last light alone."""
        return _Ways(self.along[-1], self.tone[-1])


class _Deviations:
    """How far colours (n, 3) lie from tones (..., kinds, 3), in some directions."""

    def __init__(self, tones: Tones, colours: Tones) -> None:
        self._tones, self._colours = tones.astype(np.float32), colours.T.astype(np.float32)
        self._length = _length(self._tones)
        shade = self._tones @ self._colours
        self._square = (self._colours**2).sum(axis=0) - 2 * shade + self._length**2
        self._along_shade = (shade - self._length**2) / np.maximum(self._length, 1e-6)

    def along_hazes(self, lights: Tones) -> _Ways:
        """Along the hazes of some lights (lights, ..., 3)."""
        way = _hazy(self._tones, lights).astype(np.float32)
        tone = total(way * self._tones)[..., None]
        return _Ways(way @ self._colours - tone, tone / np.maximum(self._length, 1e-6))

    def log_density(
        self, scatter: Tones | float, shade: float, way: _Ways, haze: Tones | float
    ) -> Tones:
        """Of a normal distribution about each tone (..., n, kinds), to a constant.

        It is as wide as ``scatter``, wider by ``shade`` along the tone and by ``haze`` along a
        haze: two directions more, by which the inverse of its covariance is corrected (Sherman and
        Morrison's formula). ``scatter`` and ``haze`` are one for all colours, or (n,).
        """
        longer = (shade * np.maximum(self._length, DARK) / scatter) ** 2
        share = longer / (1 + longer)
        far = self._square - share * self._along_shade**2
        along = way.along - share * way.tone * self._along_shade
        hazier = np.square(np.float32(haze / scatter))
        hazy = 1 + hazier * (1 - share * way.tone**2)
        nearer = hazier / hazy * along**2
        told = (far - nearer) / scatter**2 + np.log(hazy * (1 + longer))
        return np.asarray(-0.5 * told.swapaxes(-1, -2))


def shares_of_parts(quarters: Tones, settings: ColourSettings) -> Tones:
    """How likely a piece's middle tone, darkest and lightest quarter tell its paint: (3, n).

    ``quarters`` (2, n, 3) are the colours of the latter two.
    """
    darkest, lightest = np.maximum(quarters, 0).sum(axis=2) + DARK
    lighter = np.log(lightest / darkest)
    even = np.exp(-0.5 * (lighter / settings.in_one_light) ** 2)
    whole = (1 - 2 * settings.in_part) * np.maximum(even, LEAST_EVEN)
    part = np.full_like(whole, settings.in_part)
    return np.asarray(np.stack([whole, part, part]) / (whole + 2 * part))


def likeness(tones: Tones, colours: Tones, settings: ColourSettings) -> Tones:
    """How well tones (n, 3) explain a colour (n, 3) each, as a piece or a print of them: 0..1."""
    hazy = settings.loose_haze * _hazy(tones)
    spread = _spread(tones, settings.scatter, settings.loose_shade)
    spread = np.linalg.cholesky(spread + hazy[..., :, None] * hazy[..., None, :])
    off = np.linalg.solve(spread, (colours - tones)[..., None])[..., 0]
    return np.asarray(np.exp(-0.5 * (off**2).sum(axis=1)))


def _hazy(tones: Tones, light: Tones | None = None) -> Tones:
    """Which way a haze of ``light`` (..., 3), or white, moves tones (..., kinds, 3): directions."""
    lifted = 1 / np.maximum(tones, LEAST_LIFTED)
    if light is not None:
        lifted = lifted * light[..., None, :]
    return np.asarray(lifted / _length(lifted))


def _length(tones: Tones) -> Tones:
    """The lengths of tones (..., 3) -> (..., 1)."""
    return np.asarray(np.sqrt(total(tones * tones))[..., None])


def _spread(tones: Tones, scatter: float, shade: float) -> Tones:
    """How colours without haze scatter about tones (..., 3): covariances (..., 3, 3)."""
    length = _length(tones)
    along = shade * tones * (np.maximum(length, DARK) / np.maximum(length, 1e-6))
    return np.asarray(scatter**2 * np.eye(3) + along[..., :, None] * along[..., None, :])
