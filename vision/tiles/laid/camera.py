"""From where a table of tiles was photographed, told by where its tiles lie.

A print on one board may be believed to a fraction of a pixel. Tiles that hands pushed together lie
a millimetre off their cells, all of a tile at once: a fit that believes each of its points takes
that for tilt and lens. So each tile is one point here, and as loose as tiles are. Only how tops
lean hangs on it: the table itself is where its tiles were placed.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.boards.tiles_board import TilesBoard
from vision.alignment.leaning import Leaning
from vision.alignment.pose import Pose, pose_from_points
from vision.picture.arrays import Floats
from vision.tiles.bare.faces import Faces
from vision.tiles.laid.placing import Placed

LOOSE_MM = 1.6
"""So far tiles may well lie off their cells, along each axis."""
CLOSE_MM = 4.0
"""A board beside the tiles lies in its place when it is so near to it."""
FEWEST = 4
"""Fewer tiles tell nothing of the camera."""


def leaning_by_tiles(
    pose: Pose, board: TilesBoard, placed: Sequence[tuple[str, Placed]], beside: Sequence[Floats]
) -> Leaning | None:
    """How tops lean, by the tiles on their cells; None where these are too few.

    ``beside`` (k, 2, 2) are points of a board beside the tiles, where they belong on the table and
    where they lie.
    """
    if len(placed) < FEWEST:
        return None
    cells = [board.cells[cell] for cell, _ in placed]
    ideal = np.array([(cell.x_mm, cell.y_mm) for cell in cells])
    ideal = np.concatenate([ideal, *(corners[:, 0] for corners in beside)])
    lie = np.array([each.at_mm for _, each in placed])
    lie = np.concatenate([lie, *(corners[:, 1] for corners in beside)])
    camera = _loose(pose, ideal, lie)
    if camera is None:
        return None
    x, y, z = camera.camera_mm.tolist()
    return Leaning(1 / z, (-x / z, -y / z))


def loosened(pose: Pose, board: TilesBoard, cells: Sequence[str]) -> Pose:
    """A pose that was fitted to tiles on these cells, as far as loose tiles can tell it.

    It shows what lies beside the tiles nearer to where it is: the other takes slips for a lens.
    """
    ideal = np.array([(board.cells[cell].x_mm, board.cells[cell].y_mm) for cell in cells])
    camera = _loose(pose, ideal, ideal) if len(cells) >= FEWEST else None
    return camera or pose


def _loose(pose: Pose, ideal_mm: Floats, lie_mm: Floats) -> Pose | None:
    """The camera that sees points (n, 2) where a pose has those where they lie; None for none."""
    px_per_mm = _scale(pose, lie_mm)
    try:
        return pose_from_points(
            ideal_mm, pose.project(lie_mm), pose.size_px, sigma_px=LOOSE_MM * px_per_mm
        )
    except ValueError:
        return None


def corners_beside(faces: Faces, placed: Placed) -> Floats:
    """The corners of the board beside the tiles: where they belong, where they lie.

    None, (0, 2, 2), where it lies elsewhere: it tells nothing of the camera then.
    """
    if np.hypot(*(placed.at_mm - faces.beside_middle_mm)) > CLOSE_MM:
        return np.zeros((0, 2, 2))
    _, _, width, height = faces.looks.beside_mm
    own = np.array([(x * width / 2, y * height / 2) for x in (-1, 1) for y in (-1, 1)])
    return np.stack([own + faces.beside_middle_mm, placed.on_table(own)], axis=1)


def _scale(pose: Pose, at_mm: Floats) -> float:
    """About how many pixels a mm has."""
    step = pose.project(at_mm + [1.0, 0.0]) - pose.project(at_mm)
    return float(np.median(np.hypot(*step.T)))
