"""The evening on the table is deleted by another program of the same file."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.errors import InputError
from companion.play.game import Seat
from companion.records.record import SYSTEM, Happened
from companion.store import Store
from companion.store.contents import read_contents
from companion.store.table import Request
from tests.web.tables import BOARD, client_of
from web.host.host import Address, Host
from web.host.roles import Role
from web.table.stream import news

LATER = "2026-11-28T20:00:00+00:00"
EVENINGS = (("Ann", "Ben"), ("Eve", "Dan"))
PASS = Happened({"do": "pass", "player": "Eve"})


def open_host(path: Path, port: int, month: int = 10) -> Host:
    times = iter(f"2026-{month}-{21 + n}T20:00:00+00:00" for n in range(9))
    host = Host(Store(path), BOARD, lambda: next(times, LATER), Address(port))
    host.host_door()
    return host


def begin(host: Host, names: tuple[str, ...]) -> int:
    seats = [Seat(name, nation) for name, nation in zip(names, ("french", "english"), strict=True)]
    return host.begin(seats, {}).number


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Host]:
    """Two evenings; the second is on the table, and something has happened in it."""
    host = open_host(tmp_path / "table.sqlite", 8000)
    for names in EVENINGS:
        begin(host, names)
    act(host)
    yield host
    host.store.close()


@pytest.fixture
def other(here: Host) -> Iterator[Host]:
    """A program that was started later on the same file, and has put the evening away."""
    host = open_host(here.store.path, 8001, 11)
    host.put_away()
    yield host
    host.store.close()


def act(host: Host) -> None:
    assert host.table is not None
    host.table.act(Request(PASS, host.table.view.revision, SYSTEM, LATER))


def look_after(host: Host) -> None:
    """What is done every second."""
    host.look_after()
    host.follow()


def delete(host: Host) -> None:
    client = client_of(host, Role.HOST)
    assert client.post("/evenings/2/delete").status_code == 303


def empty(host: Host) -> None:
    delete(host)
    assert client_of(host, Role.HOST).post("/evenings/bin/empty", data={"number": "2"}).location


WAYS: dict[str, Callable[[Host], None]] = {"into the bin": delete, "for good": empty}


@pytest.mark.parametrize("way", WAYS)
def test_it_is_put_away_and_every_page_is_told(way: str, here: Host, other: Host) -> None:
    table = here.table
    assert table is not None
    heard = news(here, table, "en", table.view.revision)
    next(heard)

    WAYS[way](other)
    other.store.settle()
    look_after(here)

    assert here.table is None
    assert [told for told in heard if "moved" in told]
    assert here.store.left is None
    assert list(here.store.path.parent.glob("*rescued*")) == []
    assert client_of(here, Role.HOST).get("/").status_code == 200


@pytest.mark.parametrize("settled", [True, False])
def test_what_is_written_before_that_is_noticed_is_told(
    settled: bool, here: Host, other: Host
) -> None:
    """It went on in the deleted evening, and after that in a file of its own."""
    empty(other)
    if settled:
        other.store.settle()

    for _ in range(2):
        with pytest.raises(InputError, match="deleted this evening"):
            act(here)
        other.store.settle()
    phone = client_of(here, Role.BANKER)
    answer = phone.post("/act", json={"revision": 1, "key": "a", "act": {"fact": PASS.fact}})
    look_after(here)

    assert answer.status_code == 422
    assert "deleted this evening" in answer.get_json()["error"]["message"]
    assert (here.table, here.store.left) == (None, None)
    assert [game.id for game in read_contents(here.store.path).games] == [1]


def test_one_that_comes_back_goes_on(here: Host, other: Host) -> None:
    delete(other)
    act(here)
    look_after(here)
    other.bring_back(2)
    here.take_up(2)

    assert here.table is not None
    assert here.table.view.revision == 2


def test_what_was_begun_since_is_followed(here: Host, other: Host) -> None:
    empty(other)
    begin(other, ("Zoe", "Max"))
    look_after(here)

    assert here.table is not None
    assert list(here.table.view.last.state.players) == ["Zoe", "Max"]
    assert here.store.left is None


def test_nothing_is_written_into_what_was_begun_since(here: Host, other: Host) -> None:
    """Before it is noticed: a tap made a gap in the new evening, and lost what came after it."""
    table = here.table
    assert table is not None
    empty(other)
    new = begin(other, ("Zoe", "Max"))

    with pytest.raises(InputError, match="deleted this evening"):
        act(here)
    table.refresh()
    table.tell(10)

    assert list(table.view.last.state.players) == list(EVENINGS[1])
    for number in (table.number, new):
        assert here.store.chapters(number) == ()
    assert here.store.record(new).entries == ()
    assert not read_contents(here.store.path).is_damaged


def test_pictures_that_the_other_program_keeps_are_of_the_evening_on_the_table(
    here: Host, other: Host
) -> None:
    """They were filed as those of a deleted one, and thrown away at the next start."""
    assert here.table is not None
    here.albums.of(here.table.number).keep(1, b"of the old one")
    empty(other)
    begin(other, ("Zoe", "Max"))
    look_after(here)
    here.albums.of(here.table.number).keep(1, b"of the new one")
    here.albums.forget_strangers()

    assert other.table is not None
    assert other.albums.of(other.table.number).picture(1) == b"of the new one"


def test_the_bin_is_not_emptied_of_what_is_on_the_table_here(here: Host, other: Host) -> None:
    delete(other)

    here.empty_bin({2})

    act(here)
    assert [head.id for head in here.store.games()] == [1, 2]


@pytest.mark.parametrize("is_played", [True, False])
def test_a_back_up_that_lies_in_its_place_deletes_nothing(
    is_played: bool, here: Host, tmp_path: Path
) -> None:
    """It has all codes, and not the evening: what was played or only begun is rescued."""
    old = tmp_path / "old.sqlite"
    first = open_host(tmp_path / "first.sqlite", 8002)
    begin(first, EVENINGS[0])
    first.store.settle()
    shutil.copy(first.store.path, old)
    begin(first, EVENINGS[1])
    if is_played:
        act(first)
    first.store.settle()
    shutil.copy(old, first.store.path)

    look_after(first)

    assert first.table is not None
    rescued = tmp_path / "first.sqlite", int(is_played)
    assert (first.store.left, first.table.view.revision) == rescued
    act(first)
    assert first.store.record(2) == first.table.view.record
    first.store.close()


def test_what_could_not_be_read_once_is_followed_later(
    here: Host, other: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(other, ("Zoe", "Max"))
    with monkeypatch.context() as broken:

        def fails(*_: object) -> None:
            raise InputError("table-unread", here.store.path, why="it is busy")

        broken.setattr(here.store, "header", fails)
        for _ in range(2):
            with pytest.raises(InputError):
                here.follow()
    here.follow()

    assert here.table is not None
    assert list(here.table.view.last.state.players) == ["Zoe", "Max"]
