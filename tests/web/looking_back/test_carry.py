"""Evenings on another laptop: a file goes there and back, and nothing is written over."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.play.game import Seat
from companion.records.record import SYSTEM, Happened, Undone
from companion.store import Store
from companion.store.table import Request
from tests.web.looking_back.carrying import NAMES, carried, new, old, read_at_once, take_in
from tests.web.tables import BOARD, NOW, client_of
from web.host.evenings import on_the_table
from web.host.host import Address, Host
from web.host.roles import Role
from web.host.settings import Help

__all__ = ["new", "old", "read_at_once"]


def counted(host: Host) -> dict[str, int]:
    """How many games are counted for each player, over the evenings."""
    page = client_of(host, Role.HOST).get("/evenings").text
    rows = re.findall(r'<th scope="row">([^<]+)</th><td class="n">(\d+)</td>', page)
    return {name: int(games) for name, games in rows}


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


def test_what_another_program_plays_stays_on_its_table(old: Host, new: Host) -> None:
    """This one has the same file, and nothing on its table: the other one's was put away."""
    assert new.table is not None
    played = new.table.number
    empty = Host(Store(new.store.path), BOARD, lambda: NOW, Address(8001))
    empty.put_away()
    take_in(empty, carried(old))
    empty.store.close()

    new.follow()

    assert new.table.number == on_the_table(new.store) == played


def test_taken_in_twice_changes_nothing(old: Host, new: Host) -> None:
    take_in(new, carried(old, "2/"))
    assert take_in(new, carried(old)).headers["Location"] == "/evenings?new=2&here=1"
    assert take_in(new, carried(old)).headers["Location"] == "/evenings?new=0&here=3"
    assert len(new.store.games()) == 4


@pytest.fixture
def other(new: Host, tmp_path: Path) -> Iterator[Host]:
    """A third laptop, which has taken in what is played at the other one, and plays it on."""
    host = Host(Store(tmp_path / "other.sqlite"), BOARD, lambda: NOW, Address(8001))
    take_in(host, carried(new))
    host.take_up(1)
    yield host
    host.store.close()


def passes(host: Host, player: str) -> None:
    assert host.table is not None
    fact = Happened({"do": "pass", "player": player})
    host.table.act(Request(fact, host.table.view.revision, SYSTEM, NOW))


def test_a_game_that_went_on_elsewhere_goes_on_here(new: Host, other: Host) -> None:
    """Also on every phone, where it lies on the table; it was there twice."""
    assert new.table is not None
    passes(new, "Benjamin")
    take_in(other, carried(new))
    for player in ("Pauline", "Jean-Luc"):
        passes(other, player)

    answer = take_in(new, carried(other))

    assert answer.headers["Location"] == "/evenings?new=0&here=0&went_on=1"
    assert [head.length for head in new.store.games()] == [3]
    assert new.table.view.record == new.store.record(1) == other.store.record(1)
    assert "1 goes on here" in client_of(new, Role.HOST).get(answer.headers["Location"]).text
    passes(new, "Benjamin")  # and on
    assert take_in(new, carried(other)).headers["Location"] == "/evenings?new=0&here=1"


def test_an_evening_that_is_put_right_and_carried_again_counts_once(old: Host, new: Host) -> None:
    take_in(new, carried(old))
    before = counted(new)
    assert old.table is not None
    last = old.table.view.undoable
    assert last is not None
    old.table.act(Request(Undone(last.seq), old.table.view.revision, SYSTEM, NOW))

    answer = take_in(new, carried(old))

    assert answer.headers["Location"] == "/evenings?new=0&here=2&went_on=1"
    assert [head.length for head in new.store.games()[1:]] == [
        head.length for head in old.store.games()
    ]
    assert sum(counted(new).values()) <= sum(before.values())


def test_what_was_played_on_here_and_elsewhere_is_kept_as_it_is_here(
    new: Host, other: Host
) -> None:
    passes(new, "Benjamin")
    passes(other, "Pauline")
    here, there = new.store.record(1), carried(other)

    answer = take_in(new, there)

    assert answer.headers["Location"] == "/evenings?new=0&here=0&parted=1"
    page = client_of(new, Role.HOST).get(answer.headers["Location"]).text
    told = page.partition('role="alert"')[2].partition("</div>")[0]
    assert "The one here was kept" in told
    assert 'href="/evenings/1"' in told
    assert [new.store.record(head.id) for head in new.store.games()] == [here]

    new.begin([Seat("Ann", "french"), Seat("Ben", "english")], {})
    new.delete(1)  # as the page says
    assert take_in(new, there).headers["Location"] == "/evenings?new=1&here=0"
    assert [head.length for head in new.evenings.heads()] == [0, 1]


@pytest.mark.parametrize("longer_first", [True, False])
def test_of_one_game_in_a_file_twice_the_longer_is_taken_in(
    longer_first: bool, new: Host, other: Host, tmp_path: Path
) -> None:
    """As older programs wrote it."""
    short, whole = json.loads(carried(other)), json.loads(carried(other))
    passes(other, "Benjamin")
    longer = json.loads(carried(other))
    games = [*longer["games"], *short["games"]]
    whole["games"] = games if longer_first else games[::-1]
    third = Host(Store(tmp_path / "third.sqlite"), BOARD, lambda: NOW, Address(8002))

    assert (
        take_in(third, json.dumps(whole).encode())
        .headers["Location"]
        .startswith("/evenings?new=1&here=1")
    )
    assert [head.length for head in third.store.games()] == [1]
    third.store.close()


def test_one_that_was_deleted_and_went_on_elsewhere_comes_back_with_that(
    new: Host, other: Host
) -> None:
    new.begin([Seat("Ann", "french"), Seat("Ben", "english")], {})
    new.delete(1)
    passes(other, "Benjamin")

    assert take_in(new, carried(other)).headers["Location"] == "/evenings?new=1&here=0"
    assert [(head.id, head.length) for head in new.evenings.heads()] == [(2, 0), (1, 1)]


def test_a_game_on_another_board_is_never_played_on_here(new: Host, other: Host) -> None:
    """What is appended was looked at on the board that came with it."""
    passes(other, "Benjamin")
    said = json.loads(carried(other))
    [digest] = said["boards"]
    board = said["boards"][digest]
    board["file"] = json.dumps({**json.loads(board["file"]), "name": "another"})

    assert take_in(new, json.dumps(said).encode()).headers["Location"] == "/evenings?new=1&here=0"
    assert [head.length for head in new.store.games()] == [0, 1]


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
