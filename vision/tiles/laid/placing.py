"""One face placed to a fraction of a millimetre: laid over the photo where it fits it best."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from vision.alignment.pose import Pose
from vision.picture.arrays import Floats, Image, Tones
from vision.picture.sampling import sample_tones
from vision.tiles.bare.faces import Face
from vision.tiles.bare.looks import placed_mm

ROUNDS = 9
EVERY = 3
"""A face is placed by every third of its points: they tell as much, in a third of the time."""
STILL_MM = 0.02
MOST_MM, MOST_DEG = 6.0, 6.0
"""No face lies further than this off where it is looked for."""
MOST_BENT = 0.05
"""No board is seen longer or more askew than this, where the pose was told by what lies beside."""
FAR_MM = 100.0
"""So far from a board's middle it is told how much larger it is seen to one side."""
LIKE = 2.5
"""A misfit of so many usual ones has lost most of its say: a cube lies there."""
LEAST_SPREAD = 0.012
"""No photo fits better than this, in tones."""
EVEN_MM = 16.0
"""Sigma of the light that differs within a tile: the edge of a shadow, or of sun."""
HOLD_OFF = np.diag([1e-6, 1e-6, 1e-3, 1.0, 1.0, 1.0, 1.0, 1.0])
"""How firmly a face is held where it is, for each way to be off: x, y, its turn, how it is bent."""
HOLD = np.diag([0.02, 1e-4, 0.05, 0.05]) * 0.05
"""How firmly the light is held to adding nothing and being even, for each sample."""


@dataclass(frozen=True, eq=False)
class Placed:
    """A face as it lies in a photo: its middle on the table ``at_mm`` (2,), and ``turn_deg``.

    ``errors`` (n, 3) are how far the photo is from the face in its light, in tones, and ``spread``
    is their usual size. ``bent`` (3, 3) is how its own frame is seen longer, askew or tilted.
    """

    at_mm: Floats
    turn_deg: float
    spread: float
    errors: Tones
    bent: Floats = field(default_factory=lambda: np.eye(3))

    def on_table(self, points_mm: Floats) -> Floats:
        """Points (..., 2) of the face's own frame -> on the table."""
        at = (float(self.at_mm[0]), float(self.at_mm[1]))
        return placed_mm(_through(self.bent, points_mm), at, self.turn_deg)

    def on_face(self, points_mm: Floats) -> Floats:
        """Points (..., 2) on the table -> in the face's own frame."""
        straight = placed_mm(points_mm - self.at_mm, (0.0, 0.0), -self.turn_deg)
        return _through(np.asarray(np.linalg.inv(self.bent), np.float64), straight)


def place(
    photo: Image,
    pose: Pose,
    face: Face,
    at_mm: tuple[float, float],
    turn_deg: float,
    *,
    bends: bool = False,
) -> Placed:
    """Lay a face over a photo (h, w, 3), near where it is expected (Gauss-Newton, robust).

    One that ``bends`` lies where the pose was not told: it is seen longer, askew or tilted.
    """
    laid = _Laid(photo, pose, face.thinned(EVERY), at_mm, turn_deg)
    off = _settled(laid, np.zeros(3))
    if bends:
        off = _settled(laid, np.append(off, np.zeros(len(HOLD_OFF) - len(off))))
    x, y = (np.asarray(at_mm) + off[:2]).tolist()
    turned_deg = turn_deg + math.degrees(off[2])
    return laid_at(photo, pose, face, (x, y), turned_deg, _bent(off))


def laid_at(
    photo: Image,
    pose: Pose,
    face: Face,
    at_mm: tuple[float, float],
    turn_deg: float,
    bent: Floats | None = None,
) -> Placed:
    """A face laid over a photo (h, w, 3) just there."""
    bent = np.eye(3) if bent is None else bent
    errors = _Laid(photo, pose, face, at_mm, turn_deg, bent).evened()
    return Placed(np.array(at_mm), turn_deg, _spread(errors), errors, bent)


def _settled(laid: _Laid, off: Floats) -> Floats:
    """How far off a face lies in each of some ways, from where it was believed to."""
    weight = np.ones(1, np.float32)
    limit = np.array([MOST_MM, MOST_MM, math.radians(MOST_DEG), *[MOST_BENT] * 5])[: len(off)]
    for _ in range(ROUNDS):
        misfit = laid.misfit(off, weight)
        weight = misfit.weight
        step = laid.step(misfit, len(off))
        off = np.clip(off - np.clip(step, -2.0, 2.0), -limit, limit)
        if np.abs(step[:2]).max() < STILL_MM and np.abs(step[2:]).max() * laid.reach_mm < STILL_MM:
            break
    return off


def _bent(off: Floats) -> Floats:
    """How a frame is bent, (3, 3), by the last five of eight ways to be off."""
    bent = np.eye(3)
    if len(off) == len(HOLD_OFF):
        along_x, along_y, askew, *tilts = off[3:].tolist()
        bent[:2, :2] += [[along_x, askew], [askew, along_y]]
        bent[2, :2] = np.array(tilts) / FAR_MM
    return bent


def _through(bent: Floats, points_mm: Floats) -> Floats:
    """Points (..., 2) of a frame as it is bent (3, 3)."""
    seen = points_mm @ bent[:, :2].T + bent[:, 2]
    return np.asarray(seen[..., :2] / seen[..., 2:], np.float64)


