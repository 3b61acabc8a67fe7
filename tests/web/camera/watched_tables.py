"""A table before a camera that shows what a test lays, and eyes that see just that."""

from __future__ import annotations

import html
import io
import re
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient

from companion.games import game_called
from companion.play.sight import GameTable
from companion.position import Position
from companion.reading import EMPTY, Reading, Seen, ShipSeen
from companion.records.record import Act, Fact, Happened, Record, Source, Who
from companion.store import Store
from companion.store.table import Request
from companion.watching.answers import Answer
from companion.watching.outcome import Outcome
from tests.web.glances import Watched
from tests.web.tables import BOARD, NOW, client_of, make_host
from vision.alignment.align import NotAligned
from vision.alignment.pose import Pose
from vision.picture.arrays import Image
from vision.picture.camera import CameraState, Frame
from vision.seen.photo_reading import PhotoReading
from vision.simulator import camera_at
from vision.watch import ON_CALL, WatchSettings
from web.host.host import Address, Host
from web.host.roles import Role
from web.watching import watch as watching
from web.watching.watch import Glance, Watch

SIZE_PX = (640, 480)
SEA = (110, 90, 70)
EMPTY_BOARD: Image = np.full((SIZE_PX[1], SIZE_PX[0], 3), SEA, np.uint8)
PATIENCE_S = 20.0
SURE = 0.999
MIDDLE = (BOARD.width_mm / 2, BOARD.height_mm / 2)
VIEW: Pose = camera_at(MIDDLE, size_px=SIZE_PX, distance_mm=900).pose


class Pictures:
    """A camera that gives a picture when a test shows one."""

    def __init__(self) -> None:
        self.state = CameraState.OPENING
        self._changed = threading.Condition()
        self._frame: Frame | None = None
        self.asked_after = -1

    def show(self, photo: Image = EMPTY_BOARD, after_s: float = 1.0) -> int:
        """Take the next picture, so long after the one before; return its number."""
        with self._changed:
            number = 0 if self._frame is None else self._frame.number + 1
            at_s = 0.0 if self._frame is None else self._frame.at_s + after_s
            self._frame = Frame(photo, at_s, number, str(number))
            if self.state is not CameraState.FROZEN:
                self.state = CameraState.LIVE
            self._changed.notify_all()
        return number

    def newest(self, after: int = -1, most_s: float = 1.0) -> Frame | None:
        with self._changed:
            self.asked_after = after
            self._changed.wait_for(lambda: self._is_newer(after), most_s)
            frame = self._frame
        return frame if frame is not None and frame.number > after else None

    def close(self) -> None:
        with self._changed:
            self.state = CameraState.CLOSED
            self._changed.notify_all()

    def _is_newer(self, after: int) -> bool:
        closed = self.state is CameraState.CLOSED
        return closed or (self._frame is not None and self._frame.number > after)


class TruthfulEyes:
    """A reader of photos that sees what ``places``, ``ships`` and ``gone`` say."""

    def __init__(self) -> None:
        self.places: Mapping[str, Seen] = {}
        self.ships: tuple[ShipSeen, ...] = ()
        self.gone: tuple[ShipSeen, ...] = ()
        self.lost = False
        self.read_times = self.forgot_times = 0

    def forget(self) -> None:
        self.forgot_times += 1

    def read(self, photo: Image, hint: Pose | None = None) -> PhotoReading:  # noqa: ARG002
        self.read_times += 1
        if self.lost:
            raise NotAligned("no board found")
        sure = Seen(EMPTY, SURE, ((EMPTY, SURE),))
        spaces = {place: self.places.get(place, sure) for place in BOARD.spaces}
        slots = {place: self.places.get(place, sure) for place in BOARD.slots}
        return PhotoReading(Reading(spaces, slots, self.ships, gone=self.gone), VIEW, {})


