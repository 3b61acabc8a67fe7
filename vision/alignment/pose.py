"""Where the board lies in one picture: the camera that sees it, and the way between mm and px.

Board coordinates are millimetres, x right, y down; heights are millimetres above the printed face,
towards the camera. OpenCV wants right-handed axes, so inside, z = -height.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards.board import Board
from vision.alignment.camera_fit import PLACE, TURN, CameraFit, lifted, solved_anyhow
from vision.alignment.leaning import Leaning
from vision.alignment.lens import ANY_LENS, LensPrior
from vision.alignment.relief import Relief
from vision.picture.arrays import Floats, Image
from vision.picture.quads import CornersPx, rectangle

EDITED = 0.015
"""A lens looks so far beside its picture's middle, or a picture is stretched so much, only where
somebody edited it; a camera that was nudged since it was fitted stays below."""
UNBENDING_ROUNDS = 6
SHARP_PX = 0.28
"""A blur of less changes no pixel: its neighbours' share is less than half of a 256th."""
NEAREST_MM = 1.0
"""What is nearer to the camera, or behind it, is taken to be so near before it."""


@dataclass(frozen=True, eq=False)
class Pose:
    """A pinhole camera with radial distortion (k1, k2) before a flat board.

    ``camera_matrix`` (3, 3), ``distortion`` (k1, k2), ``rotation`` (3,) as a Rodrigues vector and
    ``translation_mm`` (3,) from board to camera, ``size_px`` (width, height) of the picture.
    ``relief`` is how the board rises over its plane, where that is known; all heights are then
    over the board's own face. ``leaning`` is how tops lean over their feet, where pieces told it
    better than this camera does. The middle of a picture's first pixel is (0, 0), as in OpenCV.
    """

    camera_matrix: Floats
    distortion: Floats
    rotation: Floats
    translation_mm: Floats
    size_px: tuple[int, int]
    relief: Relief | None = None
    leaning: Leaning | None = None

    def project(self, points_mm: Floats, height_mm: Floats | float = 0.0) -> Floats:
        """Board points (n, 2) at a height (one or (n,)) -> picture points (n, 2) in px.

        What no picture of this camera shows comes to lie outside it, where a wider one might.
        """
        if self.leaning is not None:
            points_mm, height_mm = self.leaning.over(points_mm, height_mm), 0.0
        points = lifted(points_mm, height_mm, self.relief)
        inside = points @ self.rotation_matrix.T + self.translation_mm
        flat = inside[:, :2] / np.maximum(inside[:, 2:], NEAREST_MM)
        x, y = flat.T
        radius2 = np.minimum(x * x + y * y, self._fold2)[:, None]
        k1, k2 = self.distortion
        bent = flat * (1 + radius2 * (k1 + k2 * radius2))
        focal = np.array([self.camera_matrix[0, 0], self.camera_matrix[1, 1]])
        return np.asarray(bent * focal + self.camera_matrix[:2, 2])

    def lean_mm(self, feet_mm: Floats, height_mm: float) -> Floats:
        """How far the tops over some feet (n, 2) seem shifted over the board, (n, 2) in mm."""
        if self.leaning is not None:
            return self.leaning.over(feet_mm, height_mm) - feet_mm
        tops = lifted(feet_mm, height_mm, self.relief)
        camera = lifted(self.camera_mm[None, :2], self.camera_mm[2], None)
        return self._met(tops - camera) - feet_mm

    def grid_px(self, grid_mm: Floats) -> NDArray[np.float32]:
        """Points on the board's face (..., 2) -> where to sample the picture for them, (..., 2)."""
        return self.project(grid_mm.reshape(-1, 2)).reshape(grid_mm.shape).astype(np.float32)

    def sees(self, points_mm: Floats, height_mm: Floats | float = 0.0) -> NDArray[np.bool_]:
        """Which board points (n, 2) at a height lie within the picture, (n,)."""
        return within(self.project(points_mm, height_mm), self.size_px)

    def to_board(self, points_px: Floats, height_mm: float = 0.0) -> Floats:
        """Picture points (n, 2) -> board points (n, 2) where their rays meet that height."""
        if self.leaning is not None and height_mm:
            return self.leaning.under(self.to_board(points_px), height_mm)
        flat = self._unbent(np.asarray(points_px, float).reshape(-1, 2))
        rays = np.column_stack([flat, np.ones(len(flat))]) @ self.rotation_matrix
        return self._met(rays, height_mm)

    def _met(self, rays: Floats, height_mm: float = 0.0) -> Floats:
        """Where rays from the camera (n, 3), in OpenCV's axes, meet a height: (n, 2)."""
        camera = self.camera_mm

        def meet(height: Floats | float) -> Floats:
            reach = (height - camera[2]) / -rays[:, 2]
            return np.asarray(camera[:2] + rays[:, :2] * reach[:, None])

        points_mm = meet(height_mm)
        if self.relief is not None:
            for _ in range(3):  # Each round is some tens of times nearer.
                rise = self.relief.heights_mm(points_mm)
                points_mm = self.relief.drop(meet(height_mm + rise), rise)
        return points_mm

    @cached_property
    def rotation_matrix(self) -> Floats:
        """Board to camera, (3, 3)."""
        return np.asarray(cv2.Rodrigues(self.rotation)[0])

    def _unbent(self, points_px: Floats) -> Floats:
        """Picture points (n, 2) -> where a lens that bends nothing would show them, at focal 1.

        Newton's method: cv2.undistortPoints is 40 mm off in the corners of a wide lens, and slower.
        """
        bent = (points_px - self.camera_matrix[:2, 2]) / self.camera_matrix[[0, 1], [0, 1]]
        seen = np.hypot(bent[:, 0], bent[:, 1])
        k1, k2 = self.distortion.tolist()
        most = self._fold2**0.5
        radius = np.minimum(seen, most)
        for _ in range(UNBENDING_ROUNDS):
            radius2 = radius * radius
            over = radius * (1 + radius2 * (k1 + k2 * radius2)) - seen
            slope = np.maximum(1 + radius2 * (3 * k1 + 5 * k2 * radius2), 1e-3)
            radius = np.clip(radius - over / slope, 0, most)
        return np.asarray(bent * (radius / np.maximum(seen, 1e-12))[:, None])

    @cached_property
    def _fold2(self) -> float:
        """How far from its axis, squared, the lens' formula holds: then it turns back on itself."""
        k1, k2 = self.distortion.tolist()
        folds = np.roots([5 * k2, 3 * k1, 1.0])
        real = folds[np.abs(folds.imag) < 1e-9].real
        return float(min(real[real > 0], default=np.inf))

    @cached_property
    def camera_mm(self) -> Floats:
        """The camera's place over the board: x, y, height, (3,)."""
        x, y, z = -self.rotation_matrix.T @ self.translation_mm
        return np.array([x, y, -z])

    @property
    def values(self) -> Floats:
        """The camera as ``camera_fit`` counts its values, (12,): what a fit starts from."""
        across, down = np.log(self.camera_matrix[[0, 1], [0, 1]])
        middle = self.camera_matrix[:2, 2] - (np.array(self.size_px) - 1) / 2
        lens = [(across + down) / 2, *self.distortion, *middle / max(self.size_px)]
        aspect = (across - down) / 2
        return np.array([*lens, aspect, *self.rotation.ravel(), *self.translation_mm.ravel()])

    @property
    def edited(self) -> bool:
        """Whether the picture is not as the camera took it: cropped to one side, or stretched."""
        return bool(np.abs(self.values[3:6]).max() > EDITED)

    @property
    def corner_bend(self) -> float:
        """By which share of its distance from the middle the lens moves the farthest corner."""
        middle, focal = self.camera_matrix[:2, 2], self.camera_matrix[[0, 1], [0, 1]]
        farthest = np.maximum(middle, np.array(self.size_px) - 1 - middle) / focal
        radius2 = float(farthest @ farthest)
        k1, k2 = self.distortion.tolist()
        return abs(float(radius2 * (k1 + k2 * radius2)))

    @property
    def focal_px(self) -> float:
        """The focal length; in a stretched picture the geometric mean of both, as in ``values``."""
        across, down = self.camera_matrix[[0, 1], [0, 1]]
        return float(np.sqrt(across * down))

    @property
    def hfov_deg(self) -> float:
        """The field of view along the picture's longer side, stretched or not: the lens' own."""
        return float(2 * np.degrees(np.arctan(max(self.size_px) / 2 / self.focal_px)))

    @cached_property
    def px_per_mm(self) -> float:
        """The scale where the camera's axis meets the board."""
        distance_mm = self.camera_mm[2] / abs(self.rotation_matrix[2, 2])
        return float(self.focal_px / distance_mm)

    def resized(self, size_px: tuple[int, int]) -> Pose:
        """The pose in the same picture made larger or smaller."""
        scale = np.array(size_px) / self.size_px
        matrix = self.camera_matrix.copy()
        matrix[[0, 1], [0, 1]] *= scale
        matrix[:2, 2] = (matrix[:2, 2] + 0.5) * scale - 0.5
        return replace(self, camera_matrix=matrix, size_px=size_px)

    def nudged(self, turn: complex, shift: complex) -> Pose:
        """The pose in the same picture turned, scaled and shifted: ``z -> turn * z + shift``.

        Picture points are complex numbers here, x + iy. No camera moves just so, but one that was
        nudged moves so to a small part of a pixel.
        """
        matrix = self.camera_matrix.copy()
        matrix[[0, 1], [0, 1]] *= abs(turn)
        middle = turn * complex(*self.camera_matrix[:2, 2]) + shift
        matrix[:2, 2] = middle.real, middle.imag
        about_axis = cv2.Rodrigues(np.array([0.0, 0.0, np.angle(turn)]))[0]
        rotation = cv2.Rodrigues(about_axis @ self.rotation_matrix)[0]
        return replace(
            self,
            camera_matrix=matrix,
            rotation=np.asarray(rotation, float).ravel(),
            translation_mm=about_axis @ self.translation_mm,
        )

    def corners_px(self, width_mm: float, height_mm: float) -> Floats:
        """TL, TR, BR, BL of a board of this size, (4, 2) in px."""
        return self.project(rectangle(width_mm, height_mm))

    def corners_of(self, board: Board) -> CornersPx:
        """TL, TR, BR, BL of a board, as readings and drafts keep them."""
        corners = self.corners_px(board.width_mm, board.height_mm)
        return tuple((float(x), float(y)) for x, y in corners)


