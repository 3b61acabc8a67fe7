"""Backups, restored tables and old formats: what was there is never gone."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from companion.errors import InputError
from companion.records.record import SYSTEM, Happened, Header, Record, entry_line, header_line
from companion.store import Door, Store
from companion.store.contents import read_contents
from companion.store.copies import back_up, restore

NOW = "2026-11-21T20:00:00+00:00"
EMPTY = Record(Header("chess", {"players": [{"name": "Anna"}]}))
RECORD = EMPTY.add(Happened({"do": "e4"}), SYSTEM, NOW).add(Happened({"do": "e5"}), SYSTEM, NOW)
VERSION_1 = """
CREATE TABLE games (
  id INTEGER PRIMARY KEY, header TEXT NOT NULL, begun TEXT NOT NULL,
  settings TEXT NOT NULL DEFAULT '{}'
);
CREATE TABLE entries (
  game INTEGER NOT NULL REFERENCES games (id), seq INTEGER NOT NULL, line TEXT NOT NULL, key TEXT,
  UNIQUE (game, seq), UNIQUE (game, key)
);
CREATE TABLE doors (
  token TEXT PRIMARY KEY, role TEXT NOT NULL, player TEXT, open INTEGER NOT NULL DEFAULT 1
);
PRAGMA user_version = 1;
PRAGMA journal_mode = WAL;
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.sqlite"


def begin(path: Path, record: Record = RECORD) -> Store:
    store = Store(path)
    store.begin(record, NOW)
    return store


