"""The board's part of a photo, cut out and made smaller."""

from __future__ import annotations

import numpy as np
import pytest

from companion.games import game_called
from vision.simulator import demo_camera
from web.score.cut_out import Part, board_part
from web.score.report import View

BOARD = game_called("long_cours").shipped_board()
SIZE_PX = (640, 480)
VIEW = View(np.zeros((480, 640, 3), np.uint8), demo_camera(BOARD, SIZE_PX).pose)


def part_of(width: int, height: int) -> Part:
    return Part(np.zeros((height, width, 3), np.uint8), (30.0, 40.0), 1.0)


@pytest.mark.parametrize(
    ("size", "longest_px", "small"),
    [
        pytest.param((1000, 500), 500, (500, 250), id="as long as it may be"),
        pytest.param((500, 1000), 500, (250, 500), id="a high one"),
        pytest.param((300, 200), 500, (300, 200), id="small ones are not enlarged"),
        pytest.param((999, 333), 500, (500, 167), id="to whole pixels"),
        pytest.param((1000, 1), 100, (100, 1), id="a sliver keeps its row"),
        pytest.param((0, 40), 100, (0, 40), id="an empty one"),
    ],
)
def test_a_part_is_made_no_larger_than_it_may_be(
    size: tuple[int, int], longest_px: int, small: tuple[int, int]
) -> None:
    part = part_of(*size)

    fitted = part.fitted(longest_px)

    assert fitted.image.shape[1::-1] == small == part.size_px(longest_px)
    assert fitted.corner == part.corner
    assert fitted.scale == pytest.approx(small[0] / size[0] if size[0] else 1.0, rel=0.01)


def test_the_corners_of_the_board_are_in_its_part() -> None:
    part = board_part(VIEW, BOARD.box_mm, 200)

    left, top, width, height = BOARD.box_mm
    corners = np.array([(left, top), (left + width, top + height)])
    at_px = (VIEW.pose.project(corners) - part.corner) * part.scale
    assert max(part.image.shape) == 200
    assert (at_px > 0).all()
    assert (at_px < part.image.shape[1::-1]).all()


@pytest.mark.parametrize("moved", [(-2.0, 0.0), (0.0, -2.0), (2.0, 0.0), (0.0, 1.5)])
def test_a_board_beside_the_photo_has_an_empty_part(moved: tuple[float, float]) -> None:
    left, top, width, height = BOARD.box_mm
    box = (left + moved[0] * width, top + moved[1] * height, width, height)

    assert board_part(VIEW, box, 200).image.size == 0
