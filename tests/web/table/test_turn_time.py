"""How long a turn lasts, by the times of the record: whoever is awaited, since he has been."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.records.record import SYSTEM, Fact, Happened, Undone
from companion.store.table import Request
from tests.web.tables import client_of, make_host
from web.host.host import Host
from web.host.roles import Role

MINUTE = "2026-11-21T20:{:02}:00+00:00"
NOW = 30


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    made = make_host(tmp_path / "table.sqlite")
    made.clock = lambda: MINUTE.format(NOW)
    yield made
    made.store.close()


def at(host: Host, minute: int, act: Fact | Undone) -> None:
    assert host.table is not None
    wanted = act if isinstance(act, Undone) else Happened(act)
    host.table.act(Request(wanted, host.table.view.revision, SYSTEM, MINUTE.format(minute)))


def lasts(host: Host) -> list[int]:
    page = client_of(host, Role.WATCHER).get("/table").get_data(as_text=True)
    return [int(each) for each in re.findall(r'data-lasts="(\d+)"', page)]


def test_a_turn_lasts_since_the_one_before_was_over(host: Host) -> None:
    assert lasts(host) == []  # nobody has done anything yet
    at(host, 10, {"do": "pass", "player": "Benjamin"})
    assert lasts(host) == [20 * 60]
    at(host, 25, {"do": "pass", "player": "Pauline"})
    assert lasts(host) == [5 * 60]
    at(host, 26, {"do": "pass", "player": "Jean-Luc"})
    assert lasts(host) == [4 * 60]  # Benjamin lays, in phase 2


def test_what_is_done_within_a_turn_does_not_begin_it_anew(host: Host) -> None:
    for minute, name in ((10, "Benjamin"), (11, "Pauline"), (12, "Jean-Luc")):
        at(host, minute, {"do": "pass", "player": name})
    space = "h-red--kiritimati/0/0"
    at(host, 20, {"do": "stick", "player": "Benjamin", "company": "red", "space": space})
    assert lasts(host) == [18 * 60]
    at(host, 21, Undone(4))
    assert lasts(host) == [18 * 60]


def test_a_record_whose_times_nobody_can_read_has_no_timer(host: Host) -> None:
    assert host.table is not None
    passes = Happened({"do": "pass", "player": "Benjamin"})
    for at_ in ("once", "2026-11-21"):
        revision = host.table.view.revision
        host.table.act(Request(passes, revision, SYSTEM, at_))

        assert lasts(host) == []
