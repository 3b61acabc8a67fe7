"""Eyes for a show: the real reader, and at one place as unsure as the show needs it to be.

A stick that lies askew may be seen surely or not, by how the light falls; a show that promises a
question can't hang on that.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.position import Position
from companion.reading import EMPTY, Seen
from vision.alignment.pose import Pose
from vision.picture.arrays import Image
from vision.reader import Believer, Reader
from vision.seen.photo_reading import PhotoReading

SURENESS = 0.85
"""Sure enough to be asked about where it breaks a rule, not to be written down."""


class DoubtfulEyes:
    """A reader of photos (``vision.watch.Reads``) that doubts what it is told to doubt."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._doubts: dict[str, Seen] = {}

    def doubt(self, place: str, kind: str) -> None:
        """Be unsure of a piece of this kind on a place; or of a ship (``place``) at a stop."""
        likely = ((kind, SURENESS), (EMPTY, 1 - SURENESS))
        self._doubts = {place: Seen(kind, SURENESS, likely)}

    def doubt_nothing(self) -> None:
        """See what there is."""
        self._doubts = {}

    def knows(self, position: Position) -> None:
        """Tell the reader what is known to lie there, where it has to be told."""
        if isinstance(self._reader, Believer):
            self._reader.knows(position)

    def forget(self) -> None:
        """Read the next photo as if it were the first."""
        self._reader.forget()

    def read(self, photo: Image, hint: Pose | None = None) -> PhotoReading:
        """Read a photo; raise NotAligned when the board is not found."""
        seen, doubts = self._reader.read(photo, hint), self._doubts
        if not doubts:
            return seen
        reading = seen.reading
        told = replace(
            reading,
            spaces=_doubting(reading.spaces, doubts),
            slots=_doubting(reading.slots, doubts),
            pieces=_doubting(reading.pieces, doubts),
        )
        # Without cores: what changed in the picture would end the doubt.
        return replace(seen, reading=told, cores=None)


def _doubting(seen: Mapping[str, Seen], doubts: Mapping[str, Seen]) -> dict[str, Seen]:
    return {place: doubts.get(place, one) for place, one in seen.items()}
