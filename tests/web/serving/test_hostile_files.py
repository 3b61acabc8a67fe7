"""Hostile pictures and profiles at every door: refused with what to do, and never decoded here."""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from calibration.profile import profile_bytes
from calibration.setup import Setup
from tests.calibration.profiles import a_profile
from tests.catalogues import typed
from tests.hostile_pictures import HOSTILE, jpeg
from tests.web.camera.watched_tables import EMPTY_BOARD, VIEW, TruthfulEyes
from tests.web.tables import client_of, make_host
from vision.alignment.reference import Reference
from vision.picture.photo import MOST_READ_PIXELS
from web.camera.phone import decoded_apart
from web.host.host import Host
from web.host.roles import Role
from web.watching import mount

JSON = "application/json"
TOLD = {
    "heic": ("HEIC photo, which is not read here", "photo HEIC, qui n'est pas lue ici"),
    "jpeg: a huge frame, then a small one": ("more than once how large", "plus d'une fois"),
    "png: a second header after the data": ("more than once how large", "plus d'une fois"),
    "jpeg: 2,000 scans": ("2010 scans are too many", "2010 passes"),
}
Send = Callable[[FlaskClient, bytes], TestResponse]


def sent(
    client: FlaskClient, path: str, data: bytes, name: str = "photo", accept: str = "*/*"
) -> TestResponse:
    """Send a file as a form does."""
    head = f'--x\r\nContent-Disposition: form-data; name="{name}"; filename="it"\r\n\r\n'
    live = b'\r\n--x\r\nContent-Disposition: form-data; name="live"\r\n\r\n1'
    body = head.encode() + data + (live if path.endswith("#live") else b"") + b"\r\n--x--\r\n"
    kind = "multipart/form-data; boundary=x"
    path = path.removesuffix("#live")
    return client.post(path, data=body, content_type=kind, headers={"Accept": accept})


def posted(path: str) -> Send:
    return lambda client, data: sent(client, path, data, accept=JSON)


def scored(which: str) -> Send:
    def send(client: FlaskClient, data: bytes) -> TestResponse:
        case = client.post("/photo").headers["Location"]
        return sent(client, f"{case}/{which}", data, accept=JSON)

    return send


def traced(client: FlaskClient, data: bytes) -> TestResponse:
    board = client.post("/trace", data={"from": "clippers"}).headers["Location"]
    return sent(client, f"{board}/photo", data, accept=JSON)


DOORS: dict[str, Send] = {
    "a tapped picture": posted("/camera/picture"),
    "a live picture": posted("/camera/picture#live"),
    "the empty board": posted("/camera/empty"),
    "the empty board to score": scored("empty"),
    "the finished board": scored("final"),
    "the board to trace": traced,
}


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Host]:
    monkeypatch.setattr(mount, "reader_for", lambda *_: TruthfulEyes())
    made = make_host(tmp_path / "table.sqlite")
    made.mount.know(made.board, Setup(Reference(EMPTY_BOARD, VIEW)))
    yield made
    made.close()
    made.store.close()


@pytest.mark.parametrize("send", DOORS.values(), ids=DOORS)
@pytest.mark.parametrize("picture", TOLD)
def test_it_is_named_at_every_door_in_both_languages(
    send: Send, picture: str, host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, client = HOSTILE[picture](), client_of(host, Role.HOST)
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("it was decoded here"))

    for language, words in zip(("en", "fr"), TOLD[picture], strict=True):
        client.set_cookie("language", language)
        answer = send(client, data)
        assert answer.status_code == 422
        assert words in typed(answer.get_json()["error"]["message"])


def test_the_page_says_it_too(host: Host) -> None:
    client = client_of(host, Role.HOST)
    case = client.post("/photo").headers["Location"]

    answer = sent(client, f"{case}/final", HOSTILE["heic"]())

    assert answer.status_code == 422
    assert "Settings, Camera, Formats" in answer.text


def test_a_picture_is_decoded_elsewhere_and_made_no_larger_than_need_be(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("it was decoded here"))

    small, large = (decoded_apart(jpeg(*size), "it") for size in ((400, 300), (7071, 7071)))

    assert small.shape == (300, 400, 3)
    assert large.shape[0] * large.shape[1] == pytest.approx(MOST_READ_PIXELS, rel=0.01)


def profile(**changed: object) -> bytes:
    return json.dumps({**json.loads(profile_bytes(a_profile())), **changed}).encode()


def art(name: str) -> bytes:
    return profile(art_base64=base64.b64encode(HOSTILE[name]()).decode())


def islands(count: int) -> bytes:
    each = {"name": "x", "value": 1, "x": 1.0, "y": 1.0, "slots": []}
    board = {
        "meta": {"name": "many", "game": "clippers", "width_mm": 500, "height_mm": 500},
        "islands": [{"id": f"i{number}", **each} for number in range(count)],
    }
    return profile(board_file=board)


PROFILES = {
    "art of 1.6 gigapixels": (
        lambda: art("png: 1.6 gigapixels claimed"),
        "The picture of the markers in the profile: 40000 x 40000 pixels are too many",
    ),
    "art of 50 megapixels": (
        lambda: art("png: 50 megapixels of one colour"),
        "make it smaller than 4 megapixels",
    ),
    "art with a second header": (
        lambda: art("png: a second header after the data"),
        "more than once how large",
    ),
    "millions of empty lists": (
        lambda: b"[" + b"[]," * 3_000_000 + b"[]]",
        "holds more than 300000 values",
    ),
    "nested deep": (
        lambda: profile(board_file={"a": json.loads("[" * 60 + "]" * 60)}),
        "nested deeper than 40 levels",
    ),
    "5,000 islands": (lambda: islands(5000), "islands: has 5000 entries; give 1 to 1000"),
    "40,000 islands": (lambda: islands(40_000), "holds more than 300000 values"),
}


@pytest.mark.parametrize(("made", "words"), PROFILES.values(), ids=PROFILES)
def test_a_hostile_profile_is_refused_with_the_limit_it_breaks(
    made: Callable[[], bytes], words: str, host: Host
) -> None:
    client = client_of(host, Role.HOST)

    answer = sent(client, "/trace/import", made(), "profile")

    assert answer.status_code == 422
    assert words in answer.text
    assert not any((host.store.path.parent / "traced-boards").glob("*"))


def test_a_profile_is_read_apart_so_that_no_phone_waits(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, data, real = client_of(host, Role.HOST), profile(), json.loads

    def loads(text: Any, **settings: Any) -> object:
        assert len(text) < 10_000, f"parsed in process {os.getpid()}, where the pages are"
        return real(text, **settings)

    monkeypatch.setattr(json, "loads", loads)

    answer = sent(client, "/trace/import", data, "profile")

    assert answer.status_code == 422
    assert "holds no board" in answer.text


def test_art_that_would_fill_the_memory_is_not_looked_at(tmp_path: Path) -> None:
    from vision.routes.marker_art import MarkerArt

    path = tmp_path / "markers.png"
    path.write_bytes(HOSTILE["png: 50 megapixels of one colour"]())

    with pytest.raises(Exception, match=f"{path}: 7071 x 7071 pixels are too many"):
        MarkerArt.load(path, 5)
    cv2.imwrite(str(path), np.full((40, 200, 3), 90, np.uint8))
    assert MarkerArt.load(path, 5).discs.shape[0] == 5
