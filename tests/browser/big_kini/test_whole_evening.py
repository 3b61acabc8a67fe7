"""Four phones through an evening of Big Kini: each player taps what he does on his own page.

The game is drawn by lot, with action cards; it has elections that go from phone to phone, a
discovery, and goods. Nothing is refused, and each phone shows the money of its player alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median

import pytest

from companion.games import game_called
from companion.games.big_kini.drawn.self_play import drawn
from companion.play.game import Seat
from companion.records.record import Header, Record
from tests.browser.anybody import SMALL, WIDER
from tests.browser.evening_phone import Open, four_phones, play
from tests.web.tables import ServedTable, serve

GAME = game_called("big_kini")
BOARD = GAME.shipped_board()
NAMES = ("Ann", "Ben", "Cleo", "Dan")
SEED, FACTS = 300, 70
EVERY_KIND = {
    "home", "settle", "token", "proliferate", "move", "income", "take", "pick", "call", "vote",
    "crown", "discover", "land", "buy", "play", "no_card", "reveal", "again", "done",
}  # fmt: skip
HIDDEN = "?"
MOST_TAPS = 5
"""A discovery by the lists: where to, which atoll, how it lies, and that it is so."""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[ServedTable]:
    seats = [Seat(*each) for each in zip(NAMES, GAME.roles(BOARD), strict=False)]
    record = Record(Header("big_kini", dict(GAME.begin(seats, {"cards": "yes"}, BOARD))))
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
    for mine, phone in phones.items():
        shown = phone.page.locator(".purses .money").all_inner_texts()
        assert [text.split("\u202f")[0] for text in shown] == [
            str(state.money(name)) if name == mine else HIDDEN for name in state.players
        ]
        assert phone.page.evaluate(SMALL) == []
        assert phone.page.evaluate(WIDER) == []
    taps = [each for phone in phones.values() for each in phone.of_each]
    assert median(taps) == 1
    assert max(taps) <= MOST_TAPS
