"""How the colours of one kind of piece scatter: shadow and gloss, haze, reflections, noise.

A colour is three sRGB tones relative to the picture's white. Each kind's are normally distributed
about its own, longer in some directions than in others.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.picture.sampling import Tones


@dataclass(frozen=True)
class ColourSettings:
    """How colours scatter, in sRGB tones of 0..1 relative to the picture's white."""

    scatter: float = 0.035
    """Scatter of one kind's pieces in any direction: paint, noise, blur at the edges."""
    shade: float = 0.2
    """Scatter along the colour itself, relative: shadow and gloss, which move all tones at once."""
    haze: float = 0.13
    """Scatter towards white: light that a lamp's reflection adds lifts the darkest tone most."""
    reflected_haze: float = 0.0
    """So much more where a reflection adds as much light as white print has, and in proportion."""
    loose: float = 0.0
    """So many pieces scatter more than that: in the edge of a shadow, under a lamp's reflection."""
    loose_shade: float = 0.3
    loose_haze: float = 0.2
    """How they scatter."""
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
    settled: float = 1e-4
    """Tones that moved less in a round have arrived."""
    same: float = 0.01
    """Guesses whose tones arrive so near to each other have found the same."""
    least_share: float = 0.01
    """What explains the pieces so much worse than the best, as a ratio, has no say."""


DEFAULTS = ColourSettings()
EVEN_PIECES = ColourSettings(shade=0.1, haze=0.06, reflected_haze=1.5, loose=0.5, stranger=5e-4)
"""Pieces of one paint each, all of a picture together. Chosen on 8,325 sticks of drawn and
path-traced boards, as they are and under other lamps, shadows and reflections: many scatter by a
third of what others do. Where all were thought to scatter as widely, white and grey ones were taken
for one kind that scatters. How much more they do under a reflection was chosen on 17,784 sticks of
drawn and path-traced boards: without it 17 of them were told wrongly and surely, with it 9."""
DARK = 0.05
"""Colours darker than this, as the length of their tones, scatter by shade as if they were not."""
LEAST_LIFTED = 0.15
"""Tones darker than this are lifted by a haze no more than one of this."""


def log_density(
    tones: Tones,
    colours: Tones,
    settings: ColourSettings = DEFAULTS,
    reflected: Tones | None = None,
) -> Tones:
    """Log density of colours (n, 3) under tones (..., kinds, 3): (..., n, kinds), to a constant.

    Each kind is a normal distribution that is longer along its shade and along a haze, or two about
    the same tones where some pieces scatter more. ``reflected`` (n,) as ``fit_palette`` has it.
    """
    hazier = 0.0 if reflected is None else settings.reflected_haze * reflected
    usual = _log_normal(
        tones, colours, settings.scatter, settings.shade, np.hypot(settings.haze, hazier)
    )
    if not settings.loose:
        return usual
    loose = _log_normal(
        tones,
        colours,
        settings.scatter,
        settings.loose_shade,
        np.hypot(settings.loose_haze, hazier),
    )
    both = np.logaddexp(usual + np.log(1 - settings.loose), loose + np.log(settings.loose))
    return np.asarray(both)


def likeness(tones: Tones, colours: Tones, settings: ColourSettings) -> Tones:
    """How well tones (n, 3) explain a colour (n, 3) each, as a piece or a print of them: 0..1."""
    hazy = settings.loose_haze * _hazy(tones)
    spread = _spread(tones, settings.scatter, settings.loose_shade)
    spread = np.linalg.cholesky(spread + hazy[..., :, None] * hazy[..., None, :])
    off = np.linalg.solve(spread, (colours - tones)[..., None])[..., 0]
    return np.asarray(np.exp(-0.5 * (off**2).sum(axis=1)))


def _log_normal(
    tones: Tones, colours: Tones, scatter: float, shade: float, haze: Tones | float
) -> Tones:
    """One normal distribution about each tone; ``haze`` is one for all colours, or (n,).

    Haze is one direction more in which colours scatter: the matrices are inverted once for all
    colours, and each then corrected for its own haze (Sherman and Morrison's formula).
    """
    roots = np.linalg.cholesky(_spread(tones, scatter, shade))
    steps = np.linalg.inv(roots)
    off = colours @ steps.swapaxes(-1, -2) - (steps @ tones[..., None]).swapaxes(-1, -2)
    hazy = steps @ _hazy(tones)[..., None]
    square = np.square(haze)
    longer = 1 + square * (hazy**2).sum(axis=-2)
    far = (off**2).sum(axis=-1) - square / longer * (off @ hazy)[..., 0] ** 2
    volume = np.log(np.diagonal(roots, axis1=-2, axis2=-1) / scatter).sum(axis=-1)
    told = -0.5 * (far + np.log(longer)) - volume[..., None]
    return np.asarray(told.swapaxes(-1, -2))


def _hazy(tones: Tones) -> Tones:
    """Which way a haze moves tones (..., 3): directions (..., 3)."""
    lifted = 1 / np.maximum(tones, LEAST_LIFTED)
    return np.asarray(lifted / np.linalg.norm(lifted, axis=-1, keepdims=True))


def _spread(tones: Tones, scatter: float, shade: float) -> Tones:
    """How colours without haze scatter about tones (..., 3): covariances (..., 3, 3)."""
    length = np.linalg.norm(tones, axis=-1, keepdims=True)
    along = shade * tones * (np.maximum(length, DARK) / np.maximum(length, 1e-6))
    return np.asarray(scatter**2 * np.eye(3) + along[..., :, None] * along[..., None, :])
