"""Tables of ships as drawn photographs show them to the reader.

What was read of each table may be kept in a file, so that a referee can be tried on the same
photographs again without drawing them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from companion.boards.stops_board import StopsBoard
from companion.files.whole_file import write_whole
from companion.reading import EMPTY, Reading, Seen
from vision.alignment.pose import Pose
from vision.alignment.reference import Reference
from vision.picture.sampling import Image
from vision.reader import Reader, reader_for
from vision.simulator import Camera, Scene, Simulator, demo_camera

SIZE_PX = (1440, 810)
KEPT_EVERY = 10
"""So many tables more are read before the file is written again."""

Key = frozenset[tuple[str, str]]
SeenRow = tuple[str, float, list[tuple[str, float]]]


@dataclass(frozen=True)
class DrawnTable:
    """A board on a table under a camera, drawn as photographs."""

    board: StopsBoard
    simulator: Simulator
    camera: Camera
    seed: int

    @classmethod
    def of(cls, board: StopsBoard, seed: int) -> DrawnTable:
        """The table of this seed."""
        return cls(board, Simulator(board, seed), demo_camera(board, SIZE_PX), seed)

    def empty(self) -> tuple[Image, Pose]:
        """The photo of the empty board, and where the camera stands."""
        frame = self.simulator.frame(Scene(), self.camera)
        return frame.photo, frame.pose

    def photo(self, places: Mapping[str, str], number: int) -> Image:
        """A photo of a table that lies so; each ``number`` is another photo."""
        product = self.board.products[0].name
        ships = {k: at for k, at in places.items() if at != EMPTY and k not in self.board.stops}
        goods = {s: [product] * 2 for s in self.board.stops if places.get(s, EMPTY) != EMPTY}
        berths = self.simulator.berths
        assert berths is not None
        scene = berths.scene(ships, goods)
        return self.simulator.frame(scene, self.camera, seed=self.seed + number).photo


class PhotoEyes:
    """Draws a photo of how a table lies, and reads it; each table once."""

    def __init__(self, board: StopsBoard, seed: int, kept: Path | None = None) -> None:
        """``kept``: a file of readings, read and added to; drawn is only what it lacks."""
        self._board, self._seed, self._kept = board, seed, kept
        self._read: dict[Key, Reading] = {}
        if kept is not None and kept.exists():
            rows = json.loads(kept.read_text(encoding="utf-8"))
            self._read = {frozenset(row["lies"].items()): _reading(row) for row in rows}
        self._written = len(self._read)

    def __call__(self, places: Mapping[str, str]) -> Reading:
        """How a table that lies so is read."""
        key = frozenset(places.items())
        if key not in self._read:
            self._read[key] = self._photo(places)
            if len(self._read) - self._written >= KEPT_EVERY:
                self.keep()
        return self._read[key]

    def keep(self) -> None:
        """Write what was read to the file of readings, if there is one and there is more."""
        if self._kept is None or self._written == len(self._read):
            return
        self._written = len(self._read)
        rows = [_row(dict(key), reading) for key, reading in self._read.items()]
        self._kept.parent.mkdir(parents=True, exist_ok=True)
        write_whole(self._kept, (json.dumps(rows) + "\n").encode())

    @cached_property
    def _table(self) -> DrawnTable:
        return DrawnTable.of(self._board, self._seed)

    @cached_property
    def _reader(self) -> tuple[Reader, Pose]:
        photo, pose = self._table.empty()
        return reader_for(self._board, Reference(photo, pose)), pose

    def _photo(self, places: Mapping[str, str]) -> Reading:
        reader, pose = self._reader
        return reader.read(self._table.photo(places, len(self._read)), pose).reading


def _row(lies: Mapping[str, str], reading: Reading) -> dict[str, object]:
    """A table and what was read of it, as JSON."""
    return {"lies": lies, "spaces": _seen(reading.spaces), "pieces": _seen(reading.pieces)}


def _seen(places: Mapping[str, Seen]) -> dict[str, object]:
    return {place: [one.piece, one.confidence, one.likely] for place, one in places.items()}


def _reading(row: Mapping[str, Mapping[str, SeenRow]]) -> Reading:
    return Reading(_places(row["spaces"]), {}, pieces=_places(row["pieces"]))


def _places(row: Mapping[str, SeenRow]) -> dict[str, Seen]:
    return {
        place: Seen(piece, confidence, tuple((kind, share) for kind, share in likely))
        for place, (piece, confidence, likely) in row.items()
    }
