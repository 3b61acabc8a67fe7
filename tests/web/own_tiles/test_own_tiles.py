"""Own tiles on the page: what is typed and tapped is saved, is a board file, and is played on."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from calibration.own_tiles.shelf import FOLDER, TilesShelf
from companion.boards.board_file import parse_board
from companion.boards.tiles_board import Tile, TilesBoard
from companion.games.big_kini.game import GAME
from companion.games.big_kini.state.atolls import atolls_of
from companion.games.big_kini.terms.goods import GOODS
from tests.catalogues import typed
from tests.web.tables import client_of
from web.host.host import Host
from web.host.roles import Role
from web.own_tiles.shown import DRAWN_PX

SHIPPED = GAME.shipped_board()
NAME = "Ours & theirs"


@pytest.fixture
def at(client: FlaskClient) -> str:
    """The address of a board that has just been begun."""
    answer = client.post("/tiles", data={"game": "big_kini", "name": NAME})
    assert answer.status_code == 303
    return answer.location


def board(client: FlaskClient, at: str) -> TilesBoard:
    read = parse_board(json.loads(client.get(f"{at}/board.json").data))
    assert isinstance(read, TilesBoard)
    return read


def typed_of(tile: Tile) -> dict[str, object]:
    """The form of a tile as it comes to the browser."""
    form: dict[str, object] = {}
    for each in tile.features:
        form[f"kind.{each.id}"] = each.kind
        form[f"number.{each.id}"] = "" if each.number is None else str(each.number)
        form[f"sign.{each.id}"] = each.sign
        form[f"spots.{each.id}"] = list(each.spots)
    return form


def test_it_begins_with_the_shipped_tiles(client: FlaskClient, at: str) -> None:
    assert isinstance(SHIPPED, TilesBoard)
    own = board(client, at)
    every = client.get(at).get_data(as_text=True)

    assert own.name == NAME
    assert own.tiles == SHIPPED.tiles
    assert own.layouts == SHIPPED.layouts
    assert every.count("layer picture") == sum(not tile.back for tile in own.tiles.values())


def test_what_is_typed_of_a_tile_is_what_the_rules_play_with(client: FlaskClient, at: str) -> None:
    """The port of atoll 2 is of level 1, and its second minister has no influence on it."""
    form = typed_of(board(client, at).tiles["a2"])
    form |= {"number.a": "1", "spots.a": ["administrator-a", "minister-ab", "baron"]}

    assert client.post(f"{at}/a2", data=form).status_code == 303

    own = board(client, at)
    [port] = atolls_of(own)["a2"].of_function("port")
    assert (port.number, port.posts) == (1, {"administrator-a", "minister-ab", "baron"})
    assert own.tiles["a3"] == board(client, at).tiles["a3"]
    assert "a2" not in own.status
    assert "yours" in client.get(at).get_data(as_text=True)


def test_an_island_that_is_another_one_is_chosen(client: FlaskClient, at: str) -> None:
    form = typed_of(board(client, at).tiles["a1"])
    form |= {"kind.c": "goods", "sign.c": GOODS[0], "number.c": "", "kind.capital": ""}
    form |= {"kind.one-more": "votes", "sign.one-more": GOODS[1]}

    answer = client.post(f"{at}/a1", data=form)

    assert answer.status_code == 303, answer.get_data(as_text=True)
    atoll = atolls_of(board(client, at))["a1"]
    [store] = atoll.of_function("goods")
    assert store.goods == GOODS[0]
    assert (atoll.votes, atoll.capital) == (GOODS[1], 0)


def test_a_tap_on_the_drawing_puts_a_place_there(client: FlaskClient, at: str) -> None:
    """In the middle of the right half; it is moved by the next tap, and taken away again."""
    tap = {"which": "new:minister", "at.x": str(DRAWN_PX * 3 // 4), "at.y": str(DRAWN_PX // 4)}
    again = client.post(f"{at}/a1/spot", data=tap)
    assert again.status_code == 303
    assert '"new:minister" selected' in client.get(again.location).get_data(as_text=True)
    added = board(client, at).tiles["a1"].spots[-1]
    assert (added.kind, added.x_mm > 20, added.y_mm < -20) == ("minister", True, True)

    moved = {"which": added.id, "x_mm": "-25,5", "y_mm": "30", "at.x": "0", "at.y": "0"}
    assert client.post(f"{at}/a1/spot", data=moved).status_code == 303
    there = board(client, at).tiles["a1"].spots[-1]
    assert (there.id, there.x_mm, there.y_mm) == (added.id, -25.5, 30)

    gone = {"which": added.id, "remove": "1"}
    assert client.post(f"{at}/a1/spot", data=gone).status_code == 303
    assert added.id not in {spot.id for spot in board(client, at).tiles["a1"].spots}

    assert client.post(f"{at}/undo").status_code == 303
    assert board(client, at).tiles["a1"].spots[-1] == there


@pytest.mark.parametrize(
    ("path", "form", "said"),
    [
        ("a1", {"kind.a": "port", "number.a": "many"}, "many is no number"),
        ("a1", {"kind.a": "port", "number.a": "9" * 5000}, "is no number"),
        ("a1/spot", {"which": "baron", "remove": "1"}, "baron"),
        ("a1/spot", {"which": "baron", "x_mm": "400", "y_mm": "0"}, "tile"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_changed(
    path: str, form: dict[str, str], said: str, client: FlaskClient, at: str
) -> None:
    before = board(client, at)

    answer = client.post(f"{at}/{path}", data=form)

    assert answer.status_code == 422
    assert 'role="alert"' in answer.get_data(as_text=True)
    assert said in answer.get_data(as_text=True)
    assert board(client, at) == before


def test_the_next_game_is_played_on_them(client: FlaskClient, at: str, host: Host) -> None:
    form = typed_of(board(client, at).tiles["a2"]) | {"number.a": "1"}
    client.post(f"{at}/a2", data=form)

    answer = client.post(f"{at}/play")

    assert answer.location == "/start?game=big_kini"
    assert isinstance(host.new_board, TilesBoard)
    [port] = atolls_of(host.new_board)["a2"].of_function("port")
    assert port.number == 1


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "baron (9): lies on minister (7); move it 3 mm or more away"),
        ("fr", "baron (9) : est sur ministre (7) ; déplacez-le de 3 mm ou plus"),
    ],
)
def test_a_tap_too_near_another_place_is_refused_in_the_words_of_the_page(
    client: FlaskClient, at: str, language: str, told: str
) -> None:
    """Each place by its kind and its number in the drawing, not by its id in a file."""
    near = next(spot for spot in board(client, at).tiles["a8"].spots if spot.id == "minister-bc")
    client.set_cookie("language", language)
    tap = {"which": "baron", "x_mm": str(near.x_mm + 1), "y_mm": str(near.y_mm)}
    answer = client.post(f"{at}/a8/spot", data=tap)

    assert answer.status_code == 422
    assert told in typed(unescape(answer.get_data(as_text=True)))


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "The new place: lies on minister (7); move it 3 mm or more away."),
        ("fr", "Le nouvel emplacement : est sur ministre (7) ; déplacez-le de 3 mm ou plus."),
    ],
)
def test_a_place_that_is_not_yet_there_is_told_without_a_file_s_names(
    client: FlaskClient, at: str, language: str, told: str
) -> None:
    """What was typed stays, and the settings of the page lead back to it."""
    near = next(spot for spot in board(client, at).tiles["a8"].spots if spot.id == "minister-bc")
    client.set_cookie("language", language)
    tap = {"which": "new:baron", "x_mm": str(near.x_mm + 1), "y_mm": str(near.y_mm)}
    answer = client.post(f"{at}/a8/spot", data=tap)

    page = unescape(answer.get_data(as_text=True))
    assert answer.status_code == 422
    assert told in typed(page)
    assert re.search(rf'<details open>.*name="x_mm"[^>]* value="{near.x_mm + 1}"', page, re.DOTALL)
    assert f'name="back" value="{at}/a8"' in page
    assert client.get(f"{at}/a8").status_code == 200


def test_a_drawing_that_is_entered_by_keyboard_asks_where(client: FlaskClient, at: str) -> None:
    before = board(client, at)

    answer = client.post(f"{at}/a8/spot", data={"which": "new:baron", "at.x": "0", "at.y": "0"})

    assert answer.status_code == 422
    assert "tap the drawing where it is" in answer.get_data(as_text=True)
    assert board(client, at) == before


def test_all_are_gone_through_one_after_the_other(client: FlaskClient, at: str) -> None:
    """What was typed is kept before the next tile comes; after the last one none does."""
    names = [tile.id for tile in board(client, at).tiles.values() if not tile.back]
    form = typed_of(board(client, at).tiles[names[0]]) | {"number.a": "5"}
    answer = client.post(f"{at}/{names[0]}", data={**form, "next": names[1]})

    assert (answer.status_code, answer.location) == (303, f"{at}/{names[1]}")
    assert board(client, at).tiles[names[0]].features[0].number == 5
    pages = [client.get(f"{at}/{name}").get_data(as_text=True) for name in names]
    offered = [re.findall(r'name="next" value="(.*?)"', page) for page in pages]
    assert offered == [*([name] for name in names[1:]), []]


@pytest.mark.parametrize("path", ["/tiles/00000000", "/tiles/nothing", "{at}/a99", "{at}/back"])
def test_what_is_not_there_is_said(path: str, client: FlaskClient, at: str) -> None:
    assert client.get(path.format(at=at)).status_code == 404


def test_a_damaged_board_is_told_and_hides_no_other(
    client: FlaskClient, at: str, host: Host
) -> None:
    folder = host.store.path.parent / FOLDER
    damaged = TilesShelf(folder).begin("big_kini", "Damaged")
    [step] = (folder / damaged.id).glob("*.json")
    step.write_text("{", encoding="utf-8")

    answer = client.get("/tiles")

    page = unescape(answer.get_data(as_text=True))
    assert answer.status_code == 200
    assert f'href="{at}">{NAME}<' in page
    assert re.search(rf'class="fault">{damaged.id}: .*not JSON', page)
    assert f'href="/tiles/{damaged.id}"' not in page


@pytest.mark.parametrize(("language", "said"), [("en", "19 to 25"), ("fr", "19 à 25")])
def test_which_atolls_a_table_needs_is_said(
    language: str, said: str, client: FlaskClient, at: str
) -> None:
    """Whoever has no extension lays out eighteen."""
    client.set_cookie("language", language)

    assert said in typed(unescape(client.get(at).get_data(as_text=True)))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_page_is_there_in_both_languages(language: str, client: FlaskClient, at: str) -> None:
    client.set_cookie("language", language)
    for path in ("/tiles", at, f"{at}/a1", f"{at}/a1.svg", "/trace"):
        assert client.get(path).status_code == 200


@pytest.mark.parametrize("role", [Role.PLAYER, Role.WATCHER, Role.BANKER])
def test_only_the_host_may(role: Role, host: Host, at: str) -> None:
    other = client_of(host, role)

    assert other.get(at).status_code in {302, 303, 403}
    assert other.post(f"{at}/play").status_code == 403
