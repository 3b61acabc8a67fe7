"""The light over a table of tiles: told by all bare print at once, as that of a printed board."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.boards.tiles_board import TilesBoard
from vision.alignment.patches import smooth_for
from vision.alignment.pose import Pose
from vision.photometry.light import Light, fit_light, sample_grid_mm
from vision.picture.sampling import Floats, Image, Tones, sample_tones
from vision.tiles.faces import Faces
from vision.tiles.places import Shown, lies_on

STEP_MM = 1.5
"""The photo is smoothed for samples so far apart."""


def light_over(
    board: TilesBoard, photo: Image, pose: Pose, faces: Faces, shown: Sequence[Shown]
) -> Light:
    """Fit the light to all faces that are shown, wherever none lies nothing is known."""
    size_mm = (board.width_mm, board.height_mm)
    grid_mm = sample_grid_mm(*size_mm)
    known = np.zeros((*grid_mm.shape[:2], 3), np.float32)
    usable = np.zeros(grid_mm.shape[:2], np.float32)
    for each in shown:
        own_mm = each.placed.on_face(grid_mm)
        here = lies_on(faces, each, own_mm)
        if here.any():
            known[here] = faces.at_points(each.face, own_mm[here]).tones
            usable[here] = 1.0
    px = pose.project(grid_mm.reshape(-1, 2)).reshape(grid_mm.shape)
    usable *= pose.sees(grid_mm.reshape(-1, 2)).reshape(usable.shape)
    seen = sample_tones(smooth_for(photo, pose, STEP_MM), px)
    return fit_light(seen, known, usable, size_mm)


def expected_at(light: Light, tones: Tones, points_mm: Floats) -> Tones:
    """What the photo should show of bare print (n, 3) at points on the table (n, 2)."""
    return np.asarray(light.expected(tones[:, None, None], points_mm)[:, 0, 0], np.float32)
