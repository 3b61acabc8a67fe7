"""Own tiles whose areas are drawn: a tap is a step, and the game is played on what was tapped."""

from __future__ import annotations

import json
import re

import pytest
from flask.testing import FlaskClient

from companion.boards.board_file import parse_board
from companion.boards.tiles_board import TilesBoard
from companion.games.carcassonne_south_seas.state.parts import Part, edges_of, parts_of
from web.host.host import Host
from web.own_tiles.shown import DRAWN_PX

RIGHT, BELOW, LEFT, ABOVE = range(4)
IN_BOX = 73


@pytest.fixture
def at(client: FlaskClient) -> str:
    """The address of sea tiles that have just been begun."""
    begin = {"game": "carcassonne_south_seas", "name": "Ours"}
    return client.post("/tiles", data=begin).location


def board(client: FlaskClient, at: str) -> TilesBoard:
    read = parse_board(json.loads(client.get(f"{at}/board.json").data))
    assert isinstance(read, TilesBoard)
    return read


def parts(client: FlaskClient, at: str, tile: str) -> dict[str, Part]:
    return {part.spot: part for part in parts_of(board(client, at).tiles[tile])}


def tap(client: FlaskClient, at: str, tile: str, **form: str) -> str:
    """Tap, and read the page that comes."""
    answer = client.post(f"{at}/{tile}/areas", data=form)
    assert answer.status_code == 303, answer.get_data(as_text=True)
    return client.get(answer.location).get_data(as_text=True)


def test_a_side_turns_from_sea_to_island_to_bridge(client: FlaskClient, at: str) -> None:
    """Tile 16: an island above, else sea. An island to the right of it joins it; a bridge ends."""
    seen = [edges_of(board(client, at).tiles["ss16"], 0)[RIGHT]]
    for _ in range(3):
        tap(client, at, "ss16", side=str(RIGHT))
        seen.append(edges_of(board(client, at).tiles["ss16"], 0)[RIGHT])

    assert seen == ["sea", "island", "bridge", "sea"]


@pytest.mark.parametrize(
    ("x", "y", "side"),
    [(0.9, 0.5, RIGHT), (0.5, 0.9, BELOW), (0.1, 0.6, LEFT), (0.55, 0.05, ABOVE)],
)
def test_a_tap_on_the_drawing_turns_the_side_there(
    x: float, y: float, side: int, client: FlaskClient, at: str
) -> None:
    """Tile 1 is a market in the sea."""
    tap(client, at, "ss01", **{"at.x": str(int(x * DRAWN_PX)), "at.y": str(int(y * DRAWN_PX))})

    edges = edges_of(board(client, at).tiles["ss01"], 0)
    assert [nth for nth, edge in enumerate(edges) if edge == "island"] == [side]


def test_two_islands_are_parted_by_one_tap(client: FlaskClient, at: str) -> None:
    """Tile 23: one island from side to side, 2 bananas on it, and a sea on either hand."""
    text = client.get(f"{at}/ss23").get_data(as_text=True)
    [other] = re.findall(r'name="drawn" value="(\d)"[^>]* aria-pressed="false"', text)[:1]
    tap(client, at, "ss23", drawn=other)

    there = parts(client, at, "ss23").values()
    assert sorted(part.ends for part in there if part.kind == "island") == [(0,), (2,)]
    [sea] = [part for part in there if part.kind == "sea"]
    assert sea.ends == (2, 3, 6, 7)


def test_signs_are_counted_by_one_tap(client: FlaskClient, at: str) -> None:
    """Tile 15: an island with a banana in a sea with two fish."""
    tap(client, at, "ss15", sign="0.banana.3")
    tap(client, at, "ss15", sign="1.fish.1")
    text = tap(client, at, "ss15", sign="1.boat.1")

    island, sea = parts(client, at, "ss15").values()
    assert (island.goods, [number for _, number in sea.fish], sea.boat) == (3, [1], True)
    assert re.search(r'value="0\.banana\.3" aria-pressed="true"', text)

    client.post(f"{at}/ss15/undo")
    assert not parts(client, at, "ss15")["sea-1"].boat


@pytest.mark.parametrize("sign", ["9.fish.1", "1.fish.7", "0.fish.1", "x", "1.fish.-1", "1..1"])
def test_what_no_button_sends_changes_nothing(sign: str, client: FlaskClient, at: str) -> None:
    before = parts(client, at, "ss15")

    tap(client, at, "ss15", sign=sign)

    assert [*parts(client, at, "ss15")] == [*before]


def test_how_many_there_are_of_each_kind(client: FlaskClient, at: str) -> None:
    assert f"{IN_BOX} tiles in all" in client.get(at).get_data(as_text=True)

    client.post(f"{at}/ss42/kind", data={"count": "3"})
    more = client.post(f"{at}/ss42/kind", data={"another": "1"})
    client.post(f"{at}/ss41/kind", data={"remove": "1"})

    own = board(client, at)
    assert more.location == f"{at}/ss43"
    assert (own.tiles["ss42"].count, own.tiles["ss43"].count) == (3, 1)
    assert "ss41" not in own.tiles
    text = client.get(at).get_data(as_text=True)
    assert f"{IN_BOX + 2} tiles in all" in text
    assert f"{IN_BOX} come with the game" in text


def test_a_box_without_its_start_tile_is_refused_in_one_line(client: FlaskClient, at: str) -> None:
    answer = client.post(f"{at}/ss18/kind", data={"remove": "1"})

    assert answer.status_code == 422
    assert "start" in answer.get_data(as_text=True).partition('role="alert">')[2][:200]
    assert "ss18" in board(client, at).tiles


def test_the_next_game_is_played_on_them(client: FlaskClient, at: str, host: Host) -> None:
    tap(client, at, "ss15", sign="0.banana.4")

    assert client.post(f"{at}/play").location == "/start?game=carcassonne_south_seas"
    assert isinstance(host.new_board, TilesBoard)
    assert parts_of(host.new_board.tiles["ss15"])[0].goods == 4


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_page_is_there_in_both_languages(language: str, client: FlaskClient, at: str) -> None:
    client.set_cookie("language", language)
    for tile in ("ss01", "ss14", "ss42"):
        text = client.get(f"{at}/{tile}").get_data(as_text=True)
        assert ("Côtés" in text) == (language == "fr")
    assert client.get(f"{at}/ss99/areas").status_code in {404, 405}


def test_tiles_with_plates_alone_have_no_sides(client: FlaskClient) -> None:
    at = client.post("/tiles", data={"game": "big_kini", "name": "Ours"}).location

    assert client.post(f"{at}/a1/areas", data={"side": "1"}).status_code == 404
