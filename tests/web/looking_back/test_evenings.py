"""The games of one file: listed, looked at, taken up again; none is thrown away by beginning."""

from __future__ import annotations

import json
import re
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from itertools import chain
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.errors import InputError
from companion.games.clippers.game import GAME
from companion.games.clippers.scoring.final_score import PORTS
from companion.play.played import read_played
from companion.play.sight import GameTable
from companion.records.record import SYSTEM, Allowed, Fact, Happened, Header, Record
from companion.store import Door, Store
from companion.store.table import Request
from tests.web.looking_back.evening_records import WHOLE, read
from tests.web.tables import BOARD, NOW, client_of, make_host
from tests.whole_games import GAMES
from web.host.evenings import Evenings, on_the_table
from web.host.host import Address, Host
from web.host.roles import Role
from web.start import start_page

TEN = (*WHOLE, *WHOLE, "2-players-stuck", "3-players-all-sticks")
OTHERS = {"name": ["Eve", "Dan"], "nation": ["french", "english"]}
SAME = {"name": ["Benjamin", "Pauline", "Jean-Luc"], "nation": ["english", "japanese", "french"]}


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    made = make_host(tmp_path / "table.sqlite")
    yield made
    made.store.close()


def passes(host: Host, name: str = "Benjamin") -> None:
    assert host.table is not None
    fact = Happened({"do": "pass", "player": name})
    host.table.act(Request(fact, host.table.view.revision, SYSTEM, NOW))


def players(host: Host) -> list[str]:
    assert host.table is not None
    return [seat.player.name for seat in host.table.view.last.state.seats]


def test_a_running_game_is_put_away_only_when_that_is_said(host: Host) -> None:
    client = client_of(host, Role.HOST)
    passes(host)
    first = host.table

    page = client.post("/start", data=OTHERS)
    assert page.status_code == 200
    assert host.table is first
    said = page.get_data(as_text=True)
    assert "Benjamin, Pauline, Jean-Luc" in said
    assert 'name="name" value="Dan"' in said

    assert client.post("/start", data={**OTHERS, "instead": "7"}).status_code == 200
    assert host.table is first
    assert client.post("/start", data={**OTHERS, "instead": "1"}).status_code == 303
    assert players(host) == ["Eve", "Dan"]


def test_two_taps_begin_one_game(host: Host) -> None:
    client = client_of(host, Role.HOST)
    passes(host)
    for _ in range(2):
        client.post("/start", data={**OTHERS, "instead": "1"})

    assert len(host.store.games()) == 2


