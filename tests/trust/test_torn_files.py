"""A file that was torn off or scratched: what is opened is what was written, as far as it goes."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import InputError
from companion.records.record import SYSTEM, Happened, Header, Record
from companion.store import Door, KeptBoard, Store
from companion.store.contents import read_contents

NOW = "2026-11-21T20:00:00+00:00"
PAGE = 512
"""The smallest page SQLite has: a file of many pages is small, and each byte can be tried."""
FRAME = PAGE + 24
NAME = "table.sqlite"
DOORS = tuple(Door(f"token-{who}", "player", who) for who in ("Anna", "Ben"))


def game(number: int, entries: int) -> Record:
    """A game that pays, so that a lost or changed line would be other money."""
    record = Record(Header("chess", {"players": [{"name": "Anna"}], "number": number}))
    for seq in range(entries):
        record = record.add(Happened({"do": "pay", "to": "Anna", "amount": seq + 1}), SYSTEM, NOW)
    return record


GAMES = {1: game(1, 6), 2: game(2, 0), 3: game(3, 12)}
LENGTHS = {number: len(record.entries) for number, record in GAMES.items()}
BOARD = KeptBoard('{"meta": {}}', b"picture" * 20)


def write_table(folder: Path) -> Store:
    """A file of small pages."""
    path = folder / NAME
    Store(path).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        for statement in ("journal_mode = DELETE", f"page_size = {PAGE}"):
            file.execute(f"PRAGMA {statement}")
        file.execute("VACUUM")
    return begin_table(path)


def begin_table(path: Path) -> Store:
    """Two players' codes and three games, the last of them entry by entry."""
    store = Store(path)
    for door in DOORS:
        store.add_door(door)
    store.begin(GAMES[1], NOW, BOARD)
    store.begin(GAMES[2], NOW)
    last = store.begin(Record(GAMES[3].header), NOW, BOARD)
    for entry in GAMES[3].entries:
        store.append(last, entry, f"key-{entry.seq}")
    return store


@cache
def closed_table() -> bytes:
    """A table that was closed as it should be: all of it is in the one file."""
    with tempfile.TemporaryDirectory() as folder:
        write_table(Path(folder)).close()
        return (Path(folder) / NAME).read_bytes()


@cache
def running_table() -> tuple[bytes, bytes]:
    """A table whose power went: the file, and what waits beside it."""
    with tempfile.TemporaryDirectory() as folder:
        store, path = write_table(Path(folder)), Path(folder) / NAME
        both = path.read_bytes(), path.with_name(f"{NAME}-wal").read_bytes()
        store.close()
        return both


@pytest.fixture
def closed() -> bytes:
    return closed_table()


