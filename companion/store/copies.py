"""Whole files of tables: written anew, copied while in use, put in one another's place.

Nothing that was there is ever overwritten before a copy of it is on the disk. A file is put in
place by renaming, so that there is always the old table or the new one.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path

from companion.errors import InputError
from companion.files.whole_file import check_writable, flush, written_beside
from companion.records.record import Entry, entry_line
from companion.saying.phrase import Phrase, reason
from companion.store.contents import Contents, read_contents
from companion.store.kept_rows import add_chapters
from companion.store.mending import UNREADABLE, open_to_read, told_why
from companion.store.schema import (
    CHAPTERS,
    SCHEMA,
    VERSION,
    Door,
    first_mark,
    next_mark,
)

DAMAGED = "damaged"


def make_usable(path: Path) -> tuple[Phrase, ...]:
    """Make a file ready to be played on; return in sentences what had to be done to it.

    An older format is written anew in this one, a damaged file as far as it can be read; what was
    there is kept beside it. Raises InputError where that can't be.
    """
    _check_not_parted(path)
    if not path.exists():
        return ()
    contents = read_contents(path)
    if contents.is_damaged:
        kept = replace(path, lambda new: write_anew(new, contents), DAMAGED)
        lost = [Phrase("lost", what=each) for each in contents.lost] or [Phrase("nothing-lost")]
        return (Phrase("was-damaged", table=path, kept=kept), *lost)
    if 0 < contents.version < VERSION:
        old = f"version-{contents.version}"
        kept = replace(path, lambda new: write_anew(new, contents), old)
        return (Phrase("was-older", table=path, kept=kept),)
    return ()


def back_up(path: Path, copy: Path) -> Contents:
    """Copy a table, while it is played on too; return what is in the copy.

    Raises InputError where ``copy`` is there already: an old backup is not thrown away.
    """
    check_writable(copy)
    if copy.exists():
        raise InputError("copy-there-already", copy)
    contents = read_contents(path)
    in_place(copy, lambda new: _copy_pages(path, new))
    return contents


def restore(copy: Path, path: Path) -> Path | None:
    """Put a backup in the place of a table; return where what was there is kept.

    Raises InputError where the backup can't be trusted or somebody plays on the table.
    """
    contents = read_contents(copy)
    if contents.is_damaged:
        raise InputError("copy-damaged", copy, copy=copy)
    if contents.version == 0:
        raise InputError("copy-empty", copy)
    check_writable(path)
    _check_not_parted(path)
    if path.exists():
        if path.samefile(copy):
            raise InputError("copy-of-itself", copy)
        return replace(path, lambda new: _copy_pages(copy, new), "before-restore")
    in_place(path, lambda new: _copy_pages(copy, new))
    return None


def replace(path: Path, write: Callable[[Path], None], why: str) -> Path:
    """Put a new file in the place of a table, and return where the old one is kept.

    Raises InputError, and leaves all as it was, where another program has the table open.
    """
    kept = free_name(path, why)
    with _written(path, write) as new:
        try:
            _copy_bytes(path, kept)
            if why != DAMAGED:  # that one is kept byte for byte
                _settle(kept)
            _settle(path)
        except (InputError, OSError):
            _remove(kept)
            raise
        new.replace(path)
    return kept


def write_anew(path: Path, contents: Contents) -> None:
    """Write a file of this format that holds what another held."""
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.executescript(f"BEGIN; {SCHEMA} COMMIT; BEGIN;")
        boards = [(name, board.file, board.art) for name, board in contents.boards.items()]
        file.executemany("INSERT INTO boards VALUES (?, ?, ?)", boards)
        for game in contents.games:
            mark = first_mark(game.header, game.board)
            rows = []
            for entry in game.entries:
                mark = next_mark(mark, entry.line, entry.key)
                rows.append((game.id, entry.seq, entry.line, entry.key, mark))
            file.execute(
                "INSERT INTO games (id, header, begun, settings, board, length, head) "
                "VALUES (?, ?, ?, ?, ?, ?, ?)",
                (game.id, game.header, game.begun, game.settings, game.board, len(rows), mark),
            )
            file.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?)", rows)
        add_doors(file, contents.doors)
        if contents.chapters:
            file.execute(CHAPTERS)
            add_chapters(file, contents.chapters)
        file.execute("COMMIT")


def add_doors(file: sqlite3.Connection, doors: Iterable[Door]) -> None:
    """Write codes down; those that are there stay as they are."""
    rows = [(d.token, d.role, d.player, int(d.open), d.mark) for d in doors]
    file.executemany("INSERT OR IGNORE INTO doors VALUES (?, ?, ?, ?, ?)", rows)


def add_entries(
    file: sqlite3.Connection, game: int, entries: Sequence[Entry], key: str | None
) -> None:
    """Write entries after those of a game, each with its mark; the last bears the ``key``.

    Raises InputError where there is no such game any more.
    """
    row = file.execute("SELECT head FROM games WHERE id = ?", (game,)).fetchone()
    if row is None:
        raise InputError("game-deleted")
    [mark] = row
    for entry in entries:
        line, its_key = entry_line(entry), key if entry is entries[-1] else None
        mark = next_mark(mark, line, its_key)
        file.execute(
            "INSERT INTO entries VALUES (?, ?, ?, ?, ?)", (game, entry.seq, line, its_key, mark)
        )
    file.execute(
        "UPDATE games SET head = ?, length = length + ? WHERE id = ?", (mark, len(entries), game)
    )


def _copy_pages(path: Path, new: Path) -> None:
    """Copy a table as it stands at one moment into one plain file."""
    with closing(open_to_read(path)) as file, closing(sqlite3.connect(new)) as copy:
        file.execute("COMMIT")
        file.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")


def in_place(path: Path, write: Callable[[Path], None]) -> None:
    """Write a file where there is none, whole or not at all."""
    with _written(path, write) as new:
        new.replace(path)


@contextmanager
def _written(path: Path, write: Callable[[Path], None]) -> Iterator[Path]:
    """A table written beside its goal and flushed to the disk, to be renamed; else it is removed.

    Raises InputError.
    """

    def alone(new: Path) -> None:
        _remove_beside(new)
        try:
            write(new)
        finally:
            _remove_beside(new)

    try:
        with written_beside(path, alone) as new:
            yield new
    except sqlite3.Error as error:
        raise InputError("table-unwritten", path, why=told_why(error)) from None
    except OSError as error:
        raise InputError("table-unwritten", path, why=reason(error)) from None


def _settle(path: Path) -> None:
    """Bring all that belongs to a table into its one file; raise InputError where it is in use."""
    try:
        with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as file:
            file.execute("PRAGMA journal_mode = DELETE").fetchall()
    except sqlite3.OperationalError as error:
        if error.sqlite_errorname.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
            raise InputError("table-in-use", path) from None
    except UNREADABLE:
        pass  # it is too damaged to be open anywhere
    for beside in _beside(path):
        beside.unlink(missing_ok=True)


def _check_not_parted(path: Path) -> None:
    """Raise InputError where a table is gone and its newest events are not.

    SQLite would take them for a new table's, or throw them away.
    """
    waiting, _ = _beside(path)
    is_empty = not path.exists() or path.stat().st_size == 0
    if is_empty and waiting.exists() and waiting.stat().st_size:
        raise InputError("table-parted", path, waiting=waiting)


def _copy_bytes(path: Path, kept: Path) -> None:
    """Copy a file as it is, with the entries that wait beside it."""
    [waiting, _], [kept_waiting, _] = _beside(path), _beside(kept)
    shutil.copy2(path, kept)
    flush(kept)
    if waiting.exists() and waiting.stat().st_size:
        shutil.copy2(waiting, kept_waiting)
        flush(kept_waiting)
    flush(kept.parent)


def free_name(path: Path, why: str) -> Path:
    """Return a name beside a file that says why it is there, and is not taken."""
    names = (
        path.with_name(f"{path.stem}.{why}{'' if n == 1 else f'-{n}'}{path.suffix}")
        for n in count(1)
    )
    return next(name for name in names if not name.exists())


def _beside(path: Path) -> tuple[Path, Path]:
    """The files that SQLite keeps beside one that is open: what is not yet in it, and an index."""
    return path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")


def _remove(path: Path) -> None:
    path.unlink(missing_ok=True)
    _remove_beside(path)


def _remove_beside(path: Path) -> None:
    for each in (*_beside(path), path.with_name(f"{path.name}-journal")):
        each.unlink(missing_ok=True)
