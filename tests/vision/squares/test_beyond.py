"""Where a table of squares goes on outside the picture."""

from __future__ import annotations

import pytest

from companion.games.carcassonne_south_seas.game import GAME
from companion.reading import Side
from vision.simulator import camera_at
from vision.squares.beyond import sides_outside

BOARD = GAME.shipped_board()
START = "cell/15,15"
SIDE_MM = BOARD.lattice.apart_mm


@pytest.mark.parametrize(
    ("off", "roll_deg", "outside"),
    [
        ((0.0, 0.0), 0, []),
        ((1.2, 0.0), 0, [Side.LEFT]),
        ((-1.2, 0.0), 0, [Side.RIGHT]),
        ((0.0, 1.2), 0, [Side.TOP]),
        ((0.0, -1.2), 0, [Side.BOTTOM]),
        ((0.0, -1.2), 180, [Side.BOTTOM]),
        ((1.2, -1.2), 90, [Side.BOTTOM, Side.LEFT]),
    ],
)
def test_the_sides_are_named_at_which_the_next_tile_could_not_be_seen(
    off: tuple[float, float], roll_deg: float, outside: list[Side]
) -> None:
    """Sides are those of the table as it is drawn on a page, however the camera is turned."""
    at, away_mm = BOARD.cells[START], 4 * SIDE_MM
    aim_mm = at.x_mm + off[0] * SIDE_MM, at.y_mm + off[1] * SIDE_MM
    camera = camera_at(
        aim_mm, size_px=(900, 900), distance_mm=away_mm, roll_deg=roll_deg, hfov_deg=53.0
    )

    assert [*sides_outside(BOARD, camera.pose, [START], 0.5)] == outside


def test_a_tile_that_is_cut_is_named_though_the_cells_beside_it_are_not_looked_for() -> None:
    at = BOARD.cells[START]
    aim_mm = at.x_mm + 0.6 * SIDE_MM, at.y_mm
    camera = camera_at(aim_mm, size_px=(900, 900), distance_mm=SIDE_MM, hfov_deg=53.0)

    assert [*sides_outside(BOARD, camera.pose, [START], 0.0)] == [Side.LEFT]