@contextmanager
def torn(data: bytes, waiting: bytes = b"") -> Iterator[Path]:
    """A folder in memory where there is one: what is tried here is what is read, not the disk."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else None) as folder:
        path = Path(folder) / NAME
        path.write_bytes(data)
        if waiting:
            path.with_name(f"{NAME}-wal").write_bytes(waiting)
        yield path


def opened(path: Path) -> str:
    """Open a torn table as ``companion play`` does; return what is said, all in one text.

    Whatever is opened is the games as they were written, each up to some entry. What was there is
    kept, byte for byte.
    """
    before = path.read_bytes()
    try:
        store = Store(path)
    except InputError as error:
        refused = str(error)
    else:
        refused = ""
    if refused:
        assert path.read_bytes() == before
        assert "\n" not in refused
        return refused
    said = "; ".join(map(str, store.notes))
    assert set(store.doors()) <= set(DOORS)
    games = {each.id: store.record(each.id) for each in read_contents(path).games}
    for number, record in games.items():
        truth = GAMES[number]
        assert record.faults == ()
        assert record.header == truth.header
        assert record.entries == truth.entries[: len(record.entries)]
        assert store.board(number) in (BOARD if number != 2 else None, None)
    store.close()
    kept = [each for each in path.parent.iterdir() if ".damaged" in each.name]
    assert not said or kept
    if said:
        assert path.with_name("table.damaged.sqlite").read_bytes() == before
    is_whole = {number: len(record.entries) for number, record in games.items()} == LENGTHS
    return said or ("whole" if is_whole else "shorter")


def test_a_table_that_was_closed_is_whole(closed: bytes) -> None:
    with torn(closed) as path:
        assert opened(path) == "whole"


def test_a_file_torn_off_anywhere_in_its_last_page_says_what_is_lost(closed: bytes) -> None:
    for cut in range(len(closed) - PAGE, len(closed)):
        with torn(closed[:cut]) as path:
            said = opened(path)
        # Where the page's end is empty, a torn one is as good as a whole one.
        assert "was damaged" in said or (said == "whole" and not any(closed[cut:])), cut


def test_what_waits_beside_it_torn_off_anywhere_opens_as_the_table_was_before() -> None:
    """Nobody was told of an entry before its last byte was on the disk."""
    file, waiting = running_table()
    with torn(file, waiting) as path:
        assert opened(path) == "whole"
    for cut in range(len(waiting) - FRAME, len(waiting)):
        with torn(file, waiting[:cut]) as path:
            assert opened(path) == "shorter", cut


@pytest.mark.parametrize("page", range(22))
def test_a_page_that_was_never_written_says_what_is_lost(page: int, closed: bytes) -> None:
    start = page * PAGE
    assert start < len(closed)
    with torn(closed[:start] + bytes(PAGE) + closed[start + PAGE :]) as path:
        said = opened(path)

    assert "was damaged" in said or "is damaged and nothing" in said or "no file of SQLite" in said


@pytest.mark.parametrize("page", [bytes(4096), b"\xff" * 4096, b"SQLite format 3\0" + bytes(4080)])
def test_a_first_page_that_is_gone_takes_nothing_with_it(page: bytes, tmp_path: Path) -> None:
    path = tmp_path / NAME
    begin_table(path).close()
    with path.open("r+b") as file:
        file.write(page)

    assert opened(path).endswith("; nothing that it held is lost")
    assert opened(path) == "whole"


def test_a_list_of_tables_that_is_empty_is_not_taken_for_a_new_file(tmp_path: Path) -> None:
    path = tmp_path / NAME
    begin_table(path).close()
    with path.open("r+b") as file:
        file.seek(103)  # the number of entries on the first page: the tables
        file.write(b"\0\0")

    assert opened(path).endswith("; nothing that it held is lost")


SCRATCHES = st.lists(
    st.tuples(st.floats(0, 1, exclude_max=True), st.binary(min_size=1, max_size=40)),
    min_size=1,
    max_size=4,
)


@given(SCRATCHES, st.floats(0, 1), st.booleans())
def test_a_scratched_file_never_tells_another_game(
    scratches: list[tuple[float, bytes]], left: float, is_running: bool
) -> None:
    """``opened`` holds every game that comes out against what was written."""
    file, waiting = running_table() if is_running else (closed_table(), b"")
    data = bytearray(waiting or file)
    for where, scratch in scratches:
        at = int(where * len(data))
        data[at : at + len(scratch)] = scratch[: len(data) - at]
    data = data[: int(left * len(data))] if left < 0.5 else data
    with torn(file if is_running else bytes(data), bytes(data) if is_running else b"") as path:
        opened(path)


def test_a_changed_sum_is_found_where_sqlite_sees_nothing_wrong(closed: bytes) -> None:
    """One digit more than was paid: the file is sound, and the entry is not what was written."""
    at = closed.index(b'"amount": 7}', closed.index(b'"number": 3'))
    with torn(closed[:at] + closed[at:].replace(b": 7}", b": 9}", 1)) as path:
        with closing(sqlite3.connect(path)) as file:
            assert file.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        said = opened(path)

    assert said.startswith(f"{path} was damaged; as it was, it is kept as ")
    assert said.endswith("lost: game 3: 6 entries of 12, from number 7 on")


def test_a_table_that_was_opened_once_more_is_whole_from_then_on(closed: bytes) -> None:
    with torn(closed[:-PAGE]) as path:
        assert "was damaged" in opened(path)
        store = Store(path)

        assert store.notes == ()
        entry = store.record(3).add(Happened({"do": "pay"}), SYSTEM, NOW).entries[-1]
        store.append(3, entry, None)
        assert not read_contents(path).is_damaged
        store.close()


@pytest.mark.parametrize(
    "spoilt",
    [
        pytest.param("token = NULL", id="its token is gone"),
        pytest.param("token = 'None'", id="another token"),
        pytest.param("role = 'host'", id="another role"),
        pytest.param("token = x'00ff'", id="no text"),
    ],
)
def test_no_code_is_made_of_what_was_damaged(spoilt: str, tmp_path: Path) -> None:
    store = begin_table(tmp_path / NAME)
    store.close()
    with closing(sqlite3.connect(tmp_path / NAME, isolation_level=None)) as file:
        file.execute(f"UPDATE doors SET {spoilt} WHERE player = 'Ben'")

    contents = read_contents(tmp_path / NAME)
    again = Store(tmp_path / NAME)

    assert contents.doors == again.doors() == DOORS[:1]
    assert tuple(map(str, contents.lost)) == ("codes of phones: who is not let in scans his again",)
