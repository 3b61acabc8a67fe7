"""When the table's file is deleted, renamed or replaced while it is in use: all of it once more.

A file that is open can still be read when its name is gone. Where it was written over instead,
what whoever uses it knows by heart is written down anew.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import replace
from glob import escape
from pathlib import Path

from companion.errors import InputError
from companion.files.file_lock import locked
from companion.store.contents import Contents, KeptEntry, KeptGame, read_contents
from companion.store.copies import add_doors, free_name, in_place, write_anew
from companion.store.mending import UNREADABLE
from companion.store.schema import Door

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


def writes_of_others(file: sqlite3.Connection) -> object:
    """A number that is another one as soon as another program has written to an open file."""
    [[count]] = file.execute("PRAGMA data_version").fetchall()
    return count


class Place:
    """Where the file of an open table was left, and how: whether it is there still, and that table.

    Another program may play on the same file: what it writes is no loss, nor what it deletes.
    """

    def __init__(self, file: sqlite3.Connection, path: Path) -> None:
        self._file, self._path = file, path
        self._identity = identity(path)
        self._writes = writes_of_others(file)
        self.leave()

    @property
    def is_there(self) -> bool:
        """Whether it is the same file that has this name."""
        return identity(self._path) == self._identity

    def leave(self) -> None:
        """It is as it should be."""
        self._stamp = stamp(self._path)

    def is_as_left(self, by_heart: Contents | None) -> bool:
        """Whether nothing that is known by heart was lost since: all of it is there, or deleted."""
        now = stamp(self._path)
        if now == self._stamp:
            return True
        try:
            writes = writes_of_others(self._file)
            if writes != self._writes and by_heart is not None:
                gone = [game for game in by_heart.games if self._is_deleted(game, by_heart.doors)]
                if gone:
                    return True  # to be looked at again, until nobody knows it by heart any more
                whole = all(map(self._goes_as_far, by_heart.games))
            else:
                whole = holds(self._path, by_heart)
        except UNREADABLE:
            return False
        if whole:
            self._stamp, self._writes = now, writes
        return whole

    def _is_deleted(self, game: KeptGame, doors: Iterable[Door]) -> bool:
        """Whether a game is missing in this table's own file.

        A table never loses a code: where one of those that are known is missing, it is another.
        """
        if self._begun(game):
            return False
        found = {token for (token,) in self._file.execute("SELECT token FROM doors")}
        return found >= {door.token for door in doors}

    def _begun(self, game: KeptGame) -> list[tuple[str]]:
        return self._file.execute("SELECT begun FROM games WHERE id = ?", (game.id,)).fetchall()

    def _goes_as_far(self, game: KeptGame) -> bool:
        rows = self._file.execute(
            "SELECT seq, line, key FROM entries WHERE game = ? ORDER BY seq LIMIT ?",
            (game.id, len(game.entries)),
        )
        known = tuple(KeptEntry(*row) for row in rows) == game.entries
        return known and self._begun(game) == [(game.begun,)]


def rescued(
    file: sqlite3.Connection, path: Path, remembered: Callable[[], Contents | None]
) -> Path | None:
    """Write a table anew whose file is gone; return where, or None where that can't be.

    ``file`` is the open line to it, and ``path`` where it was: the new one lies beside, or in the
    home folder where that folder is gone too. Of several programs that play on it the first one
    writes it, and the others go on there.
    """
    by_heart = remembered()
    for folder in (path.parent, Path.home()):
        if folder.is_dir():
            lock = folder / f".{path.name}.{RESCUED}.lock"
            with suppress(InputError), locked(lock):
                new = _rescued_beside(folder / path.name, file, by_heart)
                if new is not None:
                    return new
    return None


def _rescued_beside(path: Path, file: sqlite3.Connection, by_heart: Contents | None) -> Path | None:
    """Write a table anew beside a path, or find it where another program has done so."""
    others = tuple(path.parent.glob(f"{escape(path.stem)}.{RESCUED}*{escape(path.suffix)}"))
    new = free_name(path, RESCUED)
    for write in _ways(file, by_heart):
        with suppress(InputError, OSError, *UNREADABLE):
            in_place(new, write)
            if holds(new, by_heart):
                own = read_contents(new)
                for other in others:
                    if _has_taken_in(other, own):
                        new.unlink()
                        return other
                return new
            new.unlink()
    return None


def _has_taken_in(path: Path, own: Contents) -> bool:
    """Whether another program's file has all games of one's own; the codes it lacks are added.

    Of two programs each may have made a code that the other has not read.
    """
    if not holds(path, replace(own, doors=())):
        return False
    with closing(sqlite3.connect(path)) as file, file:
        add_doors(file, own.doors)
    return True


def _ways(file: sqlite3.Connection, by_heart: Contents | None) -> Iterator[Callable[[Path], None]]:
    yield lambda new: _copied(file, new)
    if by_heart is not None:
        yield lambda new: write_anew(new, by_heart)


def holds(path: Path, by_heart: Contents | None) -> bool:
    """Whether a file is whole, and has all games and codes that are known by heart.

    Nobody asks where nothing is.
    """
    if by_heart is None:
        return True
    try:
        found = read_contents(path)
    except (InputError, *UNREADABLE):
        return False
    entries = {(game.id, game.begun): game.entries for game in found.games}
    has_games = all(
        (game.id, game.begun) in entries
        and entries[game.id, game.begun][: len(game.entries)] == game.entries
        for game in by_heart.games
    )
    doors = {door.token for door in found.doors}
    return not found.is_damaged and has_games and doors >= {door.token for door in by_heart.doors}


def copy_beside(file: sqlite3.Connection, copy: Path, before: Path) -> None:
    """Copy an open table; the copy that was there is kept as ``before``. Raises InputError."""

    def write(new: Path) -> None:
        _copied(file, new)
        with suppress(FileNotFoundError):  # none was written yet, or another program does
            copy.replace(before)

    in_place(copy, write)


def _copied(file: sqlite3.Connection, new: Path) -> None:
    with closing(sqlite3.connect(new)) as copy:
        file.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")
