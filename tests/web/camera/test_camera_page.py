"""The camera on the pages: what it asks, what is tapped, and who may do what."""

from __future__ import annotations

import html
import json
import re
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient

from calibration.setup import Setup
from companion.reading import EMPTY, ShipSeen
from companion.records.record import Happened
from companion.watching.outcome import Piece
from tests.web.camera.watched_tables import (
    EMPTY_BOARD,
    FIRST,
    HALF_SEEN,
    VIEW,
    WHITE,
    Pictures,
    TruthfulEyes,
    WatchedTable,
    bare,
    sent,
    stick,
    wait_for,
    watched,
)
from tests.web.tables import BOARD, client_of, make_host
from vision.alignment.reference import Reference
from vision.picture.camera import CameraState
from vision.watch import LIVE
from web.camera import phone
from web.host.roles import Role
from web.table.stream import news
from web.watching import mount, shots
from web.watching.state import state_of
from web.words.language import catalogue

__all__ = ["bare", "watched"]
JSON = {"Accept": "application/json"}


@pytest.fixture
def host(watched: WatchedTable) -> FlaskClient:
    return client_of(watched.host, Role.HOST)


def text(client: FlaskClient, path: str = "/table") -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return answer.get_data(as_text=True)


def test_the_picture_shows_the_board(watched: WatchedTable, host: FlaskClient) -> None:
    watched.show()
    answer = host.get("/camera/picture.jpg")
    photo = cv2.imdecode(np.frombuffer(answer.get_data(), np.uint8), cv2.IMREAD_COLOR)

    assert photo is not None
    assert answer.headers["Cache-Control"] == "private, no-cache"


def test_what_is_seen_is_drawn_and_kept_while_it_is_the_same(
    watched: WatchedTable, host: FlaskClient
) -> None:
    watched.lay({FIRST: "red"})
    drawn = host.get("/camera/seen.svg")
    assert drawn.get_data(as_text=True).count("data-place=") == 1 + len(watched.position.slots)

    again = host.get("/camera/seen.svg", headers={"If-None-Match": drawn.headers["ETag"]})
    assert again.status_code == 304


def test_a_question_is_asked_with_a_picture_and_answered_with_one_tap(
    watched: WatchedTable, host: FlaskClient
) -> None:
    watched.doubt(FIRST, *HALF_SEEN)
    page = text(host)
    assert f"/camera/place/{FIRST}.jpg" in page
    assert host.get(f"/camera/place/{FIRST}.jpg").mimetype == "image/jpeg"
    kinds = re.findall(r'name="piece" value="(\w+)"', page)
    assert kinds[:2] == ["red", EMPTY]

    answer = host.post("/camera/answer", data={"place": FIRST, "piece": "red", "back": "/table"})

    assert (answer.status_code, answer.headers["Location"]) == (303, "/table")
    assert watched.position.spaces == {FIRST: "red"}
    assert "camera/place" not in text(host)


def test_a_difference_is_shown_with_both_pictures_and_two_ways_out(
    watched: WatchedTable, host: FlaskClient
) -> None:
    watched.lay({FIRST: "red"})
    watched.lay({WHITE: "white"})
    watched.lay({FIRST: EMPTY}, times=4)
    page = text(host)

    assert "Missing: red" in page
    assert 'class="should' in page
    assert 'value="{&#34;undo&#34;:4}"' in page
    assert 'name="piece" value="red"' in page


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "The red ship belongs here: the red harbour. It stands here: Tahiti."),
        ("fr", "Le clipper rouge doit être ici"),
    ],
)
def test_a_ship_astray_is_named_until_it_is_put_right(
    language: str, said: str, watched: WatchedTable, host: FlaskClient
) -> None:
    tahiti, home = BOARD.islands["tahiti"], BOARD.harbours["harbour_red"]
    facts = watched.facts
    watched.eyes.ships = (ShipSeen("red", tahiti.x_mm, tahiti.y_mm, 0.0),)
    watched.show(25)
    host.set_cookie("language", language)
    assert said in html.unescape(text(host))

    watched.eyes.ships = (ShipSeen("red", home.x_mm, home.y_mm, 0.0),)
    watched.show(3)
    assert said not in html.unescape(text(host))
    assert watched.facts == facts


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "The red ship stood here: the red harbour. It is seen nowhere."),
        ("fr", "Le clipper rouge était ici"),
    ],
)
def test_a_ship_that_is_gone_is_named_until_it_is_back(
    language: str, said: str, watched: WatchedTable, host: FlaskClient
) -> None:
    home = BOARD.harbours["harbour_red"]
    there = (ShipSeen("red", home.x_mm, home.y_mm, 0.0),)
    facts = watched.facts
    watched.eyes.ships = there
    watched.show(8)
    watched.eyes.ships, watched.eyes.gone = (), there
    watched.show(9)
    host.set_cookie("language", language)
    assert said in html.unescape(text(host))

    watched.eyes.ships, watched.eyes.gone = there, ()
    watched.show(3)
    assert said not in html.unescape(text(host))
    assert watched.facts == facts


