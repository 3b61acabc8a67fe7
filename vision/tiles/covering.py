"""What hides part of a table of tiles: a hand, a sheet; all that no tile looks like."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from vision.alignment.pose import Pose
from vision.between.cover import Cover, find_cover
from vision.tiles.faces import Faces
from vision.tiles.places import Shown

STEP_MM = 3.0
FOREIGN, SUSPECT = 5.0, 3.0
"""Misfits of so many usual ones are a thing's that does not belong there, or may be."""
LEAST = 0.03
"""No misfit below this is foreign, in tones."""


def cover_of(faces: Faces, pose: Pose, shown: Iterable[Shown]) -> Cover:
    """What hides the faces; where none lies nothing is known, as beyond the picture."""
    board = faces.board
    columns, rows = round(board.width_mm / STEP_MM), round(board.height_mm / STEP_MM)
    step = np.array([board.width_mm / columns, board.height_mm / rows])
    foreign, suspect, seen = (np.zeros((rows, columns), np.float32) for _ in range(3))
    for each in shown:
        placed = each.placed
        at = placed.on_table(faces.named(each.face).points_mm)
        x, y = np.clip((at / step).astype(int), 0, (columns - 1, rows - 1)).T
        size = np.sqrt((placed.errors**2).mean(axis=1)) / max(placed.spread, LEAST / SUSPECT)
        in_view = pose.sees(at)
        np.add.at(seen, (y, x), in_view)
        np.add.at(foreign, (y, x), in_view * (size > FOREIGN))
        np.add.at(suspect, (y, x), in_view * (size > SUSPECT))
    share = np.maximum(seen, 1)
    return find_cover(
        (foreign / share > 0.5).astype(np.uint8),
        (suspect / share > 0.5).astype(np.uint8),
        seen > 0,
        step,
    )
