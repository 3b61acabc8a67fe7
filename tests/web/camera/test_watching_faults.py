"""Whatever befalls the camera or the board: nothing is lost or written wrongly, and it is said."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from html import unescape
from pathlib import Path

import numpy as np
import pytest

from companion.reading import EMPTY, Side
from tests.web.camera.watched_tables import EMPTY_BOARD, WatchedTable, wait_for
from tests.web.tables import NOW, client_of
from vision.picture.arrays import Image
from vision.picture.camera import CameraState, Mailbox
from vision.watch import LIVE
from web.host.roles import Role
from web.watching import watch as watching
from web.watching.state import state_of
from web.watching.watch import BROKEN
from web.words.language import catalogue

FIRST, WHITE = "h-red--kiritimati/0/0", "h-white--manihi/0/0"
Fault = Callable[[WatchedTable], None]


@pytest.fixture
def live(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[WatchedTable]:
    """A game before a live camera: everybody has passed, and one stick lies there."""
    monkeypatch.setattr(watching, "BETWEEN_S", 0.0)
    table = WatchedTable(tmp_path / "table.sqlite", LIVE)
    table.lay(dict(table.position.slots), times=4)
    for player in ("Benjamin", "Pauline", "Jean-Luc"):
        table.say("pass", player)
    move(table)
    table.lay({FIRST: "red"}, times=4)
    assert table.position.spaces == {FIRST: "red"}
    yield table
    table.close()


def move(table: WatchedTable, times: int = 2) -> None:
    """Something moves over the whole board."""
    for number in range(times):
        table.picture(stirred(number), 0.2)


def stirred(number: int) -> Image:
    """A picture of nothing that stays."""
    return np.random.default_rng(number).integers(0, 255, EMPTY_BOARD.shape, np.uint8)


def said(table: WatchedTable) -> str:
    """The code of what the page says of the watching."""
    return state_of(table.glance, str).code


def unplugged(table: WatchedTable) -> None:
    table.camera.state = CameraState.LOST
    wait_for(lambda: table.glance.camera is CameraState.LOST)


def black(table: WatchedTable) -> None:
    for _ in range(20):
        table.picture(np.zeros_like(EMPTY_BOARD), 0.2)


def at_night(table: WatchedTable) -> None:
    """The lamp is off, and the camera goes on with grey pictures."""
    for _ in range(20):
        table.picture(np.full_like(EMPTY_BOARD, 90), 0.2)


def torn(table: WatchedTable) -> None:
    half = len(EMPTY_BOARD) // 2
    table.picture(np.vstack([EMPTY_BOARD[:half], stirred(1)[half:]]), 0.2)


def of_another_size(table: WatchedTable) -> None:
    table.eyes.lost = True
    for _ in range(6):
        table.picture(EMPTY_BOARD[:200, :200], 0.2)
    table.eyes.lost = False


def clock_back(table: WatchedTable) -> None:
    table.picture(EMPTY_BOARD, -3600.0)


def clock_ahead(table: WatchedTable) -> None:
    table.picture(EMPTY_BOARD, 3600.0)


def hand_for_half_a_minute(table: WatchedTable) -> None:
    move(table, times=150)


def out_of_the_picture(table: WatchedTable) -> None:
    table.eyes.lost = True
    move(table)
    for _ in range(4):
        table.picture()
    table.eyes.lost = False


def cat(table: WatchedTable) -> None:
    """It moves everything, and leaves some pieces lying anywhere."""
    lay = dict(table.lies)
    move(table, times=20)
    slots = [place for place in lay if place.count("/") == 1][:6]
    table.lay({**dict.fromkeys(slots, EMPTY), "rapa--rurutu/0/0": "green"}, times=6)
    assert said(table) == "disturbed"
    assert table.facts[-1]["space"] == FIRST
    move(table)
    table.lay({"rapa--rurutu/0/0": EMPTY, **lay})


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        pytest.param(unplugged, "camera-lost", id="unplugged"),
        pytest.param(black, "dark", id="black"),
        pytest.param(at_night, "colourless", id="grey at night"),
        pytest.param(torn, "hand", id="torn"),
        pytest.param(of_another_size, "lost", id="of another size"),
        pytest.param(clock_back, "settling", id="the clock jumps back"),
        pytest.param(clock_ahead, "settled", id="the clock jumps ahead"),
        pytest.param(hand_for_half_a_minute, "hand", id="30 s of a hand over everything"),
        pytest.param(out_of_the_picture, "lost", id="the board is carried off"),
        pytest.param(cat, "settled", id="a cat on the board, and all put back"),
    ],
)
def test_a_fault_is_said_and_the_game_goes_on_after_it(
    fault: Fault, code: str, live: WatchedTable
) -> None:
    before = live.facts
    fault(live)
    assert said(live) == code
    assert live.facts == before

    glance = live.show(6)
    assert live.facts == before
    assert glance.outcome is not None
    assert (glance.outcome.drift, glance.outcome.doubts) == ((), ())
    assert said(live) == "settled"

    move(live)
    live.lay({WHITE: "white"}, times=4)
    assert live.position.spaces == {FIRST: "red", WHITE: "white"}


def test_a_camera_that_is_lost_after_a_frame_that_could_not_be_used_is_told(
    live: WatchedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(live.eyes, "read", broken)
    move(live)
    live.camera.show(stirred(1))
    wait_for(lambda: said(live) == "fault")
    unplugged(live)
    assert said(live) == "camera-lost"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_why_a_picture_could_not_be_used_is_said_in_the_language_of_the_page(
    language: str, live: WatchedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(live.eyes, "read", broken)
    move(live)
    live.camera.show(stirred(1))
    wait_for(lambda: said(live) == "fault")

    page = client_of(live.host, Role.WATCHER).get("/table", headers={"Accept-Language": language})

    assert BROKEN.said(language) in unescape(page.text)


def frozen(table: WatchedTable) -> None:
    table.camera.state = CameraState.FROZEN
    for _ in range(60):
        table.picture()


def test_what_is_laid_while_the_picture_is_frozen_is_seen_when_it_goes_on(
    live: WatchedTable,
) -> None:
    before = live.facts
    frozen(live)
    assert live.facts == before
    assert said(live) == "camera-frozen"

    live.camera.state = CameraState.LIVE
    move(live)
    live.lay({WHITE: "white"}, times=4)
    assert live.position.spaces == {FIRST: "red", WHITE: "white"}
    assert said(live) == "settled"


def test_a_frozen_picture_is_told_once_with_since_when_and_what_to_do(live: WatchedTable) -> None:
    frozen(live)
    told = live.glance.number
    state = state_of(live.glance, str, live.camera)
    since = datetime.fromisoformat(NOW).astimezone() - timedelta(seconds=10)

    assert state.said == f"The picture has stood still since {since:%H:%M}."
    assert "Wake the camera" in state.hint
    assert "on that phone" in state_of(live.glance, str, Mailbox()).hint
    live.picture()
    assert live.glance.number == told


def test_a_picture_that_stands_still_is_not_read_again_and_again(live: WatchedTable) -> None:
    """It is no new evidence; only who asks for it has it read again."""
    frozen(live)
    read = live.eyes.read_times
    for _ in range(40):
        live.picture()
    assert live.eyes.read_times == read

    live.watch.read_again()
    for _ in range(4):
        live.picture()
    assert live.eyes.read_times > read
    assert live.eyes.forgot_times == 1, "else the eyes say what they said before"


def test_a_black_picture_that_stands_still_needs_light(live: WatchedTable) -> None:
    black(live)
    live.camera.state = CameraState.FROZEN
    for _ in range(3):
        live.picture(np.zeros_like(EMPTY_BOARD))
    assert said(live) == "dark"


@pytest.mark.parametrize(
    ("outside", "english", "french"),
    [
        ((Side.LEFT,), "the board's left side.", "vers le bord gauche du plateau."),
        ((Side.TOP, Side.RIGHT), "the board's top and right sides.", "bords haut et droit"),
        ((Side.TOP, Side.BOTTOM), "further away.", "éloignez la caméra."),
    ],
)
def test_where_to_move_a_camera_that_sees_part_of_the_board(
    live: WatchedTable, outside: tuple[Side, ...], english: str, french: str
) -> None:
    seen = live.glance
    assert seen.frame_seen is not None
    part = replace(seen, frame_seen=replace(seen.frame_seen, outside=outside))

    hints = [
        state_of(part, catalogue(language).gettext, language=language).hint
        for language in ("en", "fr")
    ]

    assert english in hints[0]
    assert french in hints[1]
    assert state_of(part, str).code == state_of(seen, str).code
