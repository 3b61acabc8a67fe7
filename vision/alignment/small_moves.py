"""A camera that was nudged: all of its picture moved alike, and what was laid out still holds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

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


class UnderPose(Protocol):
    """What hangs on a pose alone."""

    @property
    def pose(self) -> Pose:
        """The pose."""


V = TypeVar("V", bound=UnderPose)


class Kept(Generic[V]):
    """What was laid out for the pose of a picture, kept while the camera stands still.

    ``lay`` lays it out for a pose; ``value`` is what is kept, None before the first. A view laid
    out better since may take its place.
    """

    def __init__(self, lay: Callable[[Pose], V], size_mm: tuple[float, float]) -> None:
        self._lay, self._size_mm = lay, size_mm
        self.value: V | None = None

    def of(self, pose: Pose) -> tuple[V, Move | None]:
        """What is laid out for this pose, or for one that sees nearly the same, and the move."""
        if self.value is not None:
            if self.value.pose is pose:
                return self.value, None
            move = small_move(self.value.pose, pose, *self._size_mm)
            if move is not None:
                return self.value, move
        self.value = self._lay(pose)
        return self.value, None
