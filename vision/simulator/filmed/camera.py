"""The camera over the table: where it stands, and what its lens and sensor do to the light."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.alignment.pose import Pose
from vision.picture.arrays import Floats, Image, Tones
from vision.simulator.printed.colour import to_codes

_NOISE_PX = 64
"""The noise picture is this much larger than a frame, to be cut out at a new place each time."""


@dataclass(frozen=True)
class Lens:
    """What stands between the light and the file. Lengths in pixels of a 1920 px wide picture."""

    blur_px: float = 0.6
    """Sigma of the optics; about 0.6 is sharp, above 1.5 out of focus."""
    motion_px: float = 0.0
    motion_deg: float = 0.0
    vignetting: float = 0.1
    """Share of the light missing in the picture's corners."""
    noise: float = 1.5
    """Sigma in sRGB codes."""
    sharpening: float = 0.4
    saturation: float = 1.0
    jpeg_quality: int = 90


@dataclass(frozen=True)
class Camera:
    """A pose with its lens, and the words it was made from (for the tags of a truth)."""

    pose: Pose
    lens: Lens = Lens()
    distance_mm: float = 0.0
    tilt_deg: float = 0.0
    hfov_deg: float = 0.0


def camera_at(
    aim_mm: tuple[float, float],
    *,
    size_px: tuple[int, int] = (1920, 1080),
    distance_mm: float = 800.0,
    tilt_deg: float = 0.0,
    azimuth_deg: float = 90.0,
    roll_deg: float = 0.0,
    hfov_deg: float = 65.0,
    k1: float = 0.0,
    k2: float = 0.0,
    lens: Lens = Lens(),
) -> Camera:
    """A camera that looks at ``aim_mm`` on the board.

    ``tilt_deg`` 0 is straight down; ``azimuth_deg`` is the side the camera stands on, 90 being the
    board's lower edge, so that the board stands upright in the picture; ``roll_deg`` turns it
    about its own axis.
    """
    tilt, azimuth = math.radians(tilt_deg), math.radians(azimuth_deg)
    side = np.array([math.cos(azimuth), math.sin(azimuth), 0.0])
    place = np.array([*aim_mm, 0.0]) + distance_mm * (
        math.sin(tilt) * side - np.array([0.0, 0.0, math.cos(tilt)])
    )
    forward = (np.array([*aim_mm, 0.0]) - place) / distance_mm
    right = np.cross(side, forward)
    right /= np.linalg.norm(right)
    rotation = np.stack([right, np.cross(forward, right), forward])
    roll = math.radians(roll_deg)
    turn = [[math.cos(roll), -math.sin(roll), 0], [math.sin(roll), math.cos(roll), 0], [0, 0, 1]]
    rotation = np.array(turn) @ rotation
    width, height = size_px
    focal = width / 2 / math.tan(math.radians(hfov_deg) / 2)
    pose = Pose(
        np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1]]),
        np.array([k1, k2]),
        cv2.Rodrigues(rotation)[0].ravel(),
        -rotation @ place,
        size_px,
    )
    return Camera(pose, lens, distance_mm, tilt_deg, hfov_deg)


def random_camera(
    rng: np.random.Generator,
    board_mm: tuple[float, float],
    size_px: tuple[int, int] = (1920, 1080),
    tilt_deg: tuple[float, float] = (0.0, 42.0),
    lens: Lens | None = None,
) -> Camera:
    """A camera somewhere over the table with the whole board in its picture.

    ``tilt_deg`` is the range of tilts. The camera comes as near as the board allows, or up to a
    tenth farther; some cameras look from another side than the lower edge.
    """
    middle = np.array(board_mm) / 2
    aim = middle + rng.normal(0, 0.02, 2) * board_mm
    # Nobody photographs a long board across the picture.
    sides = [1, 1, 1, 1, 1, 1, 2, 3, 4] if max(board_mm) < 1.2 * min(board_mm) else [1, 1, 1, 3]
    quarter = 90.0 * rng.choice(sides)
    words = {
        "size_px": size_px,
        "tilt_deg": rng.uniform(*tilt_deg),
        "azimuth_deg": quarter + rng.normal(0, 14),
        "roll_deg": rng.normal(0, 4),
        "hfov_deg": rng.uniform(58, 76),
        "k1": rng.uniform(-0.055, 0.02),
        "k2": rng.uniform(-0.008, 0.008),
        "lens": lens or random_lens(rng),
    }
    distance_mm = 300.0
    aim_mm = (float(aim[0]), float(aim[1]))
    while not _sees_all(camera_at(aim_mm, distance_mm=distance_mm, **words).pose, board_mm):
        distance_mm *= 1.03
    return camera_at(aim_mm, distance_mm=distance_mm * rng.uniform(1.0, 1.12), **words)


def _sees_all(pose: Pose, board_mm: tuple[float, float]) -> bool:
    corners = pose.corners_px(*board_mm)
    size = np.array(pose.size_px)
    edge = 0.015 * size[1]
    return bool(pose.camera_mm[2] > 250 and ((corners > edge) & (corners < size - edge)).all())


