"""A deleted evening is gone from every page, comes back as it was, and is gone for good in time."""

from __future__ import annotations

import io
import re
import sqlite3
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest
from flask.testing import FlaskClient

from companion.boards.board_writing import keep_board
from companion.play.game import Seat
from companion.records.record import SYSTEM, Happened, read_record
from companion.store import Store, UnwrittenError
from companion.store.table import Request
from tests.web.tables import BOARD, NOW, client_of
from tests.whole_games import GAMES
from web.host.bin import KEPT_DAYS
from web.host.evenings import on_the_table
from web.host.host import Address, Host
from web.host.roles import Role

NAMES = ("2-players-stuck", "3-players-all-sticks", "5-players-stuck")
JSON = {"Accept": "application/json"}


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    """Three evenings; the last is on the table."""
    store = Store(tmp_path / "table.sqlite")
    for at, name in enumerate(NAMES):
        begun = NOW.replace("T20:", f"T1{at}:")
        store.begin(read_record(GAMES / f"{name}.jsonl"), begun, keep_board(BOARD))
    made = Host(store, BOARD, lambda: NOW, Address(8000))
    yield made
    store.close()


@pytest.fixture
def client(host: Host) -> FlaskClient:
    return client_of(host, Role.HOST)


def listed(client: FlaskClient) -> list[int]:
    """The evenings that can be looked at, the last first."""
    page = client.get("/evenings").get_data(as_text=True)
    return [int(number) for number in re.findall(r'href="/start\?like=(\d+)"', page)]


def later(host: Host, days: float) -> None:
    """The clock goes on, and the host looks after his file."""
    at = (datetime.fromisoformat(NOW) + timedelta(days=days)).isoformat()
    host.clock = lambda: at
    host.empty_bin()


def counted(client: FlaskClient) -> dict[str, int]:
    """Of how many games the sums below the list tell, by player."""
    page = client.get("/evenings").get_data(as_text=True)
    rows = re.findall(r'<th scope="row">([^<]+)</th><td class="n">(\d+)</td>', page)
    return {name: int(games) for name, games in rows}


def test_a_deleted_evening_is_on_no_page_and_in_no_sum(client: FlaskClient) -> None:
    before = counted(client)

    answer = client.post("/evenings/2/delete")

    assert (answer.status_code, answer.location) == (303, "/evenings?deleted=2")
    assert "can be brought back from the bin, until" in client.get("/evenings/2").text
    assert listed(client) == [3, 1]
    assert sum(before.values()) - sum(counted(client).values()) == 3  # of three players
    for path in ("", "/record.jsonl", "/carry.json", "/board.svg"):
        assert client.get(f"/evenings/2{path}").status_code == 404
    assert client.get("/start?like=2").status_code == 404
    assert client.post("/evenings/2/open", headers=JSON).status_code == 404
    assert len(client.get("/evenings/carry.json").get_json()["games"]) == 2


def test_it_comes_back_as_it_was(client: FlaskClient) -> None:
    before = client.get("/evenings/1/record.jsonl").data
    client.post("/evenings/1/delete")

    assert client.post("/evenings/1/bring-back").status_code == 303
    assert client.post("/evenings/1/bring-back").status_code == 303  # two taps

    assert listed(client) == [3, 2, 1]
    assert client.get("/evenings/1/record.jsonl").data == before


@pytest.mark.parametrize(
    ("way", "more"), [("2/delete", {"deleted": "2"}), ("1/bring-back", {}), ("bin/empty", {})]
)
def test_who_tidies_stays_where_he_looked(
    way: str, more: dict[str, str], client: FlaskClient
) -> None:
    client.post("/evenings/1/delete")
    page = client.get("/evenings?who=2026&page=1").text
    form = page.partition(f'action="/evenings/{way}"')[2].partition("</form>")[0]
    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', form))

    answer = client.post(f"/evenings/{way}", data=hidden)

    asked = {"who": "2026", "page": "1", "bin": "1", **more}
    assert dict(parse_qsl(urlsplit(answer.location).query)) == asked


def test_what_cannot_be_done_with_evenings_leads_back_to_them(client: FlaskClient) -> None:
    wrong = client.post("/evenings/carry", data={"evenings": (io.BytesIO(b"{"), "no.json")})

    assert wrong.status_code == 422
    for page in (wrong, client.get("/evenings/77")):
        assert '<a class="button" href="/evenings">' in page.text


def test_the_one_that_is_played_is_never_deleted(host: Host, client: FlaskClient) -> None:
    answer = client.post("/evenings/3/delete", headers=JSON)
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (409, "is-played")
    client.post("/evenings/1/open")

    assert client.post("/evenings/1/delete", headers=JSON).status_code == 409
    assert client.post("/evenings/3/delete").status_code == 303
    assert listed(client) == [1, 2]
    assert host.table is not None
    assert host.table.number == on_the_table(host.store) == 1


@pytest.mark.parametrize("role", [Role.BANKER, Role.PLAYER, Role.WATCHER])
@pytest.mark.parametrize("path", ["1/delete", "1/bring-back", "bin/empty"])
def test_only_the_host_deletes(path: str, role: Role, host: Host) -> None:
    player = "Ann" if role is Role.PLAYER else None
    answer = client_of(host, role, player).post(f"/evenings/{path}", headers=JSON)
    assert answer.status_code == 403


def test_it_is_gone_for_good_when_its_time_is_over(host: Host, client: FlaskClient) -> None:
    client.post("/evenings/1/delete")
    later(host, KEPT_DAYS - 0.1)
    assert [head.id for head in host.store.games()] == [1, 2, 3]
    later(host, KEPT_DAYS + 0.1)

    assert [head.id for head in host.store.games()] == [2, 3]
    assert client.post("/evenings/1/bring-back", headers=JSON).status_code == 404
    file = sqlite3.connect(host.store.path)
    for part in ("entries", "chapters"):
        assert file.execute(f"SELECT count(*) FROM {part} WHERE game = 1").fetchone() == (0,)
    file.close()