@pytest.mark.parametrize(
    ("what", "form", "status"),
    [
        ("answer", {"place": "nowhere/0/0", "piece": "red"}, 422),
        ("answer", {"place": FIRST, "piece": "french"}, 422),
        ("answer", {"place": FIRST, "piece": "hidden"}, 422),
        ("answer", {}, 422),
        ("do", {"what": "explode"}, 422),
        ("do", {}, 422),
    ],
)
def test_what_cannot_be_is_refused(
    what: str, form: dict[str, str], status: int, watched: WatchedTable, host: FlaskClient
) -> None:
    revision = watched.table.view.revision

    answer = host.post(f"/camera/{what}", data=form, headers=JSON)

    assert answer.status_code == status
    assert set(answer.get_json()["error"]) >= {"code", "message"}
    assert watched.table.view.revision == revision


@pytest.mark.parametrize(
    ("role", "player", "answers", "holds"),
    [
        (Role.HOST, None, 204, 204),
        (Role.BANKER, None, 204, 204),
        (Role.PLAYER, "Benjamin", 204, 403),
        (Role.PLAYER, "Pauline", 403, 403),
        (Role.WATCHER, None, 403, 403),
        (None, None, 401, 401),
    ],
)
def test_who_may_do_what(
    role: Role | None, player: str | None, answers: int, holds: int, watched: WatchedTable
) -> None:
    """It is Benjamin's turn: who answers for what he laid is he, or keeps the bank."""
    watched.doubt(FIRST, *HALF_SEEN)
    client = client_of(watched.host, role, player)
    said = {"place": FIRST, "piece": EMPTY}

    assert client.post("/camera/answer", data=said, headers=JSON).status_code == answers
    assert client.post("/camera/do", data={"what": "find"}, headers=JSON).status_code == holds
    sees = 401 if role is None else 200
    watched.show()
    for path in ("/camera", "/camera/picture.jpg", "/camera/seen.svg"):
        assert client.get(path).status_code == sees


def test_hold_and_go_on(watched: WatchedTable, host: FlaskClient) -> None:
    host.post("/camera/do", data={"what": "hold"})
    assert 'data-eye="held"' in text(host, "/camera")
    assert 'value="go-on"' in text(host, "/camera")

    host.post("/camera/do", data={"what": "go-on"})
    assert 'value="hold"' in text(host, "/camera")


def test_the_set_up_is_ticked_off(bare: WatchedTable) -> None:
    client = client_of(bare.host, Role.HOST)
    slots = list(bare.position.slots.items())
    bare.lay(dict(slots[:3]))

    page = text(client)
    assert re.search(r"3 of \d+ are there", page)
    assert len(re.findall(r"<span>\w+ marker: ", page)) == len(slots) - 3

    client.post("/camera/do", data={"what": "begin"})
    assert "Put these there" not in text(client)


def test_a_lost_camera_is_said_on_the_page_and_in_the_stream(watched: WatchedTable) -> None:
    watched.camera.state = CameraState.LOST
    wait_for(lambda: watched.glance.camera is CameraState.LOST)

    assert "The camera gives no picture." in text(client_of(watched.host, Role.WATCHER))
    flow = news(watched.host, watched.table, "fr", watched.table.view.revision)
    told = next(event for event in flow if event.startswith("event: sight"))
    assert "La caméra ne donne pas d’image." in told  # noqa: RUF001
    flow.close()  # type: ignore[attr-defined]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_state_is_said_with_what_to_do(language: str, watched: WatchedTable) -> None:
    said = {state_of(watched.glance, catalogue(language).gettext).said}
    watched.eyes.lost = True
    lost = state_of(watched.show(), catalogue(language).gettext)

    assert lost.hint
    assert lost.said not in said


def test_without_a_camera_the_pages_are_as_ever(tmp_path: Path) -> None:
    alone = make_host(tmp_path / "table.sqlite")
    client = client_of(alone, Role.HOST)

    assert "/camera" not in text(client_of(alone, Role.WATCHER))
    assert "data-eye" not in text(client)
    assert "No camera watches this table." in text(client, "/camera")
    for path in ("picture.jpg", "seen.svg", f"place/{next(iter(BOARD.spaces))}.jpg"):
        assert client.get(f"/camera/{path}", headers=JSON).status_code == 404
    said = client.post("/camera/do", data={"what": "hold"}, headers=JSON)
    assert said.get_json()["error"]["code"] == "no-camera"
    alone.store.close()


class OverTheTable(Pictures):
    """A live camera that nobody watches yet."""


