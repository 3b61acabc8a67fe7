"""Whether what was seen earlier was misread, now that later pieces speak against it.

A piece read wrongly lies there quietly until the game goes on from it. A game names the corrections
that would take away what breaks rules; each is weighed by what the camera makes of its places now.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod

from companion.belief import ASK, LEAST, TAKE, Plausible
from companion.explainer import A, Doubt, Otherwise
from companion.reading import HIDDEN, Seen

SPEAKS = Plausible.LEGAL.value / Plausible.ILLEGAL.value
"""How much likelier a correction is for each finding that it takes away."""


def second_thought(
    corrections: Sequence[Otherwise[A]], places: Mapping[str, Seen]
) -> tuple[Otherwise[A] | None, tuple[Doubt, ...]]:
    """The correction to believe in, if any; else what to ask. The likeliest decides.

    ``places`` are what is seen on each place, or was said: then nothing speaks against it. A place
    that can't be seen now waits.
    """
    seen = [
        each
        for each in corrections
        if not any(_is_out_of_question(places.get(p), kind) for p, kind in each.lies.items())
    ]
    best = max(seen, key=lambda each: _belief(each, places), default=None)
    if best is None:
        return None, ()
    belief = _belief(best, places)
    if belief >= TAKE:
        return best, ()
    if belief < ASK:
        return None, ()
    place, kind = next(iter(best.lies.items()))
    return None, (Doubt(((kind, belief), (best.instead_of[place], 1 - belief)), place),)


def _is_out_of_question(seen: Seen | None, kind: str) -> bool:
    """Whether a place can't be seen, or somebody said that another piece lies there."""
    return seen is None or seen.piece == HIDDEN or (seen.confidence >= 1 and seen.piece != kind)


def _belief(correction: Otherwise[A], places: Mapping[str, Seen]) -> float:
    """How far a correction is believed in: what is seen, times what the rules make of it."""
    seen = prod(
        _chance(places[place], kind) / _chance(places[place], correction.instead_of[place])
        for place, kind in correction.lies.items()
    )
    odds = seen * Plausible.MISREAD.value * SPEAKS**correction.explains
    return odds / (1 + odds)


def _chance(seen: Seen, kind: str) -> float:
    chances = dict(seen.likely) or {seen.piece: seen.confidence}
    return max(chances.get(kind, 0.0), LEAST)
