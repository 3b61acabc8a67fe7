"""What no deed explains: what is asked of it, and what is told as a difference, and when.

A piece that is not seen is not gone: others may hide it for a while. And what a reader sees wrongly
on one table it sees so as long as the table lies so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Generic

from companion.play.timeline import Event, State
from companion.reading import EMPTY, HIDDEN
from companion.watching.drift import Differs, Drift
from companion.watching.moving_pieces.sightings import Sightings
from companion.watching.moving_pieces.ways import Lies, MovingHabits
from companion.watching.moving_pieces.weighing import Weighed
from companion.watching.ruling import Doubt

OUT_OF_SIGHT = 4
"""A piece that is seen nowhere is waited for so many times longer than another difference."""
TABLES = 2
"""What is seen on so many tables, one after the other, is no mistake of one look."""


@dataclass(frozen=True)
class Unexplained(Generic[State, Event]):
    """What is seen otherwise than a record has it, that stands at ``state``.

    ``kept`` are the places where somebody knows better. A camera that is not ``patient`` waits for
    no second look. Of a game that tells of no habits all that is doubtful ``is_asked`` at once.
    """

    seen: Sightings
    state: State
    lies_of: Lies[State]
    habits: MovingHabits[State, Event]
    kept: frozenset[str]
    patient: bool
    is_asked: bool = False

    def is_new(self, place: str) -> bool:
        """Whether a place is surely seen otherwise."""
        lies = self._lies.get(place, EMPTY)
        return place not in self.kept and self.seen.piece(place) not in (None, lies)

    def doubts(self, weighed: Weighed) -> Iterator[Doubt]:
        """The places where something else is likely than lies there, and nothing is sure.

        Nor is asked what is no news where it is seen surely. A piece that is likely nowhere, or
        lies as it did, is asked for no sooner than one that surely is nowhere.
        """
        lies = self._lies
        for place, looks in self.seen.half_seen(lies, self.kept):
            seen = self.seen.places[place]
            waits = self.habits.told_looks if place in weighed.in_vain else self.habits.slow_looks
            elsewhere = {piece for piece, _ in seen.likely} - {EMPTY, lies.get(place, EMPTY)}
            if seen.piece == EMPTY and self._may_lie(place) and not elsewhere:
                waits = OUT_OF_SIGHT * self.habits.told_looks
            late = self.habits.late(self.state, self.state, place, seen.piece)
            is_known = place in weighed.believed or place in weighed.stay
            if looks < (1 if self.is_asked else self._looks(waits)) or is_known or late is not None:
                continue
            if place in lies or self.is_asked:
                likely = seen.likely or ((seen.piece, seen.confidence),)
                yield Doubt(tuple(pair for pair in likely if pair[0] != HIDDEN), place)

    def still(self, drifts: tuple[Drift, ...]) -> tuple[Drift, ...]:
        """What was told before and is still so, while something else is looked at again."""
        now = (one for one in drifts if self.seen.piece(one.place) in (None, one.seen))
        return tuple(one for one in now if self.is_new(one.place))

    def drift(self, left: set[str]) -> Iterator[Drift]:
        """What nothing explains, when it was waited for."""
        for place in sorted(left):
            seen, recorded = self.seen.places[place], self._lies.get(place, EMPTY)
            if self._is_out_of_sight(place) or seen.piece == recorded:
                continue
            if self.seen.age(place) >= self._looks(self._patience(place)):
                differs = Differs.MISSING if seen.piece == EMPTY else Differs.OTHER
                yield Drift(place, differs, recorded, seen.piece, seen.confidence)

    def out_of_sight(self, left: set[str]) -> Iterator[Doubt]:
        """Pieces that are seen nowhere, which nothing explains: where they are is asked."""
        waits = self._looks(OUT_OF_SIGHT * self.habits.told_looks)
        for place in sorted(left):
            if self._is_out_of_sight(place) and self.seen.age(place) >= waits:
                seen, lay = self.seen.places[place], self._lies[place]
                yield Doubt(((EMPTY, seen.confidence), (lay, 1 - seen.confidence)), place)

    @property
    def _lies(self) -> Mapping[str, str]:
        return self.lies_of(self.state)

    def _looks(self, wanted: int) -> int:
        return wanted if self.patient else 1

    def _patience(self, place: str) -> int:
        """In how many looks something must lie otherwise before it is told.

        What nobody plays with any more is in no deed: another table must show it too, or it takes
        longer.
        """
        is_out = self.habits.in_play is not None and not self._may_lie(place)
        is_one = is_out and self.seen.tables(place) < TABLES
        return (OUT_OF_SIGHT if is_one else 1) * self.habits.told_looks

    def _is_out_of_sight(self, place: str) -> bool:
        """Whether a piece that may be anywhere is seen nowhere."""
        return self._may_lie(place) and self.seen.piece(place) == EMPTY

    def _may_lie(self, place: str) -> bool:
        """Whether this is a piece in play, which may be anywhere."""
        in_play = self.habits.in_play
        return in_play is not None and place in in_play(self.state)
