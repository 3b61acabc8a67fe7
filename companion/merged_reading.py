"""Several readings of one position become one: each subject from the look that sees it best.

The looks are not independent, for what misleads a reader in one photo may mislead it in the next:
that they agree makes nothing surer than the surest of them. That they disagree makes it less sure,
and where two sure looks do, a person is asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import hypot

from companion.questions import ASK_BELOW, is_sure
from companion.reading import HIDDEN, Reading, Seen, ShipSeen

UNLISTED = 1e-3
"""How likely an answer may be that a look did not list."""
SAME_SHIP_MM = 20.0
DIFFERENT = 0.05
"""Where sure looks disagree at so large a share of what both show, they are of different
positions: of photos of one, about one sure word in a thousand is wrong."""
LEAST_DIFFERENT = 4
"""So many of them at least."""
ENOUGH = 0.7
"""A look that shows a place at this share of the finest look's scale sees it as well."""


@dataclass(frozen=True)
class Look:
    """One photo's reading, and at what scale it shows each place, in px per mm.

    A piece that moves has no place of its own: all looks show it at one scale.
    """

    reading: Reading
    px_per_mm: Mapping[str, float]


@dataclass(frozen=True)
class Merged:
    """The one reading, and by subject the number of the look that it was seen best in."""

    reading: Reading
    best: Mapping[str, int]


def merged(looks: Sequence[Look]) -> Merged:
    """Merge looks at the same position, the first being the one to show; at least one."""
    first = looks[0].reading
    if len(looks) == 1:
        return Merged(first, dict.fromkeys(first.subjects, 0))
    best = {subject: _best(subject, looks) for subject in first.subjects}
    seen = {subject: _seen(subject, looks, best[subject]) for subject in first.subjects}
    outside = tuple(
        side for side in first.outside if all(side in look.reading.outside for look in looks)
    )
    reading = replace(
        first,
        spaces={place: seen[place] for place in first.spaces},
        slots={place: seen[place] for place in first.slots},
        pieces={kind: seen[kind] for kind in first.pieces},
        ships=_ships(looks),
        outside=outside,
    )
    return Merged(reading, best)


def show_different_positions(looks: Sequence[Look]) -> bool:
    """Whether two looks differ so much that they can't be of one position."""
    return any(_differ(one, other) for one, other in combinations([x.reading for x in looks], 2))


def _differ(one: Reading, other: Reading) -> bool:
    both = [
        (here.answer, other.subjects[subject].answer)
        for subject, here in one.subjects.items()
        if is_sure(here) and is_sure(other.subjects[subject])
    ]
    differing = sum(here != there for here, there in both)
    return differing >= max(LEAST_DIFFERENT, DIFFERENT * len(both))


def _best(subject: str, looks: Sequence[Look]) -> int:
    """The look that sees a subject best: of those that see it finely enough the surest."""
    seen = [look.reading.subjects[subject] for look in looks]
    open_to = [n for n, one in enumerate(seen) if one.answer != HIDDEN]
    if not open_to:
        return 0
    scales = {n: looks[n].px_per_mm.get(subject, 1.0) for n in open_to}
    finest = max(scales.values())
    fine = [n for n in open_to if scales[n] >= ENOUGH * finest]
    return max(fine, key=lambda n: seen[n].confidence)


def _seen(subject: str, looks: Sequence[Look], best: int) -> Seen:
    every = [look.reading.subjects[subject] for look in looks]
    own = every[best]
    open_to = [one for one in every if one.answer != HIDDEN]
    if all(one.answer == own.answer for one in open_to):
        return max(open_to, key=lambda one: one.confidence, default=own)
    sure = {one.answer for one in open_to if one.confidence >= ASK_BELOW}
    chances = _pooled(open_to) if len(sure) < 2 else _torn(open_to)
    return Seen.of(chances)


def _pooled(every: Sequence[Seen]) -> dict[str, float]:
    """The chances when looks differ of which at most one is sure: their product."""
    chances = [_chances(one) for one in every]
    kinds = list(dict.fromkeys(kind for each in chances for kind in each))
    weights = dict.fromkeys(kinds, 1.0)
    for each in chances:
        weights = {kind: weights[kind] * each.get(kind, UNLISTED) for kind in kinds}
    return _shared_out(weights)


def _torn(every: Sequence[Seen]) -> dict[str, float]:
    """The chances when sure looks disagree: their mean, which is sure of nothing."""
    chances = [_chances(one) for one in every if one.confidence >= ASK_BELOW]
    kinds = dict.fromkeys(kind for each in chances for kind in each)
    mean = _shared_out({kind: sum(each.get(kind, 0.0) for each in chances) for kind in kinds})
    top = max(mean.values())
    # Two against one is no proof: the two may be misled alike.
    return {kind: min(share, ASK_BELOW / 2 * share / top) for kind, share in mean.items()}


def _chances(seen: Seen) -> dict[str, float]:
    listed = dict(seen.likely) or {seen.answer: seen.confidence}
    listed.pop(HIDDEN, None)
    return _shared_out(listed)


def _shared_out(weights: Mapping[str, float]) -> dict[str, float]:
    whole = sum(weights.values()) or 1.0
    return {kind: weight / whole for kind, weight in weights.items()}


def _ships(looks: Sequence[Look]) -> tuple[ShipSeen, ...]:
    """Every ship once, as the first look that shows it has it."""
    ships: list[ShipSeen] = []
    for look in looks:
        ships += [ship for ship in look.reading.ships if not _among(ship, ships)]
    return tuple(ships)


def _among(ship: ShipSeen, ships: Sequence[ShipSeen]) -> bool:
    return any(
        other.colour == ship.colour
        and hypot(other.x_mm - ship.x_mm, other.y_mm - ship.y_mm) < SAME_SHIP_MM
        for other in ships
    )
