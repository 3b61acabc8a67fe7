"""What people said lies on a place, held against what a camera sees there.

A person's word stands: what the camera sees is passed over where somebody said otherwise, until it
sees that something has changed there since. What only follows from what he wrote or took back may
be a slip of his: where play goes on, and other is seen there still, that is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from companion.position import Position
from companion.reading import EMPTY, HIDDEN, Reading, Seen
from companion.watching.drift import Differs, Drift

SURE = 0.99
"""So surely the camera must see a change before it is believed against a person's word."""
LIKELY = 0.5
"""A piece that moves about is seen elsewhere now, more likely than not."""
OTHERWISE = 0.95
"""What is seen so surely is held against what somebody wrote."""
LOOKS_OTHERWISE = 2
"""Since play went on it must have been seen in so many looks."""


@dataclass(frozen=True, slots=True)
class Override:
    """Somebody says that ``piece`` lies there; the camera saw ``seen`` then, or had no idea.

    Of a piece that moves about, so that its place is the answer, ``glimpsed`` is where the camera
    took it to be, surely or not: seen anywhere else more likely than not, it has moved on since.
    ``follows``: he said nothing of the place, but laid or took back there. ``otherwise`` counts the
    looks that have shown a piece where none was left, or none where one was laid, since play went
    on; None before that.
    """

    piece: str
    seen: str | None
    glimpsed: str | None = None
    follows: bool = False
    otherwise: int | None = None

    def holds(self, now: Seen) -> bool:
        """Whether the camera still sees there what it saw when this was said."""
        if self.glimpsed is not None and now.piece not in (EMPTY, HIDDEN):
            return not self._moved_on(now)
        if now.piece == HIDDEN or now.confidence < SURE:
            return True
        return now.piece == self.seen

    def looked_at(self, now: Seen, *, gone_on: bool) -> Override:
        """The same after one more look; ``gone_on``: it showed that play goes on."""
        looks = self.otherwise if self.otherwise is not None or not gone_on else 0
        if looks is None or now.piece == HIDDEN:
            return self
        return replace(self, otherwise=looks + 1 if self._is_denied(now) else 0)

    def _is_denied(self, now: Seen) -> bool:
        one_is_none = (self.piece == EMPTY) != (now.piece == EMPTY)
        return self.follows and one_is_none and now.confidence >= OTHERWISE

    def denied(self, place: str, now: Seen) -> Drift | None:
        """How the table differs from what he wrote, where that is worth telling."""
        if not self._is_denied(now) or (self.otherwise or 0) < LOOKS_OTHERWISE:
            return None
        differs = Differs.UNWRITTEN if self.piece == EMPTY else Differs.MISSING
        return Drift(place, differs, self.piece, now.piece, now.confidence)

    def _moved_on(self, now: Seen) -> bool:
        """Whether a piece is likely elsewhere, leaving out where it was taken to be before."""
        shares = dict(now.likely or ((now.piece, now.confidence),))
        misleads = shares.pop(str(self.glimpsed), 0.0) if self.glimpsed != self.piece else 0.0
        elsewhere = (s for p, s in shares.items() if p not in (self.piece, EMPTY, HIDDEN))
        return max(elsewhere, default=0.0) >= LIKELY * (1 - misleads)


class Overrides:
    """The overrides that hold, by place."""

    def __init__(self) -> None:
        self._by_place: dict[str, Override] = {}

    def say(self, place: str, piece: str, now: Reading | None, *, follows: bool = False) -> None:
        """Take somebody's word that a piece lies there (``EMPTY``: none), whatever is seen.

        ``follows``: it follows from what he wrote.
        """
        seen = None if now is None else now.places.get(place)
        sure = seen is not None and seen.piece != HIDDEN and seen.confidence >= SURE
        moves = seen is not None and now is not None and place in now.pieces
        self._by_place[place] = Override(
            piece,
            seen.piece if seen is not None and sure else None,
            seen.piece if seen is not None and moves else None,
            follows,
        )

    def say_changed(self, before: Position, after: Position, now: Reading | None) -> None:
        """Somebody changed what lies on the board by the record: he means it."""
        old, new = before.places, after.places
        for place in {*old, *new}:
            if old.get(place) != new.get(place):
                self.say(place, new.get(place, EMPTY), now, follows=True)

    def look(self, reading: Reading, *, gone_on: bool) -> None:
        """Hold one more look against what was written; ``gone_on``: it shows that play goes on."""
        self._by_place = {
            place: word.looked_at(reading.places[place], gone_on=gone_on)
            if place in reading.places
            else word
            for place, word in self._by_place.items()
        }

    def denied(self, reading: Reading) -> Iterator[Drift]:
        """Where other is seen than somebody wrote, though play has gone on since."""
        for place, word in self._by_place.items():
            drift = word.denied(place, reading.places[place]) if place in reading.places else None
            if drift is not None:
                yield drift

    def remember(self, before: Position, now: Position) -> None:
        """Somebody changed it to what lies there ``now``; the camera is taken to see it as before.

        Where it does not the word is forgotten with the next look.
        """
        old, new = before.places, now.places
        for place, seen in old.items():
            if new.get(place) != seen:
                self._by_place[place] = Override(new.get(place, EMPTY), seen)

    def holds(self, place: str, piece: str) -> bool:
        """Whether somebody's word that this piece lies there still holds."""
        word = self._by_place.get(place)
        return word is not None and word.piece == piece

    def __copy__(self) -> Overrides:
        """Another who has heard the same so far."""
        other = Overrides()
        other._by_place = dict(self._by_place)
        return other

    def heard(self, reading: Reading) -> Reading:
        """The reading with everybody's word in it; what holds no longer is forgotten."""
        places = reading.places
        self._by_place = {
            place: word
            for place, word in self._by_place.items()
            if place in places and word.holds(places[place])
        }
        return replace(
            reading,
            spaces=self._with_overrides(reading.spaces),
            slots=self._with_overrides(reading.slots),
            pieces=self._with_overrides(reading.pieces),
        )

    def _with_overrides(self, seen: Mapping[str, Seen]) -> dict[str, Seen]:
        said = {
            place: Seen(word.piece, 1.0, ((word.piece, 1.0),))
            for place, word in self._by_place.items()
            if place in seen
        }
        return {**seen, **said}
