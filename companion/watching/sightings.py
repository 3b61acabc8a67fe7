"""What is seen of each place or question, and in how many looks it was so."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from copy import copy

from companion.reading import EMPTY, HIDDEN, Reading, Seen

SURE = 0.95
"""What is seen so surely must be what lies there, as a probability."""
ASKED = 0.3
"""What is seen so surely, and less than ``SURE``, is asked, as a probability."""


class Sightings:
    """The last look, and how long each place has looked so."""

    def __init__(self) -> None:
        self.places: Mapping[str, Seen] = {}
        self._ages: dict[str, tuple[str, int]] = {}
        self._half_seen: dict[str, int] = {}

    def apart(self) -> Sightings:
        """Others that have seen the same so far."""
        other = copy(self)
        other._ages = dict(self._ages)
        return other

    def take_in(self, reading: Reading) -> None:
        """Count in how many looks each place was surely seen as it is."""
        self.places = reading.places
        for place in self.places:
            piece = self.piece(place)
            if piece is not None:
                before, looks = self._ages.get(place, ("", 0))
                self._ages[place] = piece, looks + 1 if piece == before else 1

    def piece(self, place: str) -> str | None:
        """What is surely seen on a place; None where nothing is."""
        one = self.places.get(place)
        return one.piece if one and one.piece != HIDDEN and one.confidence >= SURE else None

    def age(self, place: str) -> int:
        """In how many looks it was surely seen as it is; what is hidden counts for none."""
        return self._ages.get(place, ("", 0))[1]

    def surely(self, but: Container[str]) -> dict[str, str]:
        """All that is surely seen, but for some places."""
        seen = ((place, self.piece(place)) for place in self.places if place not in but)
        return {place: piece for place, piece in seen if piece is not None}

    def half_seen(self, lies: Mapping[str, str], but: Container[str]) -> Iterator[tuple[str, int]]:
        """The places that look otherwise, and not surely; each with its looks, this one counted."""
        self._half_seen = {
            place: self._half_seen.get(place, 0) + 1
            for place, seen in self.places.items()
            if place not in but
            and seen.piece not in (HIDDEN, lies.get(place, EMPTY))
            and ASKED <= seen.confidence < SURE
        }
        yield from self._half_seen.items()
