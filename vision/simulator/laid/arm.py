"""A hand and an arm that reach over the board: a chain of round limbs with skin and a sleeve."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from vision.alignment.pose import Pose
from vision.picture.arrays import Floats, Image, Tones
from vision.simulator.filmed.light import Light
from vision.simulator.printed.colour import linear_of

_COARSE = 2
"""Arms are large and soft: they are drawn at a half of the frame's size."""
_SKINS = ["#f0c8ac", "#e0ac88", "#c68a62", "#8e5a3c", "#5a3826"]
_SLEEVES = ["#2c3440", "#8a2c2c", "#d8d4c8", "#56683c", "#6a5a9a", "#b88a40", None]
_FINGERS = [(-24.0, 62.0), (-9.0, 84.0), (7.0, 88.0), (21.0, 78.0)]
"""Of each finger: how far to the side and how far ahead of the palm's middle its tip lies, mm."""
_THUMB = (-44.0, 34.0)


@dataclass(frozen=True)
class Arm:
    """An arm whose middle fingertip is at ``x_mm``, ``y_mm``; it comes from ``from_deg``."""

    x_mm: float
    y_mm: float
    from_deg: float
    skin: str = "#e0ac88"
    sleeve: str | None = "#2c3440"
    spread: float = 1.0
    """1 is an open hand; 0.3 is closed to a pinch."""
    height_mm: float = 28.0


@dataclass(frozen=True)
class Limb:
    """A round bar from one point to another: x, y, height and radius of each end, mm."""

    start: tuple[float, float, float, float]
    end: tuple[float, float, float, float]
    sleeve: bool = False


def random_arm(rng: np.random.Generator, board_mm: tuple[float, float]) -> Arm:
    """An arm from any side that reaches somewhere over the board."""
    x, y = rng.uniform(0.15, 0.85, 2) * board_mm
    sleeve = _SLEEVES[int(rng.integers(len(_SLEEVES)))]
    side = math.degrees(math.atan2(y - board_mm[1] / 2, x - board_mm[0] / 2))
    return Arm(
        float(x), float(y), side + rng.normal(0, 35), str(rng.choice(_SKINS)), sleeve,
        rng.uniform(0.3, 1.0), rng.uniform(12, 50),
    )  # fmt: skip


def limbs_of(arm: Arm) -> list[Limb]:
    """Fingers, thumb, palm, forearm and sleeve of an arm, the highest last."""
    turn = math.radians(arm.from_deg + 180)
    ahead = np.array([math.cos(turn), math.sin(turn)])
    aside = np.array([-ahead[1], ahead[0]])
    palm = np.array([arm.x_mm, arm.y_mm]) - ahead * 88

    def at(forward: float, side: float, height: float, radius: float) -> tuple[float, ...]:
        x, y = palm + ahead * forward + aside * side
        return float(x), float(y), height, radius

    low, high = arm.height_mm * 0.5, arm.height_mm
    limbs = []
    for side, forward in (*_FINGERS, _THUMB):
        bent = forward * (0.7 + 0.3 * arm.spread)
        knuckle = at(bent * 0.45, side * 0.85, high + 10, 9.5)
        limbs.append((at(bent, side * arm.spread, low, 7.5), knuckle, False))
        limbs.append((knuckle, at(0, side * 0.6, high + 8, 11), False))
    limbs.append((at(22, -16, high + 8, 17), at(-28, -8, high + 10, 22), False))
    limbs.append((at(22, 14, high + 8, 17), at(-28, 8, high + 10, 22), False))
    limbs.append((at(-28, 0, high + 10, 27), at(-150, 0, high + 30, 33), False))
    shoulder = at(-700, 0, high + 120, 58)
    if arm.sleeve:
        limbs.append((at(-95, 0, high + 22, 38), shoulder, True))
    else:
        limbs.append((at(-140, 0, high + 28, 33), shoulder, False))
    return [Limb(*limb) for limb in limbs]  # type: ignore[arg-type]


def draw_arm(image: Tones, gain: Tones, arm: Arm, pose: Pose) -> np.ndarray:
    """Draw an arm into linear light (h, w, 3), lit by ``gain``; gives its cover (h, w), 0 or 1."""
    cover = np.zeros(image.shape[:2], np.uint8)
    limbs = limbs_of(arm)
    for sleeve in (False, True):
        part = [limb for limb in limbs if limb.sleeve is sleeve]
        colour = linear_of(arm.sleeve if sleeve and arm.sleeve else arm.skin)
        if part:
            _draw_part(image, gain, cover, part, colour, pose)
    return cover


