"""A file of very many evenings: a window on them, those that are looked for, and what is kept."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.boards.board_writing import keep_board
from companion.records.record import Record
from companion.store import Store
from tests.web.looking_back.evening_records import read
from tests.web.tables import BOARD, NOW, client_of
from web.host import evenings as evenings_room
from web.host.evenings import Evenings, Told
from web.host.host import Address, Host
from web.host.roles import Role
from web.looking_back import evenings_page
from web.looking_back.finding import MOST_AT_ONCE
from web.looking_back.tally import MOST_PLAYERS

MANY = 2 * MOST_AT_ONCE + 5
OVER = read()
NAMED = ("Zoë Łukasz", "李雷", "<b>Ann</b>")


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow this machine is, the page waits until all is counted."""
    monkeypatch.setattr(evenings_page, "PATIENCE_S", 60.0)


def begun_by(*names: str, whole: bool = False) -> Record:
    """A game of these people: one that is over, or in which nothing has happened."""
    setup: dict[str, Any] = {**OVER.header.setup}
    players = [dict(each) for each in setup["players"]]
    text = [each["name"] for each in players]
    setup["players"] = [{**each, "name": name} for each, name in zip(players, names, strict=True)]
    as_called = dict(zip(text, names, strict=True))
    entries = tuple(
        replace(each, act=replace(each.act, fact=_renamed(each.act.fact, as_called)))  # type: ignore[union-attr]
        for each in OVER.entries
    )
    return Record(replace(OVER.header, setup=setup), entries if whole else ())


def _renamed(fact: Any, names: dict[str, str]) -> dict[str, object]:
    return {word: names.get(value, value) for word, value in fact.items()}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with many evenings of the last years, the games of three of them over."""
    path = tmp_path / "table.sqlite"
    store, board = Store(path), keep_board(BOARD)
    for nth in range(MANY):
        who = NAMED[nth] if nth < len(NAMED) else "Ben"
        begun = f"20{24 + nth * 3 // MANY}-0{1 + nth % 9}-10T20:00:00+00:00"
        store.begin(begun_by("Anna", who, whole=nth < len(NAMED)), begun, board)
    store.close()
    return path


@pytest.fixture
def host(path: Path) -> Iterator[Host]:
    made = Host(Store(path), BOARD, lambda: NOW, Address(8000))
    yield made
    made.store.close()


@pytest.fixture
def client(host: Host) -> FlaskClient:
    return client_of(host, Role.HOST)


def numbers(page: str) -> list[int]:
    return [int(number) for number in re.findall(r'href="/start\?like=(\d+)"', page)]


def text_of(client: FlaskClient, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.get_data(as_text=True)


def test_from_window_to_window_every_evening_comes_once(client: FlaskClient) -> None:
    seen, address = [], "/evenings"
    while address:
        page = text_of(client, address)
        assert len(numbers(page)) <= MOST_AT_ONCE
        seen += numbers(page)
        older = re.search(r'rel="next" href="([^"]+)"', page)
        address = older[1].replace("&amp;", "&") if older else ""

    assert seen == list(range(MANY, 0, -1))


def test_no_page_grows_with_the_evenings(client: FlaskClient) -> None:
    """Twice as many evenings, of twice as many people, and as many in the bin."""
    for number in range(1, MANY):
        client.post(f"/evenings/{number}/delete")
    page = text_of(client, "/evenings")

    assert page.count("/bring-back") == MOST_AT_ONCE
    assert numbers(page) == [MANY]
    older = text_of(client, "/evenings?bin=3")
    assert older.count("/bring-back") == MANY - 1 - 2 * MOST_AT_ONCE
    named = re.findall(r'name="number" value="([^"]+)"', older)
    client.post("/evenings/bin/empty", data={"number": named})
    assert "/bring-back" not in text_of(client, "/evenings")


@pytest.mark.parametrize(
    ("who", "wanted"),
    [
        ("zoe", [1]),
        ("ŁUKASZ anna", [1]),
        ("李", [2]),
        ("<b>", [3]),
        ("anna zoë 2024", [1]),
        ("anna zoë 2025", []),
        ("nobody", []),
        ("%", []),
        ("\x00", []),
    ],
)
def test_a_name_or_a_time_finds_its_evenings(
    who: str, wanted: list[int], client: FlaskClient
) -> None:
    answer = client.get("/evenings", query_string={"who": who})
    page = answer.get_data(as_text=True)

    assert numbers(page) == wanted
    assert ("No evening has this" in page) == (not wanted)
    assert "<b>Ann" not in page


def test_what_is_looked_for_goes_on_in_the_next_window(client: FlaskClient) -> None:
    page = text_of(client, "/evenings?who=ben")
    older = re.search(r'rel="next" href="([^"]+)"', page)
    assert older is not None

    more = numbers(text_of(client, older[1].replace("&amp;", "&")))
    assert numbers(page) + more == list(range(MANY, MANY - 2 * MOST_AT_ONCE, -1))


@pytest.mark.parametrize("asked", ["page=0", "page=-3", "page=99", "page=x", "bin=-1", "bin=99"])
def test_a_window_that_is_none_shows_one(asked: str, client: FlaskClient) -> None:
    assert numbers(text_of(client, f"/evenings?{asked}"))


def test_years_lead_to_their_evenings(client: FlaskClient) -> None:
    page = text_of(client, "/evenings")
    assert re.findall(r'href="/evenings\?who=(\d+)"', page) == ["2026", "2025", "2024"]

    assert set(numbers(text_of(client, "/evenings?who=2024"))) <= set(range(1, MANY // 3 + 2))


def test_a_season_adds_up_by_itself(client: FlaskClient) -> None:
    def counted(page: str) -> dict[str, int]:
        rows = re.findall(r'<th scope="row">([^<]+)</th><td class="n">(\d+)', page)
        return {name: int(games) for name, games in rows}

    assert counted(text_of(client, "/evenings"))["Anna"] == len(NAMED)
    assert counted(text_of(client, "/evenings?who=zoe")) == {"Zoë Łukasz": 1, "Anna": 1}


def test_of_very_many_people_those_who_are_looked_for_are_shown(tmp_path: Path) -> None:
    store, board = Store(tmp_path / "people.sqlite"), keep_board(BOARD)
    for nth in range(MOST_PLAYERS):
        store.begin(begun_by("Anna", f"Guest {nth:02}", whole=True), NOW, board)
    host = Host(store, BOARD, lambda: NOW, Address(8000))
    client = client_of(host, Role.HOST)

    page = text_of(client, "/evenings")
    names = re.findall(r'<tr><th scope="row">([^<]+)', page)
    left = ({"Anna"} | {f"Guest {nth:02}" for nth in range(MOST_PLAYERS)}) - set(names)
    assert len(names) == MOST_PLAYERS
    assert "1 player more: look" in page
    [name] = left
    assert f'<tr><th scope="row">{name}' in text_of(client, f"/evenings?who={name}")
    store.close()


def test_a_page_waits_for_no_long_count(
    path: Path, host: Host, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is shown is known at once; the rest is counted meanwhile, and kept."""
    monkeypatch.setattr(evenings_page, "PATIENCE_S", 0.0)
    page = text_of(client, "/evenings")
    assert f"{MANY - MOST_AT_ONCE} evenings are not counted yet" in page
    assert len(numbers(page)) == MOST_AT_ONCE
    assert 'class="tally"' not in page

    for _ in range(MANY):  # one at least each time
        host.look_after()

    whole = text_of(client, "/evenings")
    assert "not counted yet" not in whole
    assert 'class="tally"' in whole


