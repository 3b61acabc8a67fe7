"""What the camera's page shows of ships that may lie anywhere: questions, rings, and the run."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from companion.games import game_called
from companion.play.game import Seat
from companion.records.record import Happened, Header, Record, Source, Who
from companion.watching.drift import Differs, Drift
from companion.watching.outcome import Doubt, Outcome
from tests.web.camera.watched_tables import EMPTY_BOARD, watched_host
from tests.web.tables import client_of
from vision.picture.camera import CameraState, Frame
from vision.simulator import demo_camera
from web.host.host import Host
from web.host.roles import Role
from web.watching.picture import rings, shown_part
from web.watching.watch import Glance

GAME = game_called("long_cours")
BOARD = GAME.shipped_board()
RECORD = Record(Header("long_cours", {}))
POSE = demo_camera(BOARD, (640, 480)).pose
PHOTO = EMPTY_BOARD
ASKED = Doubt((("alger", 0.6), ("empty", 0.4)), "yellow", moves=True)
ELSEWHERE = Drift("black", Differs.OTHER, "panama", "rio", 0.99, moves=True)
ASTRAY = Drift("yellow", Differs.OTHER, "marseille", "perth", 0.99, moves=True)
GONE = Drift("yellow", Differs.MISSING, "marseille", "empty", 0.99, moves=True)
NOBODYS = Drift("black", Differs.STRANGER, "empty", "perth", 0.99, moves=True)


def glance_of(outcome: Outcome) -> Glance:
    return Glance(CameraState.LIVE, frame=Frame(PHOTO, 0.0, 0, "0"), pose=POSE, outcome=outcome)


@pytest.mark.parametrize(
    ("outcome", "ringed"),
    [
        (Outcome(RECORD, (ASKED,)), [("asked", "alger")]),
        (Outcome(RECORD, drift=(ELSEWHERE,)), [("astray", "rio"), ("astray", "panama")]),
        (Outcome(RECORD, (Doubt((("{}", 1.0),)),)), []),
    ],
)
def test_a_ship_is_ringed_where_it_may_be(outcome: Outcome, ringed: list[tuple[str, str]]) -> None:
    glance = glance_of(outcome)
    part = shown_part(BOARD, glance)
    assert part is not None

    drawn = rings(BOARD, glance, part)

    assert [ring.why for ring in drawn] == [why for why, _ in ringed]
    for ring, (_, stop) in zip(drawn, ringed, strict=True):
        at = BOARD.places[stop]
        x, y = (POSE.project(np.array([[at.x_mm, at.y_mm]]))[0] - part.corner) * part.scale
        assert np.hypot(ring.x_px - x, ring.y_px - y) < ring.radius_px


@pytest.mark.parametrize(
    ("drift", "around", "drawn"),
    [
        pytest.param(
            ASTRAY,
            "marseille",
            ["yellow", "green"],
            id="where it belongs, beside who lies there",
        ),
        pytest.param(
            NOBODYS,
            "perth",
            [],
            id="the stop that it has to leave",
        ),
    ],
)
def test_a_ship_astray_is_drawn_as_it_should_lie(
    drift: Drift, around: str, drawn: list[str], tmp_path: Path
) -> None:
    host = both_at_marseille(tmp_path, drift)

    page = client_of(host, Role.BANKER).get("/camera").get_data(as_text=True)

    [(box, inside)] = re.findall(
        r'class="should layer" viewBox="([^"]*)"(.*?)</svg>', page, re.DOTALL
    )
    left, top, width, height = map(float, box.split())
    stop = BOARD.places[around]
    middle = left + width / 2, top + height / 2
    assert middle == pytest.approx((stop.x_mm, stop.y_mm), abs=0.1)
    assert re.findall(r'class="piece ship".*?--kind-(\w+)', inside) == drawn


@pytest.mark.parametrize(
    ("drift", "language", "said"),
    [
        (ASTRAY, "en", "Yellow ship. Seen: Perth. Written down: Marseille."),
        (ASTRAY, "fr", "Navire jaune. Vu\xa0: Perth. Noté\xa0: Marseille."),
        (GONE, "en", "Yellow ship. Seen: nowhere. Written down: Marseille."),
        (NOBODYS, "en", "Corsair. Seen: Perth. Nobody plays with it."),
    ],
)
def test_a_ship_astray_is_told_by_where_it_is_and_where_it_should_be(
    drift: Drift, language: str, said: str, tmp_path: Path
) -> None:
    client = client_of(both_at_marseille(tmp_path, drift), Role.BANKER)
    client.set_cookie("language", language)

    assert said in client.get("/camera").get_data(as_text=True)


def both_at_marseille(folder: Path, drift: Drift) -> Host:
    """A table of two whose ships lie at Marseille, where the camera sees something else."""
    seats = [Seat("Ann", "yellow"), Seat("Ben", "green")]
    record = Record(Header("long_cours", dict(GAME.begin(seats, {}, BOARD))))
    for player in ("Ann", "Ben"):
        fact = {"do": "place", "player": player, "stop": "marseille"}
        record = record.add(Happened(fact), Source(Who.PERSON))
    return watched_host(record, Outcome(record, drift=(drift,)), folder)
