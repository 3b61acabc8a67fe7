"""Quadrilaterals in a photo that may be tiles: where four of its straight edges cross.

Tiles lie side by side, so that the outline of one alone is rarely seen; but its edges and the seams
to its neighbours are straight, and as long as it is.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.picture.sampling import Floats, Image

SHORT_PX = 720
"""The photo is looked at so large, along its shorter side."""
MOST_LINES = 110
LEAST, MOST = 0.035, 0.3
"""How long a tile's side is, as a share of the shorter side."""
PARALLEL_DEG, SQUARE_DEG = 9.0, 28.0
"""Opposite sides are so nearly parallel, and the others so nearly square to them, as seen."""
ALIKE = 0.62
"""A square is never seen slimmer than this."""
BORNE_OUT = 0.6
"""An edge is seen along so much of each side."""
SAME_PX = 5.0
MOST_QUADS = 400

Numbers = NDArray[np.intp]


def small_quads(photo: Image) -> Floats:
    """Quads (n, 4, 2) in px, clockwise, the best borne out first."""
    shrink = min(1.0, SHORT_PX / min(photo.shape[:2]))
    size = (round(photo.shape[1] * shrink), round(photo.shape[0] * shrink))
    small = np.asarray(cv2.resize(photo, size, interpolation=cv2.INTER_AREA), np.uint8)
    smooth = np.asarray(cv2.GaussianBlur(small, (0, 0), 0.8), np.uint8)
    lines, edges = _lines(smooth)
    quads = _crossings(lines, min(size))
    if not len(quads):
        return np.empty((0, 4, 2))
    share = _borne_out(quads, edges)
    good = share.min(axis=1) >= BORNE_OUT
    quads, share = quads[good], share[good]
    order = np.argsort(-share.mean(axis=1))
    return np.asarray((_apart(quads[order]) + 0.5) / shrink - 0.5)


def _lines(picture: Image) -> tuple[Floats, Image]:
    """The longest straight edges (n, 4) of all colours, and where an edge is seen near by."""
    planes = cv2.split(cv2.cvtColor(picture, cv2.COLOR_BGR2LAB))
    detector = cv2.createLineSegmentDetector()
    found, near = [], np.zeros(picture.shape[:2], np.uint8)
    for plane in planes:
        lines = detector.detect(plane)[0]
        if lines is None:
            continue
        lines = lines.reshape(-1, 4)
        long_ = np.hypot(lines[:, 2] - lines[:, 0], lines[:, 3] - lines[:, 1])
        found.append(lines[long_ > LEAST / 2 * min(picture.shape[:2])])
        for x, y, u, v in lines[long_ > 6]:
            cv2.line(near, (round(x), round(y)), (round(u), round(v)), 255, 3)
    every = np.concatenate(found) if found else np.empty((0, 4))
    long_ = np.hypot(every[:, 2] - every[:, 0], every[:, 3] - every[:, 1])
    return _merged(every[np.argsort(-long_)]), near


def _merged(lines: Floats) -> Floats:
    """The longest lines, each once: what goes on along another is the same."""
    kept: list[Floats] = []
    for line in lines:
        at, then = line[:2], line[2:]
        along = (then - at) / np.hypot(*(then - at))
        across = np.array([-along[1], along[0]])
        if not any(
            abs((other[:2] - at) @ across) < 3 and abs((other[2:] - at) @ across) < 3
            for other in kept
        ):
            kept.append(np.asarray(line, float))
        if len(kept) == MOST_LINES:
            break
    return np.array(kept).reshape(-1, 4)


