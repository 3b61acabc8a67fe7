"""Which kind a colour is, when paint, lamp and camera have shifted all of them.

The board file names a usual colour per kind. In one picture all of them are seen through the same
shift, so the kinds are found together: expectation and maximisation over the pieces in view, from
several guesses of the shift, each kind kept near its usual place unless the pieces say otherwise.
Where few pieces leave more than one shift possible, each has its say.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from companion.boards.board import Kind
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
EVEN_PIECES = ColourSettings(shade=0.1, haze=0.06, loose=0.5, stranger=5e-4)
"""Pieces of one paint each, all of a picture together. Chosen on 8,325 sticks of drawn and
path-traced boards, as they are and under other lamps, shadows and reflections: many scatter by a
third of what others do. Where all were thought to scatter as widely, white and grey ones were taken
for one kind that scatters."""
SURELY_THERE = 0.5
"""Places with more chance of a piece than this are counted."""
DARK = 0.05
"""Colours darker than this, as the length of their tones, scatter by shade as if they were not."""
LEAST_LIFTED = 0.15
"""Tones darker than this are lifted by a haze no more than one of this."""
WORTH_A_VOTE = 0.05
"""Places with less chance of a piece than this have no say in the palette."""


@dataclass(frozen=True)
class Palette:
    """The colour of each kind as seen: ``tones`` (kinds, 3), BGR, relative to white."""

    kinds: tuple[str, ...]
    tones: Tones
    seen: Tones | None = None
    """How many pieces of each kind the picture shows, (kinds,); None where nobody has counted."""
    share: float = 1.0
    """How likely it is beside the others that explain the picture, 0..1."""
    others: tuple[Palette, ...] = ()
    """The other palettes that explain the picture, all of them less likely."""
    brightening: float = 1.0
    """Tones are told apart once they are so much brighter: scatter is that of a bright picture."""

    def only(self, kinds: Collection[str]) -> Palette:
        """The same colours of these kinds alone; what a picture showed of them is left out."""
        kept = [number for number, kind in enumerate(self.kinds) if kind in kinds]
        return Palette(tuple(self.kinds[number] for number in kept), self.tones[kept])


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
    allowed: Tones | None = None,
    settings: ColourSettings = DEFAULTS,
) -> Palette:
    """The palette of one picture, from the colours (n, 3) of its pieces and their weights (n,).

    A taught palette is trusted as it stands: only its own brightness is looked for. ``allowed``
    (n, kinds) is 0 for the kinds that a piece cannot be, by its form or its place: what can only be
    a cube then tells nothing of the tokens' paints.
    """
    if not len(usual.kinds):
        return usual
    guesses = [
        (gain * np.exp(warmth * np.array([-1.0, 0.0, 1.0])), np.full(3, veil))
        for gain, veil, warmth in product(settings.gains, settings.veils, settings.warmths)
    ]
    if taught:
        guesses = [(np.full(3, gain), np.zeros(3)) for gain in (0.85, 1.0, 1.15)]
    gains, veils = (np.array(part) for part in zip(*guesses, strict=True))
    worth = weights > WORTH_A_VOTE
    may_be = np.ones((len(colours), len(usual.kinds))) if allowed is None else allowed
    colours, weights, may_be = colours[worth], weights[worth], may_be[worth]
    brightening = 1.0 if taught else _brightening(colours, weights, settings)
    colours = colours * brightening
    shift = _Shift(usual.tones, gains, veils, settings)
    _, fits = _climb(shift, colours, weights, may_be, settings.first_rounds, settings)
    likeliest = np.argsort(-fits)[: settings.followed]
    shift = _Shift(usual.tones, gains[likeliest], veils[likeliest], settings)
    tones, fits = _climb(shift, colours, weights, may_be, settings.rounds, settings)
    surely = np.where(weights > SURELY_THERE, weights, 0)
    best, *others = (
        replace(
            each,
            tones=each.tones / brightening,
            seen=np.asarray(surely @ _chances(each, colours, may_be, settings)),
            brightening=brightening,
        )
        for each in _distinct(usual.kinds, tones, fits, settings)
    )
    return replace(best, others=tuple(others))


def _brightening(colours: Tones, weights: Tones, settings: ColourSettings) -> float:
    """What makes the pieces of a picture (n, 3) as bright as those of a usual one.

    Local white is told by the print; where it is told too bright all pieces look dark, and scatter
    less.
    """
    there = colours[weights > SURELY_THERE].max(axis=1)
    if not len(there):
        return 1.0
    seen = max(float(np.quantile(there, settings.brighter)), DARK)
    return float((settings.bright / seen) ** (len(there) / (len(there) + settings.as_bright)))


def _distinct(
    kinds: tuple[str, ...], tones: Tones, fits: Tones, settings: ColourSettings
) -> list[Palette]:
    """Those of some palettes (guesses, kinds, 3) that differ and may be right, best first."""
    found: list[Palette] = []
    shares = np.exp(fits - fits.max())
    for guess in np.argsort(-fits):
        if shares[guess] < settings.least_share:
            break
        if all(np.abs(tones[guess] - other.tones).max() > settings.same for other in found):
            found.append(Palette(kinds, tones[guess], share=float(shares[guess])))
    whole = sum(each.share for each in found)
    return [replace(each, share=each.share / whole) for each in found]


def kind_probabilities(
    palette: Palette,
    colours: Tones,
    allowed: Tones | None = None,
    settings: ColourSettings = DEFAULTS,
) -> Tones:
    """How likely each colour (n, 3) is each kind: (n, kinds), rows sum to 1 or less.

    ``allowed`` (n, kinds) is 0 for the kinds that a piece cannot be.

    What is missing to 1 is the chance of a colour that is none of them. A kind of which the picture
    shows many pieces is likelier than one that would be alone.
    """
    may_be = np.ones((len(colours), len(palette.kinds))) if allowed is None else allowed
    every = (palette, *palette.others)
    return np.asarray(sum(each.share * _chances(each, colours, may_be, settings) for each in every))


def _chances(palette: Palette, colours: Tones, may_be: Tones, settings: ColourSettings) -> Tones:
    """What one palette alone says of colours (n, 3): (n, kinds)."""
    more = palette.brightening
    density = np.exp(log_density(palette.tones * more, colours * more, settings)) * may_be
    if palette.seen is not None:
        usual = palette.seen + settings.unseen
        density = density * (usual / usual.mean())
    return np.asarray(density / (density.sum(axis=1, keepdims=True) + settings.stranger))


def _climb(
    shift: _Shift,
    colours: Tones,
    weights: Tones,
    may_be: Tones,
    rounds: int,
    settings: ColourSettings,
) -> tuple[Tones, Tones]:
    """Expectation and maximisation from each guess of the common shift.

    A kind is as usual as its pieces are many, lest a kind with few pieces shares another's.
    Returns the tones (guesses, kinds, 3) that each guess leads to, and how well they explain the
    colours (guesses,), as a log likelihood.
    """
    common = shift.at_start()
    tones, often = common, np.ones((*common.shape[:2], 1))
    pull = (settings.scatter / settings.kind_drift) ** 2
    furthest = settings.furthest_drifts * settings.kind_drift
    for _ in range(rounds):
        before = tones
        density = np.exp(log_density(tones, colours, settings)) * often.swapaxes(1, 2) * may_be
        share = density * (weights[:, None] / (density.sum(2, keepdims=True) + settings.stranger))
        count = share.sum(axis=1)[..., None]
        mean = share.transpose(0, 2, 1) @ colours / np.maximum(count, 1e-9)
        often = (count + settings.unseen) / (count + settings.unseen).mean(axis=1, keepdims=True)
        drift = settings.kind_drift**2 + settings.scatter**2 / np.maximum(count, 1e-3)
        common = shift.fit(mean, np.where(count > 0.3, 1 / drift, 0))
        strayed = (pull * common + count * mean) / (pull + count) - common
        tones = common + np.clip(strayed, -furthest, furthest)
        if np.abs(tones - before).max() < settings.settled:
            break
    density = np.exp(log_density(tones, colours, settings)) * often.swapaxes(1, 2) * may_be
    density = density.sum(axis=2) + settings.stranger
    own_drift = (tones - common) / settings.kind_drift
    fits = np.log(density) @ weights - 0.5 * (own_drift**2).sum(axis=(1, 2)) - shift.cost
    return tones, fits


class _Shift:
    """The shift that all kinds share, ``usual * gain + veil``, near each of several guesses.

    ``gains`` and ``veils`` (guesses, 3).
    """

    def __init__(self, usual: Tones, gains: Tones, veils: Tones, settings: ColourSettings) -> None:
        self.usual, self.gains, self.veils = usual, gains, veils
        self.gain_trust = 1 / (settings.gain_drift * gains) ** 2
        self.veil_trust = 1 / settings.veil_drift**2
        self.cost: Tones = np.zeros(len(gains))

    def at_start(self) -> Tones:
        """The usual tones under each guess, (guesses, kinds, 3)."""
        return np.asarray(self.usual * self.gains[:, None] + self.veils[:, None])

    def fit(self, mean: Tones, trust: Tones) -> Tones:
        """The usual tones under the shift that explains the kinds' means best."""
        xx = self.gain_trust + (trust * self.usual**2).sum(axis=1)
        x1 = (trust * self.usual).sum(axis=1)
        n = self.veil_trust + trust.sum(axis=1)
        xy = self.gain_trust * self.gains + (trust * self.usual * mean).sum(axis=1)
        y = self.veil_trust * self.veils + (trust * mean).sum(axis=1)
        determinant = xx * n - x1**2
        gain, veil = (n * xy - x1 * y) / determinant, (xx * y - x1 * xy) / determinant
        self.cost = 0.5 * (
            self.gain_trust * (gain - self.gains) ** 2 + self.veil_trust * (veil - self.veils) ** 2
        ).sum(axis=1)
        return np.asarray(self.usual * gain[:, None] + veil[:, None])


