"""A phone as the camera: tapped pictures and live ones, and which phone it is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.setup import Setup
from companion.errors import Fault
from companion.play.game import Seat
from companion.reading import Seen
from tests.web.camera.watched_tables import (
    EMPTY_BOARD,
    VIEW,
    Pictures,
    TruthfulEyes,
    WatchedTable,
    sent,
    wait_for,
)
from tests.web.tables import client_of, make_host
from vision.alignment.reference import Reference
from vision.picture.arrays import Image
from vision.picture.camera import CameraState, Mailbox
from vision.picture.encoding import encoded
from vision.watch import LIVE, ON_CALL
from web.camera import phone
from web.host.host import Address, Host
from web.host.roles import Role
from web.watching import mount
from web.watching.state import state_of
from web.watching.watch import Glance

JSON = {"Accept": "application/json"}


@pytest.fixture
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Host]:
    """A table that no camera watches."""
    monkeypatch.setattr(mount, "reader_for", lambda *_: TruthfulEyes())
    host = make_host(tmp_path / "table.sqlite")
    yield host
    host.close()
    host.store.close()


@pytest.fixture
def known(alone: Host) -> Host:
    """The same, whose empty board is known."""
    alone.mount.know(alone.board, Setup(Reference(EMPTY_BOARD, VIEW)))
    return alone


def test_a_phone_is_the_camera(alone: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    """The empty board first, then pictures; each is looked at as it comes."""
    client = client_of(alone, Role.HOST)
    eyes = TruthfulEyes()
    monkeypatch.setattr(mount, "reader_for", lambda *_: eyes)
    monkeypatch.setattr(phone, "apart", lambda work, *given, **_: work(*given))
    monkeypatch.setattr(phone, "setup_in", lambda *_: Setup(Reference(EMPTY_BOARD, VIEW)))

    early = client.post("/camera/picture", data=sent(), headers=JSON)
    assert early.get_json()["error"]["code"] == "no-empty-board"
    assert "/camera/empty" in client.get("/camera").get_data(as_text=True)
    assert client.post("/camera/empty", data=sent()).status_code == 303
    assert "/camera/picture" in client.get("/camera").get_data(as_text=True)

    assert alone.table is not None
    lies = alone.table.view.last.state.slots
    eyes.places = {place: Seen(kind, 0.999) for place, kind in lies.items()}
    assert client.post("/camera/picture", data=sent(), headers=JSON).status_code == 204
    assert alone.mount.watch is not None
    watch = alone.mount.watch
    wait_for(lambda: watch.glance.outcome)
    assert isinstance(watch.camera, Mailbox)
    assert client.get("/camera/picture.jpg").status_code == 200


def test_live_pictures_are_of_one_phone(known: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    """Until it falls silent, which makes it a lost camera; then another may be it."""
    one, other = client_of(known, Role.BANKER), client_of(known, Role.HOST)

    for _ in range(2):
        assert one.post("/camera/picture", data=sent(live="1"), headers=JSON).status_code == 204
    watch = known.mount.watch
    assert watch is not None
    assert watch.camera.state.value == "live"
    for form in (sent(live="1"), sent()):
        refused = other.post("/camera/picture", data=form, headers=JSON)
        assert (refused.status_code, refused.get_json()["error"]["code"]) == (409, "another-phone")

    with monkeypatch.context() as later:
        later.setattr(phone, "SILENT_S", -1.0)
        assert watch.camera.state.value == "lost"
        assert other.post("/camera/picture", data=sent(live="1"), headers=JSON).status_code == 204
    assert known.mount.watch is watch
    assert one.post("/camera/picture", data=sent(live="1"), headers=JSON).status_code == 409


@pytest.mark.parametrize(
    ("camera", "asks"),
    [
        pytest.param(None, "plugged in", id="a webcam"),
        pytest.param(Mailbox(), "camera page still open", id="a phone"),
    ],
)
def test_what_to_look_after_when_the_pictures_stop(camera: Mailbox | None, asks: str) -> None:
    assert asks in state_of(Glance(CameraState.LOST), str, camera).hint


def test_a_phone_that_sends_the_same_picture_is_told(known: Host) -> None:
    """A tapped picture may be sent twice; a live one never repeats itself while the camera sees."""
    now = [0.0]
    live, noisy = (phone.LivePhone(("192.0.2.1", ""), clock=lambda: now[0]) for _ in range(2))
    tapped = Mailbox(clock=lambda: now[0])
    random = np.random.default_rng(1)
    for second in range(12):
        now[0] = float(second)
        noise = random.integers(80, 100, EMPTY_BOARD.shape, np.uint8)
        for mailbox, photo in ((live, EMPTY_BOARD), (tapped, EMPTY_BOARD), (noisy, noise)):
            _, data = cv2.imencode(".png", photo)
            mailbox.put(data.tobytes())
    assert [each.state.value for each in (live, tapped, noisy)] == ["frozen", "live", "live"]


def test_live_and_tapped_pictures_are_looked_at_each_in_its_way(known: Host) -> None:
    client = client_of(known, Role.HOST)
    for form, settings in ((sent(), ON_CALL), (sent(live="1"), LIVE), (sent(), ON_CALL)):
        assert client.post("/camera/picture", data=form, headers=JSON).status_code == 204
        assert known.mount.watch is not None
        assert known.mount.watch.settings == settings


def test_only_who_may_send_is_lent_a_camera(alone: Host, tmp_path: Path) -> None:
    watched = WatchedTable(tmp_path / "watched.sqlite")
    asked = [
        client_of(alone, Role.BANKER).get("/camera"),
        client_of(alone, Role.BANKER).get("/table"),
        client_of(alone, Role.WATCHER).get("/camera"),
        client_of(watched.host, Role.HOST).get("/camera"),
    ]
    watched.close()

    lent = ["camera=(self)" in answer.headers["Permissions-Policy"] for answer in asked]

    assert lent == [True, False, False, False]


def test_the_way_to_https_keeps_the_name_and_the_code(alone: Host) -> None:
    without = client_of(alone, Role.BANKER).get("/camera/https", headers=JSON)
    assert (without.status_code, without.get_json()["error"]["code"]) == (404, "no-https")

    alone.address = Address(8000, ("192.0.2.7", "localhost"), True, https_port=8443)
    for role in (Role.HOST, Role.BANKER):
        answer = client_of(alone, role).get("/camera/https")
        to = f"https://localhost:8443/join/{alone.doors.to(role).token}?to=camera"
        assert (answer.status_code, answer.headers["Location"]) == (303, to)
    assert client_of(alone, Role.WATCHER).get("/camera/https").status_code == 403


WITH_A_WORD = Setup(Reference(EMPTY_BOARD, VIEW), {}, (Fault("empty-board-grey"),))
AGAIN = "Take the empty board again"


@pytest.mark.parametrize(
    ("role", "told"), [(Role.HOST, True), (Role.BANKER, True), (Role.WATCHER, False)]
)
def test_a_bad_photo_of_the_empty_board_is_told_and_can_be_taken_again(
    role: Role, told: bool, alone: Host
) -> None:
    """Before a picture of the table has come, and after it."""
    alone.mount.know(alone.board, WITH_A_WORD)
    for _ in range(2):
        page = client_of(alone, role).get("/camera").get_data(as_text=True)
        assert [said in page for said in (AGAIN, "has no colours")] == [told, told]
        client_of(alone, Role.HOST).post("/camera/picture", data=sent(), headers=JSON)
    assert alone.mount.watch is not None


@pytest.mark.parametrize("is_live", [True, False])
def test_the_empty_board_is_taken_again_only_of_a_camera_that_goes_on_by_it(
    is_live: bool, known: Host
) -> None:
    """A film was begun by one photo, and is not begun anew."""
    camera = Pictures()
    known.mount.hang(camera, known.mount.setup, LIVE)
    known.mount.camera = camera if is_live else None

    page = client_of(known, Role.HOST).get("/camera").get_data(as_text=True)

    assert (AGAIN in page) is is_live


@pytest.mark.parametrize(
    ("photo", "code", "says"),
    [
        pytest.param(
            np.full((600, 800, 3), 120, np.uint8), "board-not-found", "from above", id="no board"
        ),
        pytest.param(np.zeros((600, 800, 3), np.uint8), "unusable", "dark", id="black"),
    ],
)
def test_a_page_is_told_of_no_option_of_the_command_line(
    photo: Image, code: str, says: str, alone: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(phone, "apart", lambda work, *given, **_: work(*given))
    handed = sent(encoded(photo))

    refused = client_of(alone, Role.HOST).post("/camera/empty", data=handed, headers=JSON)

    error = refused.get_json()["error"]
    assert (refused.status_code, error["code"]) == (422, code)
    assert says in error["message"]
    assert "--" not in error["message"]


def test_tiles_that_a_person_marks_are_not_asked_for_where_nobody_can(alone: Host) -> None:
    """No photo of Big Kini's tiles alone tells where they lie: each was refused, as an option."""
    alone.choose("big_kini")
    alone.begin([Seat("Ann", "red"), Seat("Ben", "blue")], {})
    client = client_of(alone, Role.HOST)

    page = client.get("/camera").get_data(as_text=True)
    refused = client.post("/camera/empty", data=sent(), headers=JSON)

    assert 'action="/camera/empty"' not in page
    assert 'href="/tiles"' in page
    error = refused.get_json()["error"]
    assert (refused.status_code, error["code"]) == (422, "tiles-to-be-marked")
    assert error["message"] in page
