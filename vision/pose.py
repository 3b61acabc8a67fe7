"""Where the board lies in one picture: the camera that sees it, and the way between mm and px.

Board coordinates are millimetres, x right, y down; heights are millimetres above the printed face,
towards the camera. OpenCV wants right-handed axes, so inside, z = -height.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Pose:
    """A pinhole camera with radial distortion (k1, k2) before a flat board.

    ``camera_matrix`` (3, 3), ``distortion`` (k1, k2), ``rotation`` (3,) as a Rodrigues vector and
    ``translation_mm`` (3,) from board to camera, ``size_px`` (width, height) of the picture.
    """

    camera_matrix: Floats
    distortion: Floats
    rotation: Floats
    translation_mm: Floats
    size_px: tuple[int, int]

    def project(self, points_mm: Floats, height_mm: Floats | float = 0.0) -> Floats:
        """Board points (n, 2) at a height (one or (n,)) -> picture points (n, 2) in px."""
        points = np.empty((len(points_mm), 3))
        points[:, :2] = points_mm
        points[:, 2] = -np.asarray(height_mm)
        inside = points @ self.rotation_matrix.T + self.translation_mm
        flat = inside[:, :2] / inside[:, 2:]
        radius2 = (flat**2).sum(axis=1, keepdims=True)
        k1, k2 = self.distortion
        bent = flat * (1 + radius2 * (k1 + k2 * radius2))
        focal = np.array([self.camera_matrix[0, 0], self.camera_matrix[1, 1]])
        return np.asarray(bent * focal + self.camera_matrix[:2, 2])

    def to_board(self, points_px: Floats, height_mm: float = 0.0) -> Floats:
        """Picture points (n, 2) -> board points (n, 2) where their rays meet that height."""
        flat = cv2.undistortPoints(
            np.asarray(points_px, float).reshape(-1, 1, 2),
            self.camera_matrix,
            np.array([*self.distortion, 0.0, 0.0]),
        ).reshape(-1, 2)
        rays = np.column_stack([flat, np.ones(len(flat))]) @ self.rotation_matrix
        camera = self.camera_mm
        reach = (height_mm - camera[2]) / -rays[:, 2]
        return np.asarray(camera[:2] + rays[:, :2] * reach[:, None])

    @cached_property
    def rotation_matrix(self) -> Floats:
        """Board to camera, (3, 3)."""
        return np.asarray(cv2.Rodrigues(self.rotation)[0])

    @cached_property
    def camera_mm(self) -> Floats:
        """The camera's place over the board: x, y, height, (3,)."""
        x, y, z = -self.rotation_matrix.T @ self.translation_mm
        return np.array([x, y, -z])

    def corners_px(self, width_mm: float, height_mm: float) -> Floats:
        """TL, TR, BR, BL of a board of this size, (4, 2) in px."""
        corners = np.array([[0, 0], [width_mm, 0], [width_mm, height_mm], [0, height_mm]], float)
        return self.project(corners)
