"""Where the board beside the tiles lies: nobody lays it to the millimetre, and it gets pushed.

It is looked for around where it lay last, as a picture from straight above: without its smooth
shades, so that lamps and shadows count for little.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.alignment.pose import Pose
from vision.picture.arrays import Floats, Image, Tones
from vision.picture.sampling import sample_tones
from vision.tiles.bare.faces import BESIDE, Faces
from vision.tiles.bare.looks import box_points_mm, placed_mm

STEP_MM = 2.0
REACH_MM = 90.0
"""It is looked for so far from where it is believed to lie."""
TURNS_DEG = np.arange(-9.0, 9.1, 1.5)
SMOOTH_MM = 12.0
"""Shades wider than this tell nothing."""
LEAST_LIKE = 0.25
"""What is less like the board is none."""
CLEARLY = 0.05
"""It lies elsewhere than believed where that is so much more like."""
NEAR_MM, NEAR_DEG = 3.0, 1.5
"""So near it is placed without a search."""


@dataclass(frozen=True, slots=True)
class Lies:
    """Where the middle of a board lies on the table, and how it is turned there."""

    x_mm: float
    y_mm: float
    turn_deg: float

    def is_near(self, other: Lies) -> bool:
        """Whether another place is the same but for a slip."""
        off_mm = max(abs(self.x_mm - other.x_mm), abs(self.y_mm - other.y_mm))
        return off_mm <= NEAR_MM and abs(self.turn_deg - other.turn_deg) <= NEAR_DEG


def find_beside(photo: Image, pose: Pose, faces: Faces, believed: Lies) -> Lies:
    """Where the board beside the tiles lies in a photo (h, w, 3), near where it is believed to."""
    _, _, width, height = faces.looks.beside_mm
    template = _template(faces)
    around = box_points_mm(
        (
            -width / 2 - REACH_MM,
            -height / 2 - REACH_MM,
            width + 2 * REACH_MM,
            height + 2 * REACH_MM,
        ),
        STEP_MM,
    )
    on_table = placed_mm(around, (believed.x_mm, believed.y_mm), believed.turn_deg)
    px = pose.project(on_table.reshape(-1, 2)).reshape(around.shape)
    seen = _shaded_off(np.asarray(sample_tones(photo, px), np.float32))
    middle = (np.array(seen.shape[1::-1]) - 1) / 2
    best = (-1.0, believed)
    kept = -1.0
    for turn in TURNS_DEG.tolist():
        way = cv2.getRotationMatrix2D(tuple(middle.tolist()), turn, 1.0)
        upright = cv2.warpAffine(seen, way, seen.shape[1::-1])
        likeness = cv2.matchTemplate(upright, template, cv2.TM_CCOEFF_NORMED)
        row, column = np.unravel_index(int(likeness.argmax()), likeness.shape)
        corner = np.array([column, row], float)
        at = corner + (np.array(template.shape[1::-1]) - 1) / 2
        off_mm = (_back(way, at) - middle) * STEP_MM
        at_mm = placed_mm(off_mm, (believed.x_mm, believed.y_mm), believed.turn_deg)
        lies = Lies(float(at_mm[0]), float(at_mm[1]), believed.turn_deg + turn)
        if abs(turn) <= NEAR_DEG:
            here = (np.array(likeness.shape) - 1) // 2
            kept = max(
                kept, float(likeness[here[0] - 1 : here[0] + 2, here[1] - 1 : here[1] + 2].max())
            )
        best = max(best, (float(likeness.max()), lies), key=lambda each: each[0])
    return best[1] if best[0] > max(LEAST_LIKE, kept + CLEARLY) else believed


def _template(faces: Faces) -> Tones:
    """The board from straight above, in the same steps, without its smooth shades."""
    _, _, width, height = faces.looks.beside_mm
    points = box_points_mm((-width / 2, -height / 2, width, height), STEP_MM)
    tones = faces.at_points(BESIDE, points.reshape(-1, 2)).tones.reshape(*points.shape[:2], 3)
    return _shaded_off(np.asarray(tones, np.float32))


def _shaded_off(tones: Tones) -> Tones:
    return np.asarray(tones - cv2.GaussianBlur(tones, (0, 0), SMOOTH_MM / STEP_MM), np.float32)


def _back(way: np.ndarray, at: Floats) -> Floats:
    """The point of a picture that a turn has moved to ``at`` (2,)."""
    return np.asarray(np.linalg.solve(way[:, :2], at - way[:, 2]))
