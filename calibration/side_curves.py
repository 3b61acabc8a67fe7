"""Where the sides of a board run in a photo: along a smooth curve that parts colours all along.

A side is straight on the board; the lens bends it into a shallow bow. Beside the board's own edge
run frames and shadows, whose edges are as strong in places. So no point of a side is looked for by
itself: of all bows near where the side is expected, the one is taken that parts the colours best
from end to end, and only then each point is measured beside it.
"""

from __future__ import annotations

from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pose import Pose
from vision.sampling import Floats, Image, sample

PER_SIDE, FINE = 48, 4
"""So many points are told of a side; each is the mean of some finer ones."""
INSET = 0.02
REACH_MM, STEP_MM = 7.0, 0.25
BAND_MM = 1.0
"""The colours of two bands so wide are compared, one on each side of a point."""
ENOUGH, LEAST = 22.0, 5.0
"""No edge counts more than the first, nor less than the second, in CIELAB in OpenCV's 8 bits."""
ENDS_MM = np.arange(-1.5, 1.51, 0.5)
BOWS_MM = np.arange(-4.0, 4.01, 0.25)
NEAR_MM = 0.75


def side_points(photo: Image, pose: Pose, outline_mm: Floats) -> tuple[Floats, Floats]:
    """Points (n, 2) in mm on the sides of an outline (4, 2), and where they are seen (n, 2) in px.

    ``pose`` is roughly where the board lies; the sides may lie a few mm beside where it says.
    """
    lab = cv2.GaussianBlur(cv2.cvtColor(photo, cv2.COLOR_BGR2LAB), (0, 0), 0.8)
    offs = np.arange(-REACH_MM, REACH_MM + STEP_MM / 2, STEP_MM)
    points_mm, seen_px = [], []
    for start, end in zip(outline_mm, np.roll(outline_mm, -1, axis=0), strict=True):
        way = (end - start) / np.linalg.norm(end - start)
        out = np.array([way[1], -way[0]])
        along = np.linspace(INSET, 1 - INSET, PER_SIDE * FINE)
        on_side = start + along[:, None] * (end - start)
        ladder = on_side[:, None] + offs[None, :, None] * out
        at_px = pose.project(ladder.reshape(-1, 2)).reshape(ladder.shape)
        tones = sample(lab, at_px).astype(float).reshape(PER_SIDE, FINE, len(offs), 3).mean(axis=1)
        middle = on_side.reshape(PER_SIDE, FINE, 2).mean(axis=1)
        at_mm, clear = _edge(tones, offs)
        points_mm.append(middle[clear])
        seen_px.append(pose.project((middle + at_mm[:, None] * out)[clear]))
    return np.concatenate(points_mm), np.concatenate(seen_px)


def _edge(tones: Floats, offs: Floats) -> tuple[Floats, NDArray[np.bool_]]:
    """How far outside each point (n,) of a side the edge runs, mm, and where that is clear.

    ``tones`` (n, offs, 3) are those beside each point.
    """
    band = round(BAND_MM / STEP_MM)
    sums = np.cumsum(np.pad(tones, ((0, 0), (1, 0), (0, 0))), axis=1)
    means = (sums[:, band:] - sums[:, :-band]) / band
    steps = np.linalg.norm(means[:, band:] - means[:, :-band], axis=2)
    at_mm = offs[band : band + steps.shape[1]] - STEP_MM / 2
    curve = _best_bow(np.minimum(steps, ENOUGH), at_mm)
    rows = np.arange(len(steps))
    near = np.abs(at_mm[None] - curve[:, None]) < NEAR_MM
    best = np.where(near, steps, -1.0).argmax(axis=1)
    inner = np.clip(best, 1, steps.shape[1] - 2)
    before, here, after = (steps[rows, inner + by] for by in (-1, 0, 1))
    bend = np.minimum(before - 2 * here + after, -1e-6)
    exact = at_mm[inner] + np.clip(0.5 * (before - after) / bend, -0.5, 0.5) * STEP_MM
    return exact, steps[rows, best] > LEAST


def _best_bow(steps: Floats, at_mm: Floats) -> Floats:
    """The bow, as offsets (n,) in mm along a side, with the strongest edge from end to end."""
    along = np.linspace(-1, 1, len(steps))
    bows = np.array(list(product(ENDS_MM, ENDS_MM, BOWS_MM)))
    shapes = np.stack([(1 - along) / 2, (1 + along) / 2, 1 - along**2])
    curves = bows @ shapes
    columns = np.round((curves - at_mm[0]) / STEP_MM).astype(int).clip(0, len(at_mm) - 1)
    strength = steps[np.arange(len(steps))[None], columns].mean(axis=1)
    # Where nothing parts colours, the likeliest side is the one that was expected.
    return np.asarray(curves[int((strength - 0.05 * np.abs(bows).sum(axis=1)).argmax())])