def within(at_px: NDArray[Any], size_px: tuple[int, int]) -> NDArray[np.bool_]:
    """Which points (..., 2) lie within a picture of this width and height, (...)."""
    limit = np.array(size_px) - 1
    return np.asarray(((at_px >= 0) & (at_px <= limit)).all(axis=-1))


def smooth_for(picture: Image, pose: Pose, step_mm: float) -> Image:
    """The picture with as much blur as sampling it every ``step_mm`` of the board asks for."""
    step_px = step_mm * pose.px_per_mm
    sigma_px = 0.5 * np.sqrt(max(step_px**2 - 1, 0))
    if sigma_px < SHARP_PX:
        return picture
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma_px), np.uint8)


def pose_from_points(
    points_mm: Floats,
    points_px: Floats,
    size_px: tuple[int, int],
    height_mm: Floats | float = 0.0,
    *,
    weights: Floats | None = None,
    prior: LensPrior = ANY_LENS,
    start: Pose | None = None,
    sigma_px: float = 0.5,
    relief: Relief | None = None,
    free_relief: bool = False,
) -> Pose:
    """The camera that best explains where board points (n, 2) are seen in the picture (n, 2).

    Least squares over focal length, k1, k2, rotation and translation, with the principal point in
    the picture's middle, unless a picture that was cropped or stretched explains them far better.
    Points far off lose their say, on a scale of ``sigma_px`` or more where most points scatter
    more. ``weights`` (n,) is how much each point is trusted. A ``relief`` is kept, or with
    ``free_relief`` fitted too, starting from it.
    Raises ValueError for fewer than four points or points no camera explains.
    """
    if len(points_mm) < 4:
        raise ValueError(f"a pose needs four points, not {len(points_mm)}")
    if start is not None and start.edited:
        prior = prior.edited
    fit = CameraFit(
        np.ascontiguousarray(points_mm, float),
        np.broadcast_to(np.asarray(height_mm, float), len(points_mm)),
        np.ascontiguousarray(points_px, float),
        np.ones(len(points_mm)) if weights is None else np.asarray(weights, float),
        size_px,
        prior,
        sigma_px,
        relief,
        free_relief,
    )
    fit, values = solved_anyhow(fit) if start is None else (fit, fit.solve(start.values))
    return Pose(
        fit.matrix(values),
        values[1:3].copy(),
        values[TURN].copy(),
        values[PLACE].copy(),
        size_px,
        fit.relief_of(values),
    )
