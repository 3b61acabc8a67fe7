"""A lookout: frames of one table go in, and the record of a game that is followed grows."""

from __future__ import annotations

from dataclasses import dataclass

from companion.play.played import last_position
from companion.reading import Side
from companion.records.record import Record
from companion.saying.phrase import Phrase
from companion.watching.follower import Follower
from vision.picture.camera import Frame
from vision.reader import Believer
from vision.watch import Sight, Watcher, Watching


@dataclass(frozen=True, slots=True)
class Seen:
    """What came of one frame: its name, what the camera saw, and how many entries were written.

    ``outside``: the sides beyond which the board goes on outside the picture.
    """

    name: str
    watching: Watching
    written: int
    why: Phrase | None = None
    outside: tuple[Side, ...] = ()


class Lookout:
    """One camera over one table: the watcher says when the board holds still."""

    def __init__(self, watcher: Watcher, follower: Follower) -> None:
        self.watcher, self.follower = watcher, follower
        self.frames: list[Seen] = []
        self._told: Record | None = None

    def see(self, frame: Frame) -> Sight | None:
        """Take in a frame; None where there is no picture."""
        if frame.photo is None:
            self.frames.append(Seen(frame.name, Watching.LOST, 0, frame.why))
            return None
        self._tell_reader()
        sight = self.watcher.see(frame.photo, frame.at_s)
        before = len(self.follower.record.entries)
        if sight.settled is not None:
            self.follower.see(sight.settled, frame.name)
        written = len(self.follower.record.entries) - before
        self.frames.append(Seen(frame.name, sight.watching, written, sight.why, sight.outside))
        return sight

    def _tell_reader(self) -> None:
        """A table is read by what is known of it, where its reader asks for that."""
        reader, follower = self.watcher.reader, self.follower
        if isinstance(reader, Believer) and self._told is not follower.record:
            self._told = follower.record
            reader.knows(last_position(follower.game, follower.record, follower.board))
