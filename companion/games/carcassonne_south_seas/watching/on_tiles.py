"""Who may be on each tile, by what is seen of its places.

A tile has one islander at most, and he is of whoever laid it. Rules 18 to 20. So what is seen on
its places is held together: nobody, or one on one of its parts.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from companion.reading import EMPTY, HIDDEN, Seen
from companion.watching.moving_pieces.sightings import A_WORD

ANOTHERS = 0.02
"""How likely a tile has an islander of another than who laid it, against one of his."""
TAKEN = 0.1
"""How likely one is on a part that is connected to others, against a free one. Rule 22."""
NOBODY = 1e-3
"""Nobody is surer to be on a tile than this not to be."""


@dataclass(frozen=True)
class OnTile:
    """What is seen on one tile: ``there`` is how likely anybody is on it, whoever and wherever.

    Who is seen where somebody said that nobody is, is elsewhere on it. ``where``: how likely he is
    on each part, in each colour; all of it and nobody make 1. ``words`` are what somebody said;
    ``is_denied``: that nobody is anywhere on it.
    """

    there: float
    where: Mapping[tuple[str, str], float]
    words: Mapping[str, str]
    is_denied: bool = False

    @property
    def best(self) -> tuple[str, str, float]:
        """The likeliest part and colour, and how likely; empty where nobody is seen."""
        if not self.where:
            return "", "", 0.0
        place, colour = max(self.where, key=lambda each: self.where[each])
        return place, colour, self.where[place, colour]

    def part(self, place: str) -> float:
        """How likely he is on a part."""
        return sum(share for (at, _), share in self.where.items() if at == place)


def on_tile(
    seen: Mapping[str, Seen],
    usual: Mapping[str, float],
    layer: str,
    taken: Collection[str],
) -> OnTile | None:
    """What is seen on the places of one tile; None where one of them is hidden.

    ``layer`` is the colour of who laid it. ``usual`` is how likely anybody was seen on each place
    before somebody spoke of it; ``taken`` are the places where the rules allow none.
    """
    words = {p: one.answer for p, one in seen.items() if one.confidence >= A_WORD}
    words = {place: piece for place, piece in words.items() if piece != HIDDEN}
    if any(one.answer == HIDDEN and place not in words for place, one in seen.items()):
        return None
    said = next(((p, piece) for p, piece in words.items() if piece != EMPTY), None)
    if said is not None:
        return OnTile(1.0, {said: 1.0}, words)
    if len(words) == len(seen):
        return OnTile(0.0, {}, words, is_denied=True)
    shares = {
        (place, piece): share
        for place, one in seen.items()
        if place not in words
        for piece, share in one.likely or ((one.answer, one.confidence),)
        if piece not in (EMPTY, HIDDEN)
    }
    left = max(1 - sum(usual.get(place, 0.0) for place in words), NOBODY)
    whole = max(sum(shares.values()), left)
    shares = {each: share / whole for each, share in shares.items()}
    there = sum(shares.values())
    elsewhere = 1 - left if words else 0.0
    weighed = {
        (place, colour): share
        * (1 if colour == layer else ANOTHERS)
        * (TAKEN if place in taken else 1)
        for (place, colour), share in shares.items()
    }
    total = sum(weighed.values()) + max(1 - there, NOBODY)
    where = {each: share / total for each, share in weighed.items()}
    return OnTile(max(there, elsewhere), where, words)
