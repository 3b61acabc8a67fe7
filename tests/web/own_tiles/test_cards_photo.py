"""The photo of own ships: laid as they are listed, each stands beside what is told of it."""

from __future__ import annotations

import errno
from io import BytesIO
from pathlib import Path

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient

from calibration.own_tiles.card_rows import cards_cut, corner_cards, rows_of
from companion.errors import InputError
from companion.games.carcassonne_south_seas.terms.ships import SHIPS
from vision.picture.arrays import Image

IDS = [*SHIPS]
WIDE_PX, HIGH_PX = 90, 120
"""A ship as it is drawn, before it is seen from the side."""
TABLE_PX = (800, 700)
FLAT = {"x1": 5, "y1": 10, "x2": 95, "y2": 10, "x3": 95, "y3": 14, "x4": 5, "y4": 14}
"""Four middles of no cards, in %: each would be fifteen times as wide as high."""


@pytest.fixture
def at(client: FlaskClient) -> str:
    begin = {"game": "carcassonne_south_seas", "name": "Ours"}
    return client.post("/tiles", data=begin).location


def hue(nth: int) -> tuple[int, int, int]:
    """A colour of its own for each ship."""
    [[bgr]] = cv2.cvtColor(np.array([[[180 * nth // len(IDS), 220, 200]]], np.uint8), 54)
    b, g, r = (int(each) for each in bgr)
    return b, g, r


def laid(ids: list[str]) -> tuple[bytes, dict[str, str]]:
    """A photo of ships, askew and from the side, and four middles in it, in %, as a hand marks."""
    table: Image = np.full((TABLE_PX[1], TABLE_PX[0], 3), 90, np.uint8)
    middles = {}
    for y, row in enumerate(rows_of(ids)):
        for x, id_ in enumerate(row):
            left, top = 60 + x * (WIDE_PX + 4), 80 + y * (HIGH_PX + 4)
            middles[id_] = (left + WIDE_PX / 2, top + HIGH_PX / 2)
            corner = (left + WIDE_PX, top + HIGH_PX)
            cv2.rectangle(table, (left, top), corner, hue(IDS.index(id_)), -1)
            cv2.rectangle(table, (left, top), corner, (255, 255, 255), 4)
    wide, high = TABLE_PX
    flat = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    seen = np.array([(120, 60), (690, 30), (780, 690), (20, 660)], np.float32)
    by = cv2.getPerspectiveTransform(flat, seen)
    _, jpeg = cv2.imencode(".jpg", cv2.warpPerspective(table, by, TABLE_PX))
    marked = np.array([[middles[id_] for id_ in corner_cards(ids)]], np.float32)
    percent = 100 * (cv2.perspectiveTransform(marked, by)[0] + [3, -3]) / TABLE_PX
    named = {
        f"{axis}{n}": str(at)
        for n, row in enumerate(percent, 1)
        for axis, at in zip("xy", row, strict=True)
    }
    return jpeg.tobytes(), named


def hand_in(client: FlaskClient, at: str, data: bytes) -> int:
    form = {"photo": (BytesIO(data), "ships.jpg")}
    return client.post(f"{at}/cards/photo", data=form).status_code


def assert_shows(nth: int, jpeg: bytes) -> None:
    """A picture shows that ship upright, and nothing of those beside it in its middle."""
    look = np.asarray(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR))
    assert look.shape[0] > look.shape[1]
    high, wide = look.shape[0] // 4, look.shape[1] // 4
    inner = look[high:-high, wide:-wide].reshape(-1, 3)
    assert np.abs(inner.mean(axis=0) - hue(nth)).max() < 12


@pytest.mark.parametrize("gone", [0, 1])
def test_each_ship_stands_beside_what_is_told_of_it(
    gone: int, client: FlaskClient, at: str
) -> None:
    """Also where the last row is not full."""
    for ship in IDS[:gone]:
        client.post(f"{at}/cards/{ship}", data={"none": "1"})
    data, marks = laid(IDS[gone:])
    assert ".jpg" not in client.get(f"{at}/cards").get_data(as_text=True)

    assert hand_in(client, at, data) == 303
    assert client.get(f"{at}/cards/photo.jpg").mimetype == "image/jpeg"
    assert client.post(f"{at}/cards/photo/corners", data=marks).status_code == 303

    page = client.get(f"{at}/cards").get_data(as_text=True)
    for nth, ship in enumerate(IDS[gone:], gone):
        assert f"{at}/cards/{ship}.jpg" in page
        assert_shows(nth, client.get(f"{at}/cards/{ship}.jpg").data)


def test_five_lie_in_rows_of_three_and_two() -> None:
    data, marks = laid(IDS[:5])
    corners = tuple((float(marks[f"x{n}"]) / 100, float(marks[f"y{n}"]) / 100) for n in range(1, 5))

    cut = cards_cut(data, IDS[:5], corners)

    for nth, ship in enumerate(IDS[:5]):
        assert_shows(nth, cut[ship])


def test_a_new_photo_forgets_the_pieces_of_the_old(client: FlaskClient, at: str) -> None:
    data, marks = laid(IDS)
    hand_in(client, at, data)
    client.post(f"{at}/cards/photo/corners", data=marks)

    hand_in(client, at, data)

    assert client.get(f"{at}/cards/{IDS[0]}.jpg").status_code == 404
    assert ".jpg" not in client.get(f"{at}/cards").get_data(as_text=True)


@pytest.mark.parametrize("data", [b"", b"not a picture", b"\xff\xd8\xff"])
def test_what_is_no_photo_is_said(data: bytes, client: FlaskClient, at: str) -> None:
    assert hand_in(client, at, data) == 422
    assert client.get(f"{at}/cards/photo.jpg").status_code == 404


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"x1": "90", "x2": "10"}, "they have to go round the cards"),
        ({"x1": ""}, "they have to go round the cards"),
        (FLAT, "Four cards in rows are not seen so"),
    ],
)
def test_marks_that_are_none_are_said(
    changed: dict[str, str | int], said: str, client: FlaskClient, at: str
) -> None:
    data, marks = laid(IDS)
    hand_in(client, at, data)

    answer = client.post(f"{at}/cards/photo/corners", data={**marks, **changed})

    assert answer.status_code == 422
    assert said in answer.get_data(as_text=True)


