"""The next game of the evening is on another board: its camera is hung for it, or there is none."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from calibration.setup import Setup
from companion.play.game import Seat
from companion.play.sight import GameTable
from companion.records.record import Happened, Source, Who
from companion.store.table import Request
from tests.web.camera.watched_tables import (
    EMPTY_BOARD,
    VIEW,
    Pictures,
    TruthfulEyes,
    WatchedTable,
    sent,
    wait_for,
)
from tests.web.tables import BOARD, NOW, PLAYERS, client_of, make_host
from vision.alignment.reference import Reference
from vision.picture.camera import CameraState, Mailbox
from web.camera import phone
from web.host.host import Host
from web.host.roles import Role
from web.watching import mount

A_WHILE_S = 0.3
JSON = {"Accept": "application/json"}
OTHERS = {
    "long_cours": (("Ann", "yellow"), ("Ben", "green")),
    "big_kini": (("Ann", "red"), ("Ben", "blue")),
    "carcassonne_south_seas": (("Ann", "red"), ("Ben", "blue")),
}


@pytest.fixture
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Host]:
    """A game of Clippers that no camera watches."""
    monkeypatch.setattr(mount, "reader_for", lambda *_: TruthfulEyes())
    monkeypatch.setattr(phone, "apart", lambda work, *given, **_: work(*given))
    monkeypatch.setattr(phone, "setup_in", lambda *_: Setup(Reference(EMPTY_BOARD, VIEW)))
    host = make_host(tmp_path / "table.sqlite")
    yield host
    host.close()
    host.store.close()


def begin(host: Host, game: str = "long_cours") -> GameTable:
    host.choose(game)
    return host.begin([Seat(*seat) for seat in OTHERS.get(game, PLAYERS)], {})


def sends(client: FlaskClient) -> tuple[int, str]:
    """A phone sends a picture; what it is told."""
    answer = client.post("/camera/picture", data=sent(), headers=JSON)
    return answer.status_code, answer.get_json()["error"]["code"] if answer.is_json else ""


def is_read(host: Host) -> bool:
    """Whether a picture of the table that is served was read."""
    return host.mount.watch is not None and bool(host.mount.watch.glance.frame_seen)


def looks(host: Host, camera: Pictures) -> None:
    """The camera takes a picture, which is looked at for the table that is served."""
    number = camera.show()

    def is_looked_at() -> bool:
        frame = None if host.mount.watch is None else host.mount.watch.glance.frame
        return frame is not None and frame.number == number

    wait_for(is_looked_at)


def test_a_phone_is_the_camera_of_the_next_game_once_its_board_is_known(alone: Host) -> None:
    client = client_of(alone, Role.HOST)
    client.post("/camera/empty", data=sent())
    assert sends(client) == (204, "")
    wait_for(lambda: is_read(alone))
    first = alone.mount.watch

    table = begin(alone)

    page = client.get("/camera").get_data(as_text=True)
    assert "The board is seen" not in page
    assert "Take the empty board" in page
    settle = Happened({"do": "place", "player": "Ann", "stop": next(iter(alone.board.places))})
    said = Request(settle, 0, Source(Who.PERSON, "Ann"), NOW)
    assert alone.act(table, said) == 1
    assert sends(client) == (409, "no-empty-board")

    client.post("/camera/empty", data=sent())
    assert sends(client) == (204, "")
    wait_for(lambda: is_read(alone))
    assert alone.mount.watch is not first

    alone.take_up(1)
    assert alone.mount.watch is None, "by another empty board it can't be read"


@pytest.mark.parametrize("game", OTHERS)
def test_what_was_asked_in_one_game_is_no_matter_of_the_next(game: str, tmp_path: Path) -> None:
    table = WatchedTable(tmp_path / "table.sqlite")
    table.set_up()
    table.lay(dict.fromkeys([*BOARD.spaces][:2], "red"))
    asked = table.doubt([*BOARD.spaces][10], ("red", 0.5), ("white", 0.3), ("empty", 0.2))
    assert asked.outcome is not None
    assert asked.outcome.doubts

    begin(table.host, game)

    host, ann = client_of(table.host, Role.HOST), client_of(table.host, Role.PLAYER, "Ann")
    pages = [host.get("/table"), host.get("/camera"), host.get("/bank"), ann.get("/table")]
    assert [page.status_code for page in pages] == [200] * 4

    begin(table.host, "clippers")
    assert table.host.mount.watch is table.watch
    assert table.glance.outcome is None, "those were questions of the game before"
    assert table.show(2).steps, "but the camera goes on"
    table.close()


def test_a_webcam_watches_every_game_whose_empty_board_it_is_told(alone: Host) -> None:
    """``Play`` on the page of the own board makes the board anew each time, mended or not."""
    camera = alone.mount.camera = Pictures()
    watches = []
    for _ in range(2):
        alone.put_away()
        alone.play_on(replace(BOARD))
        alone.mount.know(BOARD, Setup(Reference(EMPTY_BOARD, VIEW)))
        begin(alone, "clippers")
        looks(alone, camera)
        watches.append(alone.mount.watch)

    assert watches[0] is not watches[1]
    assert camera.state is CameraState.LIVE, "it was handed on, not let go of"


def test_a_webcam_goes_on_to_a_game_that_needs_no_empty_board(alone: Host) -> None:
    camera = alone.mount.camera = Pictures()
    alone.mount.know(BOARD, Setup(Reference(EMPTY_BOARD, VIEW)))
    looks(alone, camera)
    begin(alone, "carcassonne_south_seas")
    looks(alone, camera)


def test_a_game_has_its_own_empty_board_whatever_is_played_next(
    alone: Host,
) -> None:
    """Long Cours goes on while Clippers is next, and the other way round."""
    client = client_of(alone, Role.HOST)
    client.post("/camera/empty", data=sent())
    clippers = alone.mount.setup
    begin(alone, "long_cours")
    alone.choose("clippers")

    assert alone.mount.setup is None
    assert "/camera/empty" in client.get("/camera").get_data(as_text=True)
    client.post("/camera/empty", data=sent())
    assert alone.mount.setup not in (None, clippers)
    assert sends(client) == (204, "")

    begin(alone, "clippers")
    assert alone.mount.setup is clippers


def test_the_empty_board_taken_anew_is_the_one_that_counts(alone: Host) -> None:
    client = client_of(alone, Role.HOST)
    watches = []
    for _ in range(2):
        client.post("/camera/empty", data=sent())
        assert sends(client) == (204, "")
        assert alone.mount.watch is not None
        assert alone.mount.setup is not None
        assert alone.mount.watch.empty is alone.mount.setup.reference
        watches.append(alone.mount.watch)
    assert isinstance(watches[0].camera, Mailbox)
    assert watches[0] is not watches[1]


def watching() -> list[threading.Thread]:
    return [each for each in threading.enumerate() if each.name == "watching"]


@pytest.mark.parametrize("other", ["the empty board again", "a game that begins"])
def test_two_hang_the_camera_at_once_and_one_watches(
    other: str, alone: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    both = threading.Barrier(2)

    def slow_reader(*_: object) -> TruthfulEyes:
        with suppress(threading.BrokenBarrierError):  # the other waits until this one hangs
            both.wait(A_WHILE_S)
        return TruthfulEyes()

    monkeypatch.setattr(mount, "reader_for", slow_reader)
    before, camera = watching(), Pictures()
    alone.mount.camera = camera

    def hands_in() -> None:
        alone.mount.know(BOARD, Setup(Reference(EMPTY_BOARD, VIEW)))

    others = {"the empty board again": hands_in, "a game that begins": lambda: begin(alone)}
    if other == "a game that begins":
        alone.mount.know(alone.board_for("long_cours"), Setup(Reference(EMPTY_BOARD, VIEW)))
    threads = [threading.Thread(target=each) for each in (hands_in, others[other])]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    wait_for(lambda: len(watching()) == len(before) + 1)
    assert alone.mount.watch is not None
    looks(alone, camera)
    alone.close()
    wait_for(lambda: watching() == before)
