"""Evenings on another laptop: a file goes there and back, and nothing is written over."""

from __future__ import annotations

import io
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.boards.board_writing import keep_board
from companion.records.record import SYSTEM, Happened, read_record
from companion.store import Store
from companion.store.table import Request
from tests.web.tables import BOARD, NOW, client_of, make_host
from tests.web.tracing.tracing_bench import at_once
from tests.whole_games import GAMES
from web.host.evenings import on_the_table
from web.host.host import Address, Host
from web.host.roles import Role
from web.host.settings import Help, Settings
from web.looking_back import carry
from web.serving.sandbox import Failed
from web.tracing.desk import TracingDesk

NAMES = ("2-players-stuck", "3-players-all-sticks", "5-players-stuck")


@pytest.fixture(autouse=True)
def read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file is read apart, which takes a second to begin; but for one test, here and now."""
    monkeypatch.setattr(carry, "desk", lambda: TracingDesk(None, at_once))  # type: ignore[arg-type]


@pytest.fixture
def old(tmp_path: Path) -> Iterator[Host]:
    """Three evenings; the last is on the table."""
    store = Store(tmp_path / "old.sqlite")
    for at, name in enumerate(NAMES):
        begun = NOW.replace("T20:", f"T1{at}:")
        store.begin(read_record(GAMES / f"{name}.jsonl"), begun, keep_board(BOARD))
    host = Host(store, BOARD, lambda: NOW, Address(8000))
    host.set(Settings(Help.WARN, hide_standings=True))
    yield host
    store.close()


@pytest.fixture
def new(tmp_path: Path) -> Iterator[Host]:
    """Another laptop, with a game that is played."""
    host = make_host(tmp_path / "new.sqlite")
    yield host
    host.store.close()


def carried(host: Host, which: str = "") -> bytes:
    return client_of(host, Role.HOST).get(f"/evenings/{which}carry.json").data


def take_in(host: Host, data: bytes) -> TestResponse:
    sent = {"evenings": (io.BytesIO(data), "evenings.json")}
    return client_of(host, Role.HOST).post(
        "/evenings/carry", data=sent, headers={"Accept": "application/json"}
    )


def score(client: FlaskClient, number: int) -> object:
    return json.loads(client.get(f"/evenings/{number}/score.json").data)


def test_every_game_arrives_as_it_was(old: Host, new: Host) -> None:
    answer = take_in(new, carried(old))

    assert answer.headers["Location"] == "/evenings?new=3&here=0"
    there, here = client_of(old, Role.HOST), client_of(new, Role.HOST)
    for number in (1, 2, 3):
        assert score(there, number) == score(here, number + 1)
        assert new.store.record(number + 1) == old.store.record(number)
        assert new.store.begun(number + 1) == old.store.begun(number)
    page = here.get("/evenings?new=3&here=0").get_data(as_text=True)
    assert "3 games were taken in." in page
    here.post("/evenings/4/open")
    assert new.settings.help is Help.WARN  # what the host had set came along


def test_what_is_played_stays_on_the_table(old: Host, new: Host) -> None:
    number = new.table.number if new.table else 0
    take_in(new, carried(old))

    assert new.table is not None
    assert (new.table.number, on_the_table(new.store)) == (number, number)
    new.follow()
    assert new.table.number == number


def test_taken_in_twice_changes_nothing(old: Host, new: Host) -> None:
    take_in(new, carried(old, "2/"))
    assert take_in(new, carried(old)).headers["Location"] == "/evenings?new=2&here=1"
    assert take_in(new, carried(old)).headers["Location"] == "/evenings?new=0&here=3"
    assert len(new.store.games()) == 4


def test_a_game_that_went_on_elsewhere_is_added_and_writes_over_nothing(
    old: Host, new: Host, tmp_path: Path
) -> None:
    begun = carried(new)
    other = Host(Store(tmp_path / "other.sqlite"), BOARD, lambda: NOW, Address(8001))
    take_in(other, begun)
    other.take_up(1)
    assert other.table is not None
    fact = Happened({"do": "pass", "player": "Benjamin"})
    other.table.act(Request(fact, other.table.view.revision, SYSTEM, NOW))

    assert take_in(new, carried(other)).headers["Location"] == "/evenings?new=1&here=0"
    assert [head.length for head in new.store.games()] == [0, 1]
    other.store.close()


def test_no_code_of_a_phone_is_carried(old: Host) -> None:
    text = carried(old).decode()

    assert not any(token in text for token in old.doors.tokens())


def damaged(key: str, value: object, data: bytes, *, game: int | None = None) -> bytes:
    """A file of evenings in which one thing is otherwise: of the whole, or of one game."""
    whole = json.loads(data)
    where = whole if game is None else whole["games"][game - 1]
    where[key] = value(where[key]) if callable(value) else value
    return json.dumps(whole).encode()


def boards(file: str, art: str | None) -> object:
    return lambda known: {digest: {"file": file, "art_base64": art} for digest in known}


@pytest.mark.parametrize(
    ("key", "value", "game", "said"),
    [
        pytest.param("version", 2, None, "newer program", id="a later version"),
        pytest.param("games", None, None, "no file of evenings", id="no games"),
        pytest.param("boards", {}, None, "Game 1", id="no board"),
        pytest.param("boards", boards("{}", None), None, "Game 1", id="a board that is none"),
        pytest.param("boards", boards("{", None), None, "Game 1", id="a board that is no JSON"),
        pytest.param("boards", boards("{}", "AAAA"), None, "Game 1", id="a picture that is none"),
        pytest.param("boards", boards("{}", "?"), None, "Game 1", id="a picture that is no base64"),
        pytest.param("record", lambda text: text[:-30], 2, "Game 2", id="a torn record"),
        pytest.param("record", "", 1, "Game 1", id="no header"),
        pytest.param("begun", "yesterday", 1, "Game 1", id="a time that is none"),
        pytest.param("settings", [1], 1, "Game 1", id="settings that are none"),
        pytest.param(
            "record", lambda text: text.replace("clippers", "chess", 1), 3, "Game 3", id="chess"
        ),
    ],
)
def test_of_a_damaged_file_nothing_is_taken_in(
    key: str, value: object, game: int | None, said: str, old: Host, new: Host
) -> None:
    answer = take_in(new, damaged(key, value, carried(old), game=game))

    assert answer.status_code == 422
    assert said in answer.get_json()["error"]["message"]
    assert len(new.store.games()) == 1


def test_where_the_disk_fills_half_way_no_game_is_taken_in(
    old: Host, new: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half of the games were there, while the page said that nothing was written down."""
    evenings, begin, begun = carried(old), Store.begin, list[int]()
    take_in(new, carried(old, "1/"))
    new.delete(2)

    def fills(*asked: Any) -> int:
        if len(begun) == 1:
            file = sqlite3.connect(":memory:")
            file.execute("PRAGMA max_page_count = 1")
            file.execute("CREATE TABLE full (it)")
        begun.append(begin(*asked))
        return begun[-1]

    with monkeypatch.context() as full:
        full.setattr(Store, "begin", fills)
        answer = take_in(new, evenings)

    assert (answer.status_code, len(begun)) == (507, 1)
    assert "the disk of the host's computer is full" in answer.get_json()["error"]["message"]
    assert [head.id for head in new.store.games()] == [1, 2]
    assert [head.id for head in new.bin.heads()] == [2]
    assert take_in(new, evenings).headers["Location"] == "/evenings?new=3&here=0"


