"""Pictures of a table at rest, shown to a watcher."""

from __future__ import annotations

import cv2
import numpy as np

from vision.alignment.pose import Pose
from vision.picture.arrays import Image
from vision.simulator import camera_at
from vision.watch import FrameSeen, Watcher

SIZE_PX = (640, 360)


def table(seed: int = 1, level: float = 130.0) -> Image:
    """A picture of something with edges; the same seed gives the same picture."""
    rng = np.random.default_rng(seed)
    small = rng.uniform(0.4, 1.6, (36, 64, 3)) * level
    large = cv2.resize(small, SIZE_PX, interpolation=cv2.INTER_NEAREST)
    return np.asarray(np.clip(large, 0, 255), np.uint8)


def noisy(photo: Image, seed: int) -> Image:
    """The same picture as the sensor takes it the next time."""
    noise = np.random.default_rng(seed).normal(0, 2, photo.shape)
    return np.asarray(np.clip(photo + noise, 0, 255), np.uint8)


def pose(shift_mm: float = 0.0) -> Pose:
    camera = camera_at((280.0 + shift_mm, 280.0), size_px=SIZE_PX)
    return camera.pose


def corners_of(pose: Pose, size_mm: tuple[float, float]) -> tuple[tuple[float, float], ...]:
    return tuple((float(x), float(y)) for x, y in pose.corners_px(*size_mm))


def shown(
    watcher: Watcher, photo: Image, times: int, start_s: float = 0.0, step_s: float = 0.2
) -> list[FrameSeen]:
    """Show one picture for a while, with a sensor's noise."""
    return [watcher.see(noisy(photo, number), start_s + number * step_s) for number in range(times)]
