"""The game once more: any moment of it, with the money that everybody had then."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.games.clippers.record.play import RULES
from companion.games.clippers.record.timeline import players_of
from companion.play.at_table import AtTable
from companion.records.record import Happened, Record, Undone, read_record
from companion.store import Store
from companion.store.table import Table
from tests.web.tables import BOARD, NOW, client_of, host_of_game
from tests.whole_games import GAMES
from web.host.host import Address, Host
from web.host.roles import Role
from web.host.settings import Settings
from web.standings.score_page import asked_moment

GAME = "4-players-stuck"


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    made = host_of_game(tmp_path / "table.sqlite", GAME)
    yield made
    made.store.close()


def shown(host: Host, at: str | None, role: Role = Role.HOST) -> str:
    """The moment on the page of the score."""
    path = "/score" if at is None else f"/score?at={at}"
    page = client_of(host, role).get(path).get_data(as_text=True)
    return page.partition('data-live="moment"')[2].partition("</section>")[0]


def money(moment: str) -> dict[str, int]:
    """What everybody had."""
    told = re.findall(r'class="whose">([^<]+)</span> <b>(-?\d+)\u202f\$</b>', moment)
    return {name: int(amount) for name, amount in told}


def money_after(record: Record, number: int, path: Path) -> dict[str, int]:
    """The same, of a table at which nothing happened after that number."""
    store = Store(path)
    cut = replace(record, entries=tuple(e for e in record.entries if e.seq <= number))
    table = Table(AtTable(RULES, record.header, BOARD), store, store.begin(cut, NOW))
    had = {each.name: each.money for each in players_of(table.view.last.state)}
    store.close()
    return had


def test_the_money_of_every_moment_is_right_to_the_dollar(host: Host, tmp_path: Path) -> None:
    record = read_record(GAMES / f"{GAME}.jsonl")
    numbers = [entry.seq for entry in record.entries][::17]
    for at in (0, *numbers, record.entries[-1].seq):
        had = money_after(record, at, tmp_path / f"{at}.sqlite")
        assert money(shown(host, str(at))) == had


@pytest.mark.parametrize("at", [None, "", "x", "-1", "1e3", "99999999999", "9999999"])
def test_without_a_moment_it_is_shown_as_it_stands(at: str | None, host: Host) -> None:
    assert host.table is not None
    moment = shown(host, at)

    assert f'data-number="{host.table.view.facts[-1].seq}"' in moment
    assert 'rel="next"' not in moment


@pytest.mark.parametrize(
    ("said", "number"), [(None, None), ("0", 0), ("57", 57), ("\u0667", None), ("1" * 10, None)]
)
def test_a_moment_is_asked_for_by_its_number(said: str | None, number: int | None) -> None:
    assert asked_moment(said) == number


def test_what_was_taken_back_is_passed_over(tmp_path: Path) -> None:
    whole = read_record(GAMES / f"{GAME}.jsonl")
    cut = replace(whole, entries=tuple(e for e in whole.entries if e.seq <= 30))
    last = cut.entries[-1].seq
    facts = [e.seq for e in cut.entries if isinstance(e.act, Happened)]
    store = Store(tmp_path / "table.sqlite")
    store.begin(cut.add(Undone(last)), NOW)
    host = Host(store, BOARD, lambda: NOW, Address(8000))
    moment = shown(host, str(last))

    assert f'data-number="{facts[-2]}"' in moment
    assert f'data-to="{facts[-3]}" rel="prev"' in moment
    store.close()


def test_where_standings_are_hidden_no_moment_tells_them(tmp_path: Path) -> None:
    whole = read_record(GAMES / f"{GAME}.jsonl")
    store = Store(tmp_path / "table.sqlite")
    store.begin(replace(whole, entries=whole.entries[:30]), NOW)
    host = Host(store, BOARD, lambda: NOW, Address(8000))
    host.change(lambda _: Settings(hide_standings=True))

    assert shown(host, "20", Role.WATCHER) == ""
    assert money(shown(host, "20", Role.HOST))
    store.close()
