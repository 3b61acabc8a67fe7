"""What is seen of each place or question, and in how many looks it was so."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator, Mapping
from copy import copy

from companion.reading import EMPTY, HIDDEN, Reading, Seen

SURE = 0.95
"""What is seen so surely must be what lies there, as a probability."""
LIKELY = 0.5
"""What is seen so surely is more likely than all else together, as a probability."""
BACK = 0.8
"""So surely a piece must be seen that lay nowhere: it may be no piece at all. And so sure must be,
where it lay somewhere, that it lies at the new stop rather than there."""
ASKED = 0.3
"""What is seen so surely, and less than ``SURE``, is asked, as a probability."""
A_WORD = 1.0
"""So sure is what somebody said: no picture is held against it."""


class Sightings:
    """The last look, and how long each place has looked so."""

    def __init__(self) -> None:
        self.places: Mapping[str, Seen] = {}
        self._ages: dict[str, tuple[str, int]] = {}
        self._leans: dict[str, tuple[str, int]] = {}
        self._half_seen: dict[str, tuple[str, int, int]] = {}
        self._last: dict[str, tuple[str, int]] = {}
        self._there: dict[str, str] = {}
        self._prior: dict[str, str] = {}
        self.table = 0
        """The number of the table that is seen: it is another once anything surely lies
        otherwise. What is seen wrongly on one table is seen so as long as it lies so."""

    def apart(self) -> Sightings:
        """Others that have seen the same so far."""
        other = copy(self)
        other._ages, other._leans = dict(self._ages), dict(self._leans)
        other._last, other._there = dict(self._last), dict(self._there)
        other._prior = dict(self._prior)
        return other

    def take_in(self, reading: Reading) -> None:
        """Count in how many looks each place was surely seen as it is."""
        self.places = reading.places
        sure = self.surely(())
        is_other = any(self._last.get(p, (piece, 0))[0] != piece for p, piece in sure.items())
        self.table += is_other
        self._there |= {place: piece for place, piece in sure.items() if piece != EMPTY}
        was = self._last
        self._prior |= {
            p: was[p][0] for p, piece in sure.items() if p in was and was[p][0] != piece
        }
        self._last = was | {
            place: was[place] if was.get(place, ("", 0))[0] == piece else (piece, self.table)
            for place, piece in sure.items()
        }
        for place, seen in self.places.items():
            piece = self.piece(place)
            if piece is not None:
                self._ages[place] = _one_more(self._ages.get(place), piece)
            if seen.piece != HIDDEN:
                leaning = seen.piece if seen.confidence >= LIKELY else ""
                self._leans[place] = _one_more(self._leans.get(place), leaning)
                if self._ages.get(place, (leaning, 0))[0] != leaning:
                    del self._ages[place]

    def piece(self, place: str) -> str | None:
        """What is surely seen on a place; None where nothing is."""
        one = self.places.get(place)
        return one.piece if one and one.piece != HIDDEN and one.confidence >= SURE else None

    def is_said(self, lies: Mapping[str, str]) -> bool:
        """Whether somebody said of a piece that it lies as here."""
        seen = ((self.places.get(place), piece) for place, piece in lies.items())
        return any(one and one.piece == p and one.confidence >= A_WORD for one, p in seen)

    def age(self, place: str) -> int:
        """In how many looks it was as it is surely seen, if only likely in the first of them.

        What is hidden counts for none.
        """
        piece, looks = self._ages.get(place, ("", 0))
        leaning, likely = self.leans(place)
        return max(looks, likely) if leaning == piece else looks

    def prior(self, place: str) -> str | None:
        """What was surely seen on a place before what last was; None: nothing else ever."""
        return self._prior.get(place)

    def left(self, lies: Mapping[str, str]) -> frozenset[str]:
        """The pieces that were surely seen last where they lie, and surely are seen nowhere now."""
        gone = (place for place, at in self._there.items() if lies.get(place, EMPTY) == at)
        return frozenset(place for place in gone if self.piece(place) == EMPTY)

    def tables(self, place: str) -> int:
        """On how many tables, one after the other, a place was surely seen as it last was."""
        return self.table - self._last[place][1] + 1 if place in self._last else 0

    def glimpsed(self, place: str) -> str | None:
        """What is surely seen on a place, or a piece that is likely there; None: nothing is."""
        piece, (leaning, _) = self.piece(place), self.leans(place)
        return leaning if piece is None and leaning not in ("", EMPTY) else piece

    def held_for(self, place: str) -> str | None:
        """What a place is held for, a piece or ``EMPTY``, sure or only likely; None: nothing is."""
        return self.glimpsed(place) or self.leans(place)[0] or None

    def otherwise(
        self, before: Mapping[str, str], after: Mapping[str, str], but: Container[str], looks: int
    ) -> dict[str, str]:
        """What is surely seen otherwise than it lies ``after`` something was done, not only just.

        What has only just come into sight is another deed's.
        """
        seen = ((at, self.piece(at)) for at in {*before, *after} if at not in but)
        return {
            at: piece
            for at, piece in seen
            if piece not in (None, after.get(at, EMPTY)) and self.age(at) >= looks
        }

    def surely(self, but: Container[str]) -> dict[str, str]:
        """All that is surely seen, but for some places."""
        seen = ((place, self.piece(place)) for place in self.places if place not in but)
        return {place: piece for place, piece in seen if piece is not None}

    def came(self, with_: Collection[str], looks: int) -> dict[str, str]:
        """What came into sight when this did, or so many looks before."""
        newest = min((self.age(place) for place in with_), default=0)
        return {p: piece for p, piece in self.surely(()).items() if self.age(p) <= newest + looks}

    def likely(self, lies: Mapping[str, str], but: Container[str], looks: int) -> dict[str, str]:
        """What likely lies where something else did, in so many looks up to the last.

        A piece that is not seen is not gone: nothing is ever likely not to lie somewhere. Of
        the two stops the new one must be the likelier by far.
        """
        likely = {}
        for place, lay in lies.items():
            seen = self.places.get(place)
            if seen is None or place in but or seen.piece in (EMPTY, HIDDEN, lay):
                continue
            least, still = BACK if lay == EMPTY else LIKELY, dict(seen.likely).get(lay, 0.0)
            has_left = lay == EMPTY or seen.confidence >= BACK * (seen.confidence + still)
            is_likely = least <= seen.confidence < SURE and has_left
            if is_likely and self._leans[place][1] >= looks:
                likely[place] = seen.piece
        return likely

    def leans(self, place: str) -> tuple[str, int]:
        """What likely lies on a place, surely or not ("": nobody knows), and for how many looks."""
        return self._leans.get(place, ("", 0))

    def stirs(self, lies: Mapping[str, str], but: Container[str], looks: int) -> bool:
        """Whether a piece is half seen where it did not lie, and not for so many looks yet."""
        return any(
            place not in but
            and seen.piece not in (EMPTY, HIDDEN, lies.get(place, seen.piece))
            and ASKED <= seen.confidence < SURE
            and self._leans[place][1] < looks
            for place, seen in self.places.items()
        )

    def half_seen(self, lies: Mapping[str, str], but: Container[str]) -> Iterator[tuple[str, int]]:
        """The places that look otherwise, and not surely; each with its looks, this one counted.

        Those count in which it looked the same, or half of all: it may never look twice the same.
        """
        before, self._half_seen = self._half_seen, {}
        for place, seen in self.places.items():
            is_other = place not in but and seen.piece not in (HIDDEN, lies.get(place, EMPTY))
            if is_other and ASKED <= seen.confidence < SURE:
                piece, looks, in_all = before.get(place, (seen.piece, 0, 0))
                alike = looks + 1 if piece == seen.piece else 1
                self._half_seen[place] = seen.piece, alike, in_all + 1
        for place, (_, alike, in_all) in self._half_seen.items():
            yield place, max(alike, in_all // 2)


def _one_more(before: tuple[str, int] | None, piece: str) -> tuple[str, int]:
    """A piece, and in how many looks it was so."""
    return (piece, before[1] + 1) if before and before[0] == piece else (piece, 1)
