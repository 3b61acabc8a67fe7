"""Four phones through an evening of Long Cours: each player taps what he does on his own page.

The game is drawn by lot; it has a fight on two phones, an auction, a storm with a ship that comes
back, and the corsair's run. Nothing is refused, and everybody's page shows it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median

import pytest

from companion.games import game_called
from companion.games.long_cours.drawn.self_play import drawn
from companion.play.game import Seat
from companion.records.record import Header, Record
from tests.browser.anybody import SMALL, WIDER
from tests.browser.evening_phone import Open, four_phones, play
from tests.web.tables import ServedTable, serve

GAME = game_called("long_cours")
BOARD = GAME.shipped_board()
SHIPS = GAME.roles(BOARD)
NAMES = ("Ann", "Ben", "Cleo", "Dan")
SEED, FACTS = 176, 62
EVERY_KIND = {
    "place", "buy", "move", "direct", "resell", "storm", "return", "fight", "answer", "give_up",
    "auction", "bid", "corsair_enters", "corsair", "done",
}  # fmt: skip


@pytest.fixture
def table(tmp_path: Path) -> Iterator[ServedTable]:
    seats = [Seat(*each) for each in zip(NAMES, SHIPS, strict=False)]
    record = Record(Header("long_cours", dict(GAME.begin(seats, {}, BOARD))))
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
        shown = phone.page.locator(".purses .money").all_inner_texts()
        assert [text.split("\u202f")[0] for text in shown] == [
            str(state.cash(name)) for name in state.players
        ]
        assert phone.page.evaluate(SMALL) == []
        assert phone.page.evaluate(WIDER) == []
    taps = [each for phone in phones.values() for each in phone.of_each]
    assert median(taps) == 1
    assert max(taps) <= 3
