"""A slip in Long Cours is asked about on one card; one tap, or the entry's page, puts it right."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path

import pytest

from companion.games import game_called
from companion.play.game import Seat
from companion.records.record import Happened, Header, Record, facts_of
from companion.store import Store
from tests.web.tables import NOW, client_of
from web.host.host import Address, Host
from web.host.roles import Role

GAME = game_called("long_cours")
BOARD = GAME.shipped_board()
SEATS = [Seat("Ann", "yellow"), Seat("Ben", "green")]
MEANT: tuple[dict[str, object], ...] = (
    {"do": "place", "player": "Ann", "stop": "odessa"},
    {"do": "place", "player": "Ben", "stop": "londres"},
    {"do": "buy", "player": "Ann", "product": "cereals", "millions": 2},
    {"do": "done", "player": "Ann"},
    {"do": "done", "player": "Ben"},
)


@pytest.fixture
def host(tmp_path: Path) -> Host:
    """A table where wool was written down, which Odessa does not sell."""
    record = Record(Header("long_cours", dict(GAME.begin(SEATS, {}, BOARD))))
    for said in MEANT:
        wrong = {**said, "product": "wool"} if said["do"] == "buy" else said
        record = record.add(Happened(wrong))
    store = Store(tmp_path / "table.sqlite")
    store.begin(record, NOW)
    return Host(store, BOARD, lambda: NOW, Address(8000))


def facts(host: Host) -> list[object]:
    assert host.table is not None
    return [dict(each) for each in facts_of(host.table.view.record)]


@pytest.mark.parametrize(
    ("language", "question"), [("en", "Number 3: was it this?"), ("fr", "Numéro 3")]
)
def test_one_tap_undoes_the_slip(host: Host, language: str, question: str) -> None:
    client = client_of(host, Role.BANKER)
    client.set_cookie("language", language)
    page = client.get("/bank").get_data(as_text=True)
    found = re.search(r'class="repair" value="([^"]*)">', page)
    assert found
    assert question in page
    act = json.loads(unescape(unescape(found[1])))

    view = client.get("/view").get_json()
    client.post("/act", json={"revision": view["revision"], "act": act})

    assert facts(host) == list(MEANT)
    assert client.get("/view").get_json()["findings"] == []


def test_the_page_of_an_entry_offers_what_it_may_have_been(host: Host) -> None:
    client = client_of(host, Role.BANKER)
    page = client.get("/entry/3").get_data(as_text=True)
    acts = [
        json.loads(unescape(unescape(x))) for x in re.findall(r'name="act" value="([^"]*)"', page)
    ]
    right = {"correct": 3, "fact": MEANT[2]}
    assert right in acts

    view = client.get("/view").get_json()
    client.post("/act", json={"revision": view["revision"], "act": right})

    assert facts(host) == list(MEANT)