@dataclass(frozen=True, eq=False)
class _Misfit:
    """How far the photo is from the face (n, 3), the light's gain there, and each point's say."""

    errors: Tones
    gain: Tones
    weight: Tones


class _Laid:
    """A face over a photo, near where it is expected."""

    def __init__(
        self,
        photo: Image,
        pose: Pose,
        face: Face,
        at_mm: tuple[float, float],
        turn_deg: float,
        bent: Floats | None = None,
    ) -> None:
        self._photo, self._pose, self._face, self._turn_deg = photo, pose, face, turn_deg
        own_mm = face.points_mm if bent is None else _through(bent, face.points_mm)
        self._points_mm = placed_mm(own_mm, at_mm, turn_deg)
        self._px = pose.project(self._points_mm)
        self._fields = _fields(face.points_mm, turn_deg)
        self.reach_mm = float(np.abs(face.points_mm).max())
        own = face.points_mm / self.reach_mm
        self._terms = np.column_stack([np.ones(len(own)), own]).astype(np.float32)

    @cached_property
    def _px_slopes(self) -> Floats:
        """How its points move in the photo as they are moved along the table's x and y."""
        right, down = (self._pose.project(self._points_mm + step) for step in ((1, 0), (0, 1)))
        return np.stack([right - self._px, down - self._px], axis=2)

    @cached_property
    def _moves(self) -> Tones:
        """How tones change as the face is moved in each way to be off."""
        angle = math.radians(self._turn_deg)
        cos, sin = math.cos(angle), math.sin(angle)
        slopes = self._face.slopes @ np.array([[cos, sin], [-sin, cos]])
        return np.asarray(slopes @ self._fields.transpose(1, 2, 0))

    def seen(self, off: Floats | None) -> Tones:
        """The photo's tones at the points of a face that lies off in each of some ways."""
        if off is None:
            return np.asarray(sample_tones(self._photo, self._px[None])[0])
        shift = np.tensordot(off, self._fields[: len(off)], axes=1)
        at_px = self._px + (self._px_slopes @ shift[:, :, None])[..., 0]
        return np.asarray(sample_tones(self._photo, at_px[None])[0])

    def misfit(self, off: Floats | None, weight: Tones) -> _Misfit:
        """What the face does not explain, in the light that suits it best."""
        seen, tones = self.seen(off), self._face.tones
        light = _fit_light(tones, seen, self._terms, weight)
        gain = self._terms @ light[1:]
        errors = seen - light[0] - tones * gain
        size = np.sqrt((errors**2).mean(axis=1))
        usual = max(1.2 * float(np.median(size)), LEAST_SPREAD)
        weight = 1 / (1 + (size / (LIKE * usual)) ** 2) ** 2
        return _Misfit(errors, gain, weight.astype(np.float32))

    def step(self, misfit: _Misfit, count: int) -> Floats:
        """How much too far the face lies off, by its misfit, in each of the first ways."""
        ahead = (self._moves[..., :count] * misfit.gain[..., None]).reshape(-1, count)
        weighted = ahead * np.repeat(misfit.weight, 3)[:, None]
        normal = weighted.T @ ahead + HOLD_OFF[:count, :count]
        return np.asarray(np.linalg.solve(normal, weighted.T @ misfit.errors.reshape(-1)))

    def evened(self) -> Tones:
        """The errors (n, 3) that are left when the light may differ from place to place."""
        misfit = self.misfit(None, self.misfit(None, np.ones(1, np.float32)).weight)
        seen = self.seen(None)
        expected = np.maximum(seen - misfit.errors, 0.01)
        say = misfit.weight[:, None]
        sums = self._face.blurred(
            np.concatenate([say * seen * expected, say * expected**2], axis=1), EVEN_MM
        )
        gain = np.clip((sums[:, :3] + 1e-4) / (sums[:, 3:] + 1e-4), 0.3, 3.0)
        return np.asarray(seen - expected * gain, np.float32)


def _fields(own_mm: Floats, turn_deg: float) -> Floats:
    """How points (n, 2) of a face move on the table, for each way to be off, (8, n, 2).

    Along x and y by a mm, by an angle; longer along its own x and y, askew, and smaller towards
    its own x and y.
    """
    x, y = own_mm.T
    none, far = np.zeros_like(x), -own_mm.T / FAR_MM
    bends = [[x, none], [none, y], [y, x], far * x, far * y]
    own = np.array([[-y, x], *bends]).transpose(0, 2, 1)
    along = np.broadcast_to(np.eye(2)[:, None], (2, len(own_mm), 2))
    return np.concatenate([along, placed_mm(own, (0.0, 0.0), turn_deg)])


def _spread(errors: Tones) -> float:
    """The usual size of errors (n, 3)."""
    size = np.sqrt((errors**2).mean(axis=1))
    return max(1.2 * float(np.median(size)), LEAST_SPREAD)


def _fit_light(tones: Tones, seen: Tones, terms: Tones, weight: Tones) -> Floats:
    """The light (4, 3) that makes the tones (n, 3) of a face those that are seen.

    What is added to all, and the gain with its slopes along the face.
    """
    light = np.zeros((4, 3))
    hold, usual = HOLD * len(tones), np.array([0.0, 1.0, 0.0, 0.0])
    for channel in range(3):
        design = np.column_stack([np.ones(len(tones)), tones[:, channel, None] * terms])
        weighted = design * weight[:, None]
        normal = weighted.T @ design + hold
        light[:, channel] = np.linalg.solve(normal, weighted.T @ seen[:, channel] + hold @ usual)
    return light