def test_two_taps_at_once_begin_one_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each looks what is running before the other has begun."""
    host, both = make_host(tmp_path / "table.sqlite", ()), threading.Barrier(2)
    looked = start_page._running

    def together() -> GameTable | None:
        running = looked()
        with suppress(threading.BrokenBarrierError):  # the other waits for this one
            both.wait(0.2)
        return running

    monkeypatch.setattr(start_page, "_running", together)
    with ThreadPoolExecutor() as taps:
        clients = [client_of(host, Role.HOST) for _ in range(2)]
        sent = [taps.submit(each.post, "/start", data=OTHERS) for each in clients]

    assert [each.result().status_code for each in sent] == [303, 303]
    assert len(host.store.games()) == 1


def test_a_game_that_is_over_gives_way_unasked(tmp_path: Path) -> None:
    store = Store(tmp_path / "table.sqlite")
    store.begin(read(), NOW)
    host = Host(store, BOARD, lambda: NOW, Address(8000))

    assert client_of(host, Role.HOST).post("/start", data=OTHERS).status_code == 303
    store.close()


def test_an_older_game_goes_on_where_it_was(host: Host, tmp_path: Path) -> None:
    client = client_of(host, Role.HOST)
    passes(host)
    client.post("/start", data={**OTHERS, "instead": "1"})
    passes(host, "Eve")

    assert client.post("/evenings/1/open").headers["Location"] == "/table"
    assert players(host)[0] == "Benjamin"
    passes(host, "Pauline")
    client.post("/settings", data={"help": "off"})

    again = Store(tmp_path / "table.sqlite")
    assert on_the_table(again) == 1  # after a restart too, whatever was set meanwhile
    assert [head.length for head in again.games()] == [2, 1]
    again.close()
    client.post("/evenings/2/open")
    assert on_the_table(host.store) == 2
    client.post("/start", data={**SAME, "instead": "2"})
    assert on_the_table(host.store) == 3


def test_another_host_of_the_file_follows(host: Host, tmp_path: Path) -> None:
    client = client_of(host, Role.HOST)
    passes(host)
    client.post("/start", data={**OTHERS, "instead": "1"})
    other = Host(Store(tmp_path / "table.sqlite"), BOARD, lambda: NOW, Address(8001))
    assert players(other) == ["Eve", "Dan"]

    host.take_up(1)
    other.follow()
    assert players(other)[0] == "Benjamin"
    passes(host, "Pauline")
    other.follow()

    assert other.table is not None
    assert other.table.view.revision == 2
    other.store.close()


def test_a_table_put_away_stays_empty_until_something_begins(host: Host, tmp_path: Path) -> None:
    other = Store(tmp_path / "table.sqlite")
    host.put_away()
    other.add_door(Door("x" * 22, "watcher"))
    host.follow()
    assert host.table is None

    other.begin(read(), NOW)
    host.follow()
    assert host.table is not None
    other.close()


def results(client: FlaskClient, number: int) -> dict[str, int]:
    """The totals that the page of a game shows, by player."""
    page = client.get(f"/evenings/{number}").get_data(as_text=True)
    ranking = page.partition("<tbody>")[2].partition("</tbody>")[0]
    rows = re.findall(r"</span> ([^<]+)</th>.*?<b>(\d+)</b>", ranking)
    return {name: int(total) for name, total in rows}


def known(name: str) -> dict[str, int]:
    """The totals that another program has worked out for the same game."""
    ranks = json.loads((GAMES / f"{name}.result.json").read_text("utf-8"))["ranks"]
    return {player: int(said.rpartition(" ")[2]) for player, said in ranks.items()}


@pytest.fixture(scope="module")
def ten_games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """Ten games in one file, the last of them on the table."""
    store = Store(tmp_path_factory.mktemp("ten") / "table.sqlite")
    for name in TEN:
        store.begin(read(name), NOW)
    yield Host(store, BOARD, lambda: NOW, Address(8000))
    store.close()


def test_the_list_is_scored_by_what_the_table_allowed(tmp_path: Path) -> None:
    """A red route from nowhere joins two islands with a player's markers: allowed, they count."""
    route, player = BOARD.routes["starbuck--palmyra"], "Anna"
    record = replace(read("2-players-stuck"), entries=())
    acts: list[Fact] = [
        {"do": "marker", "player": player, "slot": BOARD.islands[island].slots[0].id}
        for island in (route.a, route.b)
    ]
    acts += [
        {"do": "stick", "player": player, "company": "red", "space": space.id}
        for space in route.lanes[0].spaces
    ]
    for fact in acts:
        record = record.add(Happened(fact), SYSTEM)
    allowed = record.add(Allowed(len(acts) - 1, "not-from-end"), SYSTEM)
    store = Store(tmp_path / "table.sqlite")
    for each in (record, allowed):
        store.begin(each, NOW)

    evenings = Evenings(store)
    last, first = evenings.of(evenings.heads(), BOARD)

    assert first.score is not None
    assert last.score is not None
    worth = sum(BOARD.islands[island].value or 0 for island in (route.a, route.b))
    assert last.score.points(player, PORTS) == first.score.points(player, PORTS) + worth
    store.close()


