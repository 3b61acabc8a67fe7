"""The table file in use: every write is on the disk before anybody is told of it.

``UNIQUE (game, seq)`` is the lock between two hosts of one file: who is second is told.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from companion.errors import InputError
from companion.records.chapters import KeptChapter
from companion.records.record import Entry, Header, Record, header_line, parse_record
from companion.saying.phrase import Phrase
from companion.store.contents import Contents
from companion.store.copies import add_entries, make_usable
from companion.store.kept_rows import (
    add_chapters,
    chapters_of,
    keep_last_number,
    last_number,
    rows_kept,
)
from companion.store.mending import BUSY_S, FULL, opening, told_why
from companion.store.rescue import Place, copy_beside, rescued, writes_of_others
from companion.store.schema import (
    CHAPTERS,
    END,
    SCHEMA,
    ChapterRow,
    Door,
    GameHead,
    KeptBoard,
    first_mark,
)

GONE = Phrase("table-gone")


class OvertakenError(Exception):
    """Somebody else has written an entry of this number first."""


class UnwrittenError(InputError):
    """The disk is full, or the file can't be written to: nothing was written."""

    def __init__(self, path: Path, why: Phrase | str, *, is_full: bool) -> None:
        super().__init__("table-lost", path, why=why)
        self.is_full = is_full


