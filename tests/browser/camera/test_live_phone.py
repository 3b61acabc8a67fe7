"""A phone as the live camera: from its browser's camera, over https, to what everybody sees.

Its camera is a film that shows the simulator's empty board over and over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import BrowserContext, Page, Request, expect

from calibration.setup import Setup
from companion.errors import Fault
from companion.play.game import Seat
from companion.position import Position
from tests.browser.anybody import faults_everywhere, looked_over
from tests.browser.conftest import PHONE, TIMEOUT_MS, Chromium, Launch
from tests.browser.held_back import HeldBack
from tests.web.camera.watched_tables import wait_for
from tests.web.tables import BOARD, ELSEWHERE, PLAYERS, ServedTable, serve_table
from vision.alignment.reference import Reference
from vision.simulator import Light, Simulator, camera_at
from web.camera import phone as phone_camera
from web.host.roles import Role

Open = Callable[..., Page]
SIZE_PX = (1920, 1440)
PER_S = 10
SEED = 5
A_SECOND_CAMERA = """(() => {
  const media = navigator.mediaDevices;
  const [list, get] = [media.enumerateDevices.bind(media), media.getUserMedia.bind(media)];
  media.enumerateDevices = async () =>
    [...await list(), {kind: "videoinput", deviceId: "second"}];
  window.asked = [];
  media.getUserMedia = ({video}) => {
    asked.push(video.deviceId?.exact);
    return get({video: true});
  };
})()"""


@pytest.fixture(scope="session")
def empty_board() -> Reference:
    middle = (BOARD.width_mm / 2, BOARD.height_mm / 2)
    camera = camera_at(middle, size_px=SIZE_PX, distance_mm=1.5 * BOARD.width_mm, tilt_deg=10)
    frame = Simulator(BOARD, SEED).frame(Position(), camera, Light())
    return Reference(frame.photo, frame.pose)


@pytest.fixture(scope="session")
def film(empty_board: Reference, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The empty board before a camera, as the raw film (YUV4MPEG2) that Chromium takes for one.

    No two frames that follow each other are the same: a sensor's noise is in them.
    """
    random = np.random.default_rng(1)
    width, height = SIZE_PX
    film = f"YUV4MPEG2 W{width} H{height} F{PER_S}:1 Ip A1:1 C420jpeg\n".encode()
    for _ in range(2):
        noise = random.normal(0, 2, empty_board.photo.shape)
        noisy = np.clip(empty_board.photo + noise, 0, 255).astype(np.uint8)
        film += b"FRAME\n" + cv2.cvtColor(noisy, cv2.COLOR_BGR2YUV_I420).tobytes()
    path = tmp_path_factory.mktemp("film") / "board.y4m"
    path.write_bytes(film)
    return path


@pytest.fixture
def secured(tmp_path: Path) -> Iterator[ServedTable]:
    with serve_table(tmp_path / "table.sqlite", https=True) as table:
        yield table


@pytest.fixture
def known(secured: ServedTable, empty_board: Reference) -> ServedTable:
    """The same, whose empty board is known."""
    secured.host.mount.know(secured.host.board, Setup(empty_board))
    return secured


@pytest.fixture(scope="session")
def filming(launch: Launch, film: Path) -> Chromium:
    """A browser whose camera shows the film, and whose user allows everything."""
    return launch(
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        f"--use-file-for-fake-video-capture={film}",
        f"--host-resolver-rules=MAP {ELSEWHERE} 127.0.0.1",
    )


@pytest.fixture
def new_phone(filming: Chromium) -> Iterator[Callable[[], BrowserContext]]:
    """Phones with cameras, whose users go on where the certificate is not known."""
    phones: list[BrowserContext] = []

    with filming.guarded() as browser:

        def made() -> BrowserContext:
            context = browser.new_context(viewport=PHONE, locale="en", ignore_https_errors=True)  # type: ignore[arg-type]
            context.set_default_timeout(TIMEOUT_MS)
            phones.append(context)
            return context

        yield made
        for context in phones:
            context.close()


@pytest.fixture
def phone(new_phone: Callable[[], BrowserContext]) -> BrowserContext:
    return new_phone()


def start(phone: BrowserContext, served: ServedTable) -> Page:
    page = phone.new_page()
    page.goto(served.door(Role.BANKER, secure=True) + "?to=camera")
    page.get_by_role("button", name="Send a live picture").click()
    expect(page.locator(".live-phone video")).to_be_visible()
    return page


