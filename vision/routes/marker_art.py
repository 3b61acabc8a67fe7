"""Markers told apart by their look: a picture of each kind, compared in any rotation.

The art is blurred to what the camera can resolve, turned through the full circle, and correlated
with the marker seen, a little to every side too: where a marker lies is known to a fifth of its
diameter only. What follows from it is told in ``told_by_art``.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.alignment.pose import Pose
from vision.picture.arrays import Floats, Image, Tones
from vision.picture.photo import load_marker_art
from vision.picture.sampling import sample

Whole: TypeAlias = NDArray[np.int64]

SIDE = 16
"""Samples along each side of a marker's close-up."""
SPAN = 1.1
"""Side of the close-up, in marker diameters."""
MARGIN = 4
"""Samples around a close-up, by which it may be shifted."""
SHIFTS = tuple(product(range(-MARGIN, MARGIN + 1, 2), repeat=2))
"""The shifts down and right that are tried, in samples."""
PULL = 0.5
"""Likeness that a shift of a whole diameter costs."""
TURNS = 24
DISC_PX = 64
GREY_BLUR_PX, COLOUR_BLUR_PX = 0.75, 1.5
"""Blur of an ordinary picture, as the sigma of a Gaussian: JPEG keeps colour at half the size."""
COLOUR_SHARE = 0.1
"""How much a marker's mean colour counts beside its pattern: light shifts the mean."""
LEAST_BRIGHTNESS, LEAST_LENGTH = 0.05, 0.02
"""So that noise on a black or even marker does not count as its pattern."""
PAPER = 250
"""Grey above which a column of the art file is the white between the kinds."""


def close_up_px(
    centres_mm: Floats, diameter_mm: float, height_mm: float, pose: Pose, margin: int = 0
) -> Tones:
    """Where a picture shows close-ups around marker centres (n, 2) at a height.

    Returns (n, SIDE + 2 * margin, SIDE + 2 * margin, 2), with so many more samples all round. A
    marker is so small that the camera's perspective across it is even.
    """
    step_mm = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]) * diameter_mm / 2
    corners_mm = centres_mm[:, None] + step_mm
    corners_px = pose.project(corners_mm.reshape(-1, 2), height_mm).reshape(-1, 3, 2)
    middle, right, down = corners_px.transpose(1, 0, 2)[:, :, None, None]
    across, along = np.meshgrid(_axis(margin), _axis(margin))
    at_px = middle + across[..., None] * (right - middle) + along[..., None] * (down - middle)
    return np.asarray(at_px, np.float32)


@dataclass(frozen=True, eq=False)
class MarkerArt:
    """One disc per kind, (kinds, DISC_PX, DISC_PX, 3) in tones, in the order of the kinds."""

    discs: Tones

    @classmethod
    def load(cls, path: Path, kinds: int) -> MarkerArt:
        """Read the art file: the kinds side by side on white. Raises InputError."""
        return cls(_split(load_marker_art(path, kinds), kinds))

    def turned(self, px_per_diameter: float) -> Tones:
        """Every kind at every turn as this camera sees it: (kinds, TURNS, SIDE, SIDE, 3)."""
        grey_sigma, colour_sigma = (
            max(0.3, blur_px / px_per_diameter * DISC_PX)
            for blur_px in (GREY_BLUR_PX, COLOUR_BLUR_PX)
        )
        x, y = np.meshgrid(_axis(), _axis())
        angles = np.arange(TURNS) * 2 * np.pi / TURNS
        cos, sin = np.cos(angles)[:, None, None], np.sin(angles)[:, None, None]
        at = np.stack([x * cos + y * sin, y * cos - x * sin], axis=-1)
        at_px = ((at + 1) * DISC_PX / 2 - 0.5).reshape(-1, SIDE, 2).astype(np.float32)
        turned = []
        for disc in self.discs:
            grey = disc.mean(axis=2, keepdims=True)
            blurred = cv2.GaussianBlur(disc - grey, (0, 0), colour_sigma)
            blurred += cv2.GaussianBlur(grey, (0, 0), grey_sigma)[..., None]
            turned.append(sample(blurred, at_px))
        return np.array(turned).reshape(len(self.discs), TURNS, SIDE, SIDE, 3)


@dataclass(frozen=True, eq=False)
class Matches:
    """How each of n close-ups is laid on each kind's art, to look most like it.

    ``shifts`` and ``turns`` (n, kinds) are indices into ``SHIFTS`` and of the art's turns,
    ``likeness`` (n, kinds) says how alike they are then: 1 for the same.
    """

    shifts: Whole
    turns: Whole
    likeness: Tones

    def shifted(self, pictures: Tones) -> Tones:
        """Pictures (n, h, w, c) with their margin as they lie on each kind's art.

        Returns (n, kinds, SIDE, SIDE, c).
        """
        shown = np.stack([_shifted(pictures, *shift) for shift in SHIFTS], axis=1)
        return np.asarray(shown[np.arange(len(pictures))[:, None], self.shifts])

    def art(self, turned: Tones) -> Tones:
        """Each kind's art as it is turned for each close-up, (n, kinds, SIDE, SIDE, 3)."""
        return np.asarray(turned[np.arange(len(turned))[None], self.turns])