def random_lens(rng: np.random.Generator) -> Lens:
    """A camera of the sort people put over a table; one in four slightly out of focus or moved."""
    focus = rng.choice(["sharp", "sharp", "sharp", "sharp", "sharp", "sharp", "defocus", "motion"])
    return Lens(
        blur_px=rng.uniform(1.1, 2.0) if focus == "defocus" else rng.uniform(0.45, 0.85),
        motion_px=rng.uniform(2, 5) if focus == "motion" else 0.0,
        motion_deg=rng.uniform(0, 180),
        vignetting=rng.uniform(0.0, 0.3),
        noise=rng.uniform(0.6, 4.0),
        sharpening=rng.uniform(0.0, 0.9),
        saturation=rng.uniform(0.85, 1.3),
        jpeg_quality=int(rng.integers(72, 96)),
    )


def vignette(camera: Camera) -> Tones:
    """What share of the light reaches each pixel of a frame, (h, w)."""
    width, height = camera.pose.size_px
    x = np.linspace(-1, 1, width, dtype=np.float32)[None, :] * width
    y = np.linspace(-1, 1, height, dtype=np.float32)[:, None] * height
    radius2 = (x**2 + y**2) / (width**2 + height**2)
    return 1 - camera.lens.vignetting * radius2


class Sensor:
    """Turns light into a photo, as one camera does."""

    def __init__(self, camera: Camera, seed: int) -> None:
        self._lens = camera.lens
        self._scale = camera.pose.size_px[0] / 1920
        self._grain = _grain(camera, seed)

    def expose(self, light: Tones) -> Image:
        """Light (h, w, 3) in shares of a full sensor -> what it makes of it, sRGB codes, BGR.

        Noise and sharpening are still to come: they are ``developed``.
        """
        lens = self._lens
        light = _blurred(light, max(0.3, lens.blur_px * self._scale))
        if lens.motion_px:
            path = motion_path(lens.motion_px * self._scale, lens.motion_deg)
            light = np.asarray(cv2.filter2D(light, -1, path), np.float32)
        if abs(lens.saturation - 1) > 0.01:
            light = np.asarray(cv2.transform(light, _saturation(lens.saturation)), np.float32)
        return to_codes(light)

    def developed(self, exposed: Image, rng: np.random.Generator) -> Image:
        """What was exposed (h, w, 3) -> the photo (h, w, 3), with the noise of one moment."""
        lens = self._lens
        x, y = rng.integers(0, _NOISE_PX, 2)
        height, width = exposed.shape[:2]
        grain = self._grain[y : y + height, x : x + width]
        photo = np.asarray(cv2.add(exposed, grain, dtype=cv2.CV_8U), np.uint8)
        if lens.sharpening:
            soft = cv2.GaussianBlur(photo, (5, 5), 1.0)
            photo = np.asarray(
                cv2.addWeighted(photo, 1 + lens.sharpening, soft, -lens.sharpening, 0), np.uint8
            )
        return photo


def _grain(camera: Camera, seed: int) -> NDArray[np.int16]:
    """Noise in sRGB codes, somewhat larger than a frame, (h, w, 3)."""
    width, height = camera.pose.size_px
    rng = np.random.default_rng(seed)
    shape = (height + _NOISE_PX, width + _NOISE_PX, 3)
    white = rng.standard_normal(shape, np.float32)
    # Demosaicing leaves grain that is a little wider than a pixel, here of 0.62 the sigma.
    cv2.GaussianBlur(white, (3, 3), 0.5, dst=white)
    white *= camera.lens.noise / 0.62
    return np.rint(white, out=white).astype(np.int16)


def _blurred(light: Tones, sigma: float) -> Tones:
    size = 2 * math.ceil(2.5 * sigma) + 1
    return np.asarray(cv2.GaussianBlur(light, (size, size), sigma), np.float32)


def motion_path(length_px: float, angle_deg: float) -> Floats:
    """The path of a moved camera as a filter, (n, n), sum 1."""
    size = 2 * math.ceil(length_px / 2 + 1) + 1
    path = np.zeros((size, size), np.uint8)
    half = (
        length_px
        / 2
        * np.array([math.cos(math.radians(angle_deg)), math.sin(math.radians(angle_deg))])
    )
    ends = [np.round((size // 2 + sign * half) * 16).astype(int).tolist() for sign in (-1, 1)]
    cv2.line(path, ends[0], ends[1], 255, 1, cv2.LINE_AA, 4)
    return np.asarray(path / path.sum(dtype=float), np.float32)


def _saturation(gain: float) -> Tones:
    """A colour matrix that keeps grey and moves colours away from it by ``gain``, (3, 3)."""
    grey = np.array([0.0722, 0.7152, 0.2126])
    return np.asarray(gain * np.eye(3) + (1 - gain) * grey[None, :], np.float32)