@pytest.mark.parametrize("data", [b"", b"[]", b"{", b"\xff\xfe", b"[" * 50_000, b"null"])
def test_what_is_no_file_of_evenings_is_told(data: bytes, new: Host) -> None:
    assert take_in(new, data).status_code == 422


def test_who_is_not_the_host_carries_nothing(old: Host) -> None:
    client = client_of(old, Role.BANKER)

    assert client.get("/evenings/carry.json").status_code == 403
    assert client_of(old, Role.HOST).get("/evenings/9/carry.json").status_code == 404


def test_a_game_that_stands_twice_in_a_file_is_taken_in_once(old: Host, new: Host) -> None:
    said = json.loads(carried(old))
    said["games"] *= 3

    answer = take_in(new, json.dumps(said).encode())

    assert answer.headers["Location"] == "/evenings?new=3&here=6"
    assert len(new.store.games()) == 1 + len(NAMES)


def test_what_would_fill_the_memory_is_not_even_read(
    new: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the server itself 15 MB of it took 400 MB, and seconds in which every phone waited."""
    monkeypatch.undo()
    lists = b",".join([b"[]"] * 150_100)
    head = b'{"format": "companion evenings", "version": 1, "boards": {}, "games": ['

    answer = take_in(new, head + lists + b"]}")

    assert answer.status_code == 422
    assert "no file of evenings" in answer.get_json()["error"]["message"]


@pytest.mark.parametrize("why", Failed)
def test_what_takes_too_long_to_read_is_told(
    why: Failed, old: Host, new: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(carry, "desk", lambda: TracingDesk(None, lambda *_: why))  # type: ignore[arg-type]

    answer = take_in(new, carried(old))

    assert answer.status_code == 422
    assert "one by one" in answer.get_json()["error"]["message"]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_more_games_than_anybody_played_are_refused(language: str, old: Host, new: Host) -> None:
    said = json.loads(carried(old))
    said["games"] = [{**said["games"][0], "begun": str(n), "record": ""} for n in range(1001)]
    client = client_of(new, Role.HOST)
    client.set_cookie("language", language)
    file = (io.BytesIO(json.dumps(said).encode()), "evenings.json")

    answer = client.post("/evenings/carry", data={"evenings": file})

    assert answer.status_code == 422
    assert {"en": "one by one", "fr": "une par une"}[language] in answer.text
