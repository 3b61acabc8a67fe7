"""The photo straightened: the board as seen from right above, at one scale."""

from __future__ import annotations

import numpy as np

from vision.alignment.pose import Pose
from vision.picture.arrays import Image
from vision.picture.sampling import sample

LONGEST_PX = 2600
FINEST_PX_PER_MM = 4.0
OVERSAMPLED = 1.15
BAND_ROWS = 128
"""So many rows are straightened at a time: where each pixel lies takes ten times its own room."""


def px_per_mm(pose: Pose, width_mm: float, height_mm: float) -> float:
    """The scale at which a straightened picture shows all that the photo does, and little more."""
    corners = pose.corners_px(width_mm, height_mm)
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    seen = float(sides.sum() / (2 * (width_mm + height_mm)))
    return min(OVERSAMPLED * seen, FINEST_PX_PER_MM, LONGEST_PX / max(width_mm, height_mm))


def flattened(photo: Image, pose: Pose, width_mm: float, height_mm: float, scale: float) -> Image:
    """The board in the photo (h, w, 3) from right above, ``scale`` px per mm: (rows, columns, 3).

    The middle of pixel (0, 0) lies half a pixel inside the board's corner.
    """
    columns, rows = (max(1, round(side * scale)) for side in (width_mm, height_mm))
    x_mm = (np.arange(columns) + 0.5) / scale
    bands = []
    for top in range(0, rows, BAND_ROWS):
        y_mm = (np.arange(top, min(top + BAND_ROWS, rows)) + 0.5) / scale
        at_mm = np.stack(np.meshgrid(x_mm, y_mm), axis=-1)
        at_px = pose.project(at_mm.reshape(-1, 2)).reshape(at_mm.shape)
        bands.append(sample(photo, at_px.astype(np.float32)))
    return np.asarray(np.concatenate(bands), np.uint8)
