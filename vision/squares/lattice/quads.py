"""Quadrilaterals in a photo that may be tiles: where four of its straight edges cross.

Tiles lie side by side, so that the outline of one alone is rarely seen; but its edges and the seams
to its neighbours are straight, and as long as it is. One that lies alone on a checked cloth or on
grained wood has the shortest edges of all: those are looked for window by window. On a table that
has the colours of its sea most of its edges are hardly seen: they are looked for at what is rare.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.picture.arrays import Floats, Image
from vision.picture.quads import turns
from vision.picture.resizing import Smaller, smaller
from vision.squares.lattice.rarity import Rarity

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
WINDOWS = (0.12, 0.24, 0.48)
"""The sides of windows, as shares of the shorter side; a tile's is half as long at most."""
MOST_IN_WINDOW = 22
"""So many lines of a window are looked at, the plainest ones."""
MOST_WINDOWS = 90
"""So many windows are looked at, those with the rarest colours."""
SPOT_WINDOWS = WINDOWS[:2]
"""The sides of windows about what is rare."""
TAILS, FAINTEST = (2, 98), 12
"""The tones of such a window are stretched between these of 100, if they are so far apart."""
FINER = 2
"""It is looked at so many times as large."""
LEAST_SHARE = 0.1
"""An edge is at least so long, as a share of the window's side."""


def small_quads(photo: Image) -> Floats:
    """Quads (n, 4, 2) in px of the photo's longest edges, clockwise, the best borne out first."""
    small = _smooth(photo)
    smooth = small.picture
    segments, edges = _segments(_planes(smooth), min(smooth.shape[:2]))
    quads = _crossings(_merged(segments, MOST_LINES), min(smooth.shape[:2]))
    return small.to_full(_best(quads, edges))


def quads_in_windows(photo: Image) -> Floats:
    """Quads (n, 4, 2) in px of the plainest edges of each window, clockwise, the best first."""
    small = _smooth(photo)
    smooth = small.picture
    segments, edges = _segments(_planes(smooth), min(smooth.shape[:2]))
    contrast = _contrast(smooth, segments)
    short_px = min(smooth.shape[:2])
    rarity = Rarity(smooth)
    found = [rarity.blobs()]
    windows = np.array([*_windows(smooth.shape[1], smooth.shape[0])])
    rare = rarity.of(_inner(windows))
    for window in windows[np.argsort(-rare)[:MOST_WINDOWS]]:
        lines = _plainest(segments, contrast, window)
        quads = _crossings(_merged(lines, MOST_IN_WINDOW), short_px)
        found.append(quads[_borne_out(quads, edges).min(axis=1) >= BORNE_OUT])
    return small.to_full(_rarest(np.concatenate(found), rarity))


def quads_at_rare_spots(photo: Image) -> Floats:
    """Quads (n, 4, 2) in px of the faint edges about what is rare, clockwise, the best first."""
    small = _smooth(photo)
    smooth = small.picture
    short_px, rarity = min(smooth.shape[:2]), Rarity(smooth)
    found = [np.empty((0, 4, 2))]
    for spot in rarity.spots():
        for share in SPOT_WINDOWS:
            side = share * short_px
            window = (*(spot - side / 2), side)
            planes, first = _stretched(smooth, window)
            segments, edges = _segments(planes, short_px * FINER)
            at = ((segments.reshape(-1, 2) + 0.5) / FINER - 0.5).reshape(-1, 4) + [*first, *first]
            lines = _plainest(at, _contrast(smooth, at), window)
            quads = _crossings(_merged(lines, MOST_IN_WINDOW), short_px)
            seen = _borne_out((quads - first + 0.5) * FINER - 0.5, edges)
            found.append(quads[seen.min(axis=1) >= BORNE_OUT])
    return small.to_full(_rarest(np.concatenate(found), rarity))


def _rarest(quads: Floats, rarity: Rarity) -> Floats:
    """The quads, each once, those first that stand out from what is around."""
    return _apart(quads[np.argsort(-rarity.stands_out(quads))])


def _stretched(smooth: Image, window: tuple[float, ...]) -> tuple[list[Image], Floats]:
    """A window's planes of colour with all their contrast, finer; where it begins, (2,)."""
    left, top, side = (round(each) for each in window)
    first = np.array([max(left, 0), max(top, 0)])
    part = smooth[first[1] : top + side, first[0] : left + side]
    lab = cv2.cvtColor(np.ascontiguousarray(part), cv2.COLOR_BGR2LAB).astype(float)
    low, high = np.percentile(lab.reshape(-1, 3), TAILS, axis=0)
    codes = (255 * (lab - low) / np.maximum(high - low, FAINTEST)).clip(0, 255)
    fine = cv2.resize(codes.astype(np.uint8), None, fx=FINER, fy=FINER)
    return [np.asarray(plane, np.uint8) for plane in cv2.split(fine)], first.astype(float)


def _planes(picture: Image) -> list[Image]:
    lab = cv2.cvtColor(picture, cv2.COLOR_BGR2LAB)
    return [np.asarray(plane, np.uint8) for plane in cv2.split(lab)]


def _inner(windows: Floats) -> Floats:
    """The middle half of each window (n, 3) as a quad (n, 4, 2)."""
    square = np.array([[0.25, 0.25], [0.75, 0.25], [0.75, 0.75], [0.25, 0.75]])
    return np.asarray(windows[:, None, :2] + square * windows[:, None, 2:])


