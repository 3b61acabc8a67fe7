"""A move of Big Kini on one's own phone: the chart is told where a cube may go."""

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


def test_the_chart_offers_where_a_cube_may_go(tmp_path: Path) -> None:
    seats = [Seat(*each) for each in zip(("Ann", "Ben"), GAME.roles(BOARD), strict=False)]
    record = Record(Header("big_kini", dict(GAME.begin(seats, {}, BOARD))))
    for fact in SETTLED:
        record = record.add(Happened(fact))
    store = Store(tmp_path / "table.sqlite")
    store.begin(record, NOW)
    host = Host(store, BOARD, lambda: NOW, Address(8000))

    page = client_of(host, Role.PLAYER, "Ann").get("/me").get_data(as_text=True)

    told = re.search(r'data-places="([^"]*)"', page)
    assert told is not None
    offered = json.loads(unescape(told[1]))
    posts = ("administrator-a", "minister-ab", "minister-bc")
    assert set(offered) == {f"cell/4,1/{post}" for post in posts}
    host.close()
