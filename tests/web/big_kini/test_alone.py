"""Big Kini alone: one name begins it, nothing is hidden from nobody, and 56 points are its aim."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.games import game_called
from companion.games.big_kini.shipped import read_shipped_board
from companion.games.big_kini.state.state import Phase, State
from companion.play.game import Seat
from companion.store import Store
from tests.catalogues import typed
from tests.web.tables import NOW, client_of, make_host
from tests.web.tiles.big_kini_tables import Until, drawn_until
from web.host.host import Address, Host
from web.host.roles import Role

GAME = game_called("big_kini")
BOARD = read_shipped_board()
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")


def begun(path: Path, names: tuple[str, ...]) -> tuple[Host, int]:
    """The form sent with these names and nothing else, and what came back."""
    host = make_host(path / "table.sqlite", players=())
    boss = client_of(host, Role.HOST)
    sent = {"game": "big_kini", "name": list(names), "role": list(GAME.roles(BOARD))}
    return host, boss.post("/start", data=sent).status_code


@pytest.mark.parametrize("count", [1, 2, 6])
def test_names_alone_begin_a_game_of_so_many(count: int, tmp_path: Path) -> None:
    """One and six play with action cards, without anybody saying so. Rules 91 and 101."""
    host, status = begun(tmp_path, NAMES[:count])

    assert status == 303
    assert host.table is not None
    game = host.table.view.last.state.game
    assert (game.players, game.rulings.cards) == (count, count in (1, 6))


def test_the_form_wants_as_many_names_as_play(tmp_path: Path) -> None:
    boss = client_of(make_host(tmp_path / "table.sqlite", players=()), Role.HOST)

    wanted = {
        game: boss.get(f"/start?game={game}").text.count('autocomplete="off" required')
        for game in ("big_kini", "clippers")
    }

    assert wanted == {"big_kini": 1, "clippers": 2}


def test_what_cannot_be_begun_is_said_on_the_form(tmp_path: Path) -> None:
    boss = client_of(make_host(tmp_path / "table.sqlite", players=()), Role.HOST)
    sent = {
        "game": "big_kini",
        "name": ["Ann", "Ben"],
        "role": list(GAME.roles(BOARD)),
        "ruling.blocked": "two",
    }

    page = boss.post("/start", data=sent)

    assert page.status_code == 422
    assert 'value="Ann"' in page.text
    assert 'role="alert"' in page.text


def token_may_be_put(state: State) -> bool:
    return state.phase is Phase.PLAYING and not state.turn.space


def alone(path: Path, until: Until) -> Host:
    record, _ = drawn_until(until, seats=[Seat("Ann", "blue")])
    store = Store(path / "table.sqlite")
    store.begin(record, NOW)
    return Host(store, BOARD, lambda: NOW, Address(8000))


def test_who_plays_alone_acts_at_the_table_itself(tmp_path: Path) -> None:
    host = alone(tmp_path, token_may_be_put)
    assert host.table is not None
    money = host.table.view.last.state.money("Ann")

    page = typed(client_of(host, Role.HOST).get("/table").text)

    assert f"{money} bb" in page.replace("\u202f", " ").replace("\u00a0", " ")
    assert "The action board" in page
    assert "it is on his own phone" not in page


def test_who_misses_the_aim_has_not_won(tmp_path: Path) -> None:
    host = alone(tmp_path, lambda state: state.over)
    assert host.table is not None
    points = GAME.score(host.table.view.last.state, ()).standings[0].total
    assert points < 56
    boss = client_of(host, Role.HOST)

    assert f"Ann misses the aim of 56, with {points} points" in typed(boss.get("/table").text)
    assert "The aim of a game alone is 56 points." in typed(boss.get("/score").text)
    assert "Ann misses the aim of 56" in typed(boss.get("/evenings").text)
    play = json.loads(boss.get("/export/play.bgsplay").text)["plays"][0]
    assert [each["winner"] for each in play["playerScores"]] == [False]
