"""What the camera's page shows of ships that may lie anywhere: questions, rings, and the run."""

from __future__ import annotations

import numpy as np
import pytest

from companion.games import game_called
from companion.records.record import Header, Record
from companion.watching.drift import Differs, Drift
from companion.watching.ruling import Doubt, Ruling
from vision.picture.camera import CameraState, Frame
from vision.simulator import demo_camera
from web.table.picture import rings, shown_part
from web.watching.watch import Glance

GAME = game_called("long_cours")
BOARD = GAME.shipped_board()
RECORD = Record(Header("long_cours", {}))
POSE = demo_camera(BOARD, (640, 480)).pose
PHOTO = np.full((480, 640, 3), 90, np.uint8)
ASKED = Doubt((("alger", 0.6), ("empty", 0.4)), "yellow")
ELSEWHERE = Drift("black", Differs.OTHER, "panama", "rio", 0.99)


def glance_of(ruling: Ruling) -> Glance:
    return Glance(CameraState.LIVE, frame=Frame(PHOTO, 0.0, 0, "0"), pose=POSE, ruling=ruling)


@pytest.mark.parametrize(
    ("ruling", "ringed"),
    [
        (Ruling(RECORD, (ASKED,)), [("asked", "alger")]),
        (Ruling(RECORD, drift=(ELSEWHERE,)), [("astray", "rio"), ("astray", "panama")]),
        (Ruling(RECORD, (Doubt((("{}", 1.0),)),)), []),
    ],
)
def test_a_ship_is_ringed_where_it_may_be(ruling: Ruling, ringed: list[tuple[str, str]]) -> None:
    glance = glance_of(ruling)
    part = shown_part(BOARD, glance)
    assert part is not None

    drawn = rings(BOARD, glance, part)

    assert [ring.why for ring in drawn] == [why for why, _ in ringed]
    for ring, (_, stop) in zip(drawn, ringed, strict=True):
        at = BOARD.places[stop]
        x, y = (POSE.project(np.array([[at.x_mm, at.y_mm]]))[0] - part.corner) * part.scale
        assert np.hypot(ring.x_px - x, ring.y_px - y) < ring.radius_px
