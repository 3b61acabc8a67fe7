"""A lookout: frames of one table go in, and the record of a game that is followed grows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.play.played import last_position
from companion.position import Position
from companion.reading import Side
from companion.records.record import Record
from companion.saying.phrase import Phrase
from companion.watching.follower import Follower
from vision.picture.camera import Frame
from vision.reader import Believer
from vision.watch import FrameSeen, Watcher, Watching


@dataclass(frozen=True, slots=True)
class FrameLine:
    """What came of one frame: its name, what the camera saw, and how many entries were written.

    ``outside``: the sides beyond which the board goes on outside the picture.
    """

    name: str
    watching: Watching
    written: int
    why: Phrase | None = None
    outside: tuple[Side, ...] = ()


class Briefing:
    """Tells a reader what lies on its table, where it asks for that: once for each record."""

    def __init__(self, reader: object) -> None:
        self._reader = reader
        self._record: Record | None = None

    def by(self, record: Record, position: Callable[[], Position]) -> None:
        """Tell it the position that ``record`` leads to, which is worked out where it is new."""
        if isinstance(self._reader, Believer) and record is not self._record:
            self._record = record
            self._reader.knows(position())


class Lookout:
    """One camera over one table: the watcher says when the board holds still."""

    def __init__(self, watcher: Watcher, follower: Follower) -> None:
        self.watcher, self.follower = watcher, follower
        self.frames: list[FrameLine] = []
        self._briefing = Briefing(watcher.reader)

    def see(self, frame: Frame) -> FrameSeen | None:
        """Take in a frame; None where there is no picture."""
        if frame.photo is None:
            self.frames.append(FrameLine(frame.name, Watching.LOST, 0, frame.why))
            return None
        record = self.follower.record
        self._briefing.by(record, self._position)
        seen = self.watcher.see(frame.photo, frame.at_s)
        before = len(record.entries)
        if seen.settled is not None:
            self.follower.see(seen.settled, frame.name)
        written = len(self.follower.record.entries) - before
        self.frames.append(FrameLine(frame.name, seen.watching, written, seen.why, seen.outside))
        return seen

    def _position(self) -> Position:
        return last_position(self.follower.game, self.follower.record, self.follower.board)