def test_emptying_the_bin_takes_what_it_showed_and_nothing_else(
    host: Host, client: FlaskClient
) -> None:
    album = host.albums.of(1)
    album.keep(4, b"a picture")
    client.post("/evenings/1/delete")
    assert album.numbers() == (4,)  # it may come back
    client.post("/evenings/2/delete")

    client.post("/evenings/bin/empty", data={"number": ["1", "3"]})

    assert [head.id for head in host.store.games()] == [2, 3]
    assert album.numbers() == ()
    assert client.post("/evenings/2/bring-back").status_code == 303


@pytest.mark.parametrize("number", ["9" * 5000, "x", "-1", "\u0663"])
def test_what_is_no_number_empties_nothing(number: str, host: Host, client: FlaskClient) -> None:
    client.post("/evenings/1/delete")

    assert client.post("/evenings/bin/empty", data={"number": number}).status_code == 303
    assert client.post("/evenings/1/bring-back").status_code == 303


def test_the_number_of_a_deleted_evening_is_given_to_no_other(
    host: Host, client: FlaskClient
) -> None:
    """The last evening is deleted for good; which one is played stays clear."""
    client.post("/evenings/1/open")
    client.post("/evenings/3/delete")
    client.post("/evenings/bin/empty", data={"number": "3"})
    assert on_the_table(host.store) == 1
    sent = {"name": ["Eve", "Dan"], "nation": ["french", "english"], "instead": "1"}
    client.post("/start", data=sent)

    assert host.table is not None
    assert host.table.number == on_the_table(host.store) == 4
    assert "Eve" in client.get("/evenings/4").get_data(as_text=True)
    assert client.get("/evenings/3").status_code == 404


def test_an_evening_that_can_not_be_deleted_keeps_its_pictures(
    host: Host, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise UnwrittenError(host.store.path, "the disk is full", is_full=True)

    host.albums.of(1).keep(4, b"a picture")
    client.post("/evenings/1/delete")
    with monkeypatch.context() as patch:
        patch.setattr(host.store, "delete", full)
        assert client.post("/evenings/bin/empty", data={"number": "1"}).status_code == 507

    client.post("/evenings/1/bring-back")
    assert host.albums.of(1).numbers() == (4,)


def test_a_program_killed_while_the_bin_is_emptied_leaves_the_right_evening_on_the_table(
    host: Host, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was an older one: its mark still told of a number that had been given again."""

    class KilledError(Exception):
        pass

    def killed(games: Sequence[int]) -> None:
        delete(games)
        raise KilledError

    client.post("/evenings/1/open")
    for number in (2, 3):
        client.post(f"/evenings/{number}/delete")
    delete = host.store.delete
    monkeypatch.setattr(host.store, "delete", killed)
    with pytest.raises(KilledError):
        host.empty_bin({2, 3})
    host.store.close()

    for names in (("Zoe", "Max"), ()):  # begun, and started again after that
        again = Host(Store(host.store.path), BOARD, lambda: NOW, Address(8000))
        assert again.table is not None
        if names:
            assert again.table.number == 1
            seats = zip(names, ("french", "english"), strict=True)
            again.begin([Seat(*seat) for seat in seats], {})
        else:
            assert list(again.table.view.last.state.players) == ["Zoe", "Max"]
        again.store.close()


def test_the_game_on_the_table_goes_on_while_the_bin_is_emptied(
    host: Host, client: FlaskClient
) -> None:
    client.post("/evenings/1/delete")
    client.post("/evenings/bin/empty", data={"number": "1"})
    table = host.table
    assert table is not None
    fact = Happened({"do": "pay", "from": "bank", "to": "Anna", "amount": 1})
    table.act(Request(fact, table.view.revision, SYSTEM, NOW))
    path = host.store.path
    host.store.close()

    again = Host(Store(path), BOARD, lambda: NOW, Address(8000))
    assert again.store.notes == ()
    assert again.table is not None
    assert again.table.view.record == table.view.record
    again.store.close()


def test_a_file_of_evenings_brings_a_deleted_one_back(host: Host, client: FlaskClient) -> None:
    data = client.get("/evenings/1/carry.json").data
    client.post("/evenings/1/delete")
    sent = {"evenings": (io.BytesIO(data), "evenings.json")}

    assert client.post("/evenings/carry", data=sent).location == "/evenings?new=1&here=0"
    assert listed(client) == [3, 2, 1]


def test_a_program_started_again_does_not_open_a_deleted_one(
    host: Host, client: FlaskClient
) -> None:
    client.post("/evenings/1/open")
    client.post("/evenings/3/delete")
    path = host.store.path
    host.store.close()

    again = Host(Store(path), BOARD, lambda: NOW, Address(8000))
    assert again.table is not None
    assert again.table.number == 1
    again.store.close()


@pytest.mark.parametrize("header", ['{"format": "companion-record"', '{"nothing": 1}'])
def test_what_can_not_be_read_can_be_deleted(header: str, host: Host, client: FlaskClient) -> None:
    file = sqlite3.connect(host.store.path)
    file.execute("UPDATE games SET header = ? WHERE id = 1", (header,))
    file.commit()
    file.close()
    client.post("/evenings/1/delete")
    assert client.get("/evenings").status_code == 200
    client.post("/evenings/bin/empty", data={"number": "1"})

    assert listed(client) == [3, 2]
    assert [head.id for head in host.store.games()] == [2, 3]