def _crossings(lines: Floats, short_px: int) -> Floats:
    """The quads (n, 4, 2) that two pairs of lines enclose, about square ones of a tile's size."""
    if len(lines) < 4:
        return np.empty((0, 4, 2))
    middles = (lines[:, :2] + lines[:, 2:]) / 2
    ways = lines[:, 2:] - lines[:, :2]
    angle = np.degrees(np.arctan2(ways[:, 1], ways[:, 0])) % 180
    unit = ways / np.hypot(*ways.T)[:, None]
    i, j = np.triu_indices(len(lines), 1)
    turn = np.abs((angle[i] - angle[j] + 90) % 180 - 90)
    across = np.stack([-unit[i, 1], unit[i, 0]], axis=1)
    gap = np.abs(((middles[j] - middles[i]) * across).sum(axis=1))
    fits = (turn < PARALLEL_DEG) & (gap > LEAST * short_px) & (gap < MOST * short_px)
    i, j, gap = i[fits], j[fits], gap[fits]
    a, b = (grid.ravel() for grid in np.triu_indices(len(i), 1))
    between = np.abs((angle[i[a]] - angle[i[b]]) % 180 - 90)
    alike = np.minimum(gap[a], gap[b]) / np.maximum(gap[a], gap[b])
    near = np.hypot(*((middles[i[a]] + middles[j[a]] - middles[i[b]] - middles[j[b]]) / 2).T)
    fits = (between < SQUARE_DEG) & (alike > ALIKE) & (near < 0.9 * short_px)
    a, b = a[fits], b[fits]
    flat = np.cross(
        np.column_stack([lines[:, :2], np.ones(len(lines))]),
        np.column_stack([lines[:, 2:], np.ones(len(lines))]),
    )
    pairs = ((i[a], i[b]), (i[a], j[b]), (j[a], j[b]), (j[a], i[b]))
    corners = [np.cross(flat[x], flat[y]) for x, y in pairs]
    quads = np.stack(
        [c[:, :2] / np.where(np.abs(c[:, 2:]) < 1e-9, 1e-9, c[:, 2:]) for c in corners], 1
    )
    return _usable(quads, short_px)


def _usable(quads: Floats, short_px: int) -> Floats:
    """Those that are convex and about square, clockwise."""
    sides = np.roll(quads, -1, axis=1) - quads
    lengths = np.hypot(sides[..., 0], sides[..., 1])
    turns = sides[..., 0] * np.roll(sides, -1, axis=1)[..., 1]
    turns -= sides[..., 1] * np.roll(sides, -1, axis=1)[..., 0]
    convex = (turns > 0).all(axis=1) | (turns < 0).all(axis=1)
    fits = (lengths.min(axis=1) > ALIKE * lengths.max(axis=1)) & convex
    fits &= (lengths.max(axis=1) < MOST * short_px) & (lengths.min(axis=1) > LEAST * short_px)
    quads, clockwise = quads[fits], (turns[fits] > 0).all(axis=1)
    return np.where(clockwise[:, None, None], quads, quads[:, ::-1])


def _borne_out(quads: Floats, edges: Image) -> Floats:
    """Along how much of each side an edge is seen, (n, 4)."""
    share = np.linspace(0.08, 0.92, 14)[:, None]
    start, end = quads[:, :, None], np.roll(quads, -1, axis=1)[:, :, None]
    at = np.round(start + (end - start) * share).astype(int)
    limit = np.array(edges.shape[::-1]) - 1
    inside = ((at >= 0) & (at <= limit)).all(axis=-1)
    x, y = np.clip(at, 0, limit).transpose(3, 0, 1, 2)
    return np.asarray(((edges[y, x] > 0) & inside).mean(axis=2))


def _apart(quads: Floats) -> Floats:
    """The quads without those that are much the same as one before."""
    kept: list[Floats] = []
    for quad in quads:
        middle = quad.mean(axis=0)
        size = np.ptp(quad, axis=0)
        if not any(
            np.abs(other.mean(axis=0) - middle).max() < SAME_PX
            and np.abs(np.ptp(other, axis=0) - size).max() < 2 * SAME_PX
            for other in kept
        ):
            kept.append(quad)
        if len(kept) == MOST_QUADS:
            break
    return np.array(kept).reshape(-1, 4, 2)
