"""Where the sides of a board run in a photo: along a smooth curve that parts colours all along.

A side is straight on the board; the lens bends it into a shallow bow. Beside the board's own edge
run frames and shadows, whose edges are as strong, or stronger. So no point of a side is looked for
by itself, nor even a side: of all lenses the one is taken that bows all four sides to where they
part the colours best from end to end, and only then each point is measured beside its bow.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.alignment.lens import LensPrior
from vision.alignment.pose import Pose, pose_from_points
from vision.picture.arrays import Floats, Image
from vision.picture.numbers import vertex
from vision.picture.sampling import sample

PER_SIDE, FINE = 48, 4
"""So many points are told of a side; each is the mean of some finer ones."""
INSET = 0.02
REACH_MM, STEP_MM = 7.0, 0.25
BAND_MM = 1.0
"""The colours of two bands so wide are compared, one on each side of a point."""
ENOUGH, LEAST = 22.0, 5.0
"""No edge counts more than the first, nor less than the second, in CIELAB in OpenCV's 8 bits."""
LOOSE_MM = 1.5
ENDS_MM = tuple(product(np.arange(-LOOSE_MM, LOOSE_MM + 0.01, 0.5), repeat=2))
"""How far the ends of a side may lie outside of where they are expected: first end, last end."""
PER_END_MM = 2.5
"""What an end so far off must win in parted colours: corners are known better than sides."""
LENSES = np.arange(-3.0, 3.01, 0.125)
"""Lenses tried, in steps of ``LENS_K1`` from the one expected."""
LENS_K1 = 0.05
UNUSUAL = 5.0
"""What a lens must win in parted colours of all sides to be one step off; four times that for two.
"""
NEAR_MM = 0.75


def side_points(
    photo: Image, pose: Pose, outline_mm: Floats, loose_mm: float = LOOSE_MM
) -> tuple[Floats, Floats]:
    """Points (n, 2) in mm on the sides of an outline (4, 2), and where they are seen (n, 2) in px.

    ``pose`` is roughly where the board lies; the sides' ends may lie ``loose_mm`` beside where it
    says, at most ``LOOSE_MM``.
    """
    lab = np.asarray(
        cv2.GaussianBlur(cv2.cvtColor(photo, cv2.COLOR_BGR2LAB), (0, 0), 0.8), np.uint8
    )
    sides = [
        _side(lab, pose, start, end)
        for start, end in zip(outline_mm, np.roll(outline_mm, -1, axis=0), strict=True)
    ]
    bows_mm = _bows(pose, outline_mm)
    ends = np.array([each for each in ENDS_MM if max(map(abs, each)) <= loose_mm])
    curves = [_curves(side, bow, ends) for side, bow in zip(sides, bows_mm, strict=True)]
    strengths = np.sum([strength for _, strength in curves], axis=0)
    off = LENSES + float(pose.distortion[0]) / LENS_K1
    lens = int((strengths - UNUSUAL * off**2).argmax())
    points_mm, seen_px = [], []
    for side, (curve, _) in zip(sides, curves, strict=True):
        at_mm, clear = _edge(side, curve[lens])
        points_mm.append(side.middle_mm[clear])
        there = side.middle_mm + at_mm[:, None] * side.out
        seen_px.append(pose.project(there[clear]))
    return np.concatenate(points_mm), np.concatenate(seen_px)


@dataclass(frozen=True, eq=False)
class Side:
    """One side, unrolled: points ``middle_mm`` (n, 2) on it, the way ``out`` (2,) of the board.

    ``steps`` (n, offs) is how strongly colours part ``offs_mm`` (offs,) outside each point.
    """

    middle_mm: Floats
    out: Floats
    steps: Floats
    offs_mm: Floats


def _side(lab: Image, pose: Pose, start: Floats, end: Floats) -> Side:
    way = (end - start) / np.linalg.norm(end - start)
    out = np.array([way[1], -way[0]])
    offs = np.arange(-REACH_MM, REACH_MM + STEP_MM / 2, STEP_MM)
    along = np.linspace(INSET, 1 - INSET, PER_SIDE * FINE)
    on_side = start + along[:, None] * (end - start)
    ladder = on_side[:, None] + offs[None, :, None] * out
    at_px = pose.project(ladder.reshape(-1, 2)).reshape(ladder.shape)
    tones = sample(lab, at_px).astype(float).reshape(PER_SIDE, FINE, len(offs), 3).mean(axis=1)
    band = round(BAND_MM / STEP_MM)
    sums = np.cumsum(np.pad(tones, ((0, 0), (1, 0), (0, 0))), axis=1)
    means = (sums[:, band:] - sums[:, :-band]) / band
    steps = np.linalg.norm(means[:, band:] - means[:, :-band], axis=2)
    offs_mm = offs[band : band + steps.shape[1]] - STEP_MM / 2
    return Side(on_side.reshape(PER_SIDE, FINE, 2).mean(axis=1), out, steps, offs_mm)


def _bows(pose: Pose, outline_mm: Floats) -> Floats:
    """How far the middle of each side (4,) moves outside when the lens' k1 grows by ``LENS_K1``."""
    k1, k2 = pose.distortion
    prior = LensPrior(pose.hfov_deg, 0.01, float(k1) + LENS_K1, 1e-4, float(k2), 1e-4)
    corners_px = pose.project(outline_mm)
    other = pose_from_points(outline_mm, corners_px, pose.size_px, prior=prior, start=pose)
    following = np.roll(outline_mm, -1, axis=0)
    middles, ways = (outline_mm + following) / 2, following - outline_mm
    ways /= np.linalg.norm(ways, axis=1, keepdims=True)
    moved = pose.to_board(other.project(middles)) - middles
    return np.asarray(moved[:, 0] * ways[:, 1] - moved[:, 1] * ways[:, 0])


def _curves(side: Side, bow_mm: float, ends: Floats) -> tuple[Floats, Floats]:
    """For every lens the best curve (lenses, n), in mm outside, and how strongly it parts, each."""
    steps = np.minimum(side.steps, ENOUGH)
    along = np.linspace(-1, 1, len(steps))
    straight = ends @ np.stack([(1 - along) / 2, (1 + along) / 2])
    unlikely = PER_END_MM * np.abs(ends).sum(axis=1)
    rows = np.arange(len(steps))[None]
    best, strengths = [], []
    for lens in LENSES:
        curves = straight + lens * bow_mm * (1 - along**2)
        columns = np.round((curves - side.offs_mm[0]) / STEP_MM).astype(int)
        strength = steps[rows, columns.clip(0, steps.shape[1] - 1)].mean(axis=1) - unlikely
        best.append(curves[int(strength.argmax())])
        strengths.append(float(strength.max()))
    return np.array(best), np.array(strengths)


def _edge(side: Side, curve: Floats) -> tuple[Floats, NDArray[np.bool_]]:
    """How far outside each point (n,) of a side its edge runs, mm, and where that is clear.

    The edge is looked for near the curve only.
    """
    steps, offs = side.steps, side.offs_mm
    rows = np.arange(len(steps))
    near = np.abs(offs[None] - curve[:, None]) < NEAR_MM
    best = np.where(near, steps, -1.0).argmax(axis=1)
    inner = np.clip(best, 1, steps.shape[1] - 2)
    beside = vertex(*(steps[rows, inner + by] for by in (-1, 0, 1)))
    exact = offs[inner] + beside * STEP_MM
    return exact, steps[rows, best] > LEAST
