"""A move of Big Kini on one's own phone: the chart is told where a cube may go."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path

from companion.games.big_kini.course.deeds import cost_of_move
from companion.games.big_kini.game import GAME
from companion.games.big_kini.judging.choices import awaited, choices
from companion.games.big_kini.state.state import State, cell_of
from companion.games.big_kini.terms.events import Moved
from companion.play.game import Seat
from companion.records.record import Happened, Header, Record
from companion.store import Store
from tests.web.tables import NOW, client_of
from tests.web.tiles.big_kini_tables import drawn_until
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


def goes_elsewhere(state: State) -> bool:
    moves = (each.event for each in choices(state) if isinstance(each.event, Moved))
    return any(cell_of(each.source) != cell_of(each.target) for each in moves)


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


def test_what_a_move_costs_stands_beside_its_targets_and_on_the_chart(tmp_path: Path) -> None:
    """One for each atoll of distance, rule 40; nothing within an atoll."""
    record, state = drawn_until(goes_elsewhere)
    costs: dict[str, set[int]] = {}
    for each in choices(state):
        if isinstance(each.event, Moved):
            cost = cost_of_move(state, each.event.source, each.event.target, state.doing)
            costs.setdefault(each.event.target, set()).add(cost)
    store = Store(tmp_path / "table.sqlite")
    store.begin(record, NOW)
    host = Host(store, BOARD, lambda: NOW, Address(8000))

    page = client_of(host, Role.PLAYER, awaited(state)[0]).get("/me").get_data(as_text=True)

    told = re.search(r'data-places="([^"]*)"', page)
    assert told is not None
    offered = json.loads(unescape(told[1]))
    assert max(map(max, costs.values())) > 0
    for place, there in costs.items():
        options = re.findall(rf'<option value="{place}">(.*?)</option>', page)
        said = {re.search(r"\d+(?=\s*bb)", unescape(each)) for each in options}
        assert {-each["earns"] for each in offered[place]} == there
        assert {int(each[0]) if each else 0 for each in said} == there
    host.close()
