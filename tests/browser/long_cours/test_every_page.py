"""Every page that a phone of Long Cours opens: small when it first comes, and fit for anybody.

The game is one of six, the most that play, at the moments at which a phone asks most of a hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from companion.games import game_called
from companion.play.page.face import Fact
from companion.records.record import Happened, Record
from tests.browser.anybody import faults_everywhere
from tests.browser.first_load import is_small
from tests.companion.games.long_cours.whole_games import GAMES
from tests.web.tables import ServedTable, serve
from web.host.roles import Role

Open = Callable[..., Page]
BOARD = game_called("long_cours").shipped_board()
WHOLE, _ = GAMES["6-players"]
PAGES = (
    ("/me", Role.PLAYER),
    ("/table", Role.WATCHER),
    ("/score", Role.WATCHER),
    ("/rule", Role.PLAYER),
    ("/rule?of=deed:storm", Role.PLAYER),
    ("/anywhere", Role.PLAYER),
    ("/bank", Role.BANKER),
    ("/entry/8", Role.BANKER),
    ("/evenings", Role.HOST),
    ("/start", Role.HOST),
    ("/doors", Role.HOST),
    ("/settings", Role.HOST),
)
MOMENTS = ("storm", "fight", "bid", "corsair")
"""What is done last before everybody's page is looked at; and the end."""


def facts() -> list[Fact]:
    """What happens in the game."""
    return [entry.act.fact for entry in WHOLE.entries if isinstance(entry.act, Happened)]


def after(done: str) -> Record:
    """The game as far as the first time that somebody does this; all of it for the end."""
    last = len(WHOLE.entries)
    if done != "end":
        last = next(number for number, fact in enumerate(facts(), 1) if fact["do"] == done)
    return Record(WHOLE.header, WHOLE.entries[:last])


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedTable]:
    path: Path = tmp_path_factory.mktemp("game") / "table.sqlite"
    with serve(path, after("corsair"), board=BOARD) as table:
        yield table


@pytest.fixture
def at_moment(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[ServedTable]:
    with serve(tmp_path / "table.sqlite", after(request.param), board=BOARD) as table:
        yield table


def awaited(table: ServedTable) -> str:
    """Who is to do something now, or anybody where the game is over."""
    assert table.host.table is not None
    state = table.host.table.view.last.state
    return next(iter(game_called("long_cours").awaited(state)), state.players[0])


@pytest.mark.parametrize(("path", "role"), PAGES, ids=str)
def test_the_first_load_is_small(path: str, role: Role, game: ServedTable, open_page: Open) -> None:
    page = open_page(game.door(role, awaited(game) if role is Role.PLAYER else None))

    assert is_small(page, f"http://localhost:{game.port}{path}")


@pytest.mark.parametrize(("path", "role"), PAGES[1:9], ids=str)
def test_anybody_can_use_every_page(
    path: str, role: Role, game: ServedTable, open_page: Open
) -> None:
    page = open_page(game.door(role, awaited(game) if role is Role.PLAYER else None))

    assert faults_everywhere(page, f"http://localhost:{game.port}{path}") == {}


@pytest.mark.parametrize("at_moment", [*MOMENTS, "end"], indirect=True)
def test_anybody_can_use_a_phone_at_every_moment(at_moment: ServedTable, open_page: Open) -> None:
    page = open_page(at_moment.door(Role.PLAYER, awaited(at_moment)))

    assert faults_everywhere(page, f"http://localhost:{at_moment.port}/me") == {}
