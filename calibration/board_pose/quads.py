"""Quadrilaterals in a photo that might be a board's outline: many, quickly, without judging.

Two sources that fail in different ways: long straight edges taken four by four, and regions that
differ from whatever reaches the edge of the photo.
"""

from __future__ import annotations

from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.picture.arrays import Floats, Image
from vision.picture.quads import areas, turns
from vision.picture.sampling import sample

Indices = NDArray[np.intp]

WORK_PX = 960
"""Outlines are looked for in a photo of at most this length."""
LINES_PER_DIRECTION = 8
"""Of the longest; and as many again of those with the greatest difference from side to side."""
SIDE_PX = 9.0
FOCALS = (0.55, 0.75, 1.0, 1.35, 2.0)
"""Focal lengths tried, in picture widths: from a wide webcam to a phone held far away."""


def candidate_quads(picture: Image) -> Floats:
    """Quadrilaterals (n, 4, 2) in px, clockwise, in no order."""
    quads = [*_region_quads(picture), *_line_quads(picture)]
    return np.array(quads).reshape(-1, 4, 2)


def rectangle_misfit(
    quads: Floats, width_mm: float, height_mm: float, size_px: tuple[int, int]
) -> Floats:
    """How far each quad (n, 4, 2) is from being this rectangle seen by an ordinary camera, (n,).

    0 is perfect; 0.1 about as bad as lens bend and rough corners make it.
    """
    middle = np.array(size_px) / 2
    homographies = homographies_to((quads - middle) / size_px[0], width_mm, height_mm)
    first, second = homographies[:, :, 0], homographies[:, :, 1]
    best = np.full(len(quads), np.inf)
    for focal in FOCALS:
        scale = np.array([1 / focal, 1 / focal, 1.0])
        a, b = first * scale, second * scale
        length_a, length_b = np.linalg.norm(a, axis=1), np.linalg.norm(b, axis=1)
        skew = np.abs((a * b).sum(axis=1)) / (length_a * length_b)
        best = np.minimum(best, skew + np.abs(np.log(length_a / length_b)))
    return best


def homographies_to(quads: Floats, width_mm: float, height_mm: float) -> Floats:
    """Homographies (n, 3, 3) from a board of this size in mm to quads (n, 4, 2), corner by corner.

    Solved in closed form (Heckbert 1989), all at once.
    """
    p0, p1, p2, p3 = (quads[:, i] for i in range(4))
    d1, d2, s = p1 - p2, p3 - p2, p0 - p1 + p2 - p3
    det = d1[:, 0] * d2[:, 1] - d2[:, 0] * d1[:, 1]
    det = np.where(np.abs(det) < 1e-12, 1e-12, det)
    g = (s[:, 0] * d2[:, 1] - d2[:, 0] * s[:, 1]) / det
    h = (d1[:, 0] * s[:, 1] - s[:, 0] * d1[:, 1]) / det
    result = np.empty((len(quads), 3, 3))
    result[:, :2, 0] = p1 - p0 + g[:, None] * p1
    result[:, :2, 1] = p3 - p0 + h[:, None] * p3
    result[:, :2, 2] = p0
    result[:, 2, 0], result[:, 2, 1], result[:, 2, 2] = g, h, 1
    return np.asarray(result / np.array([width_mm, height_mm, 1.0]))


def _line_quads(picture: Image) -> list[Floats]:
    """All fitting fours of the longest edges."""
    lines = _long_lines(picture)
    if len(lines) < 4:
        return []
    angle = np.degrees(np.arctan2(lines[:, 3] - lines[:, 1], lines[:, 2] - lines[:, 0])) % 180
    divides = _divides(picture, lines)
    quads: list[Floats] = []
    for start in range(0, 90, 30):
        turned = (angle - start) % 180
        one = _best(np.flatnonzero(turned < 60), divides)
        other = _best(np.flatnonzero((turned >= 75) & (turned < 165)), divides)
        quads += _crossings(lines, one, other, picture.shape)
    return quads


