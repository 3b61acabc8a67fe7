"""A folder, a file or a disk that nobody may write to: told in one line, and nothing is lost."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.errors import InputError
from companion.records.record import SYSTEM, Happened
from companion.store import Store
from companion.store.table import Request
from tests.catalogues import typed
from tests.trust.full_disk import CARD, Disk, disk
from tests.web.tables import BOARD, NOW, client_of, make_host
from web.host.host import Address, Host
from web.host.roles import Role

__all__ = ["disk"]


def mounted(*words: str) -> bool:
    done = subprocess.run(["mount", *words], capture_output=True, check=False)
    return done.returncode == 0


@pytest.fixture
def read_only(tmp_path: Path) -> Iterator[Path]:
    """A folder with a table in it, which nobody may write to, whoever he is."""
    folder = tmp_path / "folder"
    folder.mkdir()
    host = make_host(folder / "table.sqlite")
    assert host.table is not None
    host.table.act(Request(CARD, 0, SYSTEM, NOW))
    host.store.settle()
    host.store.close()
    if os.name != "posix" or os.geteuid() != 0:
        folder.chmod(0o555)
        yield folder
        folder.chmod(0o755)
        return
    if shutil.which("mount") is None or not mounted("--bind", str(folder), str(folder)):
        pytest.skip("nothing keeps the administrator of this machine from writing")
    assert mounted("-o", "remount,bind,ro", str(folder))
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


@pytest.mark.parametrize("name", ["table.sqlite", "new.sqlite"])
@pytest.mark.parametrize(
    ("language", "words"), [("en", "can't be written to"), ("fr", "ne peut pas être écrit")]
)
def test_a_start_there_is_refused_in_one_line(
    name: str, language: str, words: str, read_only: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = {path.name: path.read_bytes() for path in read_only.iterdir()}
    path = str(read_only / name)

    code = main(["play", "--table", path, "--port", "0", "--no-open", "--language", language])

    said = typed(capsys.readouterr().err)
    assert code == 2
    assert words in said
    assert said.count("\n") == 1
    assert {path.name: path.read_bytes() for path in read_only.iterdir()} == before


def test_what_is_there_can_be_looked_at_and_taken_elsewhere(
    read_only: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    there, copy = str(read_only / "table.sqlite"), tmp_path / "copy.sqlite"

    assert main(["table", "check", there]) == 0
    assert main(["table", "backup", there, "-o", str(copy)]) == 0
    capsys.readouterr()

    taken = Store(copy)
    assert taken.last_seq(1) == 1
    taken.close()


def test_a_file_that_may_only_be_read_is_not_played_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite opens it, and fails at the first act."""
    path = tmp_path / "table.sqlite"
    make_host(path).store.close()
    real = sqlite3.connect

    def only_to_read(file: object, *args: object, **settings: object) -> sqlite3.Connection:
        if file == path:
            file, settings["uri"] = f"{path.as_uri()}?mode=ro", True
        return real(file, *args, **settings)  # type: ignore[call-overload, no-any-return]

    monkeypatch.setattr(sqlite3, "connect", only_to_read)

    with pytest.raises(InputError, match="can't be written to"):
        Store(path)


@pytest.mark.parametrize(("language", "words"), [("en", "Not written down"), ("fr", "Pas noté")])
def test_a_disk_that_may_only_be_read_from_now_on_loses_nothing(
    language: str, words: str, disk: Disk, tmp_path: Path
) -> None:
    """As a system makes a disk that is failing: people are told at every act, and settings too."""
    path = tmp_path / "table.sqlite"
    host = make_host(path)
    phone = client_of(host, Role.HOST)
    phone.set_cookie("language", language)
    first = {"revision": 0, "key": "first", "act": {"fact": CARD.fact}}
    assert phone.post("/act", json=first).status_code == 200
    assert phone.get("/doors").status_code == 200  # whose codes are made when they are shown first
    disk.line.execute("PRAGMA query_only = ON")
    pays = {"do": "pay", "from": "bank", "to": "Benjamin", "amount": 1, "mends": 0}
    second = {"revision": 1, "key": "second", "act": {"fact": pays}}

    refused = [
        phone.post("/act", json=second),
        phone.post("/settings", data={"help": "off"}, headers={"Accept": "application/json"}),
        phone.post("/evenings/1/delete", headers={"Accept": "application/json"}),
    ]
    host.look_after()

    assert [answer.status_code for answer in refused] == [507, 507, 409]
    assert words in typed(refused[0].get_json()["error"]["message"])
    assert str(tmp_path) not in refused[0].text
    assert phone.get("/view").get_json()["revision"] == 1
    for page in ("/table", "/bank", "/score", "/settings", "/evenings", "/doors"):
        assert phone.get(page).status_code == 200, page

    disk.line.execute("PRAGMA query_only = OFF")
    for _ in range(2):
        assert phone.post("/act", json=second).get_json()["number"] == 2
    assert host.table is not None
    record = host.table.view.record
    host.store.close()
    again = Host(Store(path), BOARD, lambda: NOW, Address(8000))
    assert again.table is not None
    assert again.table.view.record == record
    assert [entry.act for entry in record.entries] == [CARD, Happened(pays)]
    again.store.close()
