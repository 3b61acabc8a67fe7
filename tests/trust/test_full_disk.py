"""When nothing more can be written: told at once, nothing half-written, and nobody sees it."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from calibration.own_tiles.photographed import CutUp, PhotoToKeep, TilesPhoto
from companion.errors import InputError
from companion.files.whole_file import UnwrittenFileError
from companion.records.record import Happened, Record
from companion.store import Store, UnwrittenError
from companion.store.contents import read_contents
from companion.store.copies import back_up
from companion.store.table import Table
from tests.catalogues import typed
from tests.trust.full_disk import CARD, Disk, disk
from tests.web.tables import NOW, client_of, make_host
from vision.alignment.pose import Pose
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


@pytest.mark.parametrize(
    ("step", "room"),
    [
        pytest.param("keep", 0, id="another photo, no room at all"),
        pytest.param("keep", 1, id="another photo, room for the small one alone"),
        pytest.param("keep_pieces", 0, id="other pieces, no room at all"),
        pytest.param("keep_pieces", 1, id="other pieces, room for one of two"),
        pytest.param("keep_pieces", 2, id="other pieces, no room for where they lie"),
    ],
)
def test_the_photo_of_own_tiles_stays_whole_where_there_is_no_room_for_another(
    step: str, room: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """``room``: so many files more can be written."""
    photo = TilesPhoto(tmp_path / "photo")
    photo.keep(PhotoToKeep(b"old", b"old, small"))
    photo.keep_pieces(pieces(b"old", 1000))
    before = files_of(tmp_path)
    given = PhotoToKeep(b"new", b"new, small") if step == "keep" else pieces(b"new", 900)
    left = [room]

    def write(path: Path, data: bytes) -> int:
        if not left[0]:
            raise OSError(errno.ENOSPC, "No space left on device")
        left[0] -= 1
        return real(path, data)

    real = Path.write_bytes
    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_bytes", write)
        with pytest.raises(UnwrittenFileError):
            getattr(photo, step)(given)

    assert files_of(tmp_path) == before

    getattr(photo, step)(given)
    if step == "keep":
        assert (photo.picture("taken"), photo.tiles) == (b"new", frozenset())
    else:
        assert (photo.picture("taken"), photo.piece("a1")) == (b"old", b"new")


def pieces(look: bytes, focal_px: float) -> CutUp:
    """Two tiles that were cut out of a photo of such a camera."""
    lens = np.array([[focal_px, 0, 500], [0, focal_px, 375], [0, 0, 1]])
    pose = Pose(lens, np.zeros(2), np.zeros(3), np.array([0.0, 0.0, 800.0]), (1000, 750))
    return CutUp(pose, {"a1": look, "a2": look})


def files_of(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
