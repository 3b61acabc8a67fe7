"""The next game of the evening is on another board: its camera is hung for it, or there is none."""

from __future__ import annotations

from collections.abc import Iterator
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
from web.host import camera_source
from web.host.host import Host
from web.host.roles import Role

JSON = {"Accept": "application/json"}
OTHERS = {
    "long_cours": (("Ann", "yellow"), ("Ben", "green")),
    "big_kini": (("Ann", "red"), ("Ben", "blue")),
    "carcassonne_south_seas": (("Ann", "red"), ("Ben", "blue")),
}


@pytest.fixture
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Host]:
    """A game of Clippers that no camera watches."""
    monkeypatch.setattr(camera_source, "reader_for", lambda *_: TruthfulEyes())
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
    return host.watch is not None and bool(host.watch.glance.frame_seen)


def looks(host: Host, camera: Pictures) -> None:
    """The camera takes a picture, which is looked at for the table that is served."""
    number = camera.show()

    def is_looked_at() -> bool:
        frame = None if host.watch is None else host.watch.glance.frame
        return frame is not None and frame.number == number

    wait_for(is_looked_at)


def test_a_phone_is_the_camera_of_the_next_game_once_its_board_is_known(alone: Host) -> None:
    client = client_of(alone, Role.HOST)
    client.post("/camera/empty", data=sent())
    assert sends(client) == (204, "")
    wait_for(lambda: is_read(alone))
    first = alone.watch

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
    assert alone.watch is not first

    alone.take_up(1)
    assert alone.watch is None, "by another empty board it can't be read"


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
    assert table.host.watch is table.watch
    assert table.glance.outcome is None, "those were questions of the game before"
    assert table.show(2).steps, "but the camera goes on"
    table.close()


def test_a_webcam_watches_every_game_whose_empty_board_it_is_told(alone: Host) -> None:
    """``Play`` on the page of the own board makes the board anew each time, mended or not."""
    camera = alone.camera = Pictures()
    watches = []
    for _ in range(2):
        alone.put_away()
        alone.play_on(replace(BOARD))
        camera_source.know_empty_board(alone, BOARD, Setup(Reference(EMPTY_BOARD, VIEW)))
        begin(alone, "clippers")
        looks(alone, camera)
        watches.append(alone.watch)

    assert watches[0] is not watches[1]
    assert camera.state is CameraState.LIVE, "it was handed on, not let go of"


def test_a_webcam_goes_on_to_a_game_that_needs_no_empty_board(alone: Host) -> None:
    camera = alone.camera = Pictures()
    camera_source.know_empty_board(alone, BOARD, Setup(Reference(EMPTY_BOARD, VIEW)))
    looks(alone, camera)
    begin(alone, "carcassonne_south_seas")
    looks(alone, camera)


def test_a_game_has_its_own_empty_board_whatever_is_played_next(
    alone: Host,
) -> None:
    """Long Cours goes on while Clippers is next, and the other way round."""
    client = client_of(alone, Role.HOST)
    client.post("/camera/empty", data=sent())
    clippers = alone.setup
    begin(alone, "long_cours")
    alone.choose("clippers")

    assert alone.setup is None
    assert "/camera/empty" in client.get("/camera").get_data(as_text=True)
    client.post("/camera/empty", data=sent())
    assert alone.setup not in (None, clippers)
    assert sends(client) == (204, "")

    begin(alone, "clippers")
    assert alone.setup is clippers


def test_the_empty_board_taken_anew_is_the_one_that_counts(alone: Host) -> None:
    client = client_of(alone, Role.HOST)
    watches = []
    for _ in range(2):
        client.post("/camera/empty", data=sent())
        assert sends(client) == (204, "")
        assert alone.watch is not None
        assert alone.setup is not None
        assert alone.watch.empty is alone.setup.reference
        watches.append(alone.watch)
    assert isinstance(watches[0].camera, Mailbox)
    assert watches[0] is not watches[1]
