"""Tables, their records and their doors in one SQLite file: on disk before anybody is told.

An entry is one line of the record (``record.entry_line``), so the file and an exported record say
the same. ``UNIQUE (game, seq)`` is the lock between two hosts of one file: who is second is told.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from companion.errors import InputError
from companion.record import Entry, Record, entry_line, header_line, parse_record

VERSION = 1
BUSY_S = 5.0
SCHEMA = """
CREATE TABLE games (
  id INTEGER PRIMARY KEY,
  header TEXT NOT NULL,
  begun TEXT NOT NULL,
  settings TEXT NOT NULL DEFAULT '{}'
);
CREATE TABLE entries (
  game INTEGER NOT NULL REFERENCES games (id),
  seq INTEGER NOT NULL,
  line TEXT NOT NULL,
  key TEXT,
  UNIQUE (game, seq),
  UNIQUE (game, key)
);
CREATE TABLE doors (
  token TEXT PRIMARY KEY,
  role TEXT NOT NULL,
  player TEXT,
  open INTEGER NOT NULL DEFAULT 1
);
"""


class OvertakenError(Exception):
    """Somebody else has written an entry of this number first."""


@dataclass(frozen=True, slots=True)
class Door:
    """A way in: an unguessable token, the role it gives, and for which player."""

    token: str
    role: str
    player: str | None = None
    open: bool = True


class Store:
    """One file. Safe to use from several threads, and by several programs at once."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        try:
            self._file = sqlite3.connect(
                path, timeout=BUSY_S, check_same_thread=False, isolation_level=None
            )
        except sqlite3.Error as error:
            raise InputError(f"{path}: {error}; give a file of 'companion play'") from None
        try:
            self._prepare()
        except sqlite3.Error as error:
            self._file.close()
            raise InputError(f"{path}: {error}; give a file of 'companion play'") from None
        except InputError:
            self._file.close()
            raise

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def begin(self, record: Record, at: str) -> int:
        """Write down a new game, whole; return its number."""
        with self._writing() as write:
            cursor = write.execute(
                "INSERT INTO games (header, begun) VALUES (?, ?)", (header_line(record.header), at)
            )
            game = int(cursor.lastrowid or 0)
            write.executemany(
                "INSERT INTO entries (game, seq, line) VALUES (?, ?, ?)",
                ((game, entry.seq, entry_line(entry)) for entry in record.entries),
            )
        return game

    def append(self, game: int, entry: Entry, key: str | None) -> None:
        """Write down one entry; raise OvertakenError when its number or its ``key`` is taken."""
        self.append_all(game, (entry,), key)

    def append_all(self, game: int, entries: Sequence[Entry], key: str | None) -> None:
        """Write down several entries, all or none; the last of them bears the ``key``."""
        last = entries[-1].seq if entries else 0
        rows = ((game, e.seq, entry_line(e), key if e.seq == last else None) for e in entries)
        try:
            with self._writing() as write:
                write.executemany(
                    "INSERT INTO entries (game, seq, line, key) VALUES (?, ?, ?, ?)", rows
                )
        except sqlite3.IntegrityError:
            raise OvertakenError from None

    def last_game(self) -> int | None:
        """The number of the game begun last; None where none was."""
        [[found]] = self._read("SELECT max(id) FROM games")
        return found if isinstance(found, int) else None

    def record(self, game: int) -> Record:
        """Read a game as it stands."""
        [[header]] = self._read("SELECT header FROM games WHERE id = ?", game)
        lines = self._read("SELECT line FROM entries WHERE game = ? ORDER BY seq", game)
        return parse_record("\n".join([str(header), *(str(line) for (line,) in lines)]))

    def last_seq(self, game: int) -> int:
        """The number of a game's last entry; 0 where it has none."""
        [[seq]] = self._read("SELECT coalesce(max(seq), 0) FROM entries WHERE game = ?", game)
        return int(str(seq))

    def begun(self, game: int) -> str:
        """When a game was begun (ISO 8601)."""
        [[at]] = self._read("SELECT begun FROM games WHERE id = ?", game)
        return str(at)

    def keys(self, game: int) -> dict[str, int]:
        """The request keys of a game, each with the number of its entry."""
        rows = self._read("SELECT key, seq FROM entries WHERE game = ? AND key IS NOT NULL", game)
        return {str(key): int(str(seq)) for key, seq in rows}

    def settings(self, game: int) -> str:
        """What the host has set for a game, as JSON."""
        [[settings]] = self._read("SELECT settings FROM games WHERE id = ?", game)
        return str(settings)

    def set_settings(self, game: int, settings: str) -> None:
        """Keep what the host has set."""
        with self._writing() as write:
            write.execute("UPDATE games SET settings = ? WHERE id = ?", (settings, game))

    def doors(self) -> tuple[Door, ...]:
        """Every door, shut ones too."""
        rows = self._read("SELECT token, role, player, open FROM doors ORDER BY rowid")
        return tuple(
            Door(str(token), str(role), None if player is None else str(player), bool(is_open))
            for token, role, player, is_open in rows
        )

    def add_door(self, door: Door) -> None:
        """Make a door."""
        with self._writing() as write:
            write.execute(
                "INSERT INTO doors (token, role, player, open) VALUES (?, ?, ?, ?)",
                (door.token, door.role, door.player, int(door.open)),
            )

    def shut_door(self, token: str) -> None:
        """Take a token back."""
        with self._writing() as write:
            write.execute("UPDATE doors SET open = 0 WHERE token = ?", (token,))

    def back_up(self, path: Path) -> None:
        """Copy the whole file while it is in use."""
        try:
            with self._lock, sqlite3.connect(path) as copy:
                self._file.backup(copy)
            copy.close()
        except sqlite3.Error as error:
            raise InputError(f"{path}: {error}; give a place that can be written") from None

    def _prepare(self) -> None:
        self._file.execute("PRAGMA journal_mode = WAL")
        self._file.execute("PRAGMA synchronous = FULL")
        self._file.execute("PRAGMA foreign_keys = ON")
        [version] = self._file.execute("PRAGMA user_version").fetchone()
        if version == 0:
            self._file.executescript(f"BEGIN; {SCHEMA} PRAGMA user_version = {VERSION}; COMMIT;")
        elif version > VERSION:
            raise InputError(
                f"{self._path}: is of version {version}, and this program reads up to {VERSION}; "
                "use the program that wrote it, or a newer one"
            )

    def _read(self, question: str, *values: object) -> list[tuple[object, ...]]:
        try:
            with self._lock:
                return self._file.execute(question, values).fetchall()
        except sqlite3.DatabaseError as error:
            raise InputError(f"{self._path}: {error}; restore it from a backup") from None

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction: all of it is on disk afterwards, or none of it."""
        with self._lock:
            try:
                self._file.execute("BEGIN IMMEDIATE")
                try:
                    yield self._file
                except BaseException:
                    self._file.execute("ROLLBACK")
                    raise
                self._file.execute("COMMIT")
            except sqlite3.OperationalError as error:
                if self._file.in_transaction:
                    self._file.execute("ROLLBACK")
                raise InputError(
                    f"{self._path}: {error}; nothing was written, make room or free the file"
                ) from None
