"""Records of whole evenings to look back on."""

from __future__ import annotations

from companion.records.record import Record, read_record
from tests.whole_games import GAMES

WHOLE = ("2-players-all-sticks", "3-players-stuck", "4-players-all-sticks", "5-players-stuck")


def read(name: str = "2-players-stuck") -> Record:
    return read_record(GAMES / f"{name}.jsonl")
