"""Where a table of squares goes on outside the picture: a tile that is laid there nobody sees."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from companion.boards.tiles_board import TilesBoard
from companion.reading import Side
from vision.alignment.pose import Pose

MOST = 0.95
"""A tile of which less lies in the picture is cut."""
WITHIN = np.stack(np.meshgrid(*[np.linspace(-0.45, 0.45, 7)] * 2), axis=-1).reshape(-1, 2)
"""Points of a cell, in sides."""


def share_seen(board: TilesBoard, pose: Pose, cell: str) -> float:
    """How much of a cell lies in the picture."""
    at = board.cells[cell]
    points_mm = WITHIN * board.lattice.apart_mm + [at.x_mm, at.y_mm]
    return float(pose.sees(points_mm).mean())


def sides_outside(
    board: TilesBoard, pose: Pose, tiled: Collection[str], least: float
) -> tuple[Side, ...]:
    """The sides of the table at which tiles are cut, or the next one could not be seen.

    ``tiled`` are the cells on which tiles lie; of a cell beside them ``least`` must be in the
    picture for a tile to be looked for. Sides are those of the table, however it is turned.
    """
    beside = {other for cell in tiled for other in board.beside(cell)} - {*tiled}
    lost = [cell for cell in tiled if share_seen(board, pose, cell) < MOST]
    lost += [cell for cell in beside if share_seen(board, pose, cell) < least]
    found = {_side(board, pose, cell) for cell in lost}
    return tuple(side for side in Side if side in found)


def _side(board: TilesBoard, pose: Pose, cell: str) -> Side:
    """To which side a cell goes on from what the picture shows nearest to it."""
    corners_mm = board.lattice.corners(board.cells[cell].at)
    at_mm = np.array(corners_mm, float)
    furthest_px = np.array(pose.size_px) - 1.0
    off_mm = at_mm - pose.to_board(np.clip(pose.project(at_mm), 0, furthest_px))
    east, south = off_mm[int(np.argmax(np.hypot(*off_mm.T)))]
    if abs(east) > abs(south):
        return Side.RIGHT if east > 0 else Side.LEFT
    return Side.BOTTOM if south > 0 else Side.TOP
