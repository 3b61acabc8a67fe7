"""What is in the file stays in the file, and only one can be first."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion.errors import InputError
from companion.records.record import SYSTEM, Happened, Header, Record
from companion.store import Door, OvertakenError, Store
from companion.store.contents import read_contents

NOW = "2026-11-21T20:00:00+00:00"
RECORD = Record(Header("chess", {"players": ["Anna"]})).add(Happened({"do": "e4"}), SYSTEM, NOW)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.sqlite"


def test_a_game_is_read_as_it_was_written(path: Path) -> None:
    store = Store(path)
    number = store.begin(RECORD, NOW)
    longer = RECORD.add(Happened({"do": "ü"}), SYSTEM, NOW)
    store.append(number, longer.entries[-1], "key")
    store.close()

    again = Store(path)

    assert again.last_game() == number
    assert again.record(number) == longer
    assert again.keys(number) == {"key": 2}
    assert again.begun(number) == NOW


def as_it_is(path: Path) -> Path:
    return path


def backed_up(path: Path) -> Path:
    store = Store(path)
    copy = store.back_up()
    store.close()
    assert copy is not None
    return copy


def damaged(path: Path) -> Path:
    """The line of a game's first move is spoilt: all is written anew without it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.execute("UPDATE entries SET line = '{}' WHERE game = 1")
    return path


@pytest.mark.parametrize("way", [as_it_is, backed_up, damaged])
@pytest.mark.parametrize("deleted", [[3], [2, 3], [1], []])
def test_the_number_of_a_deleted_game_is_given_to_no_other(
    way: Callable[[Path], Path], deleted: list[int], path: Path
) -> None:
    """Another program still had what it knew of the old one, and took it for the new one's."""
    store = Store(path)
    store.add_door(Door("secret", "host"))
    for _ in range(3):
        store.begin(RECORD, NOW)
    for number in deleted:
        store.delete([number])
    store.close()

    again = Store(way(path))

    assert [again.begin(RECORD, NOW) for _ in range(2)] == [4, 5]
    again.delete([5])
    assert again.begin(RECORD, NOW) == 6
    again.close()


@pytest.mark.parametrize(
    ("second", "key"),
    [
        pytest.param(2, "other", id="the same number"),
        pytest.param(3, "key", id="the same request"),
    ],
)
def test_who_is_second_is_told(path: Path, second: int, key: str) -> None:
    store, other = Store(path), Store(path)
    number = store.begin(RECORD, NOW)
    entry = RECORD.add(Happened({"do": "d4"})).entries[-1]
    store.append(number, entry, "key")

    with pytest.raises(OvertakenError):
        other.append(number, type(entry)(second, entry.act), key)
    assert len(other.record(number).entries) == 2


def test_what_was_written_is_there_after_a_crash(path: Path) -> None:
    """Nothing is closed or flushed: a second reader sees only what was committed."""
    store = Store(path)
    number = store.begin(RECORD, NOW)
    store.append(number, RECORD.add(Happened({"do": "d4"})).entries[-1], None)

    assert Store(path).last_seq(number) == 2


def test_a_write_is_flushed_to_the_disk(path: Path) -> None:
    Store(path)
    file = sqlite3.connect(path)

    assert file.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_a_shut_door_stays_shut(path: Path) -> None:
    store = Store(path)
    store.add_door(Door("secret", "player", "Anna"))
    store.shut_door("secret")

    assert Store(path).doors() == (Door("secret", "player", "Anna", open=False),)


@pytest.mark.parametrize(
    "content", [b"this is no file of tables" * 100, b"SQLite format 3\0" + b"\xff" * 4000]
)
def test_another_file_is_refused_in_one_line(path: Path, content: bytes) -> None:
    path.write_bytes(content)

    with pytest.raises(InputError, match=r"table\.sqlite: .*; give a file of 'companion play'"):
        Store(path)
    assert path.read_bytes() == content


def test_a_file_that_may_not_be_read_is_said_to_be_so(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Store(path).close()
    monkeypatch.setattr(os, "access", lambda _, mode: mode != os.R_OK)

    for opened in (Store, read_contents):
        with pytest.raises(InputError, match="Permission denied; check the path and its permi"):
            opened(path)


def test_a_file_of_a_newer_program_is_refused(path: Path) -> None:
    Store(path).close()
    with sqlite3.connect(path) as file:
        file.execute("PRAGMA user_version = 99")
    file.close()

    with pytest.raises(InputError, match="is of version 99"):
        Store(path)
