"""What hides part of a table of tiles: a hand, a sheet; all that no tile looks like."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.alignment.pose import Pose
from vision.between.cover import Cover, find_cover
from vision.picture.arrays import Floats, Image, Tones
from vision.picture.sampling import sample_tones
from vision.tiles.bare.faces import Faces
from vision.tiles.laid.lighting import EdgedLight
from vision.tiles.laid.places import Shown

STEP_MM = 3.0
EVERY = 3
"""Every third point of a face is looked at."""
FOREIGN, SUSPECT = 5.0, 3.0
"""Misfits of so many usual ones are a thing's that does not belong there, or may be."""
LEAST = 0.03
"""No misfit below this is foreign, in tones."""
AROUND, ON_PRINT = 3, 0.5
"""A box stands on print where so many samples around less than this share of them is foreign."""
MOST_SPREAD = 1.5
"""A face that fits worse than so many usual ones lies under something, and is no other print."""
CLIPPED = 250 / 255
"""Tones above this may be as bright, or brighter."""


def cover_of(
    photo: Image,
    pose: Pose,
    faces: Faces,
    light: EdgedLight,
    shown: Sequence[Shown],
    boxes: Sequence[Floats] = (),
) -> Cover:
    """What hides the faces; where none lies nothing is known, as beyond the picture.

    ``boxes`` are points (n, 2) all over each box that seems to stand there. Those that stand on
    print are no cover, however many; those on what is foreign itself may be folds of a sleeve.
    """
    board = faces.board
    columns, rows = round(board.width_mm / STEP_MM), round(board.height_mm / STEP_MM)
    step = np.array([board.width_mm / columns, board.height_mm / rows])
    usual = MOST_SPREAD * float(np.median([each.placed.spread for each in shown] or [1.0]))
    foreign, suspect, seen = (np.zeros((rows, columns), np.float32) for _ in range(3))
    for each in shown:
        face = faces.named(each.face)
        at = each.placed.on_table(face.points_mm[::EVERY])
        size = _misfit(photo, pose, light, face.tones[::EVERY], at)
        size /= max(min(each.placed.spread, usual), LEAST / SUSPECT)
        x, y = np.clip((at / step).astype(int), 0, (columns - 1, rows - 1)).T
        in_view = pose.sees(at)
        np.add.at(seen, (y, x), in_view)
        np.add.at(foreign, (y, x), in_view * (size > FOREIGN))
        np.add.at(suspect, (y, x), in_view * (size > SUSPECT))
    share = np.maximum(seen, 1)
    sure = (foreign / share > 0.5).astype(np.uint8)
    plain = standing_on_print(sure, seen > 0, boxes, step)
    unsure = (suspect / share > 0.5).astype(np.uint8)
    return find_cover(sure * ~plain, unsure * ~plain, seen > 0, step)


def standing_on_print(
    foreign: NDArray[np.uint8], seen: NDArray[np.bool_], boxes: Sequence[Floats], step_mm: Floats
) -> NDArray[np.bool_]:
    """Where boxes are that have bare print around them, on a grid (rows, columns)."""
    limit = np.array(foreign.shape[::-1]) - 1
    each = []
    for points_mm in boxes:
        alone = np.zeros(foreign.shape, np.uint8)
        x, y = np.clip((points_mm / step_mm).astype(int), 0, limit).T
        alone[y, x] = 1
        each.append(alone)
    kernel = np.ones((3, 3), np.uint8)
    every = np.any(each, axis=0) if each else np.zeros(foreign.shape, bool)
    plain = np.zeros(foreign.shape, bool)
    for alone in each:
        around = (cv2.dilate(alone, kernel, iterations=AROUND) > 0) & ~every & seen
        if around.any() and foreign[around].mean() < ON_PRINT:
            plain |= cv2.dilate(alone, kernel) > 0
    return plain


def _misfit(photo: Image, pose: Pose, light: EdgedLight, tones: Tones, at_mm: Floats) -> Tones:
    """How far the photo is from bare print at points (n, 2); clipped tones may be brighter."""
    expected = light.expected(tones, at_mm)
    seen = sample_tones(photo, pose.project(at_mm)[None])[0]
    off = np.where((seen > CLIPPED) & (expected > seen), 0.0, seen - expected)
    return np.asarray(np.sqrt((off**2).mean(axis=1)))


def washed_out(photo: Image, pose: Pose, points_mm: Floats) -> float:
    """The share of points (n, 2) at which every tone is clipped."""
    seen = sample_tones(photo, pose.project(points_mm)[None])[0]
    return float((seen > CLIPPED).all(axis=1).mean())
