"""Readings of a watched game, kept in a file: what watches them is measured again in seconds.

They are replayed as long as the table and the record go as they went. Where the record goes
another way, all photos are read once more from the first, since a reader remembers what it saw.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from companion.files.whole_file import write_whole
from companion.position import Position
from companion.reading import Reading, Seen

REPOSITORY = Path(__file__).parents[3]
MADE_BY = (
    "vision/**/*.py",
    "vision/models/*",
    "companion/boards/*.py",
    "companion/games/*/board.json",
    "benchmarks/games/pictured/growing_table.py",
)
"""What a reading of a drawn photo follows from, but for its position."""


class Looking(Protocol):
    """Eyes that tell what each reading took of the processor, and how many failed."""

    times_s: list[float]
    lost: int

    def __call__(self, table: Position, known: Position, number: int) -> Reading:
        """What is read of a table by who is told what the record has."""


@dataclass(frozen=True, slots=True)
class _Look:
    """One look: what was asked, what was read, and in how long; None where it was not found."""

    asked: str
    reading: Reading
    took_s: float | None


class KeptReadings:
    """Eyes whose readings are kept in ``path``, as long as what made them is the same."""

    def __init__(self, path: Path, eyes: Looking, made_by: str) -> None:
        self.times_s, self.lost = list[float](), 0
        self.replayed = 0
        self._path, self._eyes, self._made_by = path, eyes, made_by
        self._kept = _read(path, made_by)
        self._seen = list[tuple[Position, Position, int]]()
        self._looks = list[_Look]()

    def __call__(self, table: Position, known: Position, number: int) -> Reading:
        """What is read of a table by who is told what the record has."""
        asked, at = _asked(table, known, number), len(self._looks)
        if at < len(self._kept) and self._kept[at].asked == asked:
            look = self._kept[at]
            self.replayed += 1
        else:
            look = self._read_anew(asked, table, known, number)
        self._seen.append((table, known, number))
        self._looks.append(look)
        if look.took_s is None:
            self.lost += 1
        else:
            self.times_s.append(look.took_s)
        return look.reading

    def keep(self) -> None:
        """Write down what was read. Raises InputError where that can't be."""
        lines = [json.dumps(self._made_by), *(json.dumps(_as_json(look)) for look in self._looks)]
        write_whole(self._path, gzip.compress("\n".join(lines).encode(), 6, mtime=0))

    def _read_anew(self, asked: str, table: Position, known: Position, number: int) -> _Look:
        if self._kept:
            self._kept, self.replayed = [], 0
            for before in self._seen:
                self._eyes(*before)
        count = len(self._eyes.times_s)
        reading = self._eyes(table, known, number)
        times = self._eyes.times_s[count:]
        return _Look(asked, reading, times[0] if times else None)


def made_by(repository: Path = REPOSITORY) -> str:
    """A name of all that makes readings: another one, as soon as any of its files changes."""
    name = hashlib.sha256()
    for pattern in MADE_BY:
        for path in sorted(repository.glob(pattern)):
            name.update(path.relative_to(repository).as_posix().encode())
            name.update(path.read_bytes())
    return name.hexdigest()


def _asked(table: Position, known: Position, number: int) -> str:
    both = [[sorted(each.spaces.items()), sorted(each.slots.items())] for each in (table, known)]
    return hashlib.sha256(json.dumps([number, both]).encode()).hexdigest()


def _read(path: Path, made_by: str) -> list[_Look]:
    """What was kept; nothing where nothing was, by others, or in a file that is damaged."""
    try:
        first, *lines = gzip.decompress(path.read_bytes()).decode().splitlines()
        kept = [_from_json(json.loads(line)) for line in lines]
        return kept if json.loads(first) == made_by else []
    except (OSError, EOFError, ValueError, KeyError):
        return []


def _as_json(look: _Look) -> dict[str, object]:
    reading = look.reading
    return {
        "asked": look.asked,
        "took_s": look.took_s,
        "spaces": {place: _seen_json(seen) for place, seen in reading.spaces.items()},
        "slots": {place: _seen_json(seen) for place, seen in reading.slots.items()},
        "corners_px": [[float(x), float(y)] for x, y in reading.corners_px],
    }


def _seen_json(seen: Seen) -> list[object]:
    return [
        seen.answer, float(seen.confidence), [[piece, float(p)] for piece, p in seen.likely]
    ]  # fmt: skip


def _from_json(told: dict[str, Any]) -> _Look:
    spaces, slots = (
        {place: _seen_from(each) for place, each in told[name].items()}
        for name in ("spaces", "slots")
    )
    corners = tuple((x, y) for x, y in told["corners_px"])
    return _Look(told["asked"], Reading(spaces, slots, corners_px=corners), told["took_s"])


def _seen_from(told: Sequence[Any]) -> Seen:
    piece, confidence, likely = told
    return Seen(piece, confidence, tuple((name, p) for name, p in likely))
