"""What is seen less than surely, weighed by what it would mean.

What has been likely for some looks is believed as far as it is usual. Of what a rule forbids the
picture must speak much louder than of all that is allowed; else it is left out, and what is allowed
shares its place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import inf
from typing import Generic

from companion.play.timeline import Event, State
from companion.reading import EMPTY, HIDDEN, Seen
from companion.watching.moving_pieces.sightings import BACK, LIKELY, SURE, Sightings
from companion.watching.moving_pieces.tellings import USUAL, Telling

UNUSUAL = 4.0
"""A way that costs so much breaks a rule, or leaves something unexplained, in moves."""
LOUDER = 20.0
"""What a rule forbids is thought of where it is so much likelier than all that is allowed."""
GLIMPSED = 0.02
"""What is seen with less than this is not thought of, as a probability."""
THERE = 0.1
"""A piece that is seen nowhere may lie where it is seen with this, as a probability."""
RIVAL = 0.5
"""What is seen with more than this share of the likeliest may be right as well."""

Best = Callable[[Mapping[str, str]], Telling[State, Event]]
"""The best telling of what is seen."""


@dataclass(frozen=True)
class Weighed:
    """What lies anew on some places, as far as it is believed, and which lie as they did."""

    believed: Mapping[str, str]
    stay: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Weighing(Generic[State, Event]):
    """Weighs what is half seen against the rules; ``looks`` are waited for."""

    seen: Sightings
    best: Best[State, Event]
    lies: Mapping[str, str]
    kept: frozenset[str]
    looks: int

    def weighed(self, steady: Mapping[str, str]) -> Weighed:
        """What is believed besides what is ``steady``, being surely seen."""
        likely = self.seen.likely(self.lies, self.kept, self.looks)
        if likely and self._is_usual(likely, steady):
            return Weighed(likely)
        believed, stay = dict[str, str](), set[str]()
        for place in self._doubtful():
            piece = self._allowed(place, {**steady, **believed})
            if piece == self.lies[place]:
                stay.add(place)
            elif piece is not None:
                believed[place] = piece
        return Weighed(believed, frozenset(stay))

    def _is_usual(self, likely: Mapping[str, str], steady: Mapping[str, str]) -> bool:
        """Whether all that is likely may be believed at once.

        What means a card wants surer eyes than an ordinary move; what breaks a rule, sure ones.
        """
        if any(self._has_rival(place, _shares(self.seen.places[place])) for place in likely):
            return False
        least = min(self.seen.places[place].confidence for place in likely)
        return self._is_plain(likely, steady) and _believes(least, self._more(likely, steady))

    def _has_rival(self, place: str, shares: Mapping[str, float]) -> bool:
        """Whether a piece may as well lie anew at another place."""
        new = (share for piece, share in shares.items() if piece not in (EMPTY, self.lies[place]))
        first, second, *_ = (*sorted(new, reverse=True), 0.0, 0.0)
        return second > RIVAL * first

    def _more(self, likely: Mapping[str, str], steady: Mapping[str, str]) -> float:
        """What it costs more to explain these pieces too; infinite where nothing does."""
        telling = self.best({**steady, **likely})
        ways = telling.ways.found
        if not ways or ways[0].left & likely.keys():
            return inf
        return telling.cost - self.best(steady).cost

    def _is_plain(self, likely: Mapping[str, str], steady: Mapping[str, str]) -> bool:
        """Whether one way alone leads there."""
        return len(self.best({**steady, **likely}).ways.found) == 1

    def _doubtful(self) -> Iterator[str]:
        """The places that have looked otherwise for some looks, and not surely."""
        for place, lay in self.lies.items():
            seen = self.seen.places.get(place)
            if seen is None or place in self.kept or seen.piece in (HIDDEN, lay):
                continue
            if seen.confidence < SURE and self.seen.leans(place)[1] >= self.looks:
                yield place

    def _allowed(self, place: str, steady: Mapping[str, str]) -> str | None:
        """What lies there, of all that the rules allow; None where nobody can tell.

        A piece that is not seen is not gone.
        """
        shares, lay = _shares(self.seen.places[place]), self.lies[place]
        costs = {p: 0.0 if p == lay else self._more({place: p}, steady) for p in shares}
        allowed = {piece: shares[piece] for piece in shares if costs[piece] < UNUSUAL}
        forbidden = sum(shares.values()) - sum(allowed.values())
        if forbidden > LOUDER * sum(allowed.values()):
            return None
        unseen = allowed.pop(EMPTY, 0.0) if lay != EMPTY else 0.0
        piece = max(allowed, key=lambda each: allowed[each], default=EMPTY)
        if allowed.get(piece, 0.0) < THERE or (piece != lay and costs[piece] > USUAL):
            unseen = 0.0
        share = allowed.get(piece, 0.0) / (1 - forbidden - unseen)
        if piece == lay:
            return piece if share >= LIKELY else None
        if self._has_rival(place, allowed):
            return None
        has_left = allowed.get(piece, 0.0) >= BACK * (
            allowed.get(piece, 0.0) + allowed.get(lay, 0.0)
        )
        least = BACK if lay == EMPTY else LIKELY
        if piece == EMPTY or not has_left or share < least or not _believes(share, costs[piece]):
            return None
        return piece if self._is_plain({place: piece}, steady) else None


def _shares(seen: Seen) -> dict[str, float]:
    likely = seen.likely or ((seen.piece, seen.confidence),)
    return {piece: share for piece, share in likely if share >= GLIMPSED}


def _believes(share: float, cost: float) -> bool:
    return (share >= LIKELY and cost <= USUAL) or (share >= BACK and cost < UNUSUAL)
