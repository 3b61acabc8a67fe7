"""Own ships: what is tapped on one is what the rules ask for it."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from flask.testing import FlaskClient

from companion.boards.board_file import parse_board
from companion.boards.tiles_board import TilesBoard
from companion.cards.card import by_id
from companion.games.big_kini import game as big_kini
from companion.games.carcassonne_south_seas.game import GAME
from companion.games.carcassonne_south_seas.terms.ships import SHIPS, Ship, ships_of
from companion.play.game import Seat

SEATS = (Seat("Ann", "red"), Seat("Ben", "blue"))


@pytest.fixture
def at(client: FlaskClient) -> str:
    begin = {"game": "carcassonne_south_seas", "name": "Ours"}
    return client.post("/tiles", data=begin).location


def ships(client: FlaskClient, at: str) -> dict[str, Ship]:
    board = parse_board(json.loads(client.get(f"{at}/board.json").data))
    state = GAME.start(GAME.begin(SEATS, {}, board), board)
    assert state.game.ships == ships_of(state.game.board)
    return dict(state.game.ships)


def tap(client: FlaskClient, at: str, ship: str, **form: str) -> None:
    answer = client.post(f"{at}/cards/{ship}", data=form)
    assert answer.status_code == 303, answer.get_data(as_text=True)


def test_untouched_they_are_those_of_the_program(client: FlaskClient, at: str) -> None:
    page = client.get(f"{at}/cards").get_data(as_text=True)

    assert page.count("own-card") == len(SHIPS)
    assert ships(client, at) == SHIPS


def test_every_ship_can_be_told_by_its_signs() -> None:
    assert {card.id: card for card in GAME.about.cards}.keys() == SHIPS.keys()
    shipped = GAME.shipped_board()
    assert isinstance(shipped, TilesBoard)
    assert ships_of(replace(shipped, cards=by_id(GAME.about.cards))) == SHIPS


def test_a_sign_more_and_fewer_and_a_point_more(client: FlaskClient, at: str) -> None:
    """Ship 6 asks 1 banana and 2 fish for 3 points; yours a shell and 2 fish for 4."""
    tap(client, at, "b06", fewer="banana")
    tap(client, at, "b06", more="shell")
    tap(client, at, "b06", number="4")

    theirs = ships(client, at)
    assert theirs["b06"] == Ship("b06", 4, fixed=(1, 0, 2))
    assert {id_: ship for id_, ship in theirs.items() if id_ != "b06"} == {
        id_: ship for id_, ship in SHIPS.items() if id_ != "b06"
    }
    assert "yours" in client.get(f"{at}/cards").get_data(as_text=True)


def test_one_more_and_one_fewer(client: FlaskClient, at: str) -> None:
    tap(client, at, "b24", another="1")
    tap(client, at, "b01", none="1")

    theirs = ships(client, at)
    assert (theirs["b25"].free, "b01" in theirs, len(theirs)) == (7, False, len(SHIPS))


def test_a_ship_that_asks_for_nothing_is_refused_in_one_line(client: FlaskClient, at: str) -> None:
    """Ship 6 asks 1 banana and 2 fish."""
    for sign in ("fish", "fish"):
        tap(client, at, "b06", fewer=sign)
    answer = client.post(f"{at}/cards/b06", data={"fewer": "banana"})

    assert answer.status_code == 422
    assert "b06 asks for nothing" in answer.get_data(as_text=True)
    assert ships(client, at)["b06"].fixed == (0, 1, 0)


@pytest.mark.parametrize("sign", ["pearl", "NO id", "x" * 300, ""])
def test_a_sign_that_is_none_is_refused(sign: str, client: FlaskClient, at: str) -> None:
    answer = client.post(f"{at}/cards/b06", data={"more": sign})

    assert answer.status_code == 422
    assert ships(client, at) == SHIPS


@pytest.mark.parametrize("language", ["en", "fr"])
def test_in_both_languages(language: str, client: FlaskClient, at: str) -> None:
    client.set_cookie("language", language)
    said = {"en": "B: goods of another kind", "fr": "autre sorte"}[language]
    assert said in client.get(f"{at}/cards").get_data(as_text=True)


def test_a_game_without_any_has_no_such_page(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare = replace(big_kini.GAME, about=replace(big_kini.GAME.about, cards=()))
    monkeypatch.setattr(big_kini, "GAME", bare)
    at = client.post("/tiles", data={"game": "big_kini", "name": "Ours"}).location

    assert client.get(f"{at}/cards").status_code == 404
    assert f"{at}/cards" not in client.get(at).get_data(as_text=True)