def _smooth(photo: Image) -> Smaller:
    """The photo as it is looked at."""
    small = smaller(photo, shortest_px=SHORT_PX)
    smooth = np.asarray(cv2.GaussianBlur(small.picture, (0, 0), 0.8), np.uint8)
    return replace(small, picture=smooth)


def _best(quads: Floats, edges: Image) -> Floats:
    """The quads that are borne out by edges, each once."""
    if not len(quads):
        return np.empty((0, 4, 2))
    share = _borne_out(quads, edges)
    good = share.min(axis=1) >= BORNE_OUT
    quads, share = quads[good], share[good]
    order = np.argsort(-share.mean(axis=1))
    return _apart(quads[order])


def _segments(planes: Sequence[Image], short_px: int) -> tuple[Floats, Image]:
    """Straight edges (n, 4) of all colours, the longest first, and where an edge is near by.

    ``short_px`` is the shorter side of the whole picture.
    """
    detector = cv2.createLineSegmentDetector()
    found, near = [], np.zeros(planes[0].shape[:2], np.uint8)
    for plane in planes:
        lines = detector.detect(plane)[0]
        if lines is None:
            continue
        lines = lines.reshape(-1, 4)
        long_ = np.hypot(lines[:, 2] - lines[:, 0], lines[:, 3] - lines[:, 1])
        found.append(lines[long_ > LEAST / 2 * short_px])
        for x, y, u, v in lines[long_ > 6]:
            cv2.line(near, (round(x), round(y)), (round(u), round(v)), 255, 3)
    every = np.concatenate(found) if found else np.empty((0, 4))
    long_ = np.hypot(every[:, 2] - every[:, 0], every[:, 3] - every[:, 1])
    return every[np.argsort(-long_)], near


def _merged(lines: Floats, most: int) -> Floats:
    """The first lines, so many at most, each once: what goes on along another is the same."""
    kept = np.empty((0, 4))
    for line in lines:
        at, then = line[:2], line[2:]
        along = (then - at) / np.hypot(*(then - at))
        across = np.array([-along[1], along[0]])
        off = np.abs((kept.reshape(-1, 2, 2) - at) @ across)
        if not (off < 3).all(axis=1).any():
            kept = np.concatenate([kept, line[None]])
        if len(kept) == most:
            break
    return kept


def _contrast(picture: Image, segments: Floats) -> Floats:
    """How much the picture changes across each edge (n,), in the colour that changes most."""
    lab = cv2.cvtColor(picture, cv2.COLOR_BGR2LAB)
    change = np.hypot(*(cv2.Sobel(lab, cv2.CV_32F, *way) for way in ((1, 0), (0, 1)))).max(axis=2)
    share = np.linspace(0.1, 0.9, 9)[:, None]
    at = segments[:, None, :2] * (1 - share) + segments[:, None, 2:] * share
    x, y = np.round(at).astype(int).clip(0, np.array(change.shape[::-1]) - 1).transpose(2, 0, 1)
    return np.asarray(change[y, x].mean(axis=1))


def _windows(width: int, height: int) -> Iterator[tuple[float, float, float]]:
    """Where windows begin and how long their sides are: each overlaps the next by half."""
    for share in WINDOWS:
        side = share * min(width, height)
        for top in np.arange(-side / 4, height - side / 2, side / 2):
            for left in np.arange(-side / 4, width - side / 2, side / 2):
                yield left, top, side


def _plainest(segments: Floats, contrast: Floats, window: tuple[float, float, float]) -> Floats:
    """What of the edges is within a window (n, 4), the plainest first."""
    left, top, side = window
    low, high = np.array([left, top]), np.array([left, top]) + side
    start, way = segments[:, :2], segments[:, 2:] - segments[:, :2]
    safe = np.where(np.abs(way) < 1e-9, 1e-9, way)
    ends = np.stack([(low - start) / safe, (high - start) / safe])
    first = np.clip(ends.min(axis=0).max(axis=1), 0, 1)
    last = np.clip(ends.max(axis=0).min(axis=1), 0, 1)
    long_ = (last - first) * np.hypot(*way.T)
    within = np.flatnonzero(long_ > LEAST_SHARE * side)
    plain = np.minimum(long_[within], side / 2) * contrast[within]
    within = within[np.argsort(-plain)]
    both = [start[within] + way[within] * at[within, None] for at in (first, last)]
    return np.concatenate(both, axis=1)


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
    turned = turns(quads)
    convex = (turned > 0).all(axis=1) | (turned < 0).all(axis=1)
    fits = (lengths.min(axis=1) > ALIKE * lengths.max(axis=1)) & convex
    fits &= (lengths.max(axis=1) < MOST * short_px) & (lengths.min(axis=1) > LEAST * short_px)
    quads, clockwise = quads[fits], (turned[fits] > 0).all(axis=1)
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
    middles, sizes = quads.mean(axis=1), np.ptp(quads, axis=1)
    kept: list[int] = []
    left = np.arange(len(quads))
    while len(left) and len(kept) < MOST_QUADS:
        first = int(left[0])
        kept.append(first)
        same = np.abs(middles[left] - middles[first]).max(axis=1) < SAME_PX
        same &= np.abs(sizes[left] - sizes[first]).max(axis=1) < 2 * SAME_PX
        left = left[~same]
    return quads[kept]
