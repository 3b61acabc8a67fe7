"""Opening a file to read that may be damaged, and copies of it in which SQLite finds its way.

Of a file that lacks pages, or whose first page is spoilt, SQLite reads nothing at all. In a copy
the missing pages are filled in, or the first page is that of a new file: tables always begin on the
same pages. What is read then has still to be held against its marks.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from companion.errors import InputError
from companion.saying.phrase import Phrase
from companion.store.schema import SCHEMA

INSTEAD = "give a file of 'companion play'"
BUSY_S = 5.0
HEAD = 100
PAGE = 4096
"""The size of SQLite's pages, unless told otherwise."""
MOST_MENDED = 2**30
LARGEST_VALUE = 40_000_000
"""No text or picture in a table's file is larger."""


FULL, READ_ONLY = Phrase("disk-full"), Phrase("disk-read-only")
NO_DATABASE, DAMAGED = Phrase("no-database"), Phrase("database-damaged")
WHY = {
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: READ_ONLY,
    sqlite3.SQLITE_NOTADB: NO_DATABASE,
    sqlite3.SQLITE_CORRUPT: DAMAGED,
}
"""What has words of ours: no room, nobody may write there, and a file that is no table, or was."""


class DamagedError(Exception):
    """SQLite reads the file, and yet what has to be there is not."""


UNREADABLE = (sqlite3.DatabaseError, UnicodeDecodeError, DamagedError)
"""What reading a damaged file may raise; the second where SQLite quotes what it could not read."""


def open_to_read(path: Path) -> sqlite3.Connection:
    """Open a file that is there, to read only; another program may be writing to it.

    Raises InputError where there is none or it may not be read, one of UNREADABLE where it can't be
    read at all.
    """
    if path.is_dir():
        raise InputError("is-a-folder", path)
    if not path.is_file():
        raise InputError("no-such-table", path)
    if not os.access(path, os.R_OK):  # opened and closed, it would lose SQLite's own locks
        raise InputError("path-unfit", path, why=Phrase("errno:EACCES"))
    # Nobody has it open who keeps nothing beside it; then SQLite need not keep anything either.
    beside = any(path.with_name(f"{path.name}{end}").exists() for end in ("-wal", "-journal"))
    uri = f"{path.absolute().as_uri()}?{'mode=ro' if beside else 'immutable=1'}"
    file = sqlite3.connect(uri, uri=True, timeout=BUSY_S, isolation_level=None)
    file.text_factory = _text
    file.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LARGEST_VALUE)
    try:
        for rule in ("trusted_schema = OFF", "cell_size_check = ON"):
            file.execute(f"PRAGMA {rule}")
        file.execute("BEGIN")  # everything is read as it stands at one moment
        file.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    except UNREADABLE:
        file.close()
        raise
    return file


def may_be_mended(error: Exception) -> bool:
    """Whether it is the file that can't be read, and not its disk or its folder."""
    if not isinstance(error, sqlite3.DatabaseError):
        return True
    return error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def told_why(error: Exception) -> Phrase | str:
    """Why SQLite could not read or write, in words of ours where there are any."""
    code = getattr(error, "sqlite_errorcode", 0)  # none where the file is closed
    return WHY.get(code & 0xFF, str(error))


@contextmanager
def opening(path: Path) -> Iterator[None]:
    """Say in words why a file can't be opened to play on, and leave none that was not there."""
    was_there = path.exists()
    try:
        yield
    except sqlite3.Error as error:
        if not was_there:
            with suppress(OSError):
                path.unlink()
        raise _unopened(path, error) from None


def _unopened(path: Path, error: sqlite3.Error) -> InputError:
    told = told_why(error)
    if told == READ_ONLY:
        return InputError("table-unwritable", path, why=told)
    if told == FULL:
        return InputError("table-without-room", path, why=told)
    return InputError("no-table-file", path, why=told)


@contextmanager
def mended(path: Path, mend: Callable[[BinaryIO], None]) -> Iterator[Path]:
    """A copy of a file, with what waits beside it, mended so."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / path.name
        shutil.copy(path, copy)
        with copy.open("r+b") as file:
            mend(file)
        waiting = path.with_name(f"{path.name}-wal")
        if waiting.exists():
            shutil.copy(waiting, copy.with_name(f"{copy.name}-wal"))
        yield copy


def fill_up(file: BinaryIO) -> None:
    """Put empty pages where a file is torn off that is shorter than its head says."""
    head = file.read(HEAD)
    said = int.from_bytes(head[16:18], "big") * int.from_bytes(head[28:32], "big")
    size = file.seek(0, os.SEEK_END)
    if size < said <= size + MOST_MENDED:
        file.truncate(said)


def begin_anew(file: BinaryIO) -> None:
    """Put the first page of a new file in the place of the first one."""
    pages = -(-file.seek(0, os.SEEK_END) // PAGE)
    page = bytearray(_first_page())
    page[28:32] = pages.to_bytes(4, "big")
    file.seek(0)
    file.write(page)


def _first_page() -> bytes:
    with closing(sqlite3.connect(":memory:")) as new:
        new.executescript(f"PRAGMA page_size = {PAGE}; {SCHEMA}")
        return new.serialize()[:PAGE]


def _text(raw: bytes) -> str:
    """Read text that may be damaged; its mark tells."""
    return raw.decode("utf-8", errors="replace")
