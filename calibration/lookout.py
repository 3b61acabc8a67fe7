"""A lookout: frames of one table go in, and the record grows.

The watcher says when the board holds still, the referee what happened; the lookout keeps the list
of what was asked, reported and found astray, each once, with the frame in which it began.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic

from companion.reading import HIDDEN, Reading, Side
from companion.record import Record
from companion.watching.drift import Drift
from companion.watching.laid_pieces.explainer import A
from companion.watching.laid_pieces.referee import LaidPieces
from companion.watching.ruling import Doubt, Ruling
from companion.watching.spoken import Spoken
from vision.picture.camera import Frame
from vision.watch import Sight, Watcher, Watching

THE_END = "the end"
OUT_OF_SIGHT = 2
"""A place that was hidden in so many looks, up to the last, may hold what nobody saw laid."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What came of one frame: its name, what the camera saw, and how many entries were written.

    ``outside``: the sides beyond which the board goes on outside the picture.
    """

    name: str
    watching: Watching
    written: int
    why: str = ""
    outside: tuple[Side, ...] = ()


@dataclass
class Log:
    """What happened while looking: per place and episode, the frame in which it began."""

    frames: list[Seen] = field(default_factory=list)
    asked: list[tuple[str, Doubt]] = field(default_factory=list)
    drifted: list[tuple[str, Drift]] = field(default_factory=list)
    reported: list[tuple[str, str]] = field(default_factory=list)
    """Frames and places of pieces that lay against a rule."""
    unexplained: list[tuple[str, str]] = field(default_factory=list)
    cut_short: list[str] = field(default_factory=list)
    """Frames in which there was too much to think through at once."""


class Lookout(Generic[A]):
    """One camera, one table, one record."""

    def __init__(self, watcher: Watcher, referee: LaidPieces[A], record: Record) -> None:
        self.watcher, self.referee, self.record = watcher, referee, record
        self.log = Log()
        self.ruling = Ruling(record)
        self._settled: Reading | None = None
        self._spoken = Spoken()
        self._open: dict[str, frozenset[str]] = {}
        self._unseen: dict[str, int] = {}

    def see(self, frame: Frame) -> Sight | None:
        """Take in a frame; None where there is no picture."""
        if frame.photo is None:
            self.log.frames.append(Seen(frame.name, Watching.LOST, 0, frame.why))
            return None
        sight = self.watcher.see(frame.photo, frame.at_s)
        before = len(self.record.entries)
        if sight.settled is not None:
            self._settled = sight.settled
            self._note_unseen(sight.settled)
            self._look(sight.settled, frame.name)
        written = len(self.record.entries) - before
        self.log.frames.append(Seen(frame.name, sight.watching, written, sight.why, sight.outside))
        return sight

    def finish(self) -> None:
        """No more frames will come: look at the last reading once more, and settle what waits.

        What may lie on places that were out of sight is asked.
        """
        if self._settled is None:
            return
        self._look(self._settled, THE_END)
        doubts = self._out_of_sight(self._settled)
        self.ruling = replace(self.ruling, doubts=(*self.ruling.doubts, *doubts))
        self.log.asked += [(THE_END, doubt) for doubt in doubts]

    def _out_of_sight(self, settled: Reading) -> list[Doubt]:
        """What lies on each place that was not seen for long, and where the record has nothing."""
        lies = self.referee.game.position(self.referee.recall(self.record)[0])
        known = {*lies.spaces, *lies.slots, *(doubt.place for doubt in self.ruling.doubts)}
        heard = self._spoken.heard(settled).places
        return [
            Doubt((), place)
            for place, looks in self._unseen.items()
            if looks >= OUT_OF_SIGHT and place not in known and heard[place].piece == HIDDEN
        ]

    def answer(self, place: str, piece: str) -> None:
        """Take a person's word on what lies on a place (``EMPTY``: nothing), and look with it."""
        if self._settled is not None:
            self._spoken.say(place, piece, self._settled)
            self._look(self._settled, "an answer")

    def _note_unseen(self, settled: Reading) -> None:
        """Count in how many looks in a row each place was hidden."""
        hidden = [place for place, seen in settled.places.items() if seen.piece == HIDDEN]
        self._unseen = {place: self._unseen.get(place, 0) + 1 for place in hidden}

    def _look(self, settled: Reading, name: str) -> None:
        self.ruling = self.referee.look(self.record, self._spoken.heard(settled))
        self.record = self.ruling.record
        self._note(name)

    def _note(self, name: str) -> None:
        """Log what is new in the last ruling."""
        ruling, log = self.ruling, self.log
        log.cut_short += [name] if ruling.cut_short else []
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
