"""A board of stops is found in a photo of it empty, whichever way it lies."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.reference import find_reference
from companion.boards.board import Board
from companion.errors import InputError
from companion.games.long_cours.shipped import read_shipped_board
from vision.simulator import (
    Camera,
    Frame,
    Scene,
    Simulator,
    Surface,
    camera_at,
    invent_stops_board,
)

SHIPPED = read_shipped_board()
SHIP_WIDE_MM = 9.0
"""Ships are read at the right stop as long as the board is placed to within one's width."""


def empty(board: Board, seed: int, azimuth_deg: float) -> Frame:
    camera: Camera = camera_at(
        (board.width_mm / 2, board.height_mm / 2), size_px=(1280, 720), distance_mm=900,
        tilt_deg=8.0, azimuth_deg=azimuth_deg, roll_deg=0.0, hfov_deg=65.0,
    )  # fmt: skip
    return Simulator(board, seed, surface=Surface.PLAIN).frame(Scene(), camera)


@pytest.mark.parametrize(
    ("board", "seed", "azimuth_deg"),
    [
        pytest.param(SHIPPED, 1, 90.0, id="upright"),
        pytest.param(SHIPPED, 1, 0.0, id="on its side"),
        pytest.param(SHIPPED, 1, 270.0, id="upside down"),
        pytest.param(invent_stops_board(7), 7, 95.0, id="another board"),
    ],
)
def test_a_board_of_stops_is_found_by_its_outline_and_stops(
    board: Board, seed: int, azimuth_deg: float
) -> None:
    frame = empty(board, seed, azimuth_deg)
    places_mm = np.array([(place.x_mm, place.y_mm) for place in board.places.values()])

    found = find_reference(frame.photo, board).pose.to_board(frame.pose.project(places_mm))

    assert np.linalg.norm(found - places_mm, axis=1).max() < SHIP_WIDE_MM


def test_another_board_is_not_taken_for_it() -> None:
    photo = empty(invent_stops_board(4), 4, 90.0).photo

    with pytest.raises(InputError):
        find_reference(photo, SHIPPED)
