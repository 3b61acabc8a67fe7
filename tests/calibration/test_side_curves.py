"""The sides of a board tell the lens, whatever runs beside them."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.board_pose.outline import outline_pose
from vision.simulator import (
    Border,
    Scene,
    Simulator,
    Style,
    camera_at,
    invent_board,
)


@pytest.mark.parametrize("k1", [-0.08, -0.03, 0.0, 0.03])
@pytest.mark.parametrize("border", [Border.BLOCKS, Border.TRACK, Border.NONE], ids=lambda b: b.name)
def test_places_lie_true_by_the_corners_and_the_sides_alone(k1: float, border: Border) -> None:
    board = invent_board(9)
    camera = camera_at(
        (board.width_mm / 2, board.height_mm / 2), distance_mm=900.0, tilt_deg=8.0,
        size_px=(1280, 900), k1=k1,
    )  # fmt: skip
    simulator = Simulator(board, 9, style=Style(border=border), rise_mm=0.0)
    photo = simulator.frame(Scene(), camera).photo
    corners = camera.pose.corners_px(board.width_mm, board.height_mm)
    pose = outline_pose(photo, corners, board.width_mm, board.height_mm)
    places = np.array([(space.x_mm, space.y_mm) for space in board.spaces.values()])
    off_mm = np.linalg.norm(pose.to_board(camera.pose.project(places)) - places, axis=1)
    assert off_mm.max() < 1.0