def write_version_1(path: Path) -> None:
    """A file as the first program of this name wrote it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.executescript(VERSION_1)
        head = header_line(RECORD.header)
        file.execute('INSERT INTO games VALUES (4, ?, ?, \'{"help": "off"}\')', (head, NOW))
        for entry, key in zip(RECORD.entries, ("a", None), strict=True):
            row = (4, entry.seq, entry_line(entry), key)
            file.execute("INSERT INTO entries VALUES (?, ?, ?, ?)", row)
        file.execute("INSERT INTO doors VALUES ('secret', 'player', 'Anna', 0)")


def names(path: Path) -> list[str]:
    return sorted(each.name for each in path.parent.iterdir())


def test_a_backup_is_taken_while_the_table_is_played_on(path: Path, tmp_path: Path) -> None:
    store = begin(path)
    copy = tmp_path / "copy.sqlite"

    contents = back_up(path, copy)

    store.append(1, RECORD.add(Happened({"do": "d4"})).entries[-1], None)
    assert not contents.is_damaged
    assert names(path) == ["copy.sqlite", "table.sqlite", "table.sqlite-shm", "table.sqlite-wal"]
    assert Store(copy).record(1) == RECORD
    assert len(store.record(1).entries) == 3


def test_an_older_backup_is_not_thrown_away(path: Path, tmp_path: Path) -> None:
    begin(path)
    copy = tmp_path / "copy.sqlite"
    copy.write_bytes(b"precious")

    with pytest.raises(InputError, match=r"copy\.sqlite: is there already; give another name"):
        back_up(path, copy)
    assert copy.read_bytes() == b"precious"


@pytest.mark.parametrize("what", ["no table", "no folder"])
def test_a_backup_that_can_not_be_taken_leaves_nothing(
    what: str, path: Path, tmp_path: Path
) -> None:
    copy = tmp_path / ("copy.sqlite" if what == "no table" else "nowhere/copy.sqlite")
    if what == "no folder":
        begin(path).close()
    before = names(path)

    with pytest.raises(InputError, match=r"table\.sqlite: there is no file|there is no folder"):
        back_up(path, copy)
    assert names(path) == before


def test_a_restored_table_is_as_the_backup_was_and_the_other_is_kept(
    path: Path, tmp_path: Path
) -> None:
    store = begin(path)
    copy = tmp_path / "copy.sqlite"
    back_up(path, copy)
    longer = RECORD.add(Happened({"do": "d4"}))
    store.append(1, longer.entries[-1], None)
    store.close()

    kept = restore(copy, path)

    assert kept == tmp_path / "table.before-restore.sqlite"
    assert Store(path).record(1) == RECORD
    assert Store(kept).record(1) == longer
    assert restore(copy, tmp_path / "new.sqlite") is None
    assert Store(tmp_path / "new.sqlite").record(1) == RECORD


PLAYING = """
import sys
from pathlib import Path
from companion.store import Store
store = Store(Path(sys.argv[1]))
print("open", flush=True)
sys.stdin.read()
"""


def test_a_table_that_is_played_on_is_not_restored(path: Path, tmp_path: Path) -> None:
    begin(path).close()
    copy = tmp_path / "copy.sqlite"
    back_up(path, copy)
    before = path.read_bytes()
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", PLAYING, str(path)]
    with subprocess.Popen(command, stdin=pipe, stdout=pipe) as playing:
        assert playing.stdout is not None
        assert playing.stdout.readline() == b"open\n"
        with pytest.raises(InputError, match="another program has it open; end that one first"):
            restore(copy, path)
        playing.communicate()

    assert path.read_bytes() == before
    assert names(path) == ["copy.sqlite", "table.sqlite"]
    restore(copy, path)


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        pytest.param(None, "there is no file of that name", id="no file"),
        pytest.param(b"", "there is no table in it", id="an empty file"),
        pytest.param(b"no table " * 300, "it is no file of SQLite", id="another file"),
        pytest.param("damaged", "is damaged; give another backup", id="a damaged one"),
        pytest.param("itself", "is that table itself", id="the table itself"),
    ],
)
def test_what_is_no_backup_is_not_restored(
    content: bytes | str | None, fault: str, path: Path, tmp_path: Path
) -> None:
    begin(path).close()
    copy = tmp_path / "copy.sqlite"
    if content == "damaged":
        back_up(path, copy)
        copy.write_bytes(copy.read_bytes().replace(b"e5", b"d5"))
    elif content == "itself":
        copy.hardlink_to(path)
    elif isinstance(content, bytes):
        copy.write_bytes(content)
    before = path.read_bytes()

    with pytest.raises(InputError, match=fault):
        restore(copy, path)
    assert path.read_bytes() == before


def test_a_file_of_the_first_format_goes_on_and_is_kept(path: Path, tmp_path: Path) -> None:
    write_version_1(path)

    store = Store(path)

    kept = tmp_path / "table.version-1.sqlite"
    [said] = map(str, store.notes)
    assert said == f"{path} was of an older format; as it was, it is kept as {kept}"
    assert store.record(4) == RECORD
    assert store.keys(4) == {"a": 1}
    assert store.settings(4) == '{"help": "off"}'
    assert store.board(4) is None
    assert store.doors() == (Door("secret", "player", "Anna", open=False),)
    assert read_contents(kept).version == 1
    assert names(path) == [
        "table.sqlite",
        "table.sqlite-shm",
        "table.sqlite-wal",
        "table.version-1.sqlite",
    ]
    store.close()
    assert Store(path).notes == ()


def test_of_a_table_whose_program_was_killed_all_is_kept_in_one_file(
    path: Path, tmp_path: Path
) -> None:
    killed = begin(tmp_path / "killed.sqlite")
    for end in ("", "-wal"):
        source = tmp_path / f"killed.sqlite{end}"
        path.with_name(f"{path.name}{end}").write_bytes(source.read_bytes())
    killed.close()
    copy = tmp_path / "copy.sqlite"
    back_up(tmp_path / "killed.sqlite", copy)

    kept = restore(copy, path)

    assert kept is not None
    assert not kept.with_name(f"{kept.name}-wal").exists()
    assert Store(kept).record(1) == RECORD


def test_a_damaged_file_of_the_first_format_goes_on_as_far_as_no_entry_is_missing(
    path: Path,
) -> None:
    write_version_1(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.execute("DELETE FROM entries WHERE seq = 1")
        [page] = file.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'doors'").fetchone()
        [size] = file.execute("PRAGMA page_size").fetchone()
    with path.open("r+b") as data:
        data.seek((page - 1) * size)
        data.write(b"\xff" * size)

    store = Store(path)

    assert store.record(4) == EMPTY
    assert "lost: game 4: 1 entry of 1, from number 1 on" in map(str, store.notes)


@pytest.mark.parametrize("step", ["flush the new one", "copy the old one", "rename"])
def test_a_damaged_table_is_as_it_was_when_it_can_not_be_replaced(
    step: str, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk is full at one step or another; the game still waits beside the file."""
    closed = Store(tmp_path / "killed.sqlite")
    closed.add_door(Door("secret", "player", "Anna"))
    closed.close()
    killed = begin(tmp_path / "killed.sqlite")
    path.write_bytes((tmp_path / "killed.sqlite").read_bytes().replace(b"Anna", b"Hans"))
    waiting = (tmp_path / "killed.sqlite-wal").read_bytes()
    path.with_name("table.sqlite-wal").write_bytes(waiting)
    killed.close()
    assert read_contents(path).is_damaged

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    steps = {"flush the new one": (os, "fsync"), "copy the old one": (shutil, "copy2")}
    with monkeypatch.context() as patched:
        patched.setattr(*steps.get(step, (Path, "replace")), full)
        with pytest.raises(InputError, match="No space left on device; give a place"):
            Store(path)

    assert [name for name in names(path) if ".damaged" in name or ".new" in name] == (
        ["table.damaged.sqlite", "table.damaged.sqlite-wal"] if step == "rename" else []
    )
    again = Store(path)
    assert str(again.notes[1]) == "lost: codes of phones: who is not let in scans his again"
    assert again.record(1) == RECORD


def test_the_newest_events_of_a_table_that_is_gone_are_not_thrown_away(
    path: Path, tmp_path: Path
) -> None:
    begin(tmp_path / "other.sqlite").close()
    waiting = tmp_path / "table.sqlite-wal"
    waiting.write_bytes(b"the newest")

    for attempt in (lambda: Store(path), lambda: restore(tmp_path / "other.sqlite", path)):
        with pytest.raises(InputError, match="is not there, and its newest events are"):
            attempt()
    assert waiting.read_bytes() == b"the newest"
    assert not path.exists()


def test_copies_of_what_was_there_do_not_overwrite_one_another(path: Path, tmp_path: Path) -> None:
    begin(path).close()
    copy = tmp_path / "copy.sqlite"
    back_up(path, copy)

    kept = [restore(copy, path) for _ in range(3)]

    assert [each and each.name for each in kept] == [
        "table.before-restore.sqlite",
        "table.before-restore-2.sqlite",
        "table.before-restore-3.sqlite",
    ]
