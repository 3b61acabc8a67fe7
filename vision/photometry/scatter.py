"""How the colours of one kind of piece scatter: shadow and gloss, haze, reflections, noise.

A colour is three sRGB tones relative to the picture's white. Each kind's are normally distributed
about its own, longer in some directions than in others.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from vision.picture.sampling import Tones, total


@dataclass(frozen=True)
class ColourSettings:
    """How colours scatter, in sRGB tones of 0..1 relative to the picture's white."""

    scatter: float = 0.035
    """Scatter of one kind's pieces in any direction: paint, noise, blur at the edges."""
    shade: float = 0.2
    """Scatter along the colour itself, relative: shadow and gloss, which move all tones at once."""
    haze: float = 0.13
    """Scatter along a haze: light that a lamp's reflection adds lifts the darkest tone most."""
    reflected_haze: float = 0.0
    """So much more where a reflection adds as much light as white print has, and in proportion."""
    loose: float = 0.0
    """So many pieces scatter more than that: in the edge of a shadow, under a lamp's reflection."""
    loose_shade: float = 0.3
    loose_haze: float = 0.2
    """How they scatter."""
    lamplit: tuple[float, ...] = (0.0,)
    """What a haze may be: white (0), or in the lamp's own colour (1). Over pieces that scatter
    little it is the last of these."""
    in_part: float = 0.1
    """Of so many pieces most of the top mirrors a lamp: their darkest quarter tells the paint.

    Of as many most of it lies in a shadow, and the lightest does.
    """
    in_one_light: float = 0.3
    """By so much, as a log, a lightest quarter is lighter than a darkest where all of the top lies
    in one light. Where it is more, one of them tells the paint."""
    kind_drift: float = 0.06
    """How far a kind's paint lies from the usual colour, beside the common shift."""
    furthest_drifts: float = 3.0
    """No kind strays further than this many drifts, lest one without pieces takes another's."""
    gain_drift: float = 0.1
    """Scatter of the common brightening of each tone around the guess it started from, relative."""
    veil_drift: float = 0.1
    """Scatter of the common veil of each tone around its guess."""
    unseen: float = 1.0
    """Kinds are as usual as the pieces of them in view, and so many more."""
    bright: float = 0.95
    """The brighter pieces of a picture are taken to be so bright, as their strongest tone."""
    brighter: float = 0.9
    """The share of the pieces that are not as bright as those."""
    as_bright: float = 16.0
    """That is believed as so many pieces would be, before any is seen."""
    stranger: float = 1e-3
    """Density of colours that no kind explains, relative to a kind's peak."""
    gains: tuple[float, ...] = (0.45, 0.58, 0.72, 0.9)
    """Guesses of the common brightening to start from."""
    veils: tuple[float, ...] = (0.08, 0.16, 0.26)
    """Guesses of the common veil: haze lifts dark colours."""
    warmths: tuple[float, ...] = (-0.2, 0.0, 0.2)
    """Guesses of red against blue, as log gains."""
    first_rounds: int = 2
    """Rounds from every guess, before the likeliest few are followed to the end."""
    followed: int = 12
    rounds: int = 10
    settled: float = 1e-3
    """Tones that moved less in a round have arrived."""
    same: float = 0.01
    """Guesses whose tones arrive so near to each other have found the same."""
    least_share: float = 0.01
    """What explains the pieces so much worse than the best, as a ratio, has no say."""


DEFAULTS = ColourSettings()
EVEN_PIECES = ColourSettings(
    shade=0.1,
    haze=0.06,
    reflected_haze=1.5,
    loose=0.5,
    loose_shade=0.25,
    loose_haze=0.15,
    lamplit=(0.0, 1.0),
    stranger=5e-4,
)
"""Pieces of one paint each, all of a picture together. Chosen on sticks of drawn and path-traced
boards, as they are and under other lamps, shadows and reflections; docs/reader.md has the figures.
Half of them scatter little: where all were thought to scatter as widely, white and
grey ones were taken for one kind that scatters."""
DARK = 0.05
"""Colours darker than this, as the length of their tones, scatter by shade as if they were not."""
LEAST_EVEN = 0.02
"""However uneven a piece looks, so likely is it that its middle tone is its paint."""
LEAST_LIFTED = 0.15
"""Tones darker than this are lifted by a haze no more than one of this."""


def density(
    tones: Tones,
    colours: Tones,
    settings: ColourSettings = DEFAULTS,
    reflected: Tones | None = None,
    lamp: Tones | None = None,
) -> Tones:
    """Density of colours (n, 3) under tones (..., kinds, 3): (..., n, kinds), to a constant.

    Each kind is a normal distribution that is longer along its shade and along a haze, or two about
    the same tones where some pieces scatter more. ``reflected`` (n,) as ``fit_palette`` has it;
    ``lamp`` (..., 3) is the colour of its light, white where nobody knows.
    """
    hazier = 0.0 if reflected is None else settings.reflected_haze * reflected
    haze, loose_haze = (np.hypot(each, hazier) for each in (settings.haze, settings.loose_haze))
    lamp = np.ones(3) if lamp is None else lamp
    off = _Deviations(tones, colours)
    ways = off.along_hazes(np.stack([lamp**power for power in settings.lamplit]))
    usual = np.exp(off.log_density(settings.scatter, settings.shade, ways.last, haze))
    if not settings.loose:
        return usual
    loose = np.exp(off.log_density(settings.scatter, settings.loose_shade, ways, loose_haze))
    return np.asarray((1 - settings.loose) * usual + settings.loose * loose.mean(axis=0))


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

    def log_density(self, scatter: float, shade: float, way: _Ways, haze: Tones | float) -> Tones:
        """Of a normal distribution about each tone (..., n, kinds), to a constant.

        It is wider by ``shade`` along the tone and by ``haze``, one for all colours or (n,), along
        a haze: two directions more, by which the inverse of its covariance is corrected (Sherman
        and Morrison's formula).
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
    length = np.linalg.norm(tones, axis=-1, keepdims=True)
    along = shade * tones * (np.maximum(length, DARK) / np.maximum(length, 1e-6))
    return np.asarray(scatter**2 * np.eye(3) + along[..., :, None] * along[..., None, :])
