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

    @cached_property
    def hfov_deg(self) -> float:
        """The field of view along the picture's longer side."""
        return float(2 * np.degrees(np.arctan(max(self.size_px) / 2 / self.camera_matrix[0, 0])))

    @cached_property
    def px_per_mm(self) -> float:
        """The scale where the camera's axis meets the board."""
        distance_mm = self.camera_mm[2] / abs(self.rotation_matrix[2, 2])
        return float(self.camera_matrix[0, 0] / distance_mm)

    def corners_px(self, width_mm: float, height_mm: float) -> Floats:
        """TL, TR, BR, BL of a board of this size, (4, 2) in px."""
        corners = np.array([[0, 0], [width_mm, 0], [width_mm, height_mm], [0, height_mm]], float)
        return self.project(corners)


@dataclass(frozen=True)
class LensPrior:
    """What is known of a lens before looking: usual values and how far cameras stray from them.

    ``hfov_deg`` is the field of view along the picture's longer side.
    """

    hfov_deg: float = 66.0
    hfov_sigma_deg: float = 8.0
    k1: float = 0.0
    k1_sigma: float = 0.05
    k2: float = 0.0
    k2_sigma: float = 0.02

    @classmethod
    def of(cls, pose: Pose, trust: float = 0.2) -> LensPrior:
        """The lens of another picture by the same camera; ``trust`` shrinks the usual spread."""
        usual = cls()
        return cls(
            pose.hfov_deg,
            usual.hfov_sigma_deg * trust,
            float(pose.distortion[0]),
            usual.k1_sigma * trust,
            float(pose.distortion[1]),
            usual.k2_sigma * trust,
        )


ANY_LENS = LensPrior()


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
) -> Pose:
    """The camera that best explains where board points (n, 2) are seen in the picture (n, 2).

    Least squares over focal length, k1, k2, rotation and translation, with the principal point in
    the picture's middle; points far off lose their say (Cauchy weights of scale ``sigma_px``, or
    more where most points scatter more). ``weights`` (n,) is how much each point is trusted.
    Raises ValueError for fewer than four points or points no camera explains.
    """
    if len(points_mm) < 4:
        raise ValueError(f"a pose needs four points, not {len(points_mm)}")
    points = np.empty((len(points_mm), 3))
    points[:, :2] = points_mm
    points[:, 2] = -np.asarray(height_mm)
    seen = np.ascontiguousarray(points_px, float)
    trust = np.ones(len(points)) if weights is None else np.asarray(weights, float)
    fit = _Fit(points, seen, trust, size_px, prior, sigma_px)
    values = fit.start(start)
    cost, damping = fit.cost(values), 1e-3
    for _ in range(_ROUNDS):
        step = fit.step(values, damping)
        better = fit.cost(values + step)
        if not np.isfinite(better) or better > cost:
            damping *= 10
            if damping > 1e6:
                break
            continue
        done = cost - better < 1e-7 * cost
        values, cost, damping = values + step, better, max(damping / 10, 1e-9)
        if done:
            break
    return fit.pose(values)


_ROUNDS = 40


@dataclass(frozen=True)
class _Fit:
    """One least-squares problem. Its values: log focal length, k1, k2, rotation, translation."""

    points: Floats
    seen: Floats
    trust: Floats
    size_px: tuple[int, int]
    prior: LensPrior
    sigma_px: float

    @cached_property
    def middle(self) -> Floats:
        return (np.array(self.size_px, float) - 1) / 2

    @cached_property
    def prior_values(self) -> Floats:
        half = np.radians(self.prior.hfov_deg) / 2
        return np.array(
            [np.log(max(self.size_px) / 2 / np.tan(half)), self.prior.k1, self.prior.k2]
        )

    @cached_property
    def prior_sigmas(self) -> Floats:
        hfov = np.radians(self.prior.hfov_deg)
        log_focal_sigma = np.radians(self.prior.hfov_sigma_deg) / np.sin(hfov)
        return np.array([log_focal_sigma, self.prior.k1_sigma, self.prior.k2_sigma])

    def start(self, pose: Pose | None) -> Floats:
        if pose is not None:
            lens = [np.log(pose.camera_matrix[0, 0]), *pose.distortion]
            return np.concatenate([lens, pose.rotation.ravel(), pose.translation_mm.ravel()])
        lens = self.prior_values
        found, rotation, translation = cv2.solvePnP(
            self.points, self.seen, self.matrix(lens), self.bend(lens), flags=cv2.SOLVEPNP_SQPNP
        )
        if not found:
            raise ValueError("no camera explains these points")
        return np.concatenate([lens, rotation.ravel(), translation.ravel()])

    def matrix(self, values: Floats) -> Floats:
        focal, (x, y) = float(np.exp(values[0])), self.middle
        return np.array([[focal, 0, x], [0, focal, y], [0, 0, 1]])

    def bend(self, values: Floats) -> Floats:
        return np.array([values[1], values[2], 0.0, 0.0])

    def pose(self, values: Floats) -> Pose:
        return Pose(
            self.matrix(values),
            values[1:3].copy(),
            values[3:6].copy(),
            values[6:9].copy(),
            self.size_px,
        )

    def project(self, values: Floats) -> tuple[Floats, Floats]:
        """Misses (n, 2) in px and their derivatives (n, 2, 9)."""
        there, slopes = cv2.projectPoints(
            self.points, values[3:6], values[6:9], self.matrix(values), self.bend(values)
        )
        focal_slope = slopes[:, 6:8].sum(axis=1, keepdims=True) * np.exp(values[0])
        jacobian = np.hstack([focal_slope, slopes[:, 10:12], slopes[:, 0:6]])
        return there.reshape(-1, 2) - self.seen, jacobian.reshape(-1, 2, 9)

    def scale(self, misses: Floats) -> float:
        spread = float(np.median(np.linalg.norm(misses, axis=1)))
        return max(self.sigma_px, spread)

    def cost(self, values: Floats) -> float:
        misses, _ = self.project(values)
        square = (misses**2).sum(axis=1) / self.sigma_px**2
        lens = (values[:3] - self.prior_values) / self.prior_sigmas
        reach = (_REACH * self.scale(misses) / self.sigma_px) ** 2
        return float((self.trust * reach * np.log1p(square / reach)).sum() + (lens**2).sum())

    def step(self, values: Floats, damping: float) -> Floats:
        misses, slopes = self.project(values)
        reach = (_REACH * self.scale(misses)) ** 2
        weight = self.trust / (1 + (misses**2).sum(axis=1) / reach) / self.sigma_px**2
        weighted = slopes * weight[:, None, None]
        normal = np.einsum("nij,nik->jk", weighted, slopes)
        slope = np.einsum("nij,ni->j", weighted, misses)
        lens = 1 / self.prior_sigmas**2
        normal[np.diag_indices(3)] += lens
        slope[:3] += (values[:3] - self.prior_values) * lens
        normal[np.diag_indices(9)] *= 1 + damping
        return np.asarray(-np.linalg.solve(normal, slope))


_REACH = 2.0
"""Misses beyond this many scales are outliers more than noise."""