def test_three_ships_have_no_four_corners(client: FlaskClient, at: str) -> None:
    with pytest.raises(InputError):
        corner_cards(IDS[:3])
    for ship in IDS[3:]:
        client.post(f"{at}/cards/{ship}", data={"none": "1"})

    answer = client.get(f"{at}/cards/photo")
    assert answer.status_code == 422
    assert "4 cards or more" in answer.get_data(as_text=True)
    assert "cards/photo" not in client.get(f"{at}/cards").get_data(as_text=True)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_how_to_lay_them_is_drawn(language: str, client: FlaskClient, at: str) -> None:
    client.set_cookie("language", language)
    said = {"en": "pushed together", "fr": "serrées"}[language]
    page = client.get(f"{at}/cards/photo").get_data(as_text=True)

    assert page.count("<td>") == len(IDS)
    assert said in page


@pytest.mark.parametrize("step", ["take", "mark"])
def test_a_full_disk_is_told_and_no_path_of_it(
    step: str, client: FlaskClient, at: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, marks = laid(IDS)
    if step == "mark":
        assert hand_in(client, at, data) == 303

    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    sent = {"photo": (BytesIO(data), "ships.jpg")} if step == "take" else marks
    path = f"{at}/cards/photo" if step == "take" else f"{at}/cards/photo/corners"
    answer = client.post(path, data=sent, headers={"Accept": "application/json"})

    assert answer.status_code == 507
    assert "the disk of the host's computer is full" in answer.get_json()["error"]["message"]
    assert "No space left" not in answer.text
