"""Every page that a phone of South Seas opens: small when it first comes, and fit for anybody.

Five play, the most that can; a third of all tiles lie, and somebody holds a tile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Page

from companion.games import game_called
from companion.games.carcassonne_south_seas.drawn.self_play import drawn
from companion.play.game import Seat
from companion.records.record import Happened, Header, Record
from tests.browser.anybody import faults_everywhere
from tests.browser.first_load import is_small
from tests.web.tables import ServedTable, serve
from web.host.roles import Role

Open = Callable[..., Page]
GAME = game_called("carcassonne_south_seas")
BOARD = GAME.shipped_board()
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")
SEED, TILES = 8, 24
PAGES = (
    ("/me", Role.PLAYER),
    ("/table", Role.WATCHER),
    ("/score", Role.WATCHER),
    ("/bank", Role.BANKER),
    ("/rule", Role.PLAYER),
    ("/entry/8", Role.BANKER),
    ("/evenings", Role.HOST),
    ("/start", Role.HOST),
)


def drawn_game(tiles: int | None) -> tuple[Record, str]:
    """A game until so many tiles lie and the next is drawn, or to its end; and who acts."""
    seats = [Seat(*each) for each in zip(NAMES, GAME.roles(BOARD), strict=True)]
    header = Header(GAME.about.id, dict(GAME.begin(seats, {}, BOARD)))
    record, state, random = Record(header), GAME.start(header.setup, BOARD), Random(SEED)
    while not state.over and (tiles is None or len(state.tiles) < tiles or not state.turn.drawn):
        event = drawn(state, random)
        assert event is not None
        record = record.add(Happened(GAME.fact(event)))
        state = GAME.apply(state, event)
    return record, next(iter(GAME.awaited(state)), NAMES[0])


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[ServedTable, str]]:
    path: Path = tmp_path_factory.mktemp("game") / "table.sqlite"
    record, player = drawn_game(TILES)
    with serve(path, record, board=BOARD) as table:
        yield table, player


@pytest.mark.parametrize(("path", "role"), PAGES, ids=str)
def test_the_first_load_is_small(
    path: str, role: Role, game: tuple[ServedTable, str], open_page: Open
) -> None:
    table, player = game
    page = open_page(table.door(role, player if role is Role.PLAYER else None))

    assert is_small(page, f"http://localhost:{table.port}{path}")


@pytest.mark.parametrize(("path", "role"), PAGES[:4], ids=str)
def test_anybody_can_use_every_page(
    path: str, role: Role, game: tuple[ServedTable, str], open_page: Open
) -> None:
    table, player = game
    page = open_page(table.door(role, player if role is Role.PLAYER else None))

    assert faults_everywhere(page, f"http://localhost:{table.port}{path}") == {}


def test_anybody_can_read_the_final_score(tmp_path: Path, open_page: Open) -> None:
    record, _ = drawn_game(None)
    with serve(tmp_path / "table.sqlite", record, board=BOARD) as table:
        page = open_page(table.door(Role.WATCHER))

        assert faults_everywhere(page, f"http://localhost:{table.port}/score") == {}
