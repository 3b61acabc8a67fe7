"""Own tiles counted in one photo: laid out in any order, known ones counted, others proposed."""

from __future__ import annotations

import json
from collections import Counter
from io import BytesIO

import numpy as np
import pytest
from flask.testing import FlaskClient

from calibration.own_tiles.printed_areas import drawn_tile, style_of
from calibration.own_tiles.rows import cells_in_rows
from companion.boards.board_file import parse_board
from companion.boards.tiles_board import Tile, TilesBoard
from companion.games.carcassonne_south_seas.shipped import read_shipped_board
from companion.position import Position
from vision.simulator import Frame, Light, Simulator, camera_at
from vision.tiles.bare.sheet import furthest_out

BOARD = read_shipped_board()
STYLE = style_of(BOARD)
UNKNOWN = "ss21"
"""Taken out before the photo: it is there, and the program does not know it."""
TILES = (
    *("ss18/1", "ss05/0", "ss21/1", "ss02/0"),
    *("ss05/3", "ss31/1", "ss27/2", "ss16/1"),
    *("ss21/0", "ss33/2", "ss38/0", "ss05/2"),
)
COUNTS = Counter(lies.partition("/")[0] for lies in TILES)
CELLS = cells_in_rows(BOARD, len(TILES))


@pytest.fixture(scope="module")
def shot() -> Frame:
    """Four tiles in a row, turned as they came, seen aslant."""
    aim_mm = tuple(np.mean([(cell.x_mm, cell.y_mm) for cell in CELLS], axis=0).tolist())
    camera = camera_at(
        aim_mm, size_px=(1280, 720), distance_mm=330, tilt_deg=12, azimuth_deg=160, hfov_deg=60
    )
    drawn = Simulator(BOARD, 2003)
    lies = {cell.id: tile for cell, tile in zip(CELLS, TILES, strict=True)}
    return drawn.frame(drawn.laid(Position(lies)), camera, Light())


@pytest.fixture
def begun(client: FlaskClient) -> str:
    """The tiles as they come with the program."""
    return client.post("/tiles", data={"game": BOARD.game, "name": "Ours"}).location


@pytest.fixture
def at(client: FlaskClient, begun: str, shot: Frame) -> str:
    """Own tiles that were counted in the photo; of one kind nobody knew."""
    at = begun
    assert client.post(f"{at}/{UNKNOWN}/kind", data={"remove": "1"}).status_code == 303
    form = {"faces": str(len(TILES)), "photo": (BytesIO(shot.jpeg()), "tiles.jpg")}
    assert client.post(f"{at}/photo", data=form).status_code == 303
    assert client.post(f"{at}/photo/corners", data=marks(shot)).location == at
    return at


def page(client: FlaskClient, path: str) -> str:
    return client.get(path).get_data(as_text=True)


def board(client: FlaskClient, at: str) -> TilesBoard:
    read = parse_board(json.loads(client.get(f"{at}/board.json").data))
    assert isinstance(read, TilesBoard)
    return read


def marks(shot: Frame) -> dict[str, str]:
    """The middles of the corner tiles, a few pixels off, as a hand puts them, in %."""
    px = shot.pose.project(np.array([(cell.x_mm, cell.y_mm) for cell in furthest_out(CELLS)]))
    percent = 100 * (px + [3, -2]) / shot.pose.size_px
    named = {
        f"{axis}{n}": str(at)
        for n, row in enumerate(percent, 1)
        for axis, at in zip("xy", row, strict=True)
    }
    return {**named, "faces": str(len(TILES))}


def looks(tile: Tile) -> list[object]:
    """What is on a tile, in each turn."""
    assert STYLE is not None
    drawn = drawn_tile(tile, STYLE, 4)
    return [drawn.turned(quarters) for quarters in range(4)]


def is_marked(client: FlaskClient, at: str, tile: str) -> bool:
    """Whether the page of all tiles asks to look at one."""
    [item] = (each for each in page(client, at).split("<li>") if f"{at}/{tile}" in each)
    return "look at it" in item


def test_tiles_are_counted_and_one_that_is_not_known_is_drawn(client: FlaskClient, at: str) -> None:
    counted = board(client, at).tiles
    known = {id_: tile.count for id_, tile in counted.items() if id_ in COUNTS}
    [new] = [tile for id_, tile in counted.items() if id_ not in COUNTS]

    assert known == {id_: count for id_, count in COUNTS.items() if id_ != UNKNOWN}
    assert new.count == COUNTS[UNKNOWN]
    assert looks(new)[0] in looks(BOARD.tiles[UNKNOWN])


def test_what_may_be_otherwise_is_marked_until_somebody_says_so(
    client: FlaskClient, at: str
) -> None:
    [new] = set(board(client, at).tiles) - set(COUNTS)
    own = f"{at}/{new}"
    assert is_marked(client, at, new)
    assert f"{own}.jpg" in page(client, own)
    assert client.get(f"{own}.jpg").mimetype == "image/jpeg"
    assert "It is right so" not in page(client, f"{at}/ss05")

    assert client.post(f"{own}/kind", data={"right": "1"}).status_code == 303

    assert not is_marked(client, at, new)
    assert "It is right so" not in page(client, own)


def test_undo_brings_the_tiles_back(client: FlaskClient, at: str) -> None:
    client.post(f"{at}/undo")

    assert set(board(client, at).tiles) == set(BOARD.tiles) - {UNKNOWN}


@pytest.mark.parametrize(
    ("language", "faces", "said"),
    [
        ("en", "", "10 in a row"),
        ("fr", "", "10 par rangée"),
        ("en", "12", "4 in a row"),
        ("en", "3", 'value="4"'),
    ],
)
def test_how_to_lay_them_is_said(
    language: str, faces: str, said: str, client: FlaskClient, begun: str
) -> None:
    client.set_cookie("language", language)

    assert said in page(client, f"{begun}/photo?faces={faces}")