def shade_under(arm: Arm, pose: Pose, light: Light) -> Image:
    """What an arm leaves of the light on the board, 255 being all, (h, w), soft."""
    width, height = pose.size_px
    scale = 8
    mask = np.zeros((height // scale + 1, width // scale + 1), np.uint8)
    for limb in limbs_of(arm):
        ground = []
        for x, y, z, radius in (limb.start, limb.end):
            fx, fy = np.array([x, y]) + light.fall * z
            ground.append((float(fx), float(fy), 0.0, radius))
        cv2.fillConvexPoly(mask, _bar(ground[0], ground[1], pose, 1 / scale), 255)
    px_per_mm = float(pose.camera_matrix[0, 0] / pose.camera_mm[2])
    sigma = max(1.0, 12.0 * (light.softness + 0.15) * px_per_mm * 4 / scale)
    soft = cv2.GaussianBlur(mask, (0, 0), sigma)
    soft = cv2.resize(soft, None, fx=scale, fy=scale)[:height, :width]
    return np.asarray(cv2.convertScaleAbs(soft, alpha=-(light.direct * 0.8 + 0.1), beta=255))


def _draw_part(
    image: Tones, gain: Tones, cover: np.ndarray, limbs: list[Limb], colour: Tones, pose: Pose
) -> None:
    """Limbs of one colour: their outline filled, darker towards its edge as round things are."""
    height, width = image.shape[:2]
    size = (math.ceil(height / _COARSE), math.ceil(width / _COARSE))
    outline, shape = np.zeros(size, np.uint8), np.zeros(size, np.float32)
    for limb in limbs:
        one = np.zeros(size, np.uint8)
        bar = _bar(limb.start, limb.end, pose, 1 / _COARSE)
        cv2.fillConvexPoly(one, bar, 255, cv2.LINE_AA)
        left, top, wide, high = _window(bar, size)
        if wide <= 0 or high <= 0:
            continue
        here = np.s_[top : top + high, left : left + wide]
        depth = cv2.distanceTransform((one[here] > 127).astype(np.uint8), cv2.DIST_L2, 3)
        middle = max(float(depth.max()), 1.0)
        shape[here] = np.maximum(shape[here], np.sqrt((depth / middle).clip(0, 1)))
        outline[here] = np.maximum(outline[here], one[here])
    left, top, wide, high = cv2.boundingRect(outline)
    if not wide:
        return
    _blend(image, gain, cover, outline, shape, (left, top, wide, high), colour)


def _blend(
    image: Tones, gain: Tones, cover: np.ndarray, outline: np.ndarray, shape: Floats,
    window: tuple[int, int, int, int], colour: Tones,
) -> None:  # fmt: skip
    left, top, wide, high = window
    full = (wide * _COARSE, high * _COARSE)
    part = np.s_[top : top + high, left : left + wide]
    alpha = cv2.resize(outline[part], full).astype(np.float32) / 255
    tone = cv2.resize(cv2.GaussianBlur(shape[part], (9, 9), 2.0), full)
    here = np.s_[top * _COARSE : (top + high) * _COARSE, left * _COARSE : (left + wide) * _COARSE]
    target = image[here]
    rows, columns = target.shape[:2]
    alpha, tone = alpha[:rows, :columns, None], tone[:rows, :columns, None]
    lit = (0.35 + 0.65 * tone) * colour * gain[here]
    target += alpha * (lit - target)
    np.maximum(cover[here], alpha[..., 0] > 0.5, out=cover[here])


def _window(bar: np.ndarray, size: tuple[int, int]) -> tuple[int, int, int, int]:
    low = np.maximum(bar.min(axis=0) - 2, 0)
    high = np.minimum(bar.max(axis=0) + 3, [size[1], size[0]])
    return int(low[0]), int(low[1]), int(high[0] - low[0]), int(high[1] - low[1])


def _bar(start: tuple[float, ...], end: tuple[float, ...], pose: Pose, scale: float) -> np.ndarray:
    """Outline of a round bar in the picture, (n, 2) int32."""
    turns = np.linspace(0, 2 * math.pi, 14, endpoint=False)
    circle = np.stack([np.cos(turns), np.sin(turns)], 1)
    points = []
    for x, y, z, radius in (start, end):
        # Limbs near the camera's own height would grow beyond all bounds.
        height = min(z, 0.75 * float(pose.camera_mm[2]))
        points.append(pose.project(np.array([x, y]) + circle * radius, np.full(14, height)))
    outline = cv2.convexHull((np.concatenate(points) * scale).astype(np.float32))
    return np.round(outline.reshape(-1, 2)).clip(-20000, 20000).astype(np.int32)
