"""What hides part of a table of tiles: a hand, a sheet; all that no tile looks like."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from vision.alignment.pose import Pose
from vision.between.cover import Cover, find_cover
from vision.picture.sampling import Floats, Image, Tones, sample_tones
from vision.tiles.bare.faces import Faces
from vision.tiles.laid.lighting import Lit
from vision.tiles.laid.places import Shown

STEP_MM = 3.0
EVERY = 3
"""Every third point of a face is looked at."""
FOREIGN, SUSPECT = 5.0, 3.0
"""Misfits of so many usual ones are a thing's that does not belong there, or may be."""
LEAST = 0.03
"""No misfit below this is foreign, in tones."""
CLIPPED = 250 / 255
"""Tones above this may be as bright, or brighter."""


def cover_of(photo: Image, pose: Pose, faces: Faces, light: Lit, shown: Iterable[Shown]) -> Cover:
    """What hides the faces; where none lies nothing is known, as beyond the picture."""
    board = faces.board
    columns, rows = round(board.width_mm / STEP_MM), round(board.height_mm / STEP_MM)
    step = np.array([board.width_mm / columns, board.height_mm / rows])
    foreign, suspect, seen = (np.zeros((rows, columns), np.float32) for _ in range(3))
    for each in shown:
        face = faces.named(each.face)
        at = each.placed.on_table(face.points_mm[::EVERY])
        size = _misfit(photo, pose, light, face.tones[::EVERY], at)
        size /= max(each.placed.spread, LEAST / SUSPECT)
        x, y = np.clip((at / step).astype(int), 0, (columns - 1, rows - 1)).T
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


def _misfit(photo: Image, pose: Pose, light: Lit, tones: Tones, at_mm: Floats) -> Tones:
    """How far the photo is from bare print at points (n, 2); clipped tones may be brighter."""
    expected = light.expected(tones, at_mm)
    seen = sample_tones(photo, pose.project(at_mm)[None])[0]
    off = np.where((seen > CLIPPED) & (expected > seen), 0.0, seen - expected)
    return np.asarray(np.sqrt((off**2).mean(axis=1)))


def washed_out(photo: Image, pose: Pose, points_mm: Floats) -> float:
    """The share of points (n, 2) at which every tone is clipped."""
    seen = sample_tones(photo, pose.project(points_mm)[None])[0]
    return float((seen > CLIPPED).all(axis=1).mean())