def _best(longest_first: Indices, divides: Floats) -> Indices:
    """The longest, and those that divide most: a cloth's stripes may be longer than a board."""
    by_side = longest_first[np.argsort(-divides[longest_first])]
    return np.union1d(longest_first[:LINES_PER_DIRECTION], by_side[:LINES_PER_DIRECTION])


def _divides(picture: Image, lines: Floats) -> Floats:
    """How much the picture differs from one side of each line to the other, times its length."""
    smooth = cv2.GaussianBlur(cv2.cvtColor(picture, cv2.COLOR_BGR2LAB), (0, 0), SIDE_PX / 2)
    start, end = lines[:, None, :2], lines[:, None, 2:]
    way = (end - start) / np.linalg.norm(end - start, axis=2, keepdims=True)
    points = start + (end - start) * np.linspace(0.02, 0.98, 40)[None, :, None]
    aside = SIDE_PX * np.stack([-way[..., 1], way[..., 0]], axis=-1)
    sides = [sample(smooth, points + sign * aside).astype(float) for sign in (-1, 1)]
    difference = (sides[0] - sides[1]).mean(axis=1)
    return np.asarray(
        np.linalg.norm(difference, axis=1) * np.linalg.norm(end - start, axis=2)[:, 0]
    )


def _crossings(lines: Floats, one: Indices, other: Indices, shape: tuple[int, ...]) -> list[Floats]:
    """The convex quads that two lines of each direction enclose."""
    pairs_one = np.array(list(combinations(one, 2)), int).reshape(-1, 2)
    pairs_other = np.array(list(combinations(other, 2)), int).reshape(-1, 2)
    if not len(pairs_one) or not len(pairs_other):
        return []
    i, j = (grid.ravel() for grid in np.indices((len(pairs_one), len(pairs_other))))
    a, b = pairs_one[i].T
    c, d = pairs_other[j].T
    flat = _as_homogeneous(lines)
    quads = np.stack([_meet(flat[x], flat[y]) for x, y in ((a, c), (a, d), (b, d), (b, c))], axis=1)
    return list(_usable(quads, shape))


def _usable(quads: Floats, shape: tuple[int, ...]) -> Floats:
    """The convex ones, big enough, not far outside the photo; turned to run like the board."""
    height, width = shape[:2]
    area = areas(quads)
    quads = np.where((area < 0)[:, None, None], quads[:, ::-1], quads)
    convex = (turns(quads) > 0).all(axis=1)
    margin = 0.08 * width
    inside = (
        (quads > -margin).all(axis=(1, 2))
        & (quads[..., 0] < width + margin).all(axis=1)
        & (quads[..., 1] < height + margin).all(axis=1)
    )
    big = np.abs(area) > 0.06 * width * height
    return np.asarray(quads[convex & inside & big])


