"""Points by which a picture is found again in another, and which of them belong together."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.picture.arrays import Floats, Image

Descriptors = NDArray[np.float32]

STRIP_PIXELS = 600_000
"""Pixels of a strip: SIFT takes 150 bytes for each, so large pictures are looked at in strips."""
STRIP_OVERLAP_PX = 48
"""A strip reaches so far beyond its edges, lest a point there is seen by half."""
SIFT_FEATURES = 2500
RATIO = 0.8
"""A feature's best likeness must beat its second best by this (Lowe 2004)."""
MATCHED_AT_ONCE = 2500
"""So many features of a photo are matched at a time: all of them would take 120 MB."""
LEAST_PAIRS = 4
"""Fewer tell no homography."""


@dataclass(frozen=True, eq=False)
class Features:
    """SIFT features: where they lie on the board (n, 2) in mm, and unit RootSIFT rows (n, 128)."""

    points_mm: Floats
    descriptors: Descriptors


def sift(grey: Image, most: int = SIFT_FEATURES) -> tuple[Floats, Descriptors]:
    """The ``most`` plainest SIFT points (n, 2) in px and their RootSIFT descriptors (n, 128).

    These are unit rows.

    RootSIFT: Arandjelovic and Zisserman, "Three things everyone should know to improve object
    retrieval", CVPR 2012.
    """
    height, width = grey.shape
    strips = max(1, round(height * width / STRIP_PIXELS))
    edges = np.linspace(0, width, strips + 1).round().astype(int).tolist()
    parts = [_sift_of_strip(grey, left, right, most // strips) for left, right in pairwise(edges)]
    points, descriptors = (np.concatenate(each) for each in zip(*parts, strict=True))
    shares = descriptors / np.maximum(descriptors.sum(axis=1, keepdims=True), 1e-6)
    return points, np.sqrt(shares, dtype=np.float32)


def _sift_of_strip(grey: Image, left: int, right: int, most: int) -> tuple[Floats, Descriptors]:
    """The SIFT points of a picture between two columns, and their plain descriptors."""
    start = max(0, left - STRIP_OVERLAP_PX)
    detector = cv2.SIFT.create(nfeatures=most, contrastThreshold=0.02)
    strip = np.ascontiguousarray(grey[:, start : right + STRIP_OVERLAP_PX])
    keypoints, descriptors = detector.detectAndCompute(strip, None)
    if not keypoints:
        return np.empty((0, 2)), np.empty((0, 128), np.float32)
    points = np.array([keypoint.pt for keypoint in keypoints]) + (start, 0)
    own = (points[:, 0] >= left) & (points[:, 0] < right)
    return points[own], np.asarray(descriptors[own], np.float32)


def ratio_matches(photo: Descriptors, known: Descriptors, ratio: float = RATIO) -> NDArray[np.intp]:
    """Pairs (k, 2) of rows of two sets: alike, and clearly more so than the next best.

    Both are unit rows (n, 128) and (m, 128); of fewer than two none is clearly the best.

    Lowe, "Distinctive image features from scale-invariant keypoints", IJCV 2004, section 7.1.
    """
    if min(len(photo), len(known)) < 2:
        return np.empty((0, 2), np.intp)
    starts = range(0, len(photo), MATCHED_AT_ONCE)
    parts = [
        _matches_of_some(photo[start : start + MATCHED_AT_ONCE], known, ratio) + (start, 0)
        for start in starts
    ]
    return np.concatenate(parts)


def _matches_of_some(photo: Descriptors, known: Descriptors, ratio: float) -> NDArray[np.intp]:
    likeness = photo @ known.T
    rows = np.arange(len(likeness))
    best = likeness.argmax(axis=1)
    first = likeness[rows, best]
    likeness[rows, best] = -1
    second = likeness.max(axis=1)
    # Squared distances of unit rows are 2 - 2 x likeness.
    clear = 1 - first < ratio**2 * (1 - second)
    return np.column_stack([rows[clear], best[clear]])


def agreeing(points_mm: Floats, points_px: Floats, reach_px: float) -> NDArray[np.bool_]:
    """Which points (k,) lie within so many px of where the best homography of all puts them.

    ``points_mm`` and ``points_px`` are (k, 2). None agree where they tell no homography.
    """
    _, agree = (
        cv2.findHomography(
            points_mm, points_px, cv2.USAC_MAGSAC, reach_px, maxIters=10_000, confidence=0.9999
        )
        if len(points_mm) >= LEAST_PAIRS
        else (None, None)
    )
    return np.zeros(len(points_mm), bool) if agree is None else agree.ravel() > 0
