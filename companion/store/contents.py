"""All that can be read of a table file, and in words what can't.

SQLite stops at the first page it can't read. So every table is read four ways, from either end and
with or without its index, and what any of them gives is held against the marks. Of a game that
much stands as can be trusted: its entries up to the first that is missing or not as it was written.
"""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from companion.errors import InputError
from companion.records.record import parse_record
from companion.saying.phrase import Phrase
from companion.store.mending import (
    UNREADABLE,
    DamagedError,
    begin_anew,
    fill_up,
    may_be_mended,
    mended,
    open_to_read,
    told_why,
)
from companion.store.schema import (
    APPLICATION,
    VERSION,
    ChapterRow,
    Door,
    KeptBoard,
    first_mark,
    next_mark,
)

TABLES = {
    1: {"games", "entries", "doors"},
    2: {"boards", "games", "entries", "doors"},
}

Row = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class KeptEntry:
    """One line of a game's record, its number, and the key of the request that brought it."""

    seq: int
    line: str
    key: str | None


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game as far as it can be trusted; ``board`` is the digest of the board it is played on."""

    id: int
    header: str
    board: str | None
    begun: str
    settings: str
    entries: tuple[KeptEntry, ...]


@dataclass(frozen=True)
class Contents:
    """What a file holds; ``lost`` says of each what can't be read or trusted.

    Nothing is lost with a chapter: they follow from the entries.
    """

    version: int
    games: tuple[KeptGame, ...] = ()
    doors: tuple[Door, ...] = ()
    boards: Mapping[str, KeptBoard] = field(default_factory=dict)
    is_damaged: bool = False
    lost: tuple[Phrase, ...] = ()
    chapters: tuple[ChapterRow, ...] = ()


def read_contents(path: Path) -> Contents:
    """Read all that can be read; the file is left as it is.

    Raises InputError for another program's file, one of a newer format, or one of which nothing
    can be read. A file without any table in it is of version 0.
    """
    try:
        with closing(open_to_read(path)) as file:
            return _Reader(path, file).contents()
    except UNREADABLE as error:
        if not may_be_mended(error):
            raise InputError("no-table-file", path, why=told_why(error)) from None
        fault = error
    for mend in (fill_up, begin_anew):
        with (
            suppress(*UNREADABLE, InputError),
            mended(path, mend) as copy,
            closing(open_to_read(copy)) as file,
        ):
            return _Reader(path, file, is_mended=True).contents()
    if getattr(fault, "sqlite_errorcode", None) == sqlite3.SQLITE_NOTADB:
        raise InputError("no-table-file", path, why=told_why(fault))
    raise InputError("table-damaged", path)


class _Reader:
    """Reads one open file."""

    def __init__(self, path: Path, file: sqlite3.Connection, *, is_mended: bool = False) -> None:
        self._path, self._file, self._is_mended = path, file, is_mended
        self._lost: list[Phrase] = []
        [self._version] = file.execute("PRAGMA user_version").fetchone()
        [self._application] = file.execute("PRAGMA application_id").fetchone()
        self._has_marks = self._version >= 2

    def contents(self) -> Contents:
        tables = {name for (name,) in self._file.execute("SELECT name FROM sqlite_schema")}
        self._check_whose(tables)
        if not tables:
            return Contents(0)
        self._check_plain()
        if missing := TABLES[self._version] - tables:
            raise DamagedError(f"{', '.join(missing)} can't be found")
        is_sound = self._is_sound()
        boards = {board.digest: board for board in self._boards()}
        games = tuple(self._games(boards, is_sound))
        doors = tuple(self._doors())
        is_damaged = not is_sound or bool(self._lost)
        if is_damaged and not games and not doors:
            raise DamagedError("nothing in it can be read")
        lost, chapters = tuple(self._lost), tuple(self._chapters())
        return Contents(self._version, games, doors, boards, is_damaged, lost, chapters)

    def _check_whose(self, tables: set[str]) -> None:
        if self._version > VERSION:
            raise InputError("table-newer", self._path, version=self._version, known=VERSION)
        [pages] = self._file.execute("PRAGMA page_count").fetchone()
        if not tables and pages > 1:
            raise DamagedError("its tables can't be found")
        ours = {1: 0, VERSION: APPLICATION}
        if tables and ours.get(self._version) != self._application:
            raise InputError("other-programs-file", self._path)

    def _check_plain(self) -> None:
        """Raise DamagedError where a file does more than hold tables.

        A view may have rows without end, and a trigger delete what was just written.
        """
        for kind, name, sql in self._file.execute("SELECT type, name, sql FROM sqlite_schema"):
            if str(name).startswith("sqlite_"):
                continue
            said = str(sql)
            if kind != "table" or not said.startswith("CREATE TABLE") or " AS " in said:
                raise DamagedError(f"{name} is no plain table")

    def _is_sound(self) -> bool:
        """Whether SQLite finds nothing wrong; it does not look into the lines."""
        if self._is_mended:
            return False
        with suppress(*UNREADABLE):
            return self._file.execute("PRAGMA integrity_check(1)").fetchall() == [("ok",)]
        return False

    def _boards(self) -> Iterator[KeptBoard]:
        if not self._has_marks:
            return
        for _, name, file, art in self._rows("boards", "digest, file, art"):
            board = KeptBoard(str(file), art if isinstance(art, bytes) else None)
            if board.digest == name:
                yield board

    def _games(self, boards: Mapping[str, KeptBoard], is_sound: bool) -> Iterator[KeptGame]:
        entries = self._entry_rows()
        marked = "board, length, head" if self._has_marks else "NULL, NULL, NULL"
        known: dict[int, KeptGame] = {}
        for _, number, *written in self._rows("games", f"id, header, begun, settings, {marked}"):
            if not isinstance(number, int) or number in known:
                continue
            header, begun, settings, board, length, head = written
            rows = entries.pop(number, [])
            start = str(header), None if board is None else str(board)
            if not isinstance(length, int):  # as in version 1
                length = _count(rows)
            stand, last = _chained(start, rows) if self._has_marks else _counted(rows, is_sound)
            game = KeptGame(number, *start, str(begun), str(settings), stand)
            if self._has_marks and last != head and not stand:
                self._lost.append(Phrase("lost-game", id=number, count=length))
                continue
            if last != head and len(stand) != length:
                self._miss_entries(game, length)
            if (whole := self._checked(game, boards)) is not None:
                known[number] = whole
        for number, rows in entries.items():
            self._lost.append(Phrase("lost-game", id=number, count=_count(rows)))
        yield from (known[number] for number in sorted(known))

    def _entry_rows(self) -> defaultdict[object, list[Row]]:
        """The rows of each game's entries: number, line, key, mark."""
        found: defaultdict[object, list[Row]] = defaultdict(list)
        mark = "mark" if self._has_marks else "NULL"
        columns = f"game, seq, line, key, {mark}"
        for _, game, *row in self._rows("entries", columns, "game, seq"):
            if isinstance(row[0], int):
                found[game].append(tuple(row))
        return found

    def _miss_entries(self, game: KeptGame, length: int) -> None:
        after = game.entries[-1].seq + 1 if game.entries else 1
        missing = max(length - len(game.entries), 1)
        words = {"id": game.id, "count": missing, "length": length, "after": after}
        self._lost.append(Phrase("lost-entries", **words))

    def _checked(self, game: KeptGame, boards: Mapping[str, KeptBoard]) -> KeptGame | None:
        """Say what else of a game is lost; None where it can't be played at all."""
        try:
            parse_record(game.header)
        except InputError:
            self._lost.append(Phrase("lost-players", id=game.id))
            return None
        if not _is_object(game.settings):
            self._lost.append(Phrase("lost-settings", id=game.id))
            game = replace(game, settings="{}")
        if game.board is not None and game.board not in boards:
            self._lost.append(Phrase("lost-board", id=game.id))
            game = replace(game, board=None)
        return game

    def _doors(self) -> Iterator[Door]:
        good: dict[str, Door] = {}
        bad: set[str] = set()
        mark = "mark" if self._has_marks else "NULL"
        for _, token, role, player, is_open, written in self._rows(
            "doors", f"token, role, player, open, {mark}"
        ):
            name = None if player is None else str(player)
            door = Door(str(token), str(role), name, is_open == 1)
            as_written = written == door.mark if self._has_marks else bool(token and role)
            if as_written and isinstance(token, str):
                good.setdefault(door.token, door)
            else:
                bad.add(door.token)
        if bad - good.keys():
            self._lost.append(Phrase("lost-codes"))
        yield from good.values()

    def _chapters(self) -> Iterator[ChapterRow]:
        """What is kept of long games, as far as it is as it was written."""
        seen = set[tuple[int, int]]()
        columns = "game, number, digest, kept, gist, mark"
        for _, game, number, digest, kept, gist, mark in self._rows("chapters", columns):
            if isinstance(game, int) and isinstance(number, int) and (game, number) not in seen:
                chapter = ChapterRow(game, number, str(digest), str(kept), str(gist))
                if chapter.mark == mark:
                    seen.add((game, number))
                    yield chapter

    def _rows(self, table: str, columns: str, key: str = "") -> list[Row]:
        """Read a table from either end, with and without its index, as far as each way goes.

        A row comes once, with its rowid before the columns.
        """
        ways = ["NOT INDEXED ORDER BY rowid", "NOT INDEXED ORDER BY rowid DESC"]
        if key:
            down = ", ".join(f"{part} DESC" for part in key.split(", "))
            index = f"INDEXED BY sqlite_autoindex_{table}_1"
            ways += [f"{index} ORDER BY {key}", f"{index} ORDER BY {down}"]
        found: dict[Row, None] = {}
        for number, way in enumerate(ways):
            try:
                for row in self._file.execute(f"SELECT rowid, {columns} FROM {table} {way}"):
                    found[row] = None
            except UNREADABLE:
                continue
            if number == 0:  # it went through from one end to the other
                break
        return list(found)


