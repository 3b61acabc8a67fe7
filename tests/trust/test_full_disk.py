"""When nothing more can be written: told at once, nothing half-written, and nobody sees it."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.errors import InputError
from companion.records.record import Happened, Record
from companion.store import Store, UnwrittenError
from companion.store.contents import read_contents
from companion.store.copies import back_up
from companion.store.table import Table
from tests.catalogues import typed
from tests.trust.full_disk import CARD, Disk, disk
from tests.web.tables import NOW, client_of, make_host
from web.host.roles import Role
from web.host.settings import Help, read_settings

__all__ = ["disk"]


LONG = Happened({**CARD.fact, "note": "x" * 3000})
"""As an older program would have let it in: it needs a page of the file."""


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of its own, of 400 kB."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=400k", "none", str(place)]
    if shutil.which("mount") is None or os.name != "posix" or os.geteuid() != 0:
        pytest.skip("only the administrator of a machine can make a small disk")
    if subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        pytest.skip("this machine lets nobody make a small disk")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


def write_until_full(table: Table[Any]) -> int:
    """Write as much as there is room for; return how many entries were."""
    for written in range(10_000):
        record = table.view.record.add(LONG)
        try:
            table.take_in(record, table.view.revision, NOW)
        except UnwrittenError as error:
            assert error.is_full  # noqa: PT017
            return written
    raise AssertionError("it is never full")


def write_by_phone_until_full(phone: FlaskClient, revision: int) -> int:
    """Write what little there is room for still; return the table's revision."""
    for more in range(1000):
        act = {"revision": revision + more, "act": {"fact": CARD.fact}}
        if phone.post("/act", json=act).status_code == 507:
            return revision + more
    raise AssertionError("it is never full")


def test_what_is_written_is_flushed_to_the_disk_before_anybody_is_told(
    disk: Disk, tmp_path: Path
) -> None:
    """FULL: the disk has it at the end of each transaction, so that a power cut can't take it."""
    Store(tmp_path / "table.sqlite")

    assert disk.line.execute("PRAGMA synchronous").fetchone() == (2,)
    assert disk.line.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_a_full_disk_is_told_and_nothing_is_half_written(disk: Disk, tmp_path: Path) -> None:
    path = tmp_path / "table.sqlite"
    host = make_host(path)
    assert host.table is not None
    disk.fill()

    written = write_until_full(host.table)

    assert host.table.view.revision == written
    assert Store(path).record(1) == host.table.view.record
    assert not read_contents(path).is_damaged


def test_several_entries_are_written_or_none(disk: Disk, tmp_path: Path) -> None:
    host = make_host(tmp_path / "table.sqlite")
    assert host.table is not None
    record: Record = host.table.view.record
    for _ in range(50):
        record = record.add(LONG)
    disk.fill()

    with pytest.raises(UnwrittenError):
        host.table.take_in(record, 0, NOW, "all")

    assert host.table.view.revision == 0
    assert host.store.last_seq(1) == 0
    assert host.store.keys(1) == {}


@pytest.mark.parametrize(
    ("language", "words"),
    [
        pytest.param("en", "the disk of the host's computer is full", id="English"),
        pytest.param("fr", "le disque de l'ordinateur de l'hôte est plein", id="French"),
    ],
)
def test_a_full_disk_is_told_on_the_page_and_the_act_is_done_when_there_is_room(
    language: str, words: str, disk: Disk, tmp_path: Path
) -> None:
    host = make_host(tmp_path / "table.sqlite")
    assert host.table is not None
    phone = client_of(host, Role.BANKER)
    phone.set_cookie("language", language)
    disk.fill()
    revision = write_by_phone_until_full(phone, write_until_full(host.table))
    act = {"revision": revision, "key": "mine", "act": {"fact": CARD.fact}}

    refused = phone.post("/act", json=act)

    assert refused.status_code == 507
    assert words in typed(refused.get_json()["error"]["message"])
    assert str(tmp_path) not in refused.text
    assert phone.get("/view").get_json()["revision"] == revision

    disk.make_room()
    for _ in range(2):
        assert phone.post("/act", json=act).get_json()["number"] == revision + 1


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_game_that_cannot_be_begun_for_want_of_room_says_so(
    language: str, disk: Disk, tmp_path: Path
) -> None:
    host = make_host(tmp_path / "table.sqlite")
    assert host.table is not None
    phone = client_of(host, Role.HOST)
    phone.set_cookie("language", language)
    disk.fill()
    write_by_phone_until_full(phone, write_until_full(host.table))

    def begin(number: int) -> TestResponse:
        assert host.table is not None
        seats = {"name": [f"Anna{number:036}", "Ben" * 10], "nation": ["french", "english"]}
        return phone.post("/start", data={**seats, "instead": str(host.table.number)})

    refused = [begin(number) for number in range(40)][-1]

    assert refused.status_code == 507
    assert ("disk" if language == "en" else "disque") in refused.text
    assert str(tmp_path) not in refused.text


def test_a_disk_that_is_really_full(small_disk: Path, tmp_path: Path) -> None:
    path = small_disk / "table.sqlite"
    host = make_host(path)
    assert host.table is not None

    written = write_until_full(host.table)

    assert written > 0
    assert host.table.view.revision == written
    with pytest.raises(UnwrittenError, match="the disk is full; nothing was written"):
        host.store.set_settings(1, "{}" + " " * 100_000)
    back_up(path, tmp_path / "copy.sqlite")
    host.store.close()
    assert Store(tmp_path / "copy.sqlite").record(1) == host.table.view.record


def test_a_game_is_begun_with_all_that_was_chosen_or_not_at_all(tmp_path: Path) -> None:
    """There is no moment between the two in which the disk may be full, or the power gone."""
    host = make_host(tmp_path / "table.sqlite")
    assert host.table is not None
    phone = client_of(host, Role.HOST)
    host.store.set_settings = broken  # type: ignore[assignment]
    seats = {"name": ["Anna", "Ben"], "nation": ["french", "english"]}

    answer = phone.post("/start", data={**seats, "help": "off", "instead": str(host.table.number)})

    assert answer.status_code == 303
    assert read_settings(Store(host.store.path).settings(2)).help is Help.OFF
    assert host.settings.help is Help.OFF


def test_a_game_that_cannot_be_taken_up_is_not(tmp_path: Path) -> None:
    host = make_host(tmp_path / "table.sqlite")
    assert host.table is not None
    first = host.table
    phone = client_of(host, Role.HOST)
    seats = {"name": ["Anna", "Ben"], "nation": ["french", "english"]}
    phone.post("/start", data={**seats, "instead": str(first.number)})
    second = host.table
    host.store.set_settings = broken  # type: ignore[assignment]

    assert phone.post("/evenings/1/open").status_code == 507
    assert host.table is second


def broken(*_: object) -> None:
    raise UnwrittenError(Path("table.sqlite"), "it breaks", is_full=True)


def test_a_disk_without_room_for_a_table_is_told_so_and_left_empty(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One page of SQLite is all that this disk takes."""
    real = sqlite3.connect

    def connect(*args: Any, **settings: Any) -> sqlite3.Connection:
        line = real(*args, **settings)
        line.execute("PRAGMA max_page_count = 1")
        return line

    monkeypatch.setattr(sqlite3, "connect", connect)

    with pytest.raises(InputError, match="the disk is full; make room"):
        Store(tmp_path / "table.sqlite")

    assert list(tmp_path.iterdir()) == []