def test_a_phone_watches_the_table(
    secured: ServedTable, phone: BrowserContext, open_page: Open
) -> None:
    page = start(phone, secured)
    state = page.locator(".live-phone-state")

    # It shows the empty board first, and is the camera from then on.
    expect(state).to_contain_text("Point it")
    assert looked_over(page) == []
    page.get_by_role("button", name="The board is empty: take it").click()
    expect(state).to_contain_text("The live picture is sent")
    expect(page.locator(".setting-up")).to_be_visible()

    # Everybody sees what it sees, as sharp as it sees it.
    other = open_page(secured.door(Role.HOST))
    expect(other.locator("[data-eye]")).to_have_attribute("data-eye", "empty")
    watch = secured.host.mount.watch
    assert watch is not None
    assert watch.glance.frame is not None
    assert watch.glance.frame.photo is not None
    assert watch.glance.frame.photo.shape[1::-1] == SIZE_PX

    # What is cut off is said on both sides, and goes on by itself.
    phone.set_offline(True)
    expect(state).to_contain_text("No connection to the table")
    expect(other.locator("[data-eye]")).to_have_attribute("data-eye", "camera-lost")
    phone.set_offline(False)
    expect(state).to_contain_text("The live picture is sent")
    expect(other.locator("[data-eye]")).to_have_attribute("data-eye", "empty")

    # A page that is opened again goes on.
    page.reload()
    expect(state).to_contain_text("The live picture is sent")

    # Stopped, nothing more comes.
    page.get_by_role("button", name="Stop sending").click()
    expect(other.locator("[data-eye]")).to_have_attribute("data-eye", "camera-lost")


