"""Which kind a colour is, when paint, lamp and camera have shifted all of them.

The board file names a usual colour per kind. In one picture all of them are seen through the same
shift, so the kinds are found together: expectation and maximisation over the pieces in view, from
several guesses of the shift, each kind kept near its usual place unless the pieces say otherwise.
Where few pieces leave more than one shift possible, each has its say.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product

import numpy as np

from companion.boards.board import Kind
from companion.colour import bgr_of
from vision.photometry.colour_settings import DEFAULTS, ColourSettings, PaletteSearch
from vision.photometry.scatter import DARK, PieceLight, density, shares_of_parts
from vision.picture.arrays import Tones

SURELY_THERE = 0.5
"""Places with more chance of a piece than this are counted."""
TONE_POWER = 2.2
"""Light is about this power of its tone."""
LEAST_GAIN = 0.05
"""No lamp lacks a colour altogether."""
WORTH_A_VOTE = 0.05
"""Places with less chance of a piece than this have no say in the palette."""


@dataclass(frozen=True, eq=False)
class _Pieces:
    """What is seen of n pieces: ``colours`` (parts, n, 3), ``weights`` (n,), and what is known.

    Any part of a piece may show its paint: ``shares`` (parts, n) is how likely each does.
    ``may_be`` (n, kinds) is how likely it may be each kind, 0 where it cannot; ``reflected`` and
    ``noise`` (n,) as ``PieceLight`` has them.
    """

    colours: Tones
    shares: Tones
    weights: Tones
    may_be: Tones
    reflected: Tones
    noise: Tones

    @classmethod
    def seen(
        cls,
        kinds: int,
        colours: Tones,
        allowed: Tones | None,
        lit: PieceLight | None,
        settings: ColourSettings,
    ) -> _Pieces:
        """Pieces that surely lie there, of which all that is not said is as usual."""
        n = len(colours)
        may_be = np.ones((n, kinds)) if allowed is None else allowed
        lit = lit or PieceLight.evenly(n)
        parts: Tones = colours[None]
        shares: Tones = np.ones((1, n))
        if lit.quarters is not None:
            parts = np.stack([colours, *lit.quarters])
            shares = shares_of_parts(lit.quarters, settings)
        return cls(parts, shares, np.ones(n), may_be, lit.reflected, lit.noise)

    def voting(self, weights: Tones) -> _Pieces:
        """Those of them that have a say, by their weights (n,)."""
        worth = weights > WORTH_A_VOTE
        return _Pieces(
            self.colours[:, worth],
            self.shares[:, worth],
            weights[worth],
            self.may_be[worth],
            self.reflected[worth],
            self.noise[worth],
        )

    def by_their_middle(self) -> _Pieces:
        """The same pieces, each told by its middle tone alone."""
        return replace(self, colours=self.colours[:1], shares=np.ones_like(self.shares[:1]))

    def brighter(self, times: float) -> _Pieces:
        """The same pieces, so many times as bright."""
        return replace(self, colours=self.colours * times, noise=self.noise * times)

    def densities(self, tones: Tones, lamp: Tones, settings: ColourSettings) -> Tones:
        """How well each kind explains each part of each piece: (..., parts, n, kinds).

        The kinds have tones (..., kinds, 3); ``lamp`` (..., 3) is the colour of the light that a
        haze adds.
        """
        parts = len(self.colours)
        reflected, noise = np.tile(self.reflected, parts), np.tile(self.noise, parts)
        told = density(tones, self.colours.reshape(-1, 3), settings, reflected, lamp, noise)
        told = told.reshape(*told.shape[:-2], parts, *self.may_be.shape)
        return np.asarray(told * self.shares[..., None] * self.may_be)


@dataclass(frozen=True, eq=False)
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
    lamp: Tones = field(default_factory=lambda: np.ones(3))
    """The colour of the light that a haze adds, (3,), its strongest part 1."""
    brightening: float = 1.0
    """Tones are told apart once they are so much brighter: scatter is that of a bright picture."""
    taught: bool = False
    """Whether tones were seen at this table: they are trusted as they stand."""

    def only(self, kinds: Collection[str]) -> Palette:
        """The same colours of these kinds alone; what a picture showed of them is left out."""
        kept = [number for number, kind in enumerate(self.kinds) if kind in kinds]
        names = tuple(self.kinds[number] for number in kept)
        return Palette(names, self.tones[kept], taught=self.taught)


def usual_palette(kinds: Sequence[Kind]) -> Palette:
    """The colours that a board file names. Kinds without a colour are left out."""
    named = [(kind.name, kind.colour) for kind in kinds if kind.colour]
    tones = [[code / 255 for code in bgr_of(colour)] for _, colour in named]
    return Palette(tuple(name for name, _ in named), np.array(tones).reshape(-1, 3))


def taught_palette(
    usual: Palette, taught: Mapping[str, Sequence[float]], kinds: Collection[str] = ()
) -> Palette:
    """The usual palette with the taught kinds at the tones they were seen with.

    Of ``kinds`` those without a usual colour are in it once they are taught.
    """
    rows: dict[str, Sequence[float]] = dict(zip(usual.kinds, usual.tones.tolist(), strict=True))
    known = {*usual.kinds, *kinds}
    rows |= {kind: tones for kind, tones in taught.items() if kind in known}
    tones = np.array(list(rows.values()), float).reshape(-1, 3)
    return Palette(tuple(rows), tones, taught=bool(taught))


def fit_palette(
    usual: Palette,
    colours: Tones,
    weights: Tones,
    allowed: Tones | None = None,
    settings: ColourSettings = DEFAULTS,
    lit: PieceLight | None = None,
) -> Palette:
    """The palette of one picture, from the colours (n, 3) of its pieces and their weights (n,).

    Of a taught palette only its own brightness is looked for. ``allowed``
    (n, kinds) is how likely a piece may be each kind by its form or its place, 0 where it cannot:
    what can only be a cube then tells nothing of the tokens' paints. ``lit`` is how they lie in the
    light.
    """
    if not len(usual.kinds):
        return usual
    search = settings.search
    gains, veils = _guesses(search, usual.taught)
    seen = _Pieces.seen(len(usual.kinds), colours, allowed, lit, settings)
    pieces = seen.voting(weights)
    brightening = 1.0 if usual.taught else _brightening(pieces, search)
    pieces = pieces.brighter(brightening)
    shift = _Shift(usual.tones, gains, veils, search)
    _, fits = _climb(shift, pieces.by_their_middle(), search.first_rounds, settings)
    many = np.count_nonzero(pieces.weights > SURELY_THERE) >= search.many
    likeliest = np.argsort(-fits)[: search.followed_of_many if many else search.followed]
    shift = _Shift(usual.tones, gains[likeliest], veils[likeliest], search)
    tones, fits = _climb(shift, pieces, search.rounds, settings)
    surely = np.where(pieces.weights > SURELY_THERE, pieces.weights, 0)
    best, *others = (
        replace(
            each,
            tones=each.tones / brightening,
            seen=np.asarray(surely @ _chances(each, pieces, settings)),
            brightening=brightening,
        )
        for each in _distinct(usual.kinds, tones, shift.lamp, fits, search)
    )
    return replace(best, others=tuple(others))


def _guesses(search: PaletteSearch, taught: bool) -> tuple[Tones, Tones]:
    """Gains and veils (guesses, 3) from which the common shift is looked for."""
    guesses = [
        (gain * np.exp(warmth * np.array([-1.0, 0.0, 1.0])), np.full(3, veil))
        for gain, veil, warmth in product(search.gains, search.veils, search.warmths)
    ]
    if taught:
        guesses = [(np.full(3, gain), np.zeros(3)) for gain in (0.85, 1.0, 1.15)]
    gains, veils = zip(*guesses, strict=True)
    return np.array(gains), np.array(veils)


def _brightening(pieces: _Pieces, search: PaletteSearch) -> float:
    """What makes the pieces of a picture as bright as those of a usual one.

    Local white is told by the print; where it is told too bright all pieces look dark, and scatter
    less.
    """
    there = pieces.colours[0][pieces.weights > SURELY_THERE].max(axis=1)
    if not len(there):
        return 1.0
    seen = max(float(np.quantile(there, search.brighter)), DARK)
    return float((search.bright / seen) ** (len(there) / (len(there) + search.as_bright)))


def _distinct(
    kinds: tuple[str, ...], tones: Tones, lamps: Tones, fits: Tones, search: PaletteSearch
) -> list[Palette]:
    """Those of some palettes (guesses, kinds, 3) that differ and may be right, best first."""
    found: list[Palette] = []
    shares = np.exp(fits - fits.max())
    for guess in np.argsort(-fits):
        if shares[guess] < search.least_share:
            break
        if all(np.abs(tones[guess] - other.tones).max() > search.same for other in found):
            share = float(shares[guess])
            found.append(Palette(kinds, tones[guess], share=share, lamp=lamps[guess]))
    whole = sum(each.share for each in found)
    return [replace(each, share=each.share / whole) for each in found]


def kind_probabilities(
    palette: Palette,
    colours: Tones,
    allowed: Tones | None = None,
    settings: ColourSettings = DEFAULTS,
    lit: PieceLight | None = None,
    beside: Callable[[Tones, Palette], Tones] | None = None,
) -> Tones:
    """How likely each colour (n, 3) is each kind: (n, kinds), rows sum to 1 or less.

    ``allowed`` (n, kinds) and ``lit`` as ``fit_palette`` has them. ``beside`` tells what one
    palette alone says (n, kinds) anew, by what pieces have to do with one another.

    What is missing to 1 is the chance of a colour that is none of them. A kind of which the picture
    shows many pieces is likelier than one that would be alone.
    """
    pieces = _Pieces.seen(len(palette.kinds), colours, allowed, lit, settings)
    whole = np.zeros((len(colours), len(palette.kinds)))
    for each in (palette, *palette.others):
        told = _chances(each, pieces, settings)
        whole += each.share * (beside(told, each) if beside else told)
    return whole


def _chances(palette: Palette, pieces: _Pieces, settings: ColourSettings) -> Tones:
    """What one palette alone says of pieces: (n, kinds)."""
    more = palette.brightening
    parts = pieces.brighter(more).densities(palette.tones * more, palette.lamp, settings)
    told = parts.sum(axis=0)
    if palette.seen is not None:
        usual = palette.seen + settings.unseen
        told = told * (usual / usual.mean())
    return np.asarray(told / (told.sum(axis=1, keepdims=True) + settings.stranger))


def _climb(
    shift: _Shift, pieces: _Pieces, rounds: int, settings: ColourSettings
) -> tuple[Tones, Tones]:
    """Expectation and maximisation from each guess of the common shift.

    A kind is as usual as its pieces are many, lest a kind with few pieces shares another's.
    Returns the tones (guesses, kinds, 3) that each guess leads to, and how well they explain the
    colours (guesses,), as a log likelihood.
    """
    search = settings.search
    common = shift.at_start()
    tones, often = common, np.ones((*common.shape[:2], 1))
    pull = (settings.scatter / search.kind_drift) ** 2
    furthest = search.furthest_drifts * search.kind_drift
    colours = pieces.colours.reshape(-1, 3)
    for _ in range(rounds):
        before = tones
        told = pieces.densities(tones, shift.lamp, settings) * often[:, None, None, :, 0]
        whole = told.sum(axis=(1, 3), keepdims=True) + settings.stranger
        told *= pieces.weights[:, None] / whole
        share = told.reshape(len(tones), len(colours), len(shift.usual))
        count = share.sum(axis=1)[..., None]
        mean = share.transpose(0, 2, 1) @ colours / np.maximum(count, 1e-9)
        often = (count + settings.unseen) / (count + settings.unseen).mean(axis=1, keepdims=True)
        drift = search.kind_drift**2 + settings.scatter**2 / np.maximum(count, 1e-3)
        common = shift.fit(mean, np.where(count > 0.3, 1 / drift, 0))
        strayed = (pull * common + count * mean) / (pull + count) - common
        tones = common + np.clip(strayed, -furthest, furthest)
        if np.abs(tones - before).max() < search.settled:
            break
    told = pieces.densities(tones, shift.lamp, settings) * often[:, None, None, :, 0]
    explained = np.log(told.sum(axis=(1, 3)) + settings.stranger) @ pieces.weights
    own_drift = (tones - common) / search.kind_drift
    return tones, explained - 0.5 * (own_drift**2).sum(axis=(1, 2)) - shift.cost


def lamp_of(gains: Tones) -> Tones:
    """The colour of a lamp (..., 3), its strongest part 1, by how it brightens tones (..., 3)."""
    gains = np.maximum(gains, LEAST_GAIN)
    return np.asarray((gains / gains.max(axis=-1, keepdims=True)) ** TONE_POWER)


class _Shift:
    """The shift that all kinds share, ``usual * gain + veil``, near each of several guesses.

    ``gains`` and ``veils`` (guesses, 3).
    """

    def __init__(self, usual: Tones, gains: Tones, veils: Tones, search: PaletteSearch) -> None:
        self.usual, self.gains, self.veils = usual, gains, veils
        self.gain_trust = 1 / (search.gain_drift * gains) ** 2
        self.veil_trust = 1 / search.veil_drift**2
        self.cost: Tones = np.zeros(len(gains))
        self.lamp = lamp_of(gains)

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
        self.lamp = lamp_of(gain)
        self.cost = 0.5 * (
            self.gain_trust * (gain - self.gains) ** 2 + self.veil_trust * (veil - self.veils) ** 2
        ).sum(axis=1)
        return np.asarray(self.usual * gain[:, None] + veil[:, None])
