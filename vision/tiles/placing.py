"""One tile placed to a fraction of a millimetre: its known face laid over the photo."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from vision.alignment.pose import Pose
from vision.picture.sampling import Floats, Image, Tones, sample_tones
from vision.tiles.faces import Face
from vision.tiles.looks import placed_mm

ROUNDS = 9
STILL_MM = 0.02
MOST_MM, MOST_DEG = 6.0, 6.0
"""No tile lies further off its cell than this."""
LIKE = 2.5
"""A misfit of so many usual ones has lost most of its say: a cube lies there."""
LEAST_SPREAD = 0.012
"""No photo fits better than this, in tones."""


@dataclass(frozen=True, eq=False)
class Placed:
    """A face as it lies in a photo: ``at_mm`` (2,) its middle on the table, ``turn_deg``.

    ``light`` (4, 3) makes tones of the face those of the photo: what is added, and the gain with
    its slopes along the tile. ``spread`` is the usual misfit in tones, ``misfit`` the mean of its
    squares, where large ones count no more than ``LIKE`` usual ones of the best.
    """

    at_mm: Floats
    turn_deg: float
    light: Tones
    spread: float
    errors: Tones

    def expected(self, tones: Tones, points_mm: Floats, reach_mm: float) -> Tones:
        """What the photo should show of tones (n, 3) at points (n, 2) of the tile's own frame."""
        terms = _terms(points_mm, reach_mm)
        gain = terms @ self.light[1:]
        return np.asarray(self.light[0] + tones * gain, np.float32)


def place(
    photo: Image, pose: Pose, face: Face, at_mm: tuple[float, float], turn_deg: float
) -> Placed:
    """Lay a face over a photo (h, w, 3), near where it is expected (Gauss-Newton, robust)."""
    points = placed_mm(face.points_mm, at_mm, turn_deg)
    px, slopes_px = _linear(pose, points)
    arm = points - at_mm
    across = np.stack([-arm[:, 1], arm[:, 0]], axis=1)
    back = _turn_matrix(-turn_deg)
    reach = float(np.abs(face.points_mm).max())
    terms = _terms(face.points_mm, reach)
    # How tones change as the tile is moved along the table's x and y, and turned, (n, 3, 3).
    slopes = face.slopes @ back
    moves = np.concatenate([slopes, (slopes * across[:, None]).sum(axis=2, keepdims=True)], axis=2)
    off = np.zeros(3)
    weight = np.ones(len(points), np.float32)
    light, errors, spread = np.zeros((4, 3)), np.zeros_like(face.tones), 1.0
    for lap in range(ROUNDS):
        shift = off[:2] + off[2] * across
        seen = sample_tones(photo, (px + (slopes_px @ shift[:, :, None])[..., 0])[None])[0]
        light = _fit_light(face.tones, seen, terms, weight)
        gain = terms @ light[1:]
        errors = seen - light[0] - face.tones * gain
        size = np.sqrt((errors**2).mean(axis=1))
        spread = max(1.2 * float(np.median(size)), LEAST_SPREAD)
        weight = (1 / (1 + (size / (LIKE * spread)) ** 2) ** 2).astype(np.float32)
        if lap == ROUNDS - 1:
            break
        ahead = (moves * gain[..., None]).reshape(-1, 3)
        weighted = ahead * np.repeat(weight, 3)[:, None]
        normal = weighted.T @ ahead + np.diag([1e-6, 1e-6, 1e-3])
        step = np.linalg.solve(normal, weighted.T @ errors.reshape(-1))
        off -= np.clip(step, -2.0, 2.0)
        off[:2] = np.clip(off[:2], -MOST_MM, MOST_MM)
        off[2] = np.clip(off[2], -math.radians(MOST_DEG), math.radians(MOST_DEG))
        if np.abs(step[:2]).max() < STILL_MM and abs(step[2]) * reach < STILL_MM:
            break
    return Placed(
        np.asarray(at_mm) + off[:2],
        turn_deg + math.degrees(off[2]),
        np.asarray(light, np.float32),
        spread,
        errors,
    )


def _linear(pose: Pose, points_mm: Floats) -> tuple[Floats, Floats]:
    """Where points (n, 2) are seen, and how that moves with them per mm, (n, 2, 2)."""
    here, right, down = (pose.project(points_mm + step) for step in ((0, 0), (1, 0), (0, 1)))
    return here, np.stack([right - here, down - here], axis=2)


def _turn_matrix(turn_deg: float) -> Floats:
    """Turns slopes (..., 2) of a tile's frame into those along the table's axes: rows times it."""
    angle = math.radians(turn_deg)
    cos, sin = math.cos(angle), math.sin(angle)
    return np.array([[cos, -sin], [sin, cos]])


def _terms(points_mm: Floats, reach_mm: float) -> Tones:
    """What the gain is made of at each point, (n, 3)."""
    return np.column_stack([np.ones(len(points_mm)), points_mm / reach_mm]).astype(np.float32)


def _fit_light(tones: Tones, seen: Tones, terms: Tones, weight: Tones) -> Floats:
    """The light (4, 3) that makes the tones (n, 3) of a face those that are seen."""
    light = np.zeros((4, 3))
    hold = np.diag([0.02, 1e-4, 0.05, 0.05]) * len(tones) * 0.05
    usual = np.array([0.0, 1.0, 0.0, 0.0])
    for channel in range(3):
        design = np.column_stack([np.ones(len(tones)), tones[:, channel, None] * terms])
        weighted = design * weight[:, None]
        normal = weighted.T @ design + hold
        light[:, channel] = np.linalg.solve(normal, weighted.T @ seen[:, channel] + hold @ usual)
    return light