def test_what_is_wrong_with_the_empty_board_is_told_once_it_is_taken(
    secured: ServedTable,
    empty_board: Reference,
    phone: BrowserContext,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """While the picture is sent, and afterwards, where it can be taken again."""
    found = Setup(empty_board, doubts=(Fault("empty-board-grey"),))
    monkeypatch.setattr(phone_camera, "apart", lambda *_, **__: found)
    page = start(phone, secured)
    page.get_by_role("button", name="The board is empty: take it").click()

    expect(page.locator(".live-phone-state")).to_contain_text("The live picture is sent")
    expect(page.get_by_text("has no colours")).to_be_visible()

    page.get_by_role("button", name="Stop sending").click()
    page.get_by_text("Take the empty board again").click()
    expect(page.get_by_label("Take the empty board", exact=True)).to_be_attached()
    expect(page.get_by_text("has no colours")).to_be_visible()


def test_by_plain_http_a_phone_is_told_the_way_and_stays_who_it_is(
    secured: ServedTable, phone: BrowserContext
) -> None:
    page = phone.new_page()
    page.goto(secured.door(Role.BANKER).replace("localhost", ELSEWHERE) + "?to=camera")
    expect(page.get_by_role("button", name="Send a live picture")).to_be_hidden()
    expect(page.get_by_label("Take the empty board")).to_be_attached()

    page.get_by_role("link", name="Send a live picture instead").click()

    page.wait_for_url(f"https://{ELSEWHERE}:*/camera")
    expect(page.get_by_role("button", name="Send a live picture")).to_be_visible()


@pytest.mark.parametrize(
    "happens",
    [
        pytest.param("video.pause()", id="the device has slept"),
        pytest.param("video.srcObject.getTracks()[0].stop()", id="the camera was taken away"),
    ],
)
def test_a_camera_that_falls_still_is_told_and_begins_again(
    happens: str, known: ServedTable, phone: BrowserContext
) -> None:
    page = start(phone, known)
    state = page.locator(".live-phone-state")
    expect(state).to_contain_text("The live picture is sent")

    page.evaluate(f"() => {{ const video = document.querySelector('video'); {happens}; }}")
    expect(state).to_contain_text("The camera gives this page no picture just now")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")

    expect(page.locator("#said")).to_contain_text("This device slept")
    expect(state).to_contain_text("The live picture is sent")


def test_a_device_with_two_cameras_may_take_the_other(
    known: ServedTable, phone: BrowserContext
) -> None:
    phone.add_init_script(A_SECOND_CAMERA)
    page = start(phone, known)

    page.get_by_role("button", name="Another camera").click()

    wait_for(lambda: page.evaluate("asked.at(-1) === 'second'"))
    expect(page.locator(".live-phone-state")).to_contain_text("The live picture is sent")


def test_one_picture_after_the_other(known: ServedTable, phone: BrowserContext) -> None:
    page = start(phone, known)
    told: list[str] = []

    def tell(what: str, asked: Request) -> None:
        if asked.url.endswith("/camera/picture"):
            told.append(what)

    page.on("request", lambda asked: tell("asked", asked))
    page.on("requestfinished", lambda asked: tell("answered", asked))
    for _ in range(5):
        with page.expect_response(lambda answer: answer.url.endswith("/camera/picture")) as said:
            pass
        assert said.value.status == 204

    assert told.count("answered") >= 4
    assert all(one != next_one for one, next_one in pairwise(told))


def test_a_picture_that_is_left_without_an_answer_is_given_up(
    known: ServedTable, phone: BrowserContext
) -> None:
    """On a phone too that knows no AbortSignal.timeout."""
    phone.add_init_script("delete AbortSignal.timeout")
    page = start(phone, known)
    state = page.locator(".live-phone-state")
    expect(state).to_contain_text("The live picture is sent")
    way = HeldBack(page, "**/camera/picture")

    expect(state).to_contain_text("No connection to the table")
    way.is_open = True
    expect(state).to_contain_text("The live picture is sent")


def test_a_table_that_can_take_no_picture_just_now_is_told_and_gets_the_next(
    known: ServedTable, phone: BrowserContext
) -> None:
    page = start(phone, known)
    state = page.locator(".live-phone-state")
    expect(state).to_contain_text("The live picture is sent")
    page.route("**/camera/picture", lambda route: route.fulfill(status=503, body="Too many ask."))
    expect(state).to_contain_text("take the picture just now. It goes on by itself.")

    page.unroute("**/camera/picture")
    expect(state).to_contain_text("The live picture is sent")


@pytest.mark.parametrize(
    ("fails_with", "said"),
    [
        pytest.param("NotAllowedError", "This page may not use the camera", id="refused"),
        pytest.param("NotFoundError", "No camera can be used here", id="no camera"),
        pytest.param("NotReadableError", "No camera can be used here", id="taken by another"),
    ],
)
def test_a_camera_that_cannot_be_had_is_told(
    fails_with: str, said: str, served: ServedTable, open_page: Open
) -> None:
    page = open_page(served.door(Role.BANKER) + "?to=camera")
    page.evaluate(
        "name => { navigator.mediaDevices.getUserMedia = "
        "() => Promise.reject(new DOMException('', name)); }",
        fails_with,
    )

    page.get_by_role("button", name="Send a live picture").click()

    expect(page.locator(".live-phone-state")).to_contain_text(said)
    expect(page.get_by_role("button", name="Send a live picture")).to_be_visible()


def test_a_phone_that_is_the_camera_stays_it_in_the_next_game(
    known: ServedTable, phone: BrowserContext
) -> None:
    page = start(phone, known)
    state = page.locator(".live-phone-state")
    expect(state).to_contain_text("The live picture is sent")
    body = page.locator("body")
    before = body.get_attribute("data-whose") or ""
    body.evaluate("body => { body.dataset.stays = true; }")

    known.host.begin([Seat(name, nation) for name, nation in PLAYERS], {})

    expect(body).not_to_have_attribute("data-whose", before)
    expect(page.locator("body[data-stays]")).to_be_attached()
    expect(state).to_contain_text("The live picture is sent")


def test_while_one_sends_another_is_refused(
    known: ServedTable, new_phone: Callable[[], BrowserContext]
) -> None:
    one = start(new_phone(), known)
    expect(one.locator(".live-phone-state")).to_contain_text("The live picture is sent")
    other = new_phone().new_page()
    other.goto(known.door(Role.HOST, secure=True) + "?to=camera")

    other.get_by_role("button", name="Send a live picture").click()

    expect(other.locator(".live-phone-state")).to_contain_text("Another phone sends")
    expect(one.locator(".live-phone-state")).to_contain_text("The live picture is sent")


def test_anybody_can_use_it(known: ServedTable, phone: BrowserContext) -> None:
    page = start(phone, known)
    expect(page.locator(".setting-up")).to_be_visible()

    assert looked_over(page) == []
    assert faults_everywhere(page, page.url) == {}
