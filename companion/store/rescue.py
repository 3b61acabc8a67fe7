"""When the table's file is deleted, renamed or replaced while it is in use: all of it once more.

A file that is open can still be read when its name is gone. Where it was written over instead,
what whoever uses it knows by heart is written down anew.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

from companion.errors import InputError
from companion.store.contents import Contents, read_contents
from companion.store.copies import free_name, in_place, write_anew
from companion.store.mending import UNREADABLE

RESCUED = "rescued"
Identity = tuple[int, int]


def identity(path: Path) -> Identity | None:
    """What tells a file from another of the same name; None where there is none."""
    try:
        said = path.stat()
    except OSError:
        return None
    return said.st_dev, said.st_ino


def stamp(path: Path) -> tuple[int, int] | None:
    """What a file has when it was written to: its time and its size."""
    try:
        said = path.stat()
    except OSError:
        return None
    return said.st_mtime_ns, said.st_size


def rescued(
    file: sqlite3.Connection, path: Path, remembered: Callable[[], Contents | None]
) -> Path | None:
    """Write a table anew whose file is gone; return where, or None where that can't be.

    ``file`` is the open line to it, and ``path`` where it was: the new one lies beside, or in the
    home folder where that folder is gone too.
    """
    by_heart = remembered()
    for folder in (path.parent, Path.home()):
        if not folder.is_dir():
            continue
        new = free_name(folder / path.name, RESCUED)
        for write in _ways(file, by_heart):
            with suppress(InputError, OSError, *UNREADABLE):
                in_place(new, write)
                if holds(new, by_heart):
                    return new
                new.unlink()
    return None


def _ways(file: sqlite3.Connection, by_heart: Contents | None) -> Iterator[Callable[[Path], None]]:
    yield lambda new: _copied(file, new)
    if by_heart is not None:
        yield lambda new: write_anew(new, by_heart)


def holds(path: Path, by_heart: Contents | None) -> bool:
    """Whether a file is whole, and has all that is known by heart; nobody asks where nothing is."""
    if by_heart is None:
        return True
    try:
        found = read_contents(path)
    except (InputError, *UNREADABLE):
        return False
    entries = {game.id: game.entries for game in found.games}
    return not found.is_damaged and all(
        entries.get(g.id, ())[: len(g.entries)] == g.entries for g in by_heart.games
    )


def copy_beside(file: sqlite3.Connection, copy: Path, before: Path) -> None:
    """Copy an open table; the copy that was there is kept as ``before``. Raises InputError."""

    def write(new: Path) -> None:
        _copied(file, new)
        if copy.exists():
            copy.replace(before)

    in_place(copy, write)


def _copied(file: sqlite3.Connection, new: Path) -> None:
    with closing(sqlite3.connect(new)) as copy:
        file.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")
