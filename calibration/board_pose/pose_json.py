"""A camera before a board, as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.alignment.pose import NEAREST_MM, Pose

LARGEST = 1e7
MOST_PX = 100_000
FINEST_PX_PER_MM = 200.0
"""No camera or scanner tells more of a board."""


def pose_json(pose: Pose) -> dict[str, object]:
    """A pose as JSON, without the board's relief."""
    return {
        "camera_matrix": pose.camera_matrix.tolist(),
        "distortion": pose.distortion.tolist(),
        "rotation": pose.rotation.ravel().tolist(),
        "translation_mm": pose.translation_mm.ravel().tolist(),
        "size_px": list(pose.size_px),
    }


def read_pose(data: Mapping[str, Any]) -> Pose:
    """Read a pose again.

    Raises KeyError, TypeError, ValueError or ArithmeticError where the data are no pose.
    """
    width, height = (int(side) for side in data["size_px"])
    if not (0 < width < MOST_PX and 0 < height < MOST_PX):
        raise ValueError("no picture has such a size")
    pose = Pose(
        numbers(data["camera_matrix"], (3, 3)),
        numbers(data["distortion"], (2,)),
        numbers(data["rotation"], (3,)),
        numbers(data["translation_mm"], (3,)),
        (width, height),
    )
    if not _looks_down(pose):
        raise ValueError("no camera over a board")
    return pose


def _looks_down(pose: Pose) -> bool:
    """Whether it is a camera over the board's face, whose axis meets it, at a scale of photos."""
    return bool(
        min(pose.camera_matrix[0, 0], pose.camera_matrix[1, 1]) > 0
        and pose.camera_mm[2] >= NEAREST_MM
        and pose.rotation_matrix[2, 2] > 0
        and pose.px_per_mm < FINEST_PX_PER_MM
    )


def numbers(values: object, shape: tuple[int, ...]) -> NDArray[np.float64]:
    """So many finite numbers; raises as ``read_pose`` does."""
    read = np.array(values, np.float64)
    if read.shape != shape or not np.isfinite(read).all() or np.abs(read).max() > LARGEST:
        raise ValueError(f"not {shape} numbers")
    return read