def _long_lines(picture: Image) -> Floats:
    """Straight edges (n, 4) as end points, longest first, broken ones joined."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2LAB)
    segments = []
    for channel in cv2.split(grey):
        found = cv2.createLineSegmentDetector(cv2.LSD_REFINE_STD).detect(channel)[0]
        if found is not None:
            segments.append(found.reshape(-1, 4))
    if not segments:
        return np.empty((0, 4))
    every = np.concatenate(segments).astype(float)
    length = np.hypot(every[:, 2] - every[:, 0], every[:, 3] - every[:, 1])
    keep = length > 0.012 * picture.shape[1]
    return _joined(every[keep], length[keep])


def _joined(segments: Floats, length: Floats) -> Floats:
    """Segments on one straight line become one line, by how much of it they cover."""
    order = np.argsort(-length)[:700]
    segments, length = segments[order], length[order]
    free = np.ones(len(segments), bool)
    lines: list[Floats] = []
    covers: list[float] = []
    for index in range(len(segments)):
        if not free[index] or len(lines) >= 80:
            continue
        line = segments[index]
        for _ in range(2):
            near = _on_line(line, segments)
            line = _through(segments[near], length[near])
        free &= ~near
        free[index] = False
        lines.append(line)
        covers.append(_cover(line, segments[near]))
    ranked = np.argsort(-np.array(covers))
    return np.array(lines)[ranked]


def _on_line(line: Floats, segments: Floats) -> NDArray[np.bool_]:
    direction = (line[2:] - line[:2]) / np.linalg.norm(line[2:] - line[:2])
    normal = np.array([-direction[1], direction[0]])
    off = np.abs((segments.reshape(-1, 2, 2) - line[:2]) @ normal)
    return np.asarray((off < 3.0).all(axis=1))


def _through(segments: Floats, length: Floats) -> Floats:
    points = segments.reshape(-1, 2)
    weight = np.repeat(length, 2)[:, None]
    middle = (points * weight).sum(axis=0) / weight.sum()
    _, _, axes = np.linalg.svd((points - middle) * np.sqrt(weight), full_matrices=False)
    along = (points - middle) @ axes[0]
    return np.concatenate([middle + along.min() * axes[0], middle + along.max() * axes[0]])


def _cover(line: Floats, segments: Floats) -> float:
    """How many px of the line its segments cover, overlaps once."""
    direction = (line[2:] - line[:2]) / np.linalg.norm(line[2:] - line[:2])
    ends = np.sort((segments.reshape(-1, 2, 2) - line[:2]) @ direction, axis=1)
    covered, reach = 0.0, -np.inf
    for start, end in ends[np.argsort(ends[:, 0])]:
        covered += max(0.0, end - max(start, reach))
        reach = max(reach, end)
    return covered


def _as_homogeneous(lines: Floats) -> Floats:
    ones = np.ones((len(lines), 1))
    return np.cross(np.hstack([lines[:, :2], ones]), np.hstack([lines[:, 2:], ones]))


def _meet(a: Floats, b: Floats) -> Floats:
    cross = np.cross(a, b)
    depth = np.where(np.abs(cross[:, 2:]) < 1e-9, 1e-9, cross[:, 2:])
    return np.asarray(cross[:, :2] / depth)


def _region_quads(picture: Image) -> list[Floats]:
    """Quads around what differs from the colours at the photo's edge, at several thresholds."""
    small = cv2.GaussianBlur(cv2.cvtColor(picture, cv2.COLOR_BGR2LAB), (0, 0), 3)
    height, width = small.shape[:2]
    rim = np.concatenate(
        [small[:6].reshape(-1, 3), small[-6:].reshape(-1, 3),
         small[:, :6].reshape(-1, 3), small[:, -6:].reshape(-1, 3)]
    ).astype(np.float32)  # fmt: skip
    cv2.setRNGSeed(1)
    criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 10, 1.0)
    start = np.zeros((len(rim), 1), np.int32)
    _, _, centres = cv2.kmeans(rim, 6, start, criteria, 1, cv2.KMEANS_PP_CENTERS)
    gap = np.min(
        [np.linalg.norm(small.astype(np.float32) - centre, axis=2) for centre in centres], axis=0
    )
    quads: list[Floats] = []
    for threshold in (8, 12, 18, 26, 36):
        mask = (gap > threshold).astype(np.uint8)
        mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8))
        mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((9, 9), np.uint8))
        outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        for outline in outlines:
            if cv2.contourArea(outline) > 0.06 * width * height:
                quads += _around(np.asarray(cv2.convexHull(outline), np.int32))
    return list(_usable(np.array(quads), picture.shape)) if quads else []


def _around(hull: NDArray[np.int32]) -> list[Floats]:
    """The hull simplified to four corners."""
    perimeter = cv2.arcLength(hull, closed=True)
    for share in (0.02, 0.03, 0.045, 0.06, 0.08, 0.1):
        corners = cv2.approxPolyDP(hull, share * perimeter, closed=True)
        if len(corners) == 4:
            return [corners.reshape(4, 2).astype(float)]
    return []