def _chained(
    start: tuple[str, str | None], rows: Sequence[Row]
) -> tuple[tuple[KeptEntry, ...], str]:
    """Return the entries whose marks lead from one to the next, and the last mark."""
    stand: list[KeptEntry] = []
    mark = first_mark(*start)
    for entry, written in _in_order(rows):
        if next_mark(mark, entry.line, entry.key) == written:
            mark = str(written)
            stand.append(entry)
    return tuple(stand), mark


def _counted(rows: Sequence[Row], is_sound: bool) -> tuple[tuple[KeptEntry, ...], str]:
    """Return entries without marks; in a damaged file only as far as none is missing."""
    stand: list[KeptEntry] = []
    for entry, _ in _in_order(rows):
        if not is_sound and (entry.seq != len(stand) + 1 or not _is_object(entry.line)):
            break
        stand.append(entry)
    return tuple(stand), ""


def _in_order(rows: Sequence[Row]) -> Iterator[tuple[KeptEntry, object]]:
    """Yield entries in the order of their numbers, each with the mark it was written with."""
    ordered = sorted(rows, key=lambda row: int(str(row[0])))
    for seq, line, key, written in ordered:
        yield KeptEntry(int(str(seq)), str(line), None if key is None else str(key)), written


def _count(rows: Sequence[Row]) -> int:
    """How many entries there are, however often each was read."""
    return len({seq for seq, *_ in rows})


def _is_object(text: str) -> bool:
    """Whether a text is a JSON object."""
    try:
        return isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        return False
