"""Tables as drawn photographs show them to the reader.

What was read of each table may be kept in a file, so that a referee can be tried on the same
photographs again without drawing them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Protocol

from companion.files.whole_file import write_whole
from companion.position import Position
from companion.reading import Reading, Seen
from vision.alignment.align import NotAligned
from vision.alignment.pose import Pose
from vision.picture.arrays import Image
from vision.reader import Believer, Reader

KEPT_EVERY = 10
"""So many tables more are read before the file is written again."""

Places = Mapping[str, str]
Key = tuple[frozenset[tuple[str, str]], frozenset[tuple[str, str]]]
SeenRow = tuple[str, float, list[tuple[str, float]]]


class DrawnTable(Protocol):
    """A table under a camera, drawn as photographs."""

    def photo(self, places: Places, number: int) -> Image:
        """A photo of a table that lies so; each ``number`` is another photo."""

    def reader(self) -> Reader:
        """Who reads its photos."""

    @property
    def pose(self) -> Pose:
        """Where the camera stands."""


class PhotoEyes:
    """Draws a photo of how a table lies, and reads it.

    Each table is drawn once, and read again when more is known of it: a camera that goes on
    looking learns by then what each piece looks like.
    """

    def __init__(self, table: DrawnTable, kept: Path | None = None) -> None:
        """``kept``: a file of readings, read and added to; drawn is only what it lacks."""
        self._table, self._kept = table, kept
        self._read: dict[Key, Reading] = {}
        self._drawn: tuple[Places, Image] | None = None
        if kept is not None and kept.exists():
            rows = json.loads(kept.read_text(encoding="utf-8"))
            self._read = {_key(row["lies"], row.get("known", {})): _reading(row) for row in rows}
        self._written = len(self._read)

    def __call__(self, places: Places, known: Position | None = None) -> Reading:
        """How a table that lies so is read; ``known`` is what a reader is told of it."""
        key = _key(places, {**known.spaces, **known.pieces} if known else {})
        if key not in self._read:
            self._read[key] = self._photo(places, known)
            if len(self._read) - self._written >= KEPT_EVERY:
                self.keep()
        return self._read[key]

    def keep(self) -> None:
        """Write what was read to the file of readings, if there is one and there is more."""
        if self._kept is None or self._written == len(self._read):
            return
        self._written = len(self._read)
        rows = [_row(key, reading) for key, reading in self._read.items()]
        self._kept.parent.mkdir(parents=True, exist_ok=True)
        write_whole(self._kept, (json.dumps(rows) + "\n").encode())

    @cached_property
    def _reader(self) -> Reader:
        return self._table.reader()

    def _photo(self, places: Places, known: Position | None) -> Reading:
        """What is read of a photo; nothing where the table is not found."""
        if known is not None and isinstance(self._reader, Believer):
            self._reader.knows(known)
        if self._drawn is None or self._drawn[0] != places:
            self._drawn = dict(places), self._table.photo(places, len(self._read))
        photo = self._drawn[1]
        try:
            return self._reader.read(photo, self._table.pose).reading
        except NotAligned:
            return Reading({}, {})


def _key(lies: Places, known: Places) -> Key:
    return frozenset(lies.items()), frozenset(known.items())


def _row(key: Key, reading: Reading) -> dict[str, object]:
    """A table, what was known of it, and what was read of it, as JSON."""
    lies, known = (dict(part) for part in key)
    seen = {part: _seen(getattr(reading, part)) for part in ("spaces", "slots", "pieces")}
    return {"lies": lies, "known": known, **seen}


def _seen(places: Mapping[str, Seen]) -> dict[str, object]:
    return {place: [one.answer, one.confidence, one.likely] for place, one in places.items()}


def _reading(row: Mapping[str, Mapping[str, SeenRow]]) -> Reading:
    spaces, slots, pieces = (_places(row.get(part, {})) for part in ("spaces", "slots", "pieces"))
    return Reading(spaces, slots, pieces=pieces)


def _places(row: Mapping[str, SeenRow]) -> dict[str, Seen]:
    return {
        place: Seen(piece, confidence, tuple((kind, share) for kind, share in likely))
        for place, (piece, confidence, likely) in row.items()
    }
