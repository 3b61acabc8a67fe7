"""Readings that are kept: replayed while nothing changed, and never where something did."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.games.pictured.kept_readings import KeptReadings, made_by
from companion.position import Position
from companion.reading import Reading, Seen

TABLE = Position({"cell/1,1": "a/0"}, {"cell/1,1/sea": "red"})
OTHER = Position({"cell/1,1": "a/0", "cell/1,2": "b/1"})


class Eyes:
    """Eyes that remember which looks they were shown; the third does not find the table."""

    def __init__(self) -> None:
        self.times_s, self.lost = list[float](), 0
        self.shown = list[int]()

    def __call__(self, table: Position, known: Position, number: int) -> Reading:
        del known
        self.shown.append(number)
        if number == 3:
            self.lost += 1
            return Reading({}, {})
        self.times_s.append(0.1 * number)
        share = 0.9 - 0.01 * len(self.shown)
        spaces = {cell: Seen(lies, share, ((lies, share),)) for cell, lies in table.spaces.items()}
        return Reading(spaces, {}, corners_px=((0.0, 1.5), (2.0, 1.0), (2.0, 2.0), (0.0, 2.5)))


def played(path: Path, known: Position, maker: str = "reader") -> tuple[list[Reading], Eyes]:
    """Three looks at one table, and one more for whoever knows what ``known`` says."""
    eyes = Eyes()
    kept = KeptReadings(path, eyes, maker)
    readings = [kept(TABLE, TABLE, number) for number in (1, 2, 3)]
    readings.append(kept(OTHER, known, 4))
    kept.keep()
    assert kept.times_s == [pytest.approx(0.1 * n) for n in (1, 2, 4)]
    assert kept.lost == 1
    return readings, eyes


def test_what_was_read_is_replayed_and_not_read_again(tmp_path: Path) -> None:
    first, _ = played(tmp_path / "game", TABLE)
    again, eyes = played(tmp_path / "game", TABLE)

    assert again == first
    assert eyes.shown == []


def test_another_record_is_read_by_a_reader_that_saw_all_before(tmp_path: Path) -> None:
    first, _ = played(tmp_path / "game", TABLE)
    other, eyes = played(tmp_path / "game", OTHER)

    assert eyes.shown == [1, 2, 3, 4]
    assert other == first


def test_another_reader_reads_all_anew(tmp_path: Path) -> None:
    played(tmp_path / "game", TABLE)
    _, eyes = played(tmp_path / "game", TABLE, "another reader")

    assert eyes.shown == [1, 2, 3, 4]


def test_a_file_that_changed_makes_another_reader(tmp_path: Path) -> None:
    source = tmp_path / "vision" / "reader.py"
    source.parent.mkdir()
    source.write_text("SURE = 0.9\n")
    before = made_by(tmp_path)
    source.write_text("SURE = 0.8\n")

    assert before != made_by(tmp_path)
