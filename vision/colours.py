"""Which kind a colour is, when paint, lamp and camera have shifted all of them.

The board file names a usual colour per kind. In one picture all of them are seen through the same
shift, so the kinds are found together: expectation and maximisation over the pieces in view, from
several guesses of the shift, each kind kept near its usual place unless the pieces say otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from companion.board import Kind
from vision.sampling import Tones


@dataclass(frozen=True)
class ColourSettings:
    """How colours scatter, in sRGB tones of 0..1 relative to the picture's white."""

    scatter: float = 0.045
    """Scatter of one kind's pieces in any direction: paint, noise, blur at the edges."""
    shade: float = 0.16
    """Scatter along the colour itself, relative: shadow and gloss, which move all tones at once."""
    kind_drift: float = 0.07
    """How far a kind's paint lies from the usual colour, beside the common shift."""
    gain_drift: float = 0.25
    """Log scatter of the common shift, each tone, around the guess it started from."""
    stranger: float = 1e-3
    """Density of colours that no kind explains, relative to a kind's peak."""
    exposures: tuple[float, ...] = (0.6, 0.8, 1.0, 1.25)
    """Guesses of the common brightness to start from."""
    warmths: tuple[float, ...] = (-0.15, 0.0, 0.15)
    """Guesses of red against blue to start from, as log gains."""
    rounds: int = 8


DEFAULTS = ColourSettings()


@dataclass(frozen=True)
class Palette:
    """The colour of each kind as seen: ``tones`` (kinds, 3), BGR, relative to white."""

    kinds: tuple[str, ...]
    tones: Tones

    def as_mapping(self) -> dict[str, tuple[float, ...]]:
        """Kind -> its tones."""
        return {kind: tuple(row) for kind, row in zip(self.kinds, self.tones.tolist(), strict=True)}


def usual_palette(kinds: Sequence[Kind]) -> Palette:
    """The colours that a board file names. Kinds without a colour are left out."""
    named = [(kind.name, kind.colour) for kind in kinds if kind.colour]
    tones = [[int(colour[i : i + 2], 16) / 255 for i in (5, 3, 1)] for _, colour in named]
    return Palette(tuple(name for name, _ in named), np.array(tones).reshape(-1, 3))


def taught_palette(usual: Palette, taught: Mapping[str, Sequence[float]]) -> Palette:
    """The usual palette with the taught kinds at the tones they were seen with."""
    rows = [taught.get(kind, row) for kind, row in zip(usual.kinds, usual.tones, strict=True)]
    return Palette(usual.kinds, np.array(rows, float).reshape(-1, 3))


def fit_palette(
    usual: Palette,
    colours: Tones,
    weights: Tones,
    taught: bool = False,
    settings: ColourSettings = DEFAULTS,
) -> Palette:
    """The palette of one picture, from the colours (n, 3) of its pieces and their weights (n,).

    A taught palette is trusted as it stands: only its own brightness is looked for.
    """
    if not len(usual.kinds):
        return usual
    warmths = (0.0,) if taught else settings.warmths
    guesses = np.array(list(product(settings.exposures, warmths)))
    starts = guesses[:, :1] * np.exp(guesses[:, 1:] * np.array([-1.0, 0.0, 1.0]))
    worth = weights > 0.05
    tones, fits = _climb(usual.tones, starts, colours[worth], weights[worth], settings)
    fits -= 0.5 * ((np.log(guesses[:, 0]) / 0.3) ** 2 + (guesses[:, 1] / 0.15) ** 2)
    return Palette(usual.kinds, tones[int(fits.argmax())])


def kind_probabilities(
    palette: Palette, colours: Tones, settings: ColourSettings = DEFAULTS
) -> Tones:
    """How likely each colour (n, 3) is each kind: (n, kinds), rows sum to 1 or less.

    What is missing to 1 is the chance of a colour that is none of them.
    """
    density = np.exp(_log_density(palette.tones, colours, settings))
    return np.asarray(density / (density.sum(axis=1, keepdims=True) + settings.stranger))


def _climb(
    usual: Tones, starts: Tones, colours: Tones, weights: Tones, settings: ColourSettings
) -> tuple[Tones, Tones]:
    """Expectation and maximisation from each guess of the common shift (guesses, 3).

    Returns the tones (guesses, kinds, 3) and the log fit (guesses,) that each guess leads to.
    """
    tones = usual * starts[:, None]
    gains = starts
    pull = (settings.scatter / settings.kind_drift) ** 2
    prior = 1 / (settings.gain_drift * starts) ** 2
    for _ in range(settings.rounds):
        density = np.exp(_log_density(tones, colours, settings))
        share = density * (weights[:, None] / (density.sum(2, keepdims=True) + settings.stranger))
        count = share.sum(axis=1)[..., None]
        mean = share.transpose(0, 2, 1) @ colours / np.maximum(count, 1e-9)
        # The common gain: least squares of the means on the usual colours, near its start.
        drift = settings.kind_drift**2 + settings.scatter**2 / np.maximum(count, 1e-3)
        trust = np.where(count > 0.3, 1 / drift, 0)
        gains = (prior * starts + (trust * usual * mean).sum(axis=1)) / (
            prior + (trust * usual**2).sum(axis=1)
        )
        tones = (pull * usual * gains[:, None] + count * mean) / (pull + count)
    density = np.exp(_log_density(tones, colours, settings)).sum(axis=2) + settings.stranger
    off = (tones - usual * gains[:, None]) / settings.kind_drift
    strayed = np.log(np.maximum(gains, 1e-3) / starts) / settings.gain_drift
    fits = np.log(density) @ weights - 0.5 * (off**2).sum(axis=(1, 2)) - 0.5 * (strayed**2).sum(1)
    return tones, fits


def _log_density(tones: Tones, colours: Tones, settings: ColourSettings) -> Tones:
    """Log density of colours (n, 3) under tones (..., kinds, 3): (..., n, kinds), to a constant."""
    length2 = np.maximum((tones**2).sum(axis=-1), 0.0025)[..., None, :]
    dot = colours @ tones.swapaxes(-1, -2)
    distance2 = (colours**2).sum(axis=1)[:, None] - 2 * dot + length2
    along2 = (dot - length2) ** 2 / length2
    spread2 = settings.scatter**2 + settings.shade**2 * length2
    rest2 = np.maximum(distance2 - along2, 0)
    return np.asarray(
        -0.5
        * (along2 / spread2 + rest2 / settings.scatter**2 + np.log(spread2 / settings.scatter**2))
    )
