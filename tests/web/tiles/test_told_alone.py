"""What is told to one player alone reaches nobody else: by no page, stream, file or picture."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion import games
from companion.records.record import Record
from companion.store import Store
from tests.catalogues import typed
from tests.toys import toy_market
from tests.toys.toy_bag import HEADER
from tests.toys.toy_cloth import BOARD
from tests.web.tables import BOARD as SHIPPED
from tests.web.tables import NOW, client_of
from tests.web.tiles.every_address import addresses, answers
from web.host.host import Address, Host
from web.host.roles import Role
from web.host.settings import Help, Settings
from web.table.stream import Listener, news

GOODS, OTHER_GOODS, SHELLS = "zanzipearl", "quaxamber", 7919
SECRETS = (GOODS, OTHER_GOODS, str(SHELLS), "7\u202f919", "7,919")
DEEDS = (
    {"do": "draw", "player": "Ann", "goods": GOODS},
    {"do": "dig", "player": "Ann", "shells": SHELLS},
    {"do": "lay", "player": "Ben", "cell": "cell/11,10", "lies": "bridge/0", "stands": "nobody"},
    {"do": "draw", "player": "Ann", "goods": OTHER_GOODS},
)
BOOKS = ("/bank", "/bank/9", "/entry/1", "/entry/4", "/view", "/export/record.jsonl")


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Host]:
    monkeypatch.setattr(games, "GAMES", {**games.GAMES, "bag": "tests.toys.toy_bag"})
    store = Store(tmp_path / "table.sqlite")
    store.begin(Record(HEADER), NOW)
    host = Host(store, BOARD, lambda: NOW, Address(8000))
    for number, fact in enumerate(DEEDS):
        told = {"revision": number, "act": {"fact": fact}}
        client = client_of(host, Role.PLAYER, str(fact["player"]))
        assert client.post("/act", json=told).status_code == 200
    yield host
    store.close()


def secrets_in(told: bytes) -> list[str]:
    return [secret for secret in SECRETS if secret.encode() in told]


def leaks(client: FlaskClient, paths: list[str]) -> dict[str, list[str]]:
    every = (each for path in paths for each in answers(client, path))
    return {where: found for where, told in every if (found := secrets_in(told))}


@pytest.mark.parametrize("help_level", Help, ids=lambda level: level.value)
@pytest.mark.parametrize("who", [(Role.PLAYER, "Ben"), (Role.WATCHER, None), (None, None)])
def test_no_byte_of_it_is_in_any_answer_to_another(
    host: Host, who: tuple[Role | None, str | None], help_level: Help
) -> None:
    host.change(lambda _: Settings(help=help_level))
    client = client_of(host, *who)

    assert leaks(client, addresses(host)) == {}


def test_nor_on_the_table_that_the_host_shows_to_all(host: Host) -> None:
    client = client_of(host, Role.HOST)
    common = [path for path in addresses(host) if path not in BOOKS]
    files = ("/evenings", "/export/record", "/export/score", "/export/play")
    common = [path for path in common if not path.startswith(files)]

    assert leaks(client, common) == {}


def test_the_host_is_led_from_the_table_to_where_he_acts_for_others(host: Host) -> None:
    client = client_of(host, Role.HOST)
    client.set_cookie("language", "fr")

    table, bank = (client.get(path).get_data(as_text=True) for path in ("/table", "/bank"))
    assert "sur la page de la banque" in typed(table)
    assert 'data-asks="ask-1-1-1"' not in table
    assert 'data-asks="ask-1-1-1"' in bank


def test_who_it_is_told_to_and_who_keeps_the_bank_are_told(host: Host) -> None:
    ann, banker = client_of(host, Role.PLAYER, "Ann"), client_of(host, Role.BANKER)

    for client, path in ((ann, "/me"), (ann, "/view"), (banker, "/bank"), (banker, "/view")):
        told = client.get(path).get_data()
        assert GOODS.encode() in told, path
    assert "7\u202f919" in ann.get("/me").get_data(as_text=True) or str(SHELLS) in ann.get(
        "/me"
    ).get_data(as_text=True)
    assert secrets_in(banker.get("/export/record.jsonl").data) != []
    assert GOODS in secrets_in(banker.get("/entry/1").data)


def test_the_log_says_that_it_happened(host: Host) -> None:
    ben = client_of(host, Role.PLAYER, "Ben").get("/view").get_json()["log"]

    assert [(line["words"], line["fact"]) for line in ben] == [
        ("Ann draws from the bag.", {"do": "draw", "player": "Ann"}),
        ("Ben lays a bridge at 11,10.", DEEDS[2]),
        (
            "Ann did something that only Ann is told.",
            {"do": "dig", "player": "Ann"},
        ),
        ("Ann draws from the bag.", {"do": "draw", "player": "Ann"}),
    ]


@pytest.mark.parametrize("player", [None, "Ben"])
def test_the_stream_tells_nobody_else(host: Host, player: str | None) -> None:
    table = host.table
    assert table is not None
    left = iter([False, False, True, True])
    flow = news(host, table, "en", 0, Listener(hung_up=lambda: next(left), player=player))
    told = "".join(flow)

    assert "Ann draws from the bag." in told
    assert secrets_in(told.encode()) == []


def test_the_stream_tells_whom_it_is_told_to(host: Host) -> None:
    table = host.table
    assert table is not None
    left = iter([False, True, True])
    told = "".join(news(host, table, "en", 0, Listener(hung_up=lambda: next(left), player="Ann")))

    assert GOODS in told


def test_nor_do_answers_to_what_others_send(host: Host) -> None:
    """Too late, taken back by the bank, done again, allowed, put right, and refused."""
    ben, bank = client_of(host, Role.PLAYER, "Ben"), client_of(host, Role.HOST)
    lay = {**DEEDS[2], "cell": "cell/9,10"}
    stale = ben.post("/act", json={"revision": 0, "act": {"fact": lay}})
    assert stale.status_code == 409
    told = [stale.data]
    for revision, act in enumerate(
        ({"undo": 4}, {"redo": 4}, {"allow": 4}, {"correct": 1, "fact": DEEDS[0]}, {"undo": 1}),
        start=4,
    ):
        answer = bank.post("/act", json={"revision": revision, "act": act})
        assert answer.status_code == 200, answer.data
        told += [answer.data, bank.get("/table").data, ben.get("/me").data, ben.get("/view").data]

    assert [secrets_in(each) for each in told] == [[]] * len(told)


def test_money_that_a_private_fact_moves_is_no_more_told_than_the_fact(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither beside its line, nor in the news."""
    private = replace(toy_market.MARKET, private={"fish": frozenset({"shells"})})
    hidden = replace(toy_market.GAME, about=private, is_open=lambda _: False)
    monkeypatch.setattr(toy_market, "GAME", hidden)
    monkeypatch.setattr(games, "GAMES", {**games.GAMES, "market": "tests.toys.toy_market"})
    store = Store(tmp_path / "table.sqlite")
    store.begin(Record(toy_market.HEADER), NOW)
    host = Host(store, SHIPPED, lambda: NOW, Address(8000))
    fact = {"do": "fish", "player": "Ann", "shells": 4}
    told = {"revision": 0, "act": {"fact": fact}}
    ann, ben = (client_of(host, Role.PLAYER, name) for name in ("Ann", "Ben"))
    said = ann.post("/act", json=told).get_json()["said"]
    left = iter([False, True, True])
    assert host.table is not None
    heard = "".join(news(host, host.table, "en", 0, Listener(lambda: True, lambda: next(left))))

    assert said == "Ann fishes for 4 shells. The bank pays Ann 4 shells for fishing."
    assert ann.get("/view").get_json()["log"][0]["paid"] != []
    [line] = ben.get("/view").get_json()["log"]
    assert (line["words"], line["paid"]) == ("Ann did something that only Ann is told.", [])
    assert "fish" not in heard
    assert "Ann did something" in heard
    store.close()


def test_at_the_end_all_lies_open(host: Host) -> None:
    stop = {"revision": 4, "act": {"fact": {"do": "stop", "player": "Ben"}}}
    ben = client_of(host, Role.PLAYER, "Ben")
    assert ben.post("/act", json=stop).status_code == 200

    assert GOODS in ben.get("/me").get_data(as_text=True)
    assert GOODS.encode() in ben.get("/export/record.jsonl").data
    assert str(SHELLS).encode() in ben.get("/score").data
    # What lay hidden after the second fact is told by now.
    first, second = (ben.get(f"/score?at={number}").get_data(as_text=True) for number in (1, 2))
    assert second.count(str(SHELLS)) > first.count(str(SHELLS))
    assert client_of(host, Role.WATCHER).get("/view").get_json()["goods"] == {"Ann": OTHER_GOODS}
