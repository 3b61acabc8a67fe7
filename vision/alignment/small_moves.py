"""A camera that was nudged: all of its picture moved alike, and what was laid out still holds."""

from __future__ import annotations

import numpy as np

from vision.alignment.pose import Pose
from vision.picture.sampling import Move

SMALL_MOVE_PX = 8.0
"""A picture that moved no further may show the board's pieces from the same side."""
ALIKE_PX = 0.1
"""The points of such a picture have all moved alike to within this."""
SOME_HEIGHT_MM = 5.0
"""About the height of a piece."""


def small_move(seen: Pose, now: Pose, width_mm: float, height_mm: float) -> Move | None:
    """How the picture moved between two poses, if by little and all of it alike, else None."""
    if seen.size_px != now.size_px:
        return None
    across, down = np.linspace(0, width_mm, 4), np.linspace(0, height_mm, 4)
    points_mm = np.stack(np.meshgrid(across, down), axis=-1).reshape(-1, 2)
    heights_mm = np.tile([0.0, SOME_HEIGHT_MM], len(points_mm) // 2)
    before, after = (pose.project(points_mm, heights_mm) for pose in (seen, now))
    if np.abs(after - before).max() > SMALL_MOVE_PX:
        return None
    terms = np.column_stack([before, np.ones(len(before))])
    move = np.linalg.lstsq(terms, after, rcond=None)[0]
    alike = np.abs(terms @ move - after).max() < ALIKE_PX
    return np.asarray(move.T, np.float64) if alike else None
