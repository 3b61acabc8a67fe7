"""Pieces as upright solids: an outline on the board, a height, colours; and how they look."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.alignment.pose import Pose
from vision.picture.arrays import Floats, Image, Tones
from vision.simulator.filmed.light import Light
from vision.simulator.printed.colour import to_linear
from vision.simulator.printed.outlines import rectangle

FINE = 4
"""Pieces are drawn at this many times the frame's size, then averaged."""


@dataclass(frozen=True, eq=False)
class Solid:
    """An upright prism: ``outline_mm`` (n, 2), convex, in the sense in which x turns towards y.

    Colours are linear blue, green, red. ``art`` (s, s, 3) lies on the square around the middle of
    the top, turned by ``turn_deg``.
    """

    outline_mm: Floats
    height_mm: float
    top: Tones
    side: Tones
    base_mm: float = 0.0
    place: str | None = None
    """The space or slot it fills, where it fills one."""
    art: Image | None = None
    turn_deg: float = 0.0
    lift_mm: float = 0.0
    """How far its base lies over the board's face: a funnel stands on a deck."""
    stands_mm: Floats | None = None
    """Where the thing it is a part of stands, (2,); its parts are drawn as they come."""
    ground: bool = False
    """Whether other things stand on it, and their shadows fall on it: a tile."""
    key: tuple[object, ...] = field(default=())
    """What tells this solid from every other of its table; the same key looks the same."""

    @property
    def middle_mm(self) -> Floats:
        """The middle of its outline, (2,)."""
        return np.asarray(self.outline_mm.mean(axis=0))

    @property
    def foot_mm(self) -> Floats:
        """Where it stands, or what it is a part of, (2,)."""
        return self.middle_mm if self.stands_mm is None else self.stands_mm


@dataclass(frozen=True, eq=False)
class Sprite:
    """A solid as one camera sees it: colour times cover, and cover, (h, w, 3) and (h, w, 1)."""

    left: int
    top: int
    colour: Tones
    cover: Tones
    top_px: Floats
    """The outline of its top face in the frame, (n, 2)."""
    hull_px: Floats
    """The outline of all that is seen of it, (m, 2)."""
    shadow_px: Floats
    """The outline of the shadow it throws on the board, (k, 2)."""
    foot_px: Floats
    """The outline of the dark edge where it touches the board, (n, 2); empty where it doesn't."""


def sprite_of(solid: Solid, pose: Pose, light: Light) -> Sprite | None:
    """Draw a solid as the camera sees it; None where it lies outside the picture."""
    count = len(solid.outline_mm)
    both = np.concatenate([solid.outline_mm, solid.outline_mm])
    heights = np.repeat([solid.base_mm, solid.base_mm + solid.height_mm], count)
    points = pose.project(both, heights)
    low = np.floor(points.min(axis=0)).astype(int) - 1
    high = np.ceil(points.max(axis=0)).astype(int) + 2
    low, high = np.maximum(low, 0), np.minimum(high, pose.size_px)
    if (high - low < 1).any() or (high - low > 1500).any():
        return None
    size = high - low
    fine = np.zeros((size[1] * FINE, size[0] * FINE, 4), np.float32)
    local = (points - low + 0.5) * FINE - 0.5
    base, top = local[:count], local[count:]
    for i in _seen_sides(solid, pose):
        j = (i + 1) % count
        face = np.stack([base[i], base[j], top[j], top[i]])
        _fill(fine, face, solid.side * _side_light(solid, i, light))
    _fill(fine, top, solid.top)
    if solid.art is not None:
        _lay_art(fine, solid, pose, low, top)
    small = np.asarray(cv2.resize(fine, size.tolist(), interpolation=cv2.INTER_AREA), np.float32)
    left, upper = (int(value) for value in low)
    near = solid.outline_mm + light.fall * solid.lift_mm
    far = near + light.fall * solid.height_mm
    ground_mm = solid.base_mm - solid.lift_mm
    shadow = pose.project(np.concatenate([near, far]), ground_mm)
    foot = solid.outline_mm + (solid.outline_mm - solid.middle_mm) * 0.04
    foot_px = pose.project(foot, ground_mm) if not solid.lift_mm else np.empty((0, 2))
    return Sprite(
        left, upper, small[..., :3], small[..., 3:], points[count:],
        _around(points), _around(shadow), foot_px,
    )  # fmt: skip


def _around(points: Floats) -> Floats:
    """The convex outline of points, (n, 2)."""
    return np.asarray(cv2.convexHull(points.astype(np.float32)).reshape(-1, 2), np.float64)


def _seen_sides(solid: Solid, pose: Pose) -> list[int]:
    """Sides whose outer face looks to the camera, by the index of their first corner."""
    start = solid.outline_mm
    edges = np.roll(start, -1, axis=0) - start
    outward = np.stack([edges[:, 1], -edges[:, 0]], 1)
    facing = (outward * (pose.camera_mm[:2] - start)).sum(axis=1)
    return [int(i) for i in np.flatnonzero(facing > 0)]


def _side_light(solid: Solid, side: int, light: Light) -> float:
    """How much light a side face gets against the top face."""
    ahead = solid.outline_mm[(side + 1) % len(solid.outline_mm)] - solid.outline_mm[side]
    outward = np.array([ahead[1], -ahead[0]]) / max(float(np.hypot(*ahead)), 1e-9)
    ambient = (1 - light.direct) * 0.55
    direct = light.direct * max(0.0, float(outward @ light.towards[:2])) / float(light.towards[2])
    return ambient + min(direct, 1.5 * light.direct)


def _fill(fine: Tones, face_px: Floats, colour: Tones) -> None:
    points = np.round(face_px * 16).astype(np.int32)
    cv2.fillConvexPoly(fine, points, (*(float(c) for c in colour), 1.0), cv2.LINE_8, 4)


def _lay_art(fine: Tones, solid: Solid, pose: Pose, low: NDArray[np.int_], top_px: Floats) -> None:
    """Lay the picture on the top face."""
    assert solid.art is not None
    reach = float(np.hypot(*(solid.outline_mm - solid.middle_mm).T).max()) * 2
    x, y = solid.middle_mm
    square = rectangle(float(x), float(y), reach, reach, solid.turn_deg)
    corners = pose.project(square, np.full(4, solid.base_mm + solid.height_mm))
    side = solid.art.shape[0]
    # A picture that is shrunk by more than two would lose lines between its pixels.
    target = float(np.hypot(*(corners[1] - corners[0]))) * FINE
    art = solid.art
    while side > 2 * target and side > 8:
        art = np.asarray(cv2.resize(art, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))
        side = art.shape[0]
    source = np.array(
        [[-0.5, -0.5], [side - 0.5, -0.5], [side - 0.5, side - 0.5], [-0.5, side - 0.5]]
    )
    local = (corners - low + 0.5) * FINE - 0.5
    matrix = cv2.getPerspectiveTransform(source.astype(np.float32), local.astype(np.float32))
    size = (fine.shape[1], fine.shape[0])
    colour = cv2.warpPerspective(
        to_linear(art), matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    mask = np.zeros(fine.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(top_px * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    where = mask > 0
    fine[where, :3] = colour[where] * (solid.top / max(float(solid.top.max()), 1e-6))