class Store:
    """One file. Safe to use from several threads, and by several programs at once."""

    def __init__(self, path: Path) -> None:
        """Open a table file, or make one; ``notes`` say what had to be done to it.

        Raises InputError for a file of another program or a newer one, and for one of which
        nothing can be read.
        """
        self.path = path
        self.left: Path | None = None
        """The file that all was in until it was deleted, renamed or replaced."""
        self.remembered: Callable[[], Contents | None] = lambda: None
        """What whoever uses the file knows of it by heart, should it be spoilt under him."""
        self._backed_up: tuple[object, ...] = ()
        self._lock = threading.RLock()
        self.notes = make_usable(path)
        self._open(path)

    def _open(self, path: Path) -> None:
        with opening(path):
            self._file = sqlite3.connect(
                path, timeout=BUSY_S, check_same_thread=False, isolation_level=None
            )
            try:
                self._prepare()
            except sqlite3.Error:
                self._file.close()
                raise
        self.path, self._place, self._unsettled = path, Place(self._file, path), True

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def settle(self) -> None:
        """Bring what waits beside the file into it, so that the file alone is all but whole."""
        with self._lock, suppress(sqlite3.Error):
            if self._unsettled and self._place.is_there:
                [[busy, *_]] = self._file.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
                self._unsettled = bool(busy)
                self._place.leave()

    def back_up(self) -> Path | None:
        """Copy all of it into the back-up beside the file; None where nothing has changed since.

        The back-up before it is kept too. Raises InputError where it can't be written.
        """
        with self._lock:
            changes = self._changes()
            if changes == self._backed_up:
                return None
            copy = self.path.with_name(f"{self.path.stem}.backup{self.path.suffix}")
            copy_beside(self._file, copy, copy.with_name(f"{copy.stem}-before{copy.suffix}"))
            self._backed_up = changes
        return copy

    def check_place(self) -> bool:
        """Whether the file is still where it was; else all is written to a new one beside it.

        Raises UnwrittenError where that can't be.
        """
        with self._lock:
            return self._check_place()

    def _check_place(self) -> bool:
        if self._place.is_there and self._place.is_as_left(self.remembered()):
            return True
        old, left = self._file, self.left or self.path
        new = rescued(old, self.path, self.remembered)
        if new is None:
            raise UnwrittenError(self.path, GONE, is_full=False)
        self._open(new)
        self.left = left
        old.close()
        return False

    def _changes(self) -> tuple[object, ...]:
        """What differs as soon as there is something new: a game's mark tells of all its entries.

        What is kept of chapters and ends is worked out again where it is missing.
        """
        return self.path, self.games(), self.doors()

    def begin(
        self, record: Record, at: str, board: KeptBoard | None = None, settings: str = "{}"
    ) -> int:
        """Write down a new game, whole, with its board and settings; return its number.

        No other game of the file ever had that number, deleted or not.
        """
        header = header_line(record.header)
        digest = None if board is None else board.digest
        with self._writing() as write:
            if board is not None:
                write.execute(
                    "INSERT OR IGNORE INTO boards VALUES (?, ?, ?)", (digest, board.file, board.art)
                )
            game = last_number(write) + 1
            write.execute(
                "INSERT INTO games (id, header, begun, board, length, head, settings) "
                "VALUES (?, ?, ?, ?, 0, ?, ?)",
                (game, header, at, digest, first_mark(header, digest), settings),
            )
            add_entries(write, game, record.entries, None)
        return game

    def append(self, game: int, entry: Entry, key: str | None) -> None:
        """Write down one entry; raise OvertakenError when its number or its ``key`` is taken."""
        self.append_all(game, (entry,), key)

    def append_all(self, game: int, entries: Sequence[Entry], key: str | None) -> None:
        """Write down several entries, all or none; the last of them bears the ``key``.

        Raises InputError where the game was deleted meanwhile.
        """
        try:
            with self._writing() as write:
                add_entries(write, game, entries, key)
        except sqlite3.IntegrityError:
            raise OvertakenError from None

    def last_game(self) -> int | None:
        """The number of the game begun last; None where none was."""
        [[found]] = self._read("SELECT max(id) FROM games")
        return found if isinstance(found, int) else None

    def games(self) -> tuple[GameHead, ...]:
        """Every game of the file, in the order they were begun."""
        rows = self._read("SELECT id, begun, length, settings, head FROM games ORDER BY id")
        return tuple(
            GameHead(int(str(id_)), str(begun), int(str(length)), str(settings), str(mark))
            for id_, begun, length, settings, mark in rows
        )

    def record(self, game: int) -> Record:
        """Read a game as it stands."""
        header = self._of_game("header", game)
        lines = self._read("SELECT line FROM entries WHERE game = ? ORDER BY seq", game)
        return parse_record("\n".join([header, *(str(line) for (line,) in lines)]))

    def header(self, game: int) -> Header:
        """How a game was set up."""
        return parse_record(self._of_game("header", game)).header

    def chapters(self, game: int) -> tuple[KeptChapter, ...]:
        """What is kept of a game's chapters, in order, as far as it is as it was written."""
        with self._lock:
            return chapters_of(self._file, game)

    def keep_chapters(self, game: int, chapters: Sequence[tuple[int, KeptChapter]]) -> None:
        """Keep chapters, by their numbers, in the place of those that were kept from there on.

        Raises InputError where the game was deleted meanwhile.
        """
        rows = [
            ChapterRow(game, number, each.digest, each.kept, json.dumps(each.gist))
            for number, each in chapters
        ]
        with self._writing() as write:
            self._of_game("id", game)
            write.execute(CHAPTERS)
            first = chapters[0][0]
            write.execute("DELETE FROM chapters WHERE game = ? AND number >= ?", (game, first))
            add_chapters(write, rows)

    def ends(self, root: str) -> dict[tuple[int, str], str]:
        """How games stand, by number and the mark of the last entry, as ``keep_ends`` was told it.

        ``root`` names what was told by whom: of others nothing is of use.
        """
        with self._lock:
            good = [row for row in rows_kept(self._file, END) if row.digest == root]
        return {(row.game, json.loads(row.gist)): row.kept for row in good}

    def keep_ends(self, root: str, ends: Sequence[tuple[GameHead, str]]) -> None:
        """Keep how games stand; nothing of those that have gone on since, or are gone.

        Nor of a game without a board of its own, which is played on whatever board there is.
        """
        as_it_was = "SELECT 1 FROM games WHERE id = ? AND head = ? AND board IS NOT NULL"
        with self._writing() as write:
            write.execute(CHAPTERS)
            for head, kept in ends:
                if write.execute(as_it_was, (head.id, head.mark)).fetchone():
                    place = (head.id, END)
                    write.execute("DELETE FROM chapters WHERE game = ? AND number = ?", place)
                    add_chapters(write, [ChapterRow(*place, root, kept, json.dumps(head.mark))])

    def board(self, game: int) -> KeptBoard | None:
        """The board a game is played on; None where an older program began it."""
        rows = self._read(
            "SELECT file, art FROM boards JOIN games ON board = digest WHERE id = ?", game
        )
        return next(
            (KeptBoard(str(file), art if isinstance(art, bytes) else None) for file, art in rows),
            None,
        )

    def last_seq(self, game: int) -> int:
        """The number of a game's last entry; 0 where it has none."""
        [[seq]] = self._read("SELECT coalesce(max(seq), 0) FROM entries WHERE game = ?", game)
        return int(str(seq))

    def begun(self, game: int) -> str:
        """When a game was begun (ISO 8601)."""
        return self._of_game("begun", game)

    def keys(self, game: int) -> dict[str, int]:
        """The request keys of a game, each with the number of its entry."""
        rows = self._read("SELECT key, seq FROM entries WHERE game = ? AND key IS NOT NULL", game)
        return {str(key): int(str(seq)) for key, seq in rows}

    def settings(self, game: int) -> str:
        """What the host has set for a game, as JSON."""
        return self._of_game("settings", game)

    def set_settings(self, game: int, settings: str) -> None:
        """Keep what the host has set."""
        with self._writing() as write:
            write.execute("UPDATE games SET settings = ? WHERE id = ?", (settings, game))

    def delete(self, games: Sequence[int]) -> None:
        """Delete games, and all that is only theirs; no other is given their numbers.

        Where they stood in the file is overwritten.
        """
        each = [(game,) for game in games]
        with self._writing() as write:
            write.execute("PRAGMA secure_delete = ON")
            keep_last_number(write)
            write.executemany("DELETE FROM chapters WHERE game = ?", each)
            write.executemany("DELETE FROM entries WHERE game = ?", each)
            write.executemany("DELETE FROM games WHERE id = ?", each)
            write.execute(
                "DELETE FROM boards WHERE digest NOT IN "
                "(SELECT board FROM games WHERE board IS NOT NULL)"
            )

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
                "INSERT INTO doors VALUES (?, ?, ?, ?, ?)",
                (door.token, door.role, door.player, int(door.open), door.mark),
            )

    def shut_door(self, token: str) -> None:
        """Take a token back."""
        with self._writing() as write:
            found = write.execute("SELECT role, player FROM doors WHERE token = ?", (token,))
            for role, player in found.fetchall():
                write.execute(
                    "UPDATE doors SET open = 0, mark = ? WHERE token = ?",
                    (Door(token, role, player, open=False).mark, token),
                )

    def writes_of_others(self) -> object:
        """What is another one as soon as another program has written to the file, or it moved."""
        with self._reading():
            return self.path, writes_of_others(self._file)

    def _prepare(self) -> None:
        self._file.execute("PRAGMA journal_mode = WAL")
        self._file.execute("PRAGMA synchronous = FULL")
        self._file.execute("PRAGMA foreign_keys = ON")
        self._file.execute("BEGIN IMMEDIATE")  # of two programs, one makes the tables
        [tables] = self._file.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        for statement in () if tables else SCHEMA.split(";"):
            self._file.execute(statement)
        self._file.execute("DELETE FROM games WHERE 0")  # fails where nothing may be written
        self._file.execute("COMMIT")

    def _read(self, question: str, *values: object) -> list[tuple[object, ...]]:
        with self._reading():
            return self._file.execute(question, values).fetchall()

    def _of_game(self, column: str, game: int) -> str:
        """What stands of a game in the list of them; raise InputError where it was deleted."""
        for (found,) in self._read(f"SELECT {column} FROM games WHERE id = ?", game):
            return str(found)
        raise InputError("game-deleted")

    @contextmanager
    def _reading(self) -> Iterator[None]:
        try:
            with self._lock:
                yield
        except sqlite3.DatabaseError as error:
            raise InputError("table-unread", self.path, why=told_why(error)) from None

    @contextmanager
    def together(self) -> Iterator[None]:
        """All that is written meanwhile is on disk afterwards, or none of it."""
        with self._writing():
            yield

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction; what is written ``together`` is one too."""
        with self._lock:
            if self._file.in_transaction:
                yield self._file
                return
            self._check_place()
            self._unsettled = True
            try:
                self._file.execute("BEGIN IMMEDIATE")
                yield self._file
                self._file.execute("COMMIT")
                self._place.leave()
            except sqlite3.IntegrityError:
                raise
            except sqlite3.DatabaseError as error:
                why = told_why(error)
                raise UnwrittenError(self.path, why, is_full=why == FULL) from None
            except UnicodeEncodeError:
                raise InputError("letter-that-is-none") from None
            finally:
                if self._file.in_transaction:
                    self._file.execute("ROLLBACK")
