"""Which place was read wrongly: what is seen there, times what the rules make of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod

from companion.reading import HIDDEN, Seen
from companion.watching.laid_pieces.belief import ASK, LEAST, TAKE, Plausible
from companion.watching.laid_pieces.explainer import Otherwise
from companion.watching.outcome import Doubt

SPEAKS = Plausible.LEGAL.value / Plausible.ILLEGAL.value
"""How much likelier a correction is for each finding that it takes away."""
PERSISTENT = 0.01
"""The odds that a place is read wrongly for good, however surely: it misleads look after look."""


def second_thought(
    corrections: Sequence[Otherwise], places: Mapping[str, Seen]
) -> tuple[Otherwise | None, tuple[Doubt, ...]]:
    """The correction to believe in, if any; else what to ask: about the place that decides most.

    ``places`` are what is seen on each place, or was said: then nothing speaks against it. A place
    that can't be seen now waits.
    """
    seen = [
        each
        for each in corrections
        if not any(_is_out_of_question(places.get(p), kind) for p, kind in each.lies.items())
    ]
    if not seen:
        return None, ()
    best = max(seen, key=lambda each: _seen_odds(each, places))
    odds = _seen_odds(best, places)
    if odds / (1 + odds) >= TAKE:
        return best, ()
    weights = {number: _odds(each, places) for number, each in enumerate(seen)}
    whole = 1 + sum(weights.values())
    asked: dict[str, dict[str, float]] = {}
    for number, each in enumerate(seen):
        place, kind = next(iter(each.lies.items()))
        kinds = asked.setdefault(place, {})
        kinds[kind] = kinds.get(kind, 0.0) + weights[number] / whole
    place, kinds = max(asked.items(), key=lambda pair: sum(pair[1].values()))
    if sum(kinds.values()) < ASK:
        return None, ()
    recorded = next(each.instead_of[place] for each in seen if place in each.instead_of)
    kinds[recorded] = 1 - sum(kinds.values())
    likely = sorted(kinds.items(), key=lambda pair: -pair[1])
    about_it = (each.frees for each in seen if next(iter(each.lies)) == place)
    return None, (Doubt(tuple(likely), place, frees=frozenset[str]().union(*about_it)),)


def _is_out_of_question(seen: Seen | None, kind: str) -> bool:
    """Whether a place can't be seen, or somebody said that another piece lies there."""
    return seen is None or seen.answer == HIDDEN or (seen.confidence >= 1 and seen.answer != kind)


def _odds(correction: Otherwise, places: Mapping[str, Seen]) -> float:
    """The odds of a correction, if a place may be read wrongly for good as well."""
    least = PERSISTENT ** len(correction.lies) * SPEAKS**correction.explains
    return max(_seen_odds(correction, places), least)


def _seen_odds(correction: Otherwise, places: Mapping[str, Seen]) -> float:
    """The odds of a correction by what is seen, and what the rules make of it."""
    seen = prod(
        _chance(places[place], kind) / _chance(places[place], correction.instead_of[place])
        for place, kind in correction.lies.items()
    )
    return seen * Plausible.MISREAD.value * SPEAKS**correction.explains


def _chance(seen: Seen, kind: str) -> float:
    chances = dict(seen.likely) or {seen.answer: seen.confidence}
    return max(chances.get(kind, 0.0), LEAST)
