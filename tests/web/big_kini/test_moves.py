"""A move of Big Kini on one's own phone: the chart is told what may go where."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path

from companion.games.big_kini.game import GAME
from companion.play.game import Seat
from companion.records.record import Happened, Header, Record
from companion.store import Store
from tests.web.tables import NOW, client_of
from web.host.host import Address, Host
from web.host.roles import Role

BOARD = GAME.shipped_board()
SETTLED = (
    {"do": "home", "player": "Ben", "cell": "cell/0,1", "atoll": "a2/0"},
    {"do": "home", "player": "Ann", "cell": "cell/4,1", "atoll": "a1/0"},
    {"do": "settle", "player": "Ben", "place": "cell/0,1/administrator-a"},
    {"do": "settle", "player": "Ben", "place": "cell/0,1/administrator-b"},
    {"do": "settle", "player": "Ann", "place": "cell/4,1/administrator-b"},
    {"do": "settle", "player": "Ann", "place": "cell/4,1/administrator-c"},
    {"do": "token", "player": "Ann", "space": "board/move/double"},
)


def test_where_a_move_is_all_that_may_be_done_the_chart_still_offers_it(tmp_path: Path) -> None:
    seats = [Seat(*each) for each in zip(("Ann", "Ben"), GAME.roles(BOARD), strict=False)]
    record = Record(Header("big_kini", dict(GAME.begin(seats, {}, BOARD))))
    for fact in SETTLED:
        record = record.add(Happened(fact))
    store = Store(tmp_path / "table.sqlite")
    store.begin(record, NOW)
    host = Host(store, BOARD, lambda: NOW, Address(8000))

    page = client_of(host, Role.PLAYER, "Ann").get("/me").get_data(as_text=True)

    told = re.search(r'data-moved="([^"]*)"', page)
    assert told is not None
    moved = json.loads(unescape(told[1]))
    assert set(moved["from"]) == {"cell/4,1/administrator-b", "cell/4,1/administrator-c"}
    assert "cell/4,1/minister-ab" in moved["to"]
    host.close()
