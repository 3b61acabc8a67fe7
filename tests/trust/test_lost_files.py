"""The table's file is deleted, renamed, replaced or written over while it is played on."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.play.game import Seat
from companion.store import Store, rescue
from companion.store.contents import read_contents
from tests.web.tables import BOARD, NOW, client_of, make_host
from web.host.host import Address, Host
from web.host.roles import Role
from web.host.settings import Help, Settings

PASS = {"do": "pass", "player": "Benjamin"}


def replaced(path: Path, put: Callable[[Path, Path], object]) -> None:
    other = path.with_name("other.sqlite")
    make_host(other, (("Anna", "french"), ("Ben", "english"))).store.close()
    put(other, path)


LOSSES: dict[str, Callable[[Path], object]] = {
    "deleted": lambda path: path.unlink(),
    "renamed": lambda path: path.rename(path.with_name("holiday.sqlite")),
    "replaced": lambda path: replaced(path, os.replace),
    "written over": lambda path: replaced(path, shutil.copy),
    "emptied": lambda path: os.truncate(path, 0),
    "its folder renamed": lambda path: path.parent.rename(path.parent.with_name("moved")),
}


def act(host: Host, count: int) -> None:
    client = client_of(host, Role.BANKER)
    assert host.table is not None
    for _ in range(count):
        seen = host.table.view.revision
        sent = {"revision": seen, "key": f"key-{seen}", "act": {"fact": PASS}}
        assert client.post("/act", json=sent).status_code == 200


def look_after(host: Host) -> None:
    """What is done every second."""
    host.look_after()
    host.follow()


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("settled", [True, False])
def test_what_is_written_after_it_is_in_a_new_file(
    loss: str, settled: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    folder = tmp_path / "folder"
    folder.mkdir()
    path = folder / "table.sqlite"
    host = make_host(path)
    phone = host.doors.to(Role.PLAYER, "Pauline").token
    act(host, 3)
    if settled:
        host.store.settle()
    LOSSES[loss](path)

    act(host, 18)
    host.store.close()

    assert host.table is not None
    again = Host(Store(host.store.path), BOARD, lambda: NOW, Address(8000))
    assert again.table is not None
    assert again.table.view.record == host.table.view.record
    assert again.store.keys(1) == {f"key-{n}": n + 1 for n in range(21)}
    assert again.doors.at(phone) is not None
    assert not read_contents(host.store.path).is_damaged
    again.store.close()


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("at_once", [True, False])
def test_two_programs_go_on_at_one_table(
    loss: str, at_once: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each went on in a new file of its own, and saw nothing of what the other wrote."""
    monkeypatch.setenv("HOME", str(tmp_path))
    folder = tmp_path / "folder"
    folder.mkdir()
    hosts = [make_host(folder / "table.sqlite"), make_host(folder / "table.sqlite", ())]
    act(hosts[0], 3)
    for host in hosts:
        look_after(host)
    LOSSES[loss](folder / "table.sqlite")

    if at_once:
        both = [threading.Thread(target=look_after, args=(host,)) for host in hosts]
        for each in both:
            each.start()
        for each in both:
            each.join()
    else:
        look_after(hosts[0])
        act(hosts[0], 2)
        look_after(hosts[1])
    for host in (*hosts, *hosts):
        act(host, 1)
        for each in hosts:
            look_after(each)

    first, second = (host.table for host in hosts)
    assert first is not None
    assert second is not None
    assert hosts[0].store.path == hosts[1].store.path
    assert first.view.record == second.view.record
    assert first.view.revision == (7 if at_once else 9)
    for host in hosts:
        host.store.close()


def test_what_was_rescued_before_and_has_not_all_of_it_is_left_alone(tmp_path: Path) -> None:
    host, old = make_host(tmp_path / "table.sqlite"), tmp_path / "table.rescued.sqlite"
    act(host, 2)
    copy = host.back_up()
    assert copy is not None
    copy.rename(old)
    act(host, 1)
    before = old.read_bytes()
    host.store.path.unlink()

    act(host, 1)

    assert host.store.path == tmp_path / "table.rescued-2.sqlite"
    assert old.read_bytes() == before
    host.store.close()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_page_says_so(language: str, tmp_path: Path) -> None:
    path = tmp_path / "table.sqlite"
    host = make_host(path)
    client = client_of(host, Role.HOST)
    client.set_cookie("language", language)
    assert "rescued" not in client.get("/table").get_data(as_text=True)
    path.unlink()

    assert not host.look_after()
    assert host.look_after()

    for page in ("/table", "/bank", "/score", "/doors", "/start", "/settings", "/camera"):
        assert "table.rescued.sqlite" in client.get(page).get_data(as_text=True), page
    host.store.close()


