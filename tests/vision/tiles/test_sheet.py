"""The sheet of a set of tiles: how they are laid for it, and how it is placed."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.reference import find_reference
from companion.boards.tiles_board import TilesBoard
from companion.errors import InputError
from companion.games.big_kini.shipped import read_shipped_board
from companion.position import Position
from tests.companion.boards.small_tiles import cloth, reefs, tiles_board
from vision.simulator import Simulator, sheet
from vision.tiles.bare.outlines import outlines
from vision.tiles.bare.sheet import corner_cells, sheet_position

BOARD = read_shipped_board()


@pytest.mark.parametrize("board", [BOARD, tiles_board(reefs()), tiles_board(cloth(5))])
def test_a_sheet_shows_each_tile_once_and_backs_last(board: TilesBoard) -> None:
    shown = [lies.partition("/")[0] for lies in sheet_position(board).spaces.values()]

    assert sorted(shown) == sorted(board.tiles)
    assert [board.tiles[tile].back for tile in shown] == sorted(
        board.tiles[tile].back for tile in shown
    )


def test_four_tiles_at_its_corners_are_marked_clockwise_from_top_left() -> None:
    top_left, top_right, bottom_right, bottom_left = (
        BOARD.cells[cell] for cell in corner_cells(BOARD)
    )

    assert top_left.x_mm < top_right.x_mm
    assert bottom_left.x_mm < bottom_right.x_mm
    assert max(top_left.y_mm, top_right.y_mm) < min(bottom_left.y_mm, bottom_right.y_mm)


def test_a_photo_of_tiles_is_refused_without_marks() -> None:
    photo = np.full((200, 300, 3), 128, np.uint8)

    with pytest.raises(InputError, match=r"middles of four of them: cell/1,0, "):
        find_reference(photo, BOARD)


def test_marks_that_go_round_the_wrong_way_are_refused() -> None:
    photo = np.full((200, 300, 3), 128, np.uint8)
    mirrored = np.array([[250, 20], [50, 20], [50, 180], [250, 180]], float)

    with pytest.raises(InputError, match="clockwise"):
        find_reference(photo, BOARD, mirrored)


def test_a_tile_is_placed_by_its_edges_alone() -> None:
    simulator = Simulator(BOARD, 14)
    lies = Position({"cell/1,0": "a7/0"})
    frame = sheet(simulator, np.random.default_rng(14), lies, (960, 540))
    laid, cell = simulator.laid(lies).tiles["cell/1,0"], BOARD.cells["cell/1,0"]
    found = outlines(frame.photo, frame.pose, BOARD, {cell.id: cell})[cell.id]

    assert found.x_mm == pytest.approx(laid.x_mm - cell.x_mm, abs=0.5)
    assert found.y_mm == pytest.approx(laid.y_mm - cell.y_mm, abs=0.5)
    assert found.turn_deg == pytest.approx(laid.angle_deg, abs=0.6)
