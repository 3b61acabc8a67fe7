"""What stays in the box with fewer players: what is ticked is what the rules leave out."""

from __future__ import annotations

import json
import re

import pytest
from flask.testing import FlaskClient

from companion.boards.board_file import parse_board
from companion.games.big_kini.game import GAME
from companion.play.game import Seat
from tests.catalogues import typed

SEATS = (Seat("Ann", "red"), Seat("Ben", "blue"), Seat("Cleo", "green"))
USUAL = {2: {10, 11, 14, 17, 18}, 3: {10, 11, 17, 18}}
OURS = ["a7", "a8", "a9", "a12", "a13"]


@pytest.fixture
def at(client: FlaskClient) -> str:
    return client.post("/tiles", data={"game": "big_kini", "name": "Ours"}).location


def in_box(client: FlaskClient, at: str) -> dict[int, set[int]]:
    """What the rules leave out of a game of two and of three on the saved board."""
    board = parse_board(json.loads(client.get(f"{at}/board.json").data))
    return {
        count: set(GAME.start(GAME.begin(SEATS[:count], {}, board), board).game.in_box)
        for count in (2, 3)
    }


def ticked(page: str, layout: str) -> set[str]:
    form = page.partition(f'id="{layout}"')[2].partition("</form>")[0]
    return set(re.findall(r'value="(a\d+)" checked', form))


def test_untouched_it_is_as_the_program_has_it(client: FlaskClient, at: str) -> None:
    assert in_box(client, at) == USUAL
    page = client.get(f"{at}/box").get_data(as_text=True)
    assert ticked(page, "2_base") == {f"a{number}" for number in USUAL[2]}
    assert ticked(page, "3_base") == {f"a{number}" for number in USUAL[3]}
    assert "13 tiles are laid out. 5 of these stay in the box:" in page


def test_what_is_ticked_is_left_out(client: FlaskClient, at: str) -> None:
    answer = client.post(f"{at}/box/2_base", data={"tile": OURS})

    assert answer.status_code == 303
    assert in_box(client, at) == {2: {7, 8, 9, 12, 13}, 3: USUAL[3]}
    page = client.get(f"{at}/box").get_data(as_text=True)
    assert ticked(page, "2_base") == {*OURS}

    client.post(f"{at}/box/2_base", data={"tile": OURS, "usual": "1"})
    assert in_box(client, at) == USUAL


@pytest.mark.parametrize(
    ("language", "tiles", "said"),
    [
        ("en", OURS[:4], "4 are ticked, and 5 stay in the box; tick 5"),
        ("en", [], "0 are ticked"),
        ("fr", [*OURS, "a1"], "6 sont cochées, et 5 restent dans la boîte ; cochez-en 5"),
        ("en", ["a1", "a2", "a3", "a4", "a5"], "leave fewer of them in the box"),
        ("en", [*OURS[:4], "back"], "'back', which is no tile of this board that lies face up"),
        ("en", [*OURS[:4], "x9"], "'x9', which is no tile of this board"),
    ],
)
def test_what_leaves_no_table_is_refused_in_one_line(
    language: str, tiles: list[str], said: str, client: FlaskClient, at: str
) -> None:
    """What was ticked stays ticked, and nothing is changed."""
    client.set_cookie("language", language)
    answer = client.post(f"{at}/box/2_base", data={"tile": tiles})
    page = answer.get_data(as_text=True)

    assert answer.status_code == 422
    [line] = re.findall(r'role="alert">([^<]*)<', page)
    assert said in typed(line.replace("&#39;", "'"))
    assert ticked(page, "2_base") == {*tiles} - {"back", "x9"}
    assert ticked(page, "3_base") == {f"a{number}" for number in USUAL[3]}
    assert in_box(client, at) == USUAL


def test_of_another_layout_nothing_can_be_told(client: FlaskClient, at: str) -> None:
    assert client.post(f"{at}/box/4_base", data={"tile": []}).status_code == 404


def test_the_page_of_all_tiles_leads_there(client: FlaskClient, at: str) -> None:
    assert f'href="{at}/box"' in client.get(at).get_data(as_text=True)
    other = client.post("/tiles", data={"game": "carcassonne_south_seas", "name": "Sea"}).location
    assert f"{other}/box" not in client.get(other).get_data(as_text=True)
    assert client.get(f"{other}/box").status_code == 404
