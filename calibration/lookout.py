"""A lookout: frames of one table go in, and the record grows.

The watcher says when the board holds still, the referee what happened; the lookout keeps the list
of what was asked, reported and found astray, each once, with the frame in which it began.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic

from companion.drift import Drift
from companion.explainer import A, Doubt
from companion.reading import Reading
from companion.record import Record
from companion.referee import Referee, Ruling
from companion.spoken import Spoken
from vision.camera import Frame
from vision.watch import Sight, Watcher, Watching


@dataclass(frozen=True, slots=True)
class Seen:
    """What came of one frame: its name, what the camera saw, and how many entries were written."""

    name: str
    watching: Watching
    written: int
    why: str = ""


@dataclass
class Log:
    """What happened while looking: per place and episode, the frame in which it began."""

    frames: list[Seen] = field(default_factory=list)
    asked: list[tuple[str, Doubt]] = field(default_factory=list)
    drifted: list[tuple[str, Drift]] = field(default_factory=list)
    reported: list[tuple[str, str]] = field(default_factory=list)
    """Frames and places of pieces that lay against a rule."""
    unexplained: list[tuple[str, str]] = field(default_factory=list)


class Lookout(Generic[A]):
    """One camera, one table, one record."""

    def __init__(self, watcher: Watcher, referee: Referee[A], record: Record) -> None:
        self.watcher, self.referee, self.record = watcher, referee, record
        self.log = Log()
        self.ruling = Ruling(record)
        self._settled: Reading | None = None
        self._spoken = Spoken()
        self._open: dict[str, frozenset[str]] = {}

    def see(self, frame: Frame) -> Sight | None:
        """Take in a frame; None where there is no picture."""
        if frame.photo is None:
            self.log.frames.append(Seen(frame.name, Watching.LOST, 0, frame.why))
            return None
        sight = self.watcher.see(frame.photo, frame.at_s)
        before = len(self.record.entries)
        if sight.settled is not None:
            self._settled = sight.settled
            self._look(sight.settled, frame.name)
        written = len(self.record.entries) - before
        self.log.frames.append(Seen(frame.name, sight.watching, written, sight.why))
        return sight

    def finish(self) -> None:
        """No more frames will come: look at the last reading once more, and settle what waits."""
        if self._settled is not None:
            self._look(self._settled, "the end")

    def answer(self, place: str, piece: str) -> None:
        """Take a person's word on what lies on a place (``EMPTY``: nothing), and look with it."""
        if self._settled is not None:
            self._spoken.say(place, piece, self._settled)
            self._look(self._settled, "an answer")

    def _look(self, settled: Reading, name: str) -> None:
        self.ruling = self.referee.look(self.record, self._spoken.heard(settled))
        self.record = self.ruling.record
        self._note(name)

    def _note(self, name: str) -> None:
        """Log what is new in the last ruling."""
        ruling, log = self.ruling, self.log
        doubts = {doubt.place: doubt for doubt in ruling.doubts if doubt.place is not None}
        for place in self._begun("asked", doubts):
            log.asked.append((name, doubts[place]))
        drift = {one.place: one for one in ruling.drift}
        for place in self._begun("drifted", drift):
            log.drifted.append((name, drift[place]))
        for place in self._begun("reported", dict.fromkeys(ruling.broken)):
            log.reported.append((name, place))
        left = {piece.place: piece for piece in ruling.unexplained}
        for place in self._begun("unexplained", left):
            log.unexplained.append((name, place))

    def _begun(self, what: str, now: Mapping[str, object]) -> Sequence[str]:
        """The places at which something began with this look."""
        before = self._open.get(what, frozenset())
        self._open[what] = frozenset(now)
        return [place for place in now if place not in before]

    @property
    def guesses(self) -> Sequence[Doubt]:
        """What nobody saw or said and was guessed, by the last ruling."""
        return [doubt for doubt in self.ruling.doubts if doubt.place is None]
