"""Small textured spots of the print, found again in a photo to a fraction of a pixel."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pose import Floats, Pose
from vision.reference import Image, Print, Spots

HALF_PX = 11
"""A spot's template is twice this and one wide, in the photo's pixels."""


@dataclass(frozen=True)
class Matches:
    """Spots looked for in a photo.

    ``points_mm`` (n, 2) on the board; where they were ``expected_px`` and best ``seen_px`` (n, 2);
    ``likeness`` (n,) of photo and print there, -1 to 1; ``trust`` (n,).
    """

    points_mm: Floats
    expected_px: Floats
    seen_px: Floats
    likeness: Floats
    trust: Floats


def match_spots(grey: Image, print_: Print, pose: Pose, spots: Spots, reach_px: int) -> Matches:
    """Look for spots of the print within ``reach_px`` of where ``pose`` expects them.

    The likeness is the normalised correlation, which no change of light and contrast across a
    whole spot can lower.
    """
    points_mm, trust = spots.points_mm, spots.trust
    expected = pose.project(points_mm)
    room = HALF_PX + reach_px + 1
    height, width = grey.shape
    inside = ((expected > room) & (expected < [width - 1 - room, height - 1 - room])).all(axis=1)
    points_mm, trust, expected = points_mm[inside], trust[inside], expected[inside]
    whole = np.round(expected).astype(int)
    templates = _templates(print_, pose, points_mm, whole - expected)
    offsets = np.zeros((len(whole), 2))
    likeness = np.full(len(whole), -1.0)
    for i, ((x, y), template) in enumerate(zip(whole.tolist(), templates, strict=True)):
        side = HALF_PX + reach_px
        window = grey[y - side : y + side + 1, x - side : x + side + 1]
        offsets[i], likeness[i] = _best_place(
            cv2.matchTemplate(window, template, cv2.TM_CCOEFF_NORMED)
        )
    return Matches(points_mm, expected, expected + offsets, likeness, trust)


def _templates(print_: Print, pose: Pose, points_mm: Floats, shift_px: Floats) -> list[Image]:
    """What the photo should show around spots (n): the print through the pose's eyes."""
    step_mm = 1.0
    right = pose.project(points_mm + [step_mm, 0]) - pose.project(points_mm - [step_mm, 0])
    down = pose.project(points_mm + [0, step_mm]) - pose.project(points_mm - [0, step_mm])
    slopes = np.stack([right, down], axis=-1) / (2 * step_mm)
    back = np.linalg.inv(slopes)
    steps = np.arange(-HALF_PX, HALF_PX + 1, dtype=float)
    around = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    grid_px = around[None] + shift_px[:, None]
    grid_mm = points_mm[:, None] + np.einsum("nij,nkj->nki", back, grid_px)
    px_per_mm = float(np.sqrt(np.abs(np.linalg.det(slopes))).mean())
    picture = print_.level(round(px_per_mm * float(print_.size_mm.max())))
    where = (grid_mm * (np.array(picture.shape[::-1]) / print_.size_mm) - 0.5).astype(np.float32)
    cut = cv2.remap(picture, where, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    side = 2 * HALF_PX + 1
    return list(np.asarray(cut, np.uint8).reshape(-1, side, side))


def _best_place(likeness: NDArray[np.float32]) -> tuple[tuple[float, float], float]:
    """The peak of a square of likenesses, by parabolas through its neighbours."""
    _, best, _, (x, y) = cv2.minMaxLoc(likeness)
    middle = likeness.shape[0] // 2
    if not (0 < x < likeness.shape[1] - 1 and 0 < y < likeness.shape[0] - 1):
        return (0.0, 0.0), -1.0
    dx = _vertex(*likeness[y, x - 1 : x + 2].tolist())
    dy = _vertex(*likeness[y - 1 : y + 2, x].tolist())
    return (x - middle + dx, y - middle + dy), float(best)


def _vertex(before: float, at: float, after: float) -> float:
    bend = before - 2 * at + after
    return 0.0 if bend >= 0 else 0.5 * (before - after) / bend