def test_where_nothing_can_be_written_nothing_is_acknowledged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    host = make_host(folder / "table.sqlite")
    client = client_of(host, Role.BANKER)
    monkeypatch.setenv("HOME", str(tmp_path / "nowhere"))
    folder.rename(tmp_path / "moved")

    refused = client.post("/act", json={"revision": 0, "act": {"fact": PASS}})

    assert refused.status_code == 507
    assert host.table is not None
    assert host.table.view.revision == 0


def test_another_host_of_the_file_is_no_loss(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor is the whole file, with all its evenings, read for each thing that it writes."""
    monkeypatch.setattr(rescue, "read_contents", None)
    first = make_host(tmp_path / "table.sqlite")
    second = make_host(tmp_path / "table.sqlite", ())
    for host in (first, second, first):
        host.look_after()
        host.follow()
        act(host, 2)
        host.look_after()

    assert first.store.left is second.store.left is None
    first.store.close()
    second.store.close()


def test_after_a_second_all_is_in_the_file_itself(tmp_path: Path) -> None:
    """Who copies the file alone, as people do, has the game."""
    path, copy = tmp_path / "table.sqlite", tmp_path / "copy.sqlite"
    host = make_host(path)
    act(host, 5)
    host.look_after()

    shutil.copy(path, copy)

    assert [len(game.entries) for game in read_contents(copy).games] == [5]
    host.store.close()


def test_it_is_backed_up_where_something_has_changed(tmp_path: Path) -> None:
    host = make_host(tmp_path / "table.sqlite")
    act(host, 2)
    copy = host.back_up()
    assert copy == tmp_path / "table.backup.sqlite"
    assert host.back_up() is None
    act(host, 1)
    assert host.back_up() == copy

    before = tmp_path / "table.backup-before.sqlite"
    assert [len(read_contents(each).games[0].entries) for each in (before, copy)] == [2, 3]
    host.store.close()


def test_two_programs_back_it_up_at_one_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One threw away what the other was writing, and put its own in place half written."""
    host = make_host(tmp_path / "table.sqlite")
    other = Store(host.store.path)
    assert host.back_up() is not None
    act(host, 2)
    written, replace = list[Path | None](), Path.replace
    at_once = threading.Thread(target=lambda: written.append(other.back_up()))

    def meanwhile(path: Path, goal: Path) -> Path:
        if path.suffix == ".new" and threading.current_thread() is not at_once:
            at_once.start()
            at_once.join()
        return replace(path, goal)

    monkeypatch.setattr(Path, "replace", meanwhile)
    written.append(host.back_up())

    copy, before = (tmp_path / f"table.{name}.sqlite" for name in ("backup", "backup-before"))
    assert written == [copy, copy]
    assert [len(read_contents(each).games[0].entries) for each in (before, copy)] == [0, 2]
    assert not list(tmp_path.glob(".*"))
    other.close()
    host.store.close()


@pytest.mark.parametrize(
    "change",
    [
        lambda host: host.doors.change_lock(Role.BANKER),
        lambda host: host.store.shut_door(host.doors.to(Role.BANKER).token),
        lambda host: host.change(lambda _: Settings(Help.OFF)),
        lambda host: host.store.delete([1]),
    ],
    ids=["a new code", "a code taken back", "settings", "an evening that is gone"],
)
def test_what_is_changed_in_its_place_is_backed_up_too(
    change: Callable[[Host], object], tmp_path: Path
) -> None:
    """A back-up with a code that was taken back let that code in again once it was restored."""
    host = make_host(tmp_path / "table.sqlite")
    host.begin([Seat("Ann", "french"), Seat("Ben", "english")], {})
    host.doors.to(Role.BANKER)
    assert host.back_up() is not None
    change(host)

    copy = host.back_up()

    assert copy is not None
    now, then = read_contents(host.store.path), read_contents(copy)
    assert (then.doors, then.games) == (now.doors, now.games)
    assert host.back_up() is None
    host.store.close()


def test_an_empty_table_is_not_backed_up(tmp_path: Path) -> None:
    host = make_host(tmp_path / "table.sqlite", ())

    assert host.back_up() is None
    assert not list(tmp_path.glob("*backup*"))
    host.store.close()