def followed_by(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the games that are followed to say how they stand."""
    looked: list[int] = []
    of = evenings_room.evening_of

    def counted(told: Told) -> Any:
        looked.append(told.head.id)
        return of(told)

    monkeypatch.setattr(evenings_room, "evening_of", counted)
    return looked


def test_after_a_restart_no_evening_is_followed_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked = followed_by(monkeypatch)
    pages = []
    for _ in range(2):
        host = Host(Store(path), BOARD, lambda: NOW, Address(8000))
        pages.append(text_of(client_of(host, Role.HOST), "/evenings"))
        for _ in range(50):
            host.look_after()
        host.store.close()

    assert pages[0] == pages[1]
    on_the_table = [MANY, MANY]
    assert sorted(looked) == [*range(1, MANY), *on_the_table]


def test_what_was_kept_is_not_believed_of_a_game_that_went_on(
    path: Path, host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(50):
        host.look_after()
    record = host.store.record(4)
    told = begun_by("Anna", "Ben", whole=True)
    host.store.append_all(4, told.entries, None)
    assert record.entries == ()
    again = Store(path)
    looked = followed_by(monkeypatch)
    evenings = Evenings(again)

    [fourth] = evenings.of([head for head in evenings.heads() if head.id == 4], BOARD)

    assert (looked, fourth.over) == ([4], True)
    again.close()


@pytest.mark.parametrize(
    "spoil",
    [
        "UPDATE chapters SET kept = '{}'",
        "UPDATE chapters SET gist = '\"other\"'",
        "UPDATE chapters SET digest = 'other'",
        "DROP TABLE chapters",
        "DELETE FROM chapters",
    ],
)
def test_what_was_kept_and_is_spoilt_is_found_out_again(path: Path, spoil: str) -> None:
    first = Host(Store(path), BOARD, lambda: NOW, Address(8000))
    before = text_of(client_of(first, Role.HOST), "/evenings")
    first.look_after()
    first.store._file.execute(spoil)
    first.store.close()

    again = Host(Store(path), BOARD, lambda: NOW, Address(8000))
    assert text_of(client_of(again, Role.HOST), "/evenings") == before
    again.store.close()


def test_a_deleted_evening_leaves_nothing_of_what_was_kept(host: Host, client: FlaskClient) -> None:
    for _ in range(50):
        host.look_after()
    client.post("/evenings/1/delete")
    client.post("/evenings/bin/empty", data={"number": "1"})

    assert host.store._file.execute("SELECT 1 FROM chapters WHERE game = 1").fetchall() == []


def test_the_first_page_names_those_who_played_last(tmp_path: Path) -> None:
    store = Store(tmp_path / "table.sqlite")
    store.begin(begun_by("Anna", "Zoë Łukasz", whole=True), NOW, keep_board(BOARD))
    host = Host(store, BOARD, lambda: NOW, Address(8000))
    host.put_away()

    assert "Anna, Zoë Łukasz" in text_of(client_of(host, Role.HOST), "/")
    store.close()
