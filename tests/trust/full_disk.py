"""A disk that is full when a test says so."""

from __future__ import annotations

import sqlite3
from typing import Any

import pytest

from companion.records.record import Happened

CARD = Happened({"do": "card", "player": "Benjamin", "card": "3x"})


class Disk:
    """The store's own line to its file, which may be told that the disk is full."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.lines: list[sqlite3.Connection] = []
        real = sqlite3.connect

        def connect(*args: Any, **settings: Any) -> sqlite3.Connection:
            self.lines.append(real(*args, **settings))
            return self.lines[-1]

        monkeypatch.setattr(sqlite3, "connect", connect)

    @property
    def line(self) -> sqlite3.Connection:
        return self.lines[-1]

    def fill(self) -> None:
        """Let no page be added to the file that is open."""
        [pages] = self.line.execute("PRAGMA page_count").fetchone()
        self.line.execute(f"PRAGMA max_page_count = {pages}")

    def make_room(self) -> None:
        self.line.execute("PRAGMA max_page_count = 1000000")


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(monkeypatch)
