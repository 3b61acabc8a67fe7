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
from vision.picture.sampling import Floats
from vision.tiles.bare.faces import Faces
from vision.tiles.laid.placing import Placed

LOOSE_MM = 1.6
"""So far tiles may well lie off their cells, along each axis."""
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
    seen = pose.project(lie)
    px_per_mm = _scale(pose, lie)
    try:
        camera = pose_from_points(ideal, seen, pose.size_px, sigma_px=LOOSE_MM * px_per_mm)
    except ValueError:
        return None
    x, y, z = camera.camera_mm.tolist()
    return Leaning(1 / z, (-x / z, -y / z))


def corners_beside(faces: Faces, placed: Placed) -> Floats:
    """The corners of the board beside the tiles: where they belong, where they lie."""
    _, _, width, height = faces.looks.beside_mm
    own = np.array([(x * width / 2, y * height / 2) for x in (-1, 1) for y in (-1, 1)])
    return np.stack([own + faces.beside_middle_mm, placed.on_table(own)], axis=1)


def _scale(pose: Pose, at_mm: Floats) -> float:
    """About how many pixels a mm has."""
    step = pose.project(at_mm + [1.0, 0.0]) - pose.project(at_mm)
    return float(np.median(np.hypot(*step.T)))
