"""Every page that a phone of Big Kini opens: small when it first comes, and fit for anybody.

The game is one of six, the most that play, at the moments at which a phone asks most of a hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from companion.games.big_kini.judging.choices import awaited
from companion.games.big_kini.state.state import State
from companion.games.big_kini.terms.actions import Action
from tests.browser.anybody import faults_everywhere
from tests.browser.big_kini.drawn_game import Until, drawn_until
from tests.browser.first_load import is_small
from tests.companion.games.big_kini.tables import BOARD
from tests.web.tables import ServedTable, serve
from web.host.roles import Role

Open = Callable[..., Page]
PAGES = (
    ("/me", Role.PLAYER),
    ("/table", Role.WATCHER),
    ("/score", Role.WATCHER),
    ("/rule", Role.PLAYER),
    ("/rule?of=deed:call", Role.PLAYER),
    ("/anywhere", Role.PLAYER),
    ("/bank", Role.BANKER),
    ("/entry/8", Role.BANKER),
    ("/evenings", Role.HOST),
    ("/start", Role.HOST),
)


def does(action: Action) -> Until:
    """Until somebody does it, and nobody is asked for a card any more."""

    def done(state: State) -> bool:
        doing, asked = state.doing, state.turn.asked or state.turn.laid
        return doing is not None and doing.action is action and bool(doing.left) and not asked

    return done


MOMENTS: dict[str, Until] = {
    "a home": lambda state: not state.homes,
    "a token": lambda state: state.round == 2 and not state.turn.space,
    "a move": does(Action.MOVE),
    "a discovery": does(Action.DISCOVERY),
    "an election": lambda state: state.election is not None,
}


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[ServedTable, str]]:
    """Where most is on a phone: pictures of all atolls that may be discovered."""
    path: Path = tmp_path_factory.mktemp("game") / "table.sqlite"
    record, state = drawn_until(MOMENTS["a discovery"])
    with serve(path, record, board=BOARD) as table:
        yield table, awaited(state)[0]


@pytest.mark.parametrize(("path", "role"), PAGES, ids=str)
def test_the_first_load_is_small(
    path: str, role: Role, game: tuple[ServedTable, str], open_page: Open
) -> None:
    table, player = game
    page = open_page(table.door(role, player if role is Role.PLAYER else None))

    assert is_small(page, f"http://localhost:{table.port}{path}")


@pytest.mark.parametrize(("path", "role"), PAGES[1:8], ids=str)
def test_anybody_can_use_every_page(
    path: str, role: Role, game: tuple[ServedTable, str], open_page: Open
) -> None:
    table, player = game
    page = open_page(table.door(role, player if role is Role.PLAYER else None))

    assert faults_everywhere(page, f"http://localhost:{table.port}{path}") == {}


@pytest.mark.parametrize("moment", MOMENTS)
def test_anybody_can_use_a_phone_at_every_moment(
    moment: str, tmp_path: Path, open_page: Open
) -> None:
    record, state = drawn_until(MOMENTS[moment])
    with serve(tmp_path / "table.sqlite", record, board=BOARD) as table:
        page = open_page(table.door(Role.PLAYER, awaited(state)[0]))

        assert faults_everywhere(page, f"http://localhost:{table.port}/me") == {}


def test_anybody_can_read_the_final_score(tmp_path: Path, open_page: Open) -> None:
    """Seven kinds of points are more columns than a phone has room for."""
    record, _ = drawn_until(lambda state: state.over)
    with serve(tmp_path / "table.sqlite", record, board=BOARD) as table:
        page = open_page(table.door(Role.WATCHER))

        assert faults_everywhere(page, f"http://localhost:{table.port}/score") == {}
