"""What people said of places and of pieces that move, held against what a camera sees of them.

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
"""A piece that moves is seen elsewhere now, more likely than not."""
OTHERWISE = 0.95
"""What is seen so surely is held against what somebody wrote."""
LOOKS_OTHERWISE = 2
"""Since play went on it must have been seen in so many looks."""


@dataclass(frozen=True, slots=True)
class Override:
    """Somebody says that ``answer`` is right; the camera saw ``seen`` then, or had no idea.

    Of a piece that moves ``glimpsed`` is where the camera took it to be, surely or not: seen
    anywhere else more likely than not, it has moved on since; None of a place, or where nothing was
    seen. ``follows``: he said nothing of the place, but laid or took back there. ``otherwise``
    counts the looks that have shown a piece where none was left, or none where one was laid, since
    play went on; None before that.
    """

    answer: str
    seen: str | None
    glimpsed: str | None = None
    follows: bool = False
    otherwise: int | None = None

    def holds(self, now: Seen) -> bool:
        """Whether the camera still sees what it saw when this was said."""
        if self.glimpsed is not None and now.answer not in (EMPTY, HIDDEN):
            return not self._moved_on(now)
        if now.answer == HIDDEN or now.confidence < SURE:
            return True
        return now.answer == self.seen

    def looked_at(self, now: Seen, *, gone_on: bool) -> Override:
        """The same after one more look; ``gone_on``: it showed that play goes on."""
        looks = self.otherwise if self.otherwise is not None or not gone_on else 0
        if looks is None or now.answer == HIDDEN:
            return self
        return replace(self, otherwise=looks + 1 if self._is_denied(now) else 0)

    def _is_denied(self, now: Seen) -> bool:
        one_is_none = (self.answer == EMPTY) != (now.answer == EMPTY)
        return self.follows and one_is_none and now.confidence >= OTHERWISE

    def denied(self, place: str, now: Seen) -> Drift | None:
        """How the table differs from what he wrote, where that is worth telling."""
        if not self._is_denied(now) or (self.otherwise or 0) < LOOKS_OTHERWISE:
            return None
        differs = Differs.UNWRITTEN if self.answer == EMPTY else Differs.MISSING
        return Drift(place, differs, self.answer, now.answer, now.confidence)

    def _moved_on(self, now: Seen) -> bool:
        """Whether a piece is likely elsewhere, leaving out where it was taken to be before."""
        shares = dict(now.likely or ((now.answer, now.confidence),))
        misleads = shares.pop(str(self.glimpsed), 0.0) if self.glimpsed != self.answer else 0.0
        elsewhere = (s for at, s in shares.items() if at not in (self.answer, EMPTY, HIDDEN))
        return max(elsewhere, default=0.0) >= LIKELY * (1 - misleads)


class Overrides:
    """The overrides that hold, by subject."""

    def __init__(self) -> None:
        self._by_subject: dict[str, Override] = {}

    def say(self, subject: str, answer: str, now: Reading | None, *, follows: bool = False) -> None:
        """Take somebody's word on a subject (``EMPTY``: nothing there), whatever is seen.

        ``follows``: it follows from what he wrote.
        """
        seen = None if now is None else now.subjects.get(subject)
        sure = seen is not None and seen.answer != HIDDEN and seen.confidence >= SURE
        moves = now is not None and now.moves(subject)
        self._by_subject[subject] = Override(
            answer,
            seen.answer if seen is not None and sure else None,
            seen.answer if seen is not None and moves else None,
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
        seen = reading.subjects
        self._by_subject = {
            subject: word.looked_at(seen[subject], gone_on=gone_on) if subject in seen else word
            for subject, word in self._by_subject.items()
        }

    def denied(self, reading: Reading) -> Iterator[Drift]:
        """Where other is seen than somebody wrote, though play has gone on since."""
        seen = reading.places
        for place, word in self._by_subject.items():
            drift = word.denied(place, seen[place]) if place in seen else None
            if drift is not None:
                yield drift

    def remember(self, before: Position, now: Position) -> None:
        """Somebody changed it to what lies there ``now``; the camera is taken to see it as before.

        Where it does not the word is forgotten with the next look.
        """
        old, new = before.places, now.places
        for place, seen in old.items():
            if new.get(place) != seen:
                self._by_subject[place] = Override(new.get(place, EMPTY), seen)

    def holds(self, subject: str, answer: str) -> bool:
        """Whether somebody's word that this is the answer still holds."""
        word = self._by_subject.get(subject)
        return word is not None and word.answer == answer

    def __copy__(self) -> Overrides:
        """Another who has heard the same so far."""
        other = Overrides()
        other._by_subject = dict(self._by_subject)
        return other

    def heard(self, reading: Reading) -> Reading:
        """The reading with everybody's word in it; what holds no longer is forgotten."""
        seen = reading.subjects
        self._by_subject = {
            subject: word
            for subject, word in self._by_subject.items()
            if subject in seen and word.holds(seen[subject])
        }
        return replace(
            reading,
            spaces=self._with_overrides(reading.spaces),
            slots=self._with_overrides(reading.slots),
            pieces=self._with_overrides(reading.pieces),
        )

    def _with_overrides(self, seen: Mapping[str, Seen]) -> dict[str, Seen]:
        said = {
            subject: Seen.only(word.answer)
            for subject, word in self._by_subject.items()
            if subject in seen
        }
        return {**seen, **said}
