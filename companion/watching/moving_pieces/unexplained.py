"""What no deed explains: what is asked of it, and what is told as a difference, and when.

A piece that is not seen is not gone: others may hide it for a while. And what a reader sees wrongly
on one table it sees so as long as the table lies so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Generic

from companion.play.timeline import Event, State
from companion.reading import EMPTY, HIDDEN
from companion.watching.drift import Differs, Drift
from companion.watching.moving_pieces.sightings import Sightings
from companion.watching.moving_pieces.ways import Lies, MovingHabits
from companion.watching.moving_pieces.weighing import Weighed
from companion.watching.outcome import Doubt

OUT_OF_SIGHT = 4
"""A piece that is seen nowhere is waited for so many times longer than another difference."""
TABLES = 2
"""What is seen on so many tables, one after the other, is no mistake of one look."""


@dataclass(frozen=True)
class Unexplained(Generic[State, Event]):
    """What is seen otherwise than a record has it, that stands at ``state``.

    ``kept`` are the subjects of which somebody knows better. A camera that is not ``patient`` waits
    for no second look. Of a game that tells of no habits all that is doubtful ``is_asked`` at once.
    """

    seen: Sightings
    state: State
    lies_of: Lies[State]
    habits: MovingHabits[State, Event]
    kept: frozenset[str]
    patient: bool
    is_asked: bool = False

    def is_new(self, subject: str) -> bool:
        """Whether a subject is surely seen otherwise."""
        lies = self._lies.get(subject, EMPTY)
        return subject not in self.kept and self.seen.answer(subject) not in (None, lies)

    def doubts(self, weighed: Weighed) -> Iterator[Doubt]:
        """The subjects of which something else is likely than is so, and nothing is sure.

        Nor is asked what is no news where it is seen surely. A piece that is likely nowhere, or
        lies as it did, is asked for no sooner than one that surely is nowhere.
        """
        lies = self._lies
        for subject, looks in self.seen.half_seen(lies, self.kept):
            seen = self.seen.subjects[subject]
            waits = self.habits.told_looks if subject in weighed.in_vain else self.habits.slow_looks
            elsewhere = {answer for answer, _ in seen.likely} - {EMPTY, lies.get(subject, EMPTY)}
            if seen.answer == EMPTY and self._may_lie(subject) and not elsewhere:
                waits = OUT_OF_SIGHT * self.habits.told_looks
            late = self.habits.late(self.state, self.state, subject, seen.answer)
            is_known = subject in weighed.believed or subject in weighed.stay
            if looks < (1 if self.is_asked else self._looks(waits)) or is_known or late is not None:
                continue
            if subject in lies or self.is_asked:
                likely = seen.likely or ((seen.answer, seen.confidence),)
                yield self._doubt(subject, (pair for pair in likely if pair[0] != HIDDEN))

    def still(self, drifts: tuple[Drift, ...]) -> tuple[Drift, ...]:
        """What was told before and is still so, while something else is looked at again."""
        now = (one for one in drifts if self.seen.answer(one.subject) in (None, one.seen))
        return tuple(one for one in now if self.is_new(one.subject))

    def drift(self, left: set[str]) -> Iterator[Drift]:
        """What nothing explains, when it was waited for."""
        for subject in sorted(left):
            seen, recorded = self.seen.subjects[subject], self._lies.get(subject, EMPTY)
            if self._is_out_of_sight(subject) or seen.answer == recorded:
                continue
            if self.seen.age(subject) >= self._looks(self._patience(subject)):
                differs = Differs.MISSING if seen.answer == EMPTY else Differs.OTHER
                moves = self.seen.moves(subject)
                yield Drift(subject, differs, recorded, seen.answer, seen.confidence, moves)

    def out_of_sight(self, left: set[str]) -> Iterator[Doubt]:
        """Pieces that are seen nowhere, which nothing explains: where they are is asked."""
        waits = self._looks(OUT_OF_SIGHT * self.habits.told_looks)
        for subject in sorted(left):
            if self._is_out_of_sight(subject) and self.seen.age(subject) >= waits:
                seen, lay = self.seen.subjects[subject], self._lies[subject]
                likely = (EMPTY, seen.confidence), (lay, 1 - seen.confidence)
                yield self._doubt(subject, likely)

    def _doubt(self, subject: str, likely: Iterable[tuple[str, float]]) -> Doubt:
        return Doubt(tuple(likely), subject, moves=self.seen.moves(subject))

    @property
    def _lies(self) -> Mapping[str, str]:
        return self.lies_of(self.state)

    def _looks(self, wanted: int) -> int:
        return wanted if self.patient else 1

    def _patience(self, subject: str) -> int:
        """In how many looks something must lie otherwise before it is told.

        What nobody plays with any more is in no deed: another table must show it too, or it takes
        longer.
        """
        is_out = self.habits.in_play is not None and not self._may_lie(subject)
        is_one = is_out and self.seen.tables(subject) < TABLES
        return (OUT_OF_SIGHT if is_one else 1) * self.habits.told_looks

    def _is_out_of_sight(self, subject: str) -> bool:
        """Whether a piece that may be anywhere is seen nowhere."""
        return self._may_lie(subject) and self.seen.answer(subject) == EMPTY

    def _may_lie(self, subject: str) -> bool:
        """Whether this is a piece in play, which may be anywhere."""
        in_play = self.habits.in_play
        return in_play is not None and subject in in_play(self.state)