def log_density(tones: Tones, colours: Tones, settings: ColourSettings = DEFAULTS) -> Tones:
    """Log density of colours (n, 3) under tones (..., kinds, 3): (..., n, kinds), to a constant.

    Each kind is a normal distribution that is longer along its shade and along a haze, or two about
    the same tones where some pieces scatter more.
    """
    usual = _log_normal(tones, colours, settings.scatter, settings.shade, settings.haze)
    if not settings.loose:
        return usual
    loose = _log_normal(tones, colours, settings.scatter, settings.loose_shade, settings.loose_haze)
    both = np.logaddexp(usual + np.log(1 - settings.loose), loose + np.log(settings.loose))
    return np.asarray(both)


def likeness(tones: Tones, colours: Tones, settings: ColourSettings) -> Tones:
    """How well tones (n, 3) explain a colour (n, 3) each, as a piece or a print of them: 0..1."""
    spread = _spread(tones, settings.scatter, settings.loose_shade, settings.loose_haze)
    off = np.linalg.solve(spread, (colours - tones)[..., None])[..., 0]
    return np.asarray(np.exp(-0.5 * (off**2).sum(axis=1)))


def _log_normal(tones: Tones, colours: Tones, scatter: float, shade: float, haze: float) -> Tones:
    spread = _spread(tones, scatter, shade, haze)
    steps = np.linalg.inv(spread)
    off = colours @ steps.swapaxes(-1, -2) - (steps @ tones[..., None]).swapaxes(-1, -2)
    volume = np.log(np.diagonal(spread, axis1=-2, axis2=-1) / scatter).sum(axis=-1)
    return np.asarray((-0.5 * (off**2).sum(axis=-1) - volume[..., None]).swapaxes(-1, -2))


def _spread(tones: Tones, scatter: float, shade: float, haze: float) -> Tones:
    """How colours scatter about tones (..., 3): roots of covariances (..., 3, 3)."""
    length = np.linalg.norm(tones, axis=-1, keepdims=True)
    along = tones * (np.maximum(length, DARK) / np.maximum(length, 1e-6))
    lifted = 1 / np.maximum(tones, LEAST_LIFTED)
    hazy = lifted / np.linalg.norm(lifted, axis=-1, keepdims=True)
    covariance = (
        scatter**2 * np.eye(3)
        + shade**2 * along[..., :, None] * along[..., None, :]
        + haze**2 * hazy[..., :, None] * hazy[..., None, :]
    )
    return np.asarray(np.linalg.cholesky(covariance))
