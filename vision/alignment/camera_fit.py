"""Least squares for one camera before a board: its lens, its place, and the board's relief.

Points far off lose their say (Cauchy weights). Levenberg-Marquardt with exact derivatives
(``cv2.projectPoints``); a prior holds the lens and the relief where the points don't tell them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np

from vision.alignment.lens import LensPrior
from vision.alignment.relief import Relief, knot_weights, stiffness
from vision.picture.arrays import Floats
from vision.picture.numbers import median_length

ROUNDS, ROUNDS_IF_EDITED = 20, 60
"""A free middle, tilt and lens do nearly the same to a picture: telling them apart takes longer."""
REACH = 2.0
"""Misses beyond this many scales are outliers more than noise."""
CAMERA = 12
"""The values that are the camera's: log focal length, k1, k2, middle x and y from the picture's own
as shares of its longer side, log aspect, rotation (3), translation (3)."""
LENS, TURN, PLACE = slice(0, 6), slice(6, 9), slice(9, 12)
LESS_MISFIT, LESS_SHARE = 10.0, 0.8
"""A picture counts as edited where that explains its points so much better: by this much in log
likelihood, and by this share. On whole photos it was never more than 2, on cropped ones 27 and up.
"""
LEAST_EDITED = 12
"""With fewer points than this, a camera that explains them better proves little."""


@dataclass(frozen=True, eq=False)
class CameraFit:
    """One problem. Its values are the camera's, and the relief's knots where it is free.

    ``points_mm`` (n, 2) and ``heights_mm`` (n,) over the board's face are seen at ``seen_px``
    (n, 2) and trusted ``trust`` (n,).
    """

    points_mm: Floats
    heights_mm: Floats
    seen_px: Floats
    trust: Floats
    size_px: tuple[int, int]
    prior: LensPrior
    sigma_px: float
    relief: Relief | None = None
    free_relief: bool = False

    def solve(self, start: Floats | None = None) -> Floats:
        """The best values, from the camera ``start`` (12,) or from nowhere."""
        values = self._guess() if start is None else start
        if self._bent is not None:
            values = np.concatenate([values, self._bent.knots_mm.ravel()])
        damping = 1e-3
        for _ in range(ROUNDS_IF_EDITED if self.prior.is_edited else ROUNDS):
            misses, slopes = self._project(values)
            reach = (REACH * max(self.sigma_px, median_length(misses))) ** 2
            cost = self._cost(misses, values, reach)
            step = self._step(values, misses, slopes, reach, damping)
            better = self._cost(self._project(values + step)[0], values + step, reach)
            if not better <= cost:
                damping *= 10
                if damping > 1e6:
                    break
                continue
            values, damping = values + step, max(damping / 10, 1e-9)
            if cost - better < 3e-5 * cost:
                break
        return values

    def relief_of(self, values: Floats) -> Relief | None:
        """The relief that goes with the values."""
        if self._bent is None:
            return self.relief
        return replace(self._bent, knots_mm=values[CAMERA:].reshape(self._bent.knots_mm.shape))

    def matrix(self, values: Floats) -> Floats:
        """The camera matrix (3, 3)."""
        x, y = (np.array(self.size_px, float) - 1) / 2 + values[3:5] * max(self.size_px)
        across, down = np.exp(values[0] + values[5]), np.exp(values[0] - values[5])
        return np.array([[across, 0, x], [0, down, y], [0, 0, 1]])

    def misfit(self, values: Floats) -> float:
        """How badly the values explain the points, whatever was thought of the lens before."""
        misses, _ = self._project(values)
        return self._misfit(misses, (REACH * self.sigma_px) ** 2)

    @property
    def _bent(self) -> Relief | None:
        return self.relief if self.free_relief else None

    @cached_property
    def _knot_weights(self) -> Floats:
        assert self.relief is not None
        return knot_weights(self.points_mm, self.relief.size_mm, self.relief.knots_mm.shape)

    @cached_property
    def _prior_normal(self) -> Floats:
        lens = np.diag(1 / self.prior.sigmas() ** 2)
        knots = 0 if self._bent is None else self._bent.knots_mm.size
        normal = np.zeros((CAMERA + knots, CAMERA + knots))
        normal[LENS, LENS] = lens
        if self._bent is not None:
            normal[CAMERA:, CAMERA:] = stiffness(self._bent.knots_mm.shape)
        return normal

    def _off_prior(self, values: Floats) -> Floats:
        off = values.copy()
        off[LENS] -= self.prior.values(self.size_px)
        off[TURN] = off[PLACE] = 0
        return off

    def _guess(self) -> Floats:
        lens = self.prior.values(self.size_px)
        points = self._points(lens)
        try:
            found, rotation, place = cv2.solvePnP(
                points, self.seen_px, self.matrix(lens), _bend(lens), flags=cv2.SOLVEPNP_SQPNP
            )
        except cv2.error:
            # So it says that all points are on one spot.
            found = False
        if not found:
            raise ValueError("no camera explains these points")
        return np.concatenate([lens, rotation.ravel(), place.ravel()])

    def _points(self, values: Floats) -> Floats:
        relief = self.relief_of(values) if len(values) > CAMERA else self.relief
        return lifted(self.points_mm, self.heights_mm, relief)

    def _project(self, values: Floats) -> tuple[Floats, Floats]:
        """Misses (n, 2) in px and their derivatives (n, 2, values)."""
        matrix = self.matrix(values)
        there, told = cv2.projectPoints(
            self._points(values), values[TURN], values[PLACE], matrix, _bend(values)
        )
        focals = told[:, 6:8] * matrix[[0, 1], [0, 1]]
        focal, aspect = focals.sum(axis=1), focals[:, 0] - focals[:, 1]
        middle = told[:, 8:10] * max(self.size_px)
        parts = [focal[:, None], told[:, 10:12], middle, aspect[:, None], told[:, 0:6]]
        if self._bent is not None:
            rise = np.empty((len(self.points_mm), 3))
            foot, above = self._bent.seen_from_mm[:2], self._bent.seen_from_mm[2]
            rise[:, :2] = (foot - self.points_mm) / above
            rise[:, 2] = -1
            turned = rise @ cv2.Rodrigues(values[TURN])[0].T
            per_mm = np.einsum("nij,nj->ni", told[:, 3:6].reshape(-1, 2, 3), turned)
            parts.append((per_mm[:, :, None] * self._knot_weights[:, None]).reshape(len(told), -1))
        slopes = np.hstack(parts).reshape(len(self.points_mm), 2, -1)
        return there.reshape(-1, 2) - self.seen_px, slopes

    def _cost(self, misses: Floats, values: Floats, reach: float) -> float:
        off = self._off_prior(values)
        return self._misfit(misses, reach) + float(off @ self._prior_normal @ off)

    def _misfit(self, misses: Floats, reach: float) -> float:
        robust = reach * np.log1p((misses**2).sum(axis=1) / reach)
        return float((self.trust * robust).sum() / self.sigma_px**2)

    def _step(
        self, values: Floats, misses: Floats, slopes: Floats, reach: float, damping: float
    ) -> Floats:
        weight = self.trust / (1 + (misses**2).sum(axis=1) / reach) / self.sigma_px**2
        flat = slopes.reshape(-1, slopes.shape[2])
        weighted = (slopes * weight[:, None, None]).reshape(flat.shape)
        normal = weighted.T @ flat + self._prior_normal
        slope = weighted.T @ misses.ravel() + self._prior_normal @ self._off_prior(values)
        normal[np.diag_indices(len(normal))] *= 1 + damping
        return np.asarray(-np.linalg.solve(normal, slope))


def solved_anyhow(fit: CameraFit) -> tuple[CameraFit, Floats]:
    """A problem and its best values, from nowhere: of a whole photo, or of an edited one."""
    values = fit.solve()
    if len(fit.points_mm) < LEAST_EDITED:
        return fit, values
    edited = replace(fit, prior=fit.prior.edited)
    freed = edited.solve()
    misfit = fit.misfit(values)
    if edited.misfit(freed) < min(misfit - LESS_MISFIT, LESS_SHARE * misfit):
        return edited, freed
    return fit, values


def lifted(points_mm: Floats, heights_mm: Floats | float, relief: Relief | None) -> Floats:
    """Board points (n, 2) at heights over the board's face -> OpenCV's axes (n, 3)."""
    points = np.empty((len(points_mm), 3))
    points[:, :2] = points_mm
    points[:, 2] = -np.asarray(heights_mm)
    if relief is not None:
        points[:, :2], rise = relief.lift(points[:, :2])
        points[:, 2] -= rise
    return points


def _bend(values: Floats) -> Floats:
    return np.array([values[1], values[2], 0.0, 0.0])