def best_matches(close_ups: Tones, turned: Tones, directions: Tones | None = None) -> Matches:
    """How close-ups (n, h, w, 3) with their margin are laid on the ``turned`` art.

    Whoever asks about the same art again and again may keep its ``directions``.
    """
    kinds, turns = turned.shape[:2]
    shifted = np.stack([_shifted(close_ups, *shift) for shift in SHIFTS], axis=1)
    likeness = _likeness(shifted, directions_of(turned) if directions is None else directions)
    likeness = likeness.reshape(len(close_ups), len(SHIFTS), kinds, turns)
    likeness -= (_shift_costs()[:, None, None]).astype(np.float32)
    best = likeness.max(axis=3).argmax(axis=1)
    rows, columns = np.arange(len(close_ups))[:, None], np.arange(kinds)[None]
    at_best = likeness[rows, best, columns]
    return Matches(best, at_best.argmax(axis=2), np.asarray(at_best.max(axis=2), np.float32))


def _shifted(close_ups: Tones, down: int, right: int) -> Tones:
    rows, columns = (slice(MARGIN + by, MARGIN + by + SIDE) for by in (down, right))
    return close_ups[:, rows, columns]


def _shift_costs() -> Tones:
    diameters = np.array(SHIFTS) * SPAN / SIDE
    return np.asarray(PULL * (diameters**2).sum(axis=1))


def _likeness(seen: Tones, directions: Tones) -> Tones:
    """How alike pictures (..., SIDE, SIDE, 3) and arts of these directions are: (..., arts).

    The correlation of their patterns about their means, with the means' hues as one more part.
    """
    inside = seen[..., DISC, :].reshape(-1, DISC_SAMPLES, 3)
    flat, means = inside.reshape(len(inside), -1), inside.mean(axis=1)
    squares = np.einsum("ij,ij->i", flat, flat)
    squares += (HUE_WEIGHT**2 - DISC_SAMPLES) * np.einsum("ij,ij->i", means, means)
    brightness = np.maximum(means.mean(axis=1), LEAST_BRIGHTNESS)
    length = np.sqrt(np.maximum(squares, 0)) + LEAST_LENGTH * brightness
    # An art's pattern is about its mean, so that the mean of what is seen need not be taken off.
    alike = flat @ directions[:, :-3].T + HUE_WEIGHT * means @ directions[:, -3:].T
    alike /= length[:, None]
    return np.asarray(alike.reshape(*seen.shape[:-3], len(directions)), np.float32)


def directions_of(turned: Tones) -> Tones:
    """Turned art as unit vectors (arts, numbers): the pattern about the mean, and its hue."""
    inside = turned.reshape(-1, SIDE, SIDE, 3)[:, DISC]
    mean = inside.mean(axis=1, keepdims=True)
    brightness = np.maximum(mean.mean(axis=2, keepdims=True), LEAST_BRIGHTNESS)
    both = np.concatenate([inside - mean, HUE_WEIGHT * mean], axis=1) / brightness
    flat = both.reshape(len(both), -1)
    return np.asarray(
        flat / (np.linalg.norm(flat, axis=1, keepdims=True) + LEAST_LENGTH), np.float32
    )


def _split(picture: Image, kinds: int) -> Tones:
    """The art file's discs: the stretches that are not paper, else equal parts of the width."""
    printed = picture.min(axis=2) < PAPER
    rows = np.flatnonzero(printed.any(axis=1))
    edges = np.flatnonzero(np.diff(np.r_[0, printed.any(axis=0).astype(int), 0])).reshape(-1, 2)
    if len(edges) != kinds or not len(rows):
        width = picture.shape[1]
        edges = np.array([(i * width // kinds, (i + 1) * width // kinds) for i in range(kinds)])
        rows = np.arange(picture.shape[0])
    y, x = np.mgrid[:DISC_PX, :DISC_PX]
    beyond = np.hypot((x + 0.5) / DISC_PX * 2 - 1, (y + 0.5) / DISC_PX * 2 - 1) >= 1
    discs = []
    for left, right in edges:
        square = picture[rows[0] : rows[-1] + 1, left:right]
        disc = cv2.resize(square, (DISC_PX, DISC_PX), interpolation=cv2.INTER_AREA) / np.float32(
            255
        )
        disc[beyond] = disc[~beyond].mean(axis=0)
        discs.append(disc)
    return np.array(discs, np.float32)


def _axis(margin: int = 0) -> Floats:
    """Sample positions across a close-up and its margin, in marker radii."""
    return ((np.arange(-margin, SIDE + margin) + 0.5) / SIDE * 2 - 1) * SPAN


DISC = np.hypot(*np.meshgrid(_axis(), _axis())) < 0.92
"""The samples of a close-up that lie safely on the marker, (SIDE, SIDE)."""
DISC_SAMPLES = int(DISC.sum())
HUE_WEIGHT = np.float32(COLOUR_SHARE * np.sqrt(DISC_SAMPLES))