class WatchedTable:
    """A host whose table is watched; ``lay`` and ``show`` are what happens on the real board."""

    def __init__(
        self, path: Path, settings: WatchSettings = ON_CALL, host: Host | None = None
    ) -> None:
        """Watch the table of this host; of a new one, whose file is at ``path``, without one."""
        self.host: Host = host or make_host(path)
        self.eyes, self.camera = TruthfulEyes(), Pictures()
        self.lies: dict[str, str] = {}
        self.doubts: dict[str, Seen] = {}
        host = self.host
        self.watch = Watch(BOARD, self.eyes, self.camera, lambda: host.table, host.clock, settings)
        host.mount.watch = self.watch

    @property
    def table(self) -> GameTable:
        assert self.host.table is not None
        return self.host.table

    @property
    def glance(self) -> Glance:
        return self.watch.glance

    @property
    def position(self) -> Position:
        position: Position = self.table.view.last.state.position
        return position

    @property
    def facts(self) -> list[Fact]:
        """What counts, but for the ends of turns."""
        return [each.fact for each in self.table.view.facts if each.fact["do"] != "done"]

    def set_up(self) -> None:
        """Put the first markers where they belong."""
        self.lay(dict(self.position.slots))

    def lay(self, pieces: Mapping[str, str], times: int = 2) -> Glance:
        """Lay these too (``EMPTY`` takes one away); the camera looks twice."""
        self.lies = {**self.lies, **pieces}
        return self.show(times)

    def doubt(self, place: str, *likely: tuple[str, float]) -> Glance:
        """The camera isn't sure of a place."""
        self.doubts[place] = Seen(*likely[0], tuple(likely))
        return self.show(2)

    def answer(self, place: str, piece: str, player: str | None = None) -> None:
        """Somebody answers the camera: this player, or who keeps the bank."""
        by = Source(Who.PERSON, player)
        self.watch.answer(self.table, Answer(place, piece, by, player))

    def show(self, times: int = 1) -> Glance:
        """The camera looks, and what it saw is judged."""
        for _ in range(times):
            sure = {p: Seen(k, SURE, ((k, SURE), (EMPTY, 1 - SURE))) for p, k in self.lies.items()}
            self.eyes.places = {**sure, **self.doubts}
            self.picture()
        return self.glance

    def picture(self, photo: Image = EMPTY_BOARD, after_s: float = 1.0) -> Glance:
        """The camera takes one picture, and it is looked at."""
        number = self.camera.show(photo, after_s)
        wait_for(lambda: self.glance.frame and self.glance.frame.number == number)
        return self.glance

    def act(self, act: Act, by: str = "Benjamin") -> int:
        """Somebody taps."""
        source, table = Source(Who.PERSON, by), self.table
        return self.host.act(table, Request(act, table.view.revision, source, "2026", None))

    def say(self, do: str, player: str, **more: object) -> int:
        """Somebody says what he did."""
        return self.act(Happened({"do": do, "player": player, **more}), player)

    def close(self) -> None:
        self.host.close()
        self.host.store.close()


def wait_for(condition: Callable[[], object]) -> None:
    """Wait until something is so, or fail."""
    end = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < end, "it never came about"
        time.sleep(0.005)


def sent(data: bytes | None = None, **fields: str) -> dict[str, object]:
    """A form with a picture."""
    _, jpeg = cv2.imencode(".jpg", EMPTY_BOARD)
    return {**fields, "photo": (io.BytesIO(jpeg.tobytes() if data is None else data), "photo.jpg")}


FIRST, SECOND = "h-red--kiritimati/0/0", "h-red--kiritimati/0/1"
WHITE = "h-white--manihi/0/0"
HALF_SEEN = ((EMPTY, 0.55), ("red", 0.45))


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[WatchedTable]:
    """Nothing lies on the board yet."""
    monkeypatch.setattr(watching, "BETWEEN_S", 0.0)
    watched = WatchedTable(tmp_path / "table.sqlite")
    yield watched
    watched.close()


@pytest.fixture
def watched(bare: WatchedTable) -> WatchedTable:
    """Set up, and everybody has said what he did in phase 1."""
    bare.set_up()
    for player in ("Benjamin", "Pauline", "Jean-Luc"):
        bare.say("pass", player)
    return bare


def stick(space: str, company: str = "red", player: str = "Benjamin") -> dict[str, object]:
    return {"do": "stick", "player": player, "company": company, "space": space, "alternate": False}


AMID_THE_SEA = "tahiti--penrhyn/0/0"
"""No route reaches it yet."""


def changes(client: FlaskClient, language: str = "en") -> dict[str, str]:
    """What the page says each answer will change, by what its button sends."""
    client.set_cookie("language", language)
    page = client.get("/table").get_data(as_text=True)
    asks = page[page.index('data-live="eye-asks"') :]
    buttons = re.findall(
        r'<button name="(?:act|piece)" value="([^"]*)">(.*?)</button>', asks, re.DOTALL
    )
    told = {}
    for value, inside in buttons:
        if said := re.search(r'class="changes">([^<]*)<', inside):
            told[html.unescape(value)] = html.unescape(said[1]).replace("\u00a0", " ")
    return told


def watched_host(record: Record, outcome: Outcome, folder: Path) -> Host:
    """A table before a camera that sees what was ruled."""
    store = Store(folder / "table.sqlite")
    store.begin(record, NOW)
    board = game_called(record.header.game).shipped_board()
    host = Host(store, board, lambda: NOW, Address(8000))
    host.mount.watch = Watched(Glance(CameraState.LIVE, outcome=outcome))  # type: ignore[assignment]
    return host


@pytest.fixture
def host(watched: WatchedTable) -> FlaskClient:
    return client_of(watched.host, Role.HOST)