def test_ten_games_are_listed_and_add_up(ten_games: Host) -> None:
    page = client_of(ten_games, Role.HOST).get("/evenings").get_data(as_text=True)
    best: dict[str, int] = {}
    for player, total in chain.from_iterable(known(name).items() for name in TEN):
        best[player] = max(total, best.get(player, 0))

    assert page.count("/open") == len(TEN) - 1  # one is on the table
    assert page.count("&middot; Clippers &middot;") == len(TEN)
    rows = re.findall(
        r'<th scope="row">([^<]+)</th><td class="n">(\d+)</td>.*?<a href="/evenings/\d+">(\d+)</a>',
        page,
    )
    games = Counter(chain.from_iterable(map(known, TEN)))
    assert {name: int(many) for name, many, _ in rows} == games
    assert {name: int(total) for name, _, total in rows} == best


@pytest.mark.parametrize("number", range(1, 11))
def test_each_of_ten_games_is_right_to_the_dollar(number: int, ten_games: Host) -> None:
    """Looked at, followed once more, handed over, and taken up again."""
    client, name = client_of(ten_games, Role.HOST), TEN[number - 1]
    record = read(name)
    assert results(client, number) == known(name)
    whole = client.get(f"/evenings/{number}/record.jsonl").get_data(as_text=True)
    assert whole.count("\n") == 1 + len(record.entries)

    mid = record.entries[len(record.entries) // 2].seq
    for at in (0, mid, record.entries[-1].seq):
        told = moment_of(client.get(f"/evenings/{number}?at={at}").get_data(as_text=True))
        assert told == money_at(record, at)

    client.post(f"/evenings/{number}/open")
    view = json.loads(client.get("/view").data)
    assert {each["name"]: each["money"] for each in view["players"]} == told
    page = client.get("/score").get_data(as_text=True)
    totals = re.findall(r'<summary>([^<]+)<span class="money">(\d+)</span>', page)
    assert {player: int(total) for player, total in totals} == known(name)


def moment_of(page: str) -> dict[str, int]:
    """What everybody had at the moment that a page shows."""
    told = re.findall(r'class="whose">([^<]+)</span> <b>(-?\d+)\u202f\$</b>', page)
    return {name: int(amount) for name, amount in told}


def money_at(record: Record, number: int) -> dict[str, int]:
    """The same, worked out by following the record that far."""
    cut = replace(record, entries=tuple(e for e in record.entries if e.seq <= number))
    told = read_played(GAME, cut, BOARD)
    last = told.start
    for _, event in told.facts:
        last = GAME.apply(last, event)
    return {name: last.money(name) for name in last.players}


def test_a_game_that_is_not_ours_says_so_and_the_others_open(host: Host) -> None:
    host.store.begin(Record(replace(read().header, game="chess")), NOW)
    client = client_of(host, Role.HOST)

    page = client.get("/evenings").get_data(as_text=True)
    assert "can't be opened" in page
    answer = client.post("/evenings/2/open", headers={"Accept": "application/json"})
    assert answer.status_code == 422
    assert host.table is not None
    assert host.table.number == 1


def test_an_evening_that_could_not_be_read_for_a_moment_opens_afterwards(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    evenings, head = host.evenings, host.evenings.heads()[0]
    with monkeypatch.context() as at_first:

        def busy(number: int) -> Header:
            raise InputError("table-unread", str(number), why="database is locked")

        at_first.setattr(host.store, "header", busy)
        assert evenings.players(head, BOARD) == ()
        [evening] = evenings.of([head], BOARD)
        assert evening.fault is not None

    assert evenings.players(head, BOARD) == tuple(players(host))
    [evening] = evenings.of([head], BOARD)
    assert evening.fault is None


def test_what_is_not_there_is_said(host: Host) -> None:
    client = client_of(host, Role.HOST)
    for path in ("/evenings/9", "/evenings/9/board.svg", "/evenings/9/score.csv"):
        assert client.get(path).status_code == 404
    assert client.post("/evenings/9/open").status_code == 404
