"""The photo of own tiles: laid as the page draws it, marked once, each tile beside its drawing."""

from __future__ import annotations

import errno
from io import BytesIO
from pathlib import Path

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from calibration.own_tiles.photographed import first_tiles
from companion.games.big_kini.shipped import read_shipped_board
from tests.hostile_pictures import png
from vision.alignment.reference import Reference
from vision.simulator import Frame, Simulator, sheet
from vision.tiles.bare.looks import Looks
from vision.tiles.bare.sheet import corner_cells, sheet_position

FACES = 12
FACES_OF_THE_GAME = 25
BOARD = first_tiles(read_shipped_board(), FACES)


@pytest.fixture(scope="module")
def shot() -> Frame:
    drawn = Simulator(BOARD, 7)
    return sheet(drawn, np.random.default_rng(7), sheet_position(BOARD), (960, 540))


@pytest.fixture
def at(client: FlaskClient) -> str:
    return client.post("/tiles", data={"game": "big_kini", "name": "Ours"}).location


def hand_in(client: FlaskClient, at: str, data: bytes) -> int:
    return answer_to(client, at, data).status_code


def answer_to(client: FlaskClient, at: str, data: bytes) -> TestResponse:
    form = {"faces": str(FACES), "photo": (BytesIO(data), "sheet.jpg")}
    return client.post(f"{at}/photo", data=form)


def marks(shot: Frame) -> dict[str, str]:
    """The middles of the corner tiles, a few pixels off, as a hand puts them, in %."""
    cells = [BOARD.cells[cell] for cell in corner_cells(BOARD)]
    px = shot.pose.project(np.array([(cell.x_mm, cell.y_mm) for cell in cells]))
    percent = 100 * (px + [2, -2]) / shot.pose.size_px
    named = {
        f"{axis}{n}": str(at)
        for n, row in enumerate(percent, 1)
        for axis, at in zip("xy", row, strict=True)
    }
    return {**named, "faces": str(FACES)}


def test_each_tile_stands_beside_its_drawing(client: FlaskClient, at: str, shot: Frame) -> None:
    assert "a1.jpg" not in client.get(f"{at}/a1").get_data(as_text=True)

    assert hand_in(client, at, shot.jpeg()) == 303
    assert client.get(f"{at}/photo.jpg").mimetype == "image/jpeg"
    assert client.post(f"{at}/photo/corners", data=marks(shot)).status_code == 303

    assert f"{at}/a1.jpg" in client.get(f"{at}/a1").get_data(as_text=True)
    assert f"{at}/a{FACES + 1}.jpg" not in client.get(f"{at}/a{FACES + 1}").get_data(as_text=True)
    true = Looks.of(BOARD, Reference(shot.photo, shot.pose), sheet_position(BOARD)).tiles
    shown = {tile: picture(client, f"{at}/{tile}.jpg") for tile in ("a1", "a5", "a9")}
    for tile, cut in shown.items():
        likeness = {other: alike(cut, look) for other, look in true.items()}
        assert max(likeness, key=lambda other: likeness[other]) == tile
    # A camera needs all of them.
    assert client.get(f"{at}/profile").status_code == 404
    assert "profile" not in client.get(f"{at}/photo?faces={FACES}").get_data(as_text=True)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "an empty file"),
        (b"not a picture", "not a photo"),
        (b"\xff\xd8\xff", "cut off"),
        (png(66_000, 100), "66000 x 100 pixels are too long"),
    ],
    ids=["empty", "text", "cut off", "a strip"],
)
def test_what_is_no_photo_is_said(data: bytes, said: str, client: FlaskClient, at: str) -> None:
    answer = answer_to(client, at, data)

    assert answer.status_code == 422
    assert said in answer.get_data(as_text=True)
    assert client.get(f"{at}/photo.jpg").status_code == 404


def test_marks_that_cross_are_said(client: FlaskClient, at: str, shot: Frame) -> None:
    hand_in(client, at, shot.jpeg())
    form = marks(shot)
    form["x1"], form["x2"] = form["x2"], form["x1"]

    answer = client.post(f"{at}/photo/corners", data=form)

    assert answer.status_code == 422
    assert "they have to go round the tiles" in answer.get_data(as_text=True)


@pytest.mark.parametrize(
    ("language", "how", "camera"),
    [
        ("en", "Lay the tiles out as drawn here, face up", "The last one lies face down"),
        ("fr", "Posez les tuiles comme dessiné ici, face visible", "La dernière est face cachée"),
    ],
)
def test_how_to_lay_them_is_drawn(
    language: str, how: str, camera: str, client: FlaskClient, at: str
) -> None:
    """Each face with the notch of its first side; what a camera needs is said of all of them."""
    client.set_cookie("language", language)
    few, all_ = (
        client.get(f"{at}/photo{asked}").get_data(as_text=True) for asked in ("?faces=4", "")
    )

    assert [drawn(few), drawn(all_)] == [(4, 4), (FACES_OF_THE_GAME + 1, FACES_OF_THE_GAME)]
    assert [how in page for page in (few, all_)] == [True, True]
    assert [camera in page for page in (few, all_)] == [False, True]


def drawn(page: str) -> tuple[int, int]:
    """How many tiles are drawn, and of how many the first side."""
    return page.count('class="piece tile"'), page.count('class="notch"')


def picture(client: FlaskClient, path: str) -> np.ndarray:
    data = np.frombuffer(client.get(path).data, np.uint8)
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR))


def alike(one: np.ndarray, other: np.ndarray) -> float:
    """How like two pictures of one size are, -1 to 1."""
    return float(cv2.matchTemplate(one, other, cv2.TM_CCOEFF_NORMED).max())


def test_a_full_disk_is_told_as_such(
    client: FlaskClient, at: str, shot: Frame, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)

    assert hand_in(client, at, shot.jpeg()) == 507
