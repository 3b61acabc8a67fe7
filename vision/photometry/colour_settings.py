"""The numbers by which colours are told: how pieces scatter, and how a picture's palette is found.

All are in sRGB tones of 0..1 relative to the picture's white.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf


@dataclass(frozen=True)
class PaletteSearch:
    """How the kinds' colours are looked for in one picture, from several guesses."""

    kind_drift: float = 0.06
    """How far a kind's paint lies from the usual colour, beside the common shift."""
    furthest_drifts: float = 3.0
    """No kind strays further than this many drifts, lest one without pieces takes another's."""
    gain_drift: float = 0.1
    """Scatter of the common brightening of each tone around the guess it started from, relative."""
    veil_drift: float = 0.1
    """Scatter of the common veil of each tone around its guess."""
    bright: float = 0.95
    """The brighter pieces of a picture are taken to be so bright, as their strongest tone."""
    brighter: float = 0.9
    """The share of the pieces that are not as bright as those."""
    as_bright: float = 16.0
    """That is believed as so many pieces would be, before any is seen."""
    gains: tuple[float, ...] = (0.45, 0.58, 0.72, 0.9)
    """Guesses of the common brightening to start from."""
    veils: tuple[float, ...] = (0.08, 0.16, 0.26)
    """Guesses of the common veil: haze lifts dark colours."""
    warmths: tuple[float, ...] = (-0.2, 0.0, 0.2)
    """Guesses of red against blue, as log gains."""
    first_rounds: int = 2
    """Rounds from every guess."""
    followed: int = 12
    """So many of the likeliest are followed then."""
    many: float = inf
    """So many pieces leave hardly more than one shift possible."""
    followed_of_many: int = 4
    """From so many pieces on, so many of the likeliest are followed."""
    rounds: int = 10
    """At most so many rounds from each of those."""
    settled: float = 1e-3
    """Tones that moved less in a round have arrived."""
    same: float = 0.01
    """Guesses whose tones arrive so near to each other have found the same."""
    least_share: float = 0.01
    """What explains the pieces so much worse than the best, as a ratio, has no say."""


@dataclass(frozen=True)
class ColourSettings:
    """How the colours of one kind's pieces scatter, and how all kinds are looked for."""

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
    """Their scatter along the colour itself."""
    loose_haze: float = 0.2
    """Their scatter along a haze."""
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
    unseen: float = 1.0
    """Kinds are as usual as the pieces of them in view, and so many more."""
    stranger: float = 1e-3
    """Density of colours that no kind explains, relative to a kind's peak."""
    search: PaletteSearch = field(default_factory=PaletteSearch)
    """How the kinds' colours are found."""


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
    search=PaletteSearch(many=16),
)
"""Pieces of one paint each, all of a picture together. Chosen on sticks of drawn and path-traced
boards, as they are and under other lamps, shadows and reflections; docs/reader.md has the figures.
Half of them scatter little: where all were thought to scatter as widely, white and
grey ones were taken for one kind that scatters."""
