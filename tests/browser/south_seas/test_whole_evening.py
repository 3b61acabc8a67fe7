"""Four phones through an evening of South Seas: each player taps what he does on his own page.

The game is drawn by lot; a market gives a ship, a boat covers fish, goods are delivered. Nothing is
refused, and everybody's page shows the same table.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median

import pytest

from companion.games import game_called
from companion.games.carcassonne_south_seas.drawn.self_play import drawn
from companion.play.game import Seat
from companion.records.record import Header, Record
from tests.browser.anybody import SMALL, WIDER
from tests.browser.evening_phone import Open, four_phones, play
from tests.web.tables import ServedTable, serve

GAME = game_called("carcassonne_south_seas")
BOARD = GAME.shipped_board()
NAMES = ("Ann", "Ben", "Cleo", "Dan")
SEED, FACTS = 207, 60
EVERY_KIND = {
    *("turn_up", "draw", "tile", "islander", "evaluate", "cover", "take_ship", "deliver", "done"),
}
MOST_TAPS = 5


@pytest.fixture
def table(tmp_path: Path) -> Iterator[ServedTable]:
    seats = [Seat(*each) for each in zip(NAMES, GAME.roles(BOARD), strict=False)]
    record = Record(Header(GAME.about.id, dict(GAME.begin(seats, {}, BOARD))))
    with serve(tmp_path / "table.sqlite", record, board=BOARD) as served:
        yield served


def test_four_phones_through_an_evening(table: ServedTable, open_page: Open) -> None:
    evening = four_phones(table, NAMES, open_page)
    phones = evening.phones
    done = play(table, GAME, phones, drawn, Random(SEED), FACTS)

    assert evening.refused == []
    assert set(done) >= EVERY_KIND
    assert table.host.table is not None
    state = table.host.table.view.last.state
    for phone in phones.values():
        laid = phone.page.locator(".layer .tile").evaluate_all("all => all.map(t => t.dataset.id)")
        assert {*laid} == {*state.tiles}
        assert phone.page.evaluate(SMALL) == []
        assert phone.page.evaluate(WIDER) == []
    taps = [each for phone in phones.values() for each in phone.of_each]
    assert median(taps) <= 2
    assert max(taps) <= MOST_TAPS
