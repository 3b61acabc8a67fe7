"""Small textured spots of the print, found again in a photo to a fraction of a pixel."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.alignment.pose import Pose
from vision.alignment.reference import Print, Spots
from vision.picture.arrays import Floats, Image
from vision.picture.numbers import vertex
from vision.picture.sampling import sample

REACH_MM = 7.0
"""A spot is compared this far around it."""
HALF_PX = (8, 15)
"""But with no fewer and no more of the photo's pixels than these to each side."""


@dataclass(frozen=True, eq=False)
class Look:
    """What a photo should show at some spots, if the board lay as a pose says.

    ``points_mm`` (n, 2) on the board and ``trust`` (n,); ``expected_px`` (n, 2) in the photo, and
    ``whole_px`` (n, 2) the pixels nearest to them, on which ``templates`` (n squares) stand.
    """

    points_mm: Floats
    trust: Floats
    expected_px: Floats
    whole_px: NDArray[np.intp]
    templates: NDArray[np.uint8]

    @property
    def half_px(self) -> int:
        """A template is twice this and one wide."""
        return int(self.templates.shape[1]) // 2


@dataclass(frozen=True, eq=False)
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


def look_for(print_: Print, pose: Pose, spots: Spots, reach_mm: float = REACH_MM) -> Look:
    """The print around some spots, ``reach_mm`` to each side, through the eyes of a pose."""
    points_mm = spots.points_mm
    expected = pose.project(points_mm)
    whole = np.round(expected).astype(np.intp)
    slopes = _px_per_mm(pose, points_mm)
    scales = np.sqrt(np.abs(np.linalg.det(slopes)))
    scale = float(np.median(scales)) if len(scales) else pose.px_per_mm
    least, most = HALF_PX
    half = round(np.clip(reach_mm * scale, least, most * reach_mm / REACH_MM))
    steps = np.arange(-half, half + 1, dtype=float)
    around = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    grid_px = around[None] + (whole - expected)[:, None]
    grid_mm = points_mm[:, None] + grid_px @ np.linalg.inv(slopes).transpose(0, 2, 1)
    picture = print_.level(round(scale * float(print_.size_mm.max())))
    where = (grid_mm * (np.array(picture.shape[::-1]) / print_.size_mm) - 0.5).astype(np.float32)
    cut = sample(picture, where)
    return Look(
        points_mm, spots.trust, expected, whole, cut.reshape(-1, 2 * half + 1, 2 * half + 1)
    )


def match(photo: Image, look: Look, reach_px: int) -> Matches:
    """Find spots within ``reach_px`` of where they are expected in a photo.

    Of a colour photo (h, w, 3) only the spots are made grey, which is quick if they are few.
    The likeness is the normalised correlation, which no change of light and contrast across a
    whole spot can lower. Spots too near the photo's edge are left out.
    """
    side = look.half_px + reach_px
    most = np.array(photo.shape[1::-1]) - 1 - side
    inside = np.flatnonzero(((look.whole_px >= side) & (look.whole_px <= most)).all(axis=1))
    offsets, around = np.zeros((len(inside), 2)), np.zeros((3, len(inside), 2))
    likeness = np.full(len(inside), -1.0)
    for row, spot in enumerate(inside.tolist()):
        x, y = look.whole_px[spot].tolist()
        window = photo[y - side : y + side + 1, x - side : x + side + 1]
        if window.ndim == 3:
            window = np.asarray(cv2.cvtColor(window, cv2.COLOR_BGR2GRAY), np.uint8)
        found = cv2.matchTemplate(window, look.templates[spot], cv2.TM_CCOEFF_NORMED)
        _, best, _, (x, y) = cv2.minMaxLoc(found)
        if 0 < x < 2 * reach_px and 0 < y < 2 * reach_px:
            offsets[row], likeness[row] = (x - reach_px, y - reach_px), best
            around[:, row, 0], around[:, row, 1] = found[y, x - 1 : x + 2], found[y - 1 : y + 2, x]
    expected = look.expected_px[inside]
    seen = expected + (offsets + vertex(*around))
    return Matches(look.points_mm[inside], expected, seen, likeness, look.trust[inside])


def _px_per_mm(pose: Pose, points_mm: Floats) -> Floats:
    """How the photo moves with the board at points (n, 2): (n, 2, 2), column for mm x and y."""
    slopes = [
        (pose.project(points_mm + step) - pose.project(points_mm - step)) / 2
        for step in (np.array([1.0, 0.0]), np.array([0.0, 1.0]))
    ]
    return np.stack(slopes, axis=-1)
