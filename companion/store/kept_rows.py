"""What is kept in the table of chapters: what long games led to, how games stand, one number.

A file may lack it, and a row that is not as it was written is none.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from itertools import takewhile

from companion.records.chapters import KeptChapter
from companion.store.schema import CHAPTERS, LAST, ChapterRow

KINDS = (int, int, str, str, str)


def add_chapters(file: sqlite3.Connection, chapters: Iterable[ChapterRow]) -> None:
    """Write rows into a file that has a table for them."""
    rows = ((c.game, c.number, c.digest, c.kept, c.gist, c.mark) for c in chapters)
    file.executemany("INSERT INTO chapters VALUES (?, ?, ?, ?, ?, ?)", rows)


def chapters_of(file: sqlite3.Connection, game: int) -> tuple[KeptChapter, ...]:
    """What is kept of a game's chapters, in order, up to the first that is missing."""
    rows = enumerate(_rows(file, "game = ? ORDER BY number", game))
    in_order = takewhile(lambda each: each[1].number == each[0], rows)
    return tuple(KeptChapter(row.digest, row.kept, json.loads(row.gist)) for _, row in in_order)


def rows_kept(file: sqlite3.Connection, number: int) -> list[ChapterRow]:
    """What is kept under such a number, of any game."""
    return _rows(file, "number = ?", number)


def last_number(file: sqlite3.Connection) -> int:
    """The highest number that a game of a file ever had; 0 before the first."""
    [[last]] = file.execute("SELECT coalesce(max(id), 0) FROM games").fetchall()
    return max([int(last), *(int(row.kept) for row in rows_kept(file, LAST))])


def keep_last_number(file: sqlite3.Connection) -> None:
    """Keep the highest number that a game ever had, as games are about to be deleted."""
    file.execute(CHAPTERS)
    row = ChapterRow(0, LAST, "", str(last_number(file)), "null")
    file.execute("DELETE FROM chapters WHERE number = ?", (LAST,))
    add_chapters(file, [row])


def _rows(file: sqlite3.Connection, which: str, value: int) -> list[ChapterRow]:
    columns = "game, number, digest, kept, gist, mark"
    try:
        found = file.execute(f"SELECT {columns} FROM chapters WHERE {which}", (value,)).fetchall()
    except sqlite3.DatabaseError:
        return []  # none was kept yet, or they can't be read
    rows = [(ChapterRow(*each), mark) for *each, mark in found if all(map(isinstance, each, KINDS))]
    return [row for row, mark in rows if row.mark == mark]