def test_a_live_camera_waits_for_the_empty_board(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = make_host(tmp_path / "table.sqlite")
    client = client_of(alone, Role.BANKER)
    monkeypatch.setattr(mount, "reader_for", lambda *_: TruthfulEyes())
    monkeypatch.setattr(mount, "Camera", OverTheTable)
    monkeypatch.setattr(phone, "apart", lambda work, *given, **_: work(*given))
    monkeypatch.setattr(phone, "setup_in", lambda *_: Setup(Reference(EMPTY_BOARD, VIEW)))
    monkeypatch.setattr(shots, "WAIT_S", 0.05)
    camera = OverTheTable()
    alone.mount.put_up(alone.board, camera, LIVE)
    camera.state = CameraState.LOST
    assert 'data-eye="camera-lost"' in text(client, "/camera")

    dark = client.post("/camera/empty", data={"from": "camera"}, headers=JSON)
    assert dark.get_json()["error"]["code"] == "no-picture"
    assert alone.mount.watch is None
    assert client.post("/camera/picture", data=sent(), headers=JSON).status_code == 409

    camera.state = CameraState.FROZEN
    still = client.post("/camera/empty", data={"from": "camera"}, headers=JSON)
    assert still.get_json()["error"]["code"] == "frozen"

    camera.state = CameraState.LIVE
    camera.show()
    assert 'value="camera"' in text(client, "/camera")
    assert client.get("/camera/picture.jpg").status_code == 200
    assert client.post("/camera/empty", data={"from": "camera"}).status_code == 303
    watch = alone.mount.watch
    assert watch is not None
    assert watch.camera is camera
    assert 'data-eye="' in text(client, "/camera")
    alone.close()
    alone.store.close()


def test_no_camera_comes_with_a_form(tmp_path: Path) -> None:
    alone = make_host(tmp_path / "table.sqlite")
    client = client_of(alone, Role.HOST)

    for given in ("camera", "http://192.0.2.1/stream", "0"):
        refused = client.post("/camera/empty", data={"from": given}, headers=JSON)
        assert refused.status_code in (404, 422)
    assert alone.mount.camera is None
    alone.store.close()


@pytest.mark.parametrize("data", [b"", b"no photo", b"\xff\xd8\xff\xe0 cut off"])
@pytest.mark.parametrize("which", ["picture", "empty"])
def test_what_is_no_picture_is_refused(which: str, data: bytes, tmp_path: Path) -> None:
    alone = make_host(tmp_path / "table.sqlite")
    alone.mount.know(alone.board, Setup(Reference(EMPTY_BOARD, VIEW)))
    client = client_of(alone, Role.BANKER)

    refused = client.post(f"/camera/{which}", data=sent(data), headers=JSON)

    assert refused.status_code == 422
    alone.close()
    alone.store.close()


def test_a_phone_does_not_push_another_camera_aside(
    watched: WatchedTable, host: FlaskClient
) -> None:
    refused = host.post("/camera/picture", data=sent(), headers=JSON)

    assert (refused.status_code, refused.get_json()["error"]["code"]) == (409, "camera-there")
    assert watched.host.mount.watch is watched.watch


@pytest.mark.parametrize("which", ["picture", "empty"])
def test_only_who_keeps_the_bank_sends_pictures(which: str, watched: WatchedTable) -> None:
    for role, player in ((Role.PLAYER, "Pauline"), (Role.WATCHER, None)):
        client = client_of(watched.host, role, player)
        assert client.post(f"/camera/{which}", data=sent(), headers=JSON).status_code == 403


def test_a_cat_on_the_board_is_one_card_that_lights_all(
    watched: WatchedTable, host: FlaskClient
) -> None:
    slots = list(watched.position.slots)[:5]
    watched.lay(dict.fromkeys(slots, EMPTY), times=3)
    page = text(host)

    assert 'data-eye="disturbed"' in page
    [lit] = re.findall(r'data-places="(\[[^"]+\])"', page)
    assert sorted(json.loads(html.unescape(lit))) == sorted(slots)
    assert "camera/place" not in page
    assert watched.facts[3:] == []

    assert 'value="all-there"' in page
    host.post("/camera/do", data={"what": "all-there"}, headers=JSON)
    assert 'data-eye="disturbed"' not in text(host)
    watched.lay({FIRST: "red"})
    assert watched.facts[3:] == [stick(FIRST)]


def test_what_nobody_can_have_laid_is_told(watched: WatchedTable, host: FlaskClient) -> None:
    watched.lay({FIRST: "red"})
    outcome = watched.glance.outcome
    assert outcome is not None
    left = replace(outcome, unexplained=(Piece(WHITE, "white"),))
    watched.watch._glance = replace(watched.glance, outcome=left)

    assert "Seen, but not written down: white" in text(host)


def test_people_go_on_by_hand_when_the_watching_is_broken(
    watched: WatchedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    watched.show()
    monkeypatch.setattr(watched.watch._session, "told", broken)
    monkeypatch.setattr(watched.watch._session, "look", broken)

    stick = {"do": "stick", "player": "Benjamin", "company": "red", "space": FIRST}
    watched.act(Happened({**stick, "alternate": False}))

    assert watched.position.spaces == {FIRST: "red"}
