"""Markers told apart by their look: a picture of each kind, compared in any rotation.

The art is blurred to what the camera can resolve, turned through the full circle, and correlated
with the marker seen; a small network then judges the best turn of each kind side by side.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from companion.errors import InputError
from vision.networks import compare_with_art
from vision.sampling import Floats, Image, Tones, sample

SIDE = 16
"""Samples along each side of a marker's close-up."""
SPAN = 1.1
"""Side of the close-up, in marker diameters."""
TURNS = 24
DISC_PX = 64
CAMERA_BLUR_PX = 0.45
"""Blur of an ordinary sharp picture, as the sigma of a Gaussian."""
PAPER = 250
"""Grey above which a column of the art file is the white between the kinds."""


def close_up_grid(centres_mm: Floats, diameter_mm: float) -> Floats:
    """Board points of the close-ups around marker centres (n, 2) -> (n, side, side, 2)."""
    x_mm, y_mm = np.meshgrid(_axis() * diameter_mm / 2, _axis() * diameter_mm / 2)
    return np.asarray(centres_mm[:, None, None] + np.stack([x_mm, y_mm], axis=-1))


@dataclass(frozen=True)
class MarkerArt:
    """One disc per kind, (kinds, DISC_PX, DISC_PX, 3) in tones, in the order of the kinds."""

    discs: Tones

    @classmethod
    def load(cls, path: Path, kinds: int) -> MarkerArt:
        """Read the art file: the kinds side by side on white. Raises InputError."""
        picture = cv2.imread(str(path), cv2.IMREAD_COLOR) if path.is_file() else None
        if picture is None:
            raise InputError(f"{path}: no picture of the markers there; add it or mend `art`")
        return cls(_split(np.asarray(picture, np.uint8), kinds))

    def turned(self, px_per_diameter: float) -> Tones:
        """Every kind at every turn as this camera sees it: (kinds, TURNS, SIDE, SIDE, 3)."""
        sigma = max(0.3, CAMERA_BLUR_PX / px_per_diameter * DISC_PX)
        x, y = np.meshgrid(_axis(), _axis())
        angles = np.arange(TURNS) * 2 * np.pi / TURNS
        cos, sin = np.cos(angles)[:, None, None], np.sin(angles)[:, None, None]
        at = np.stack([x * cos + y * sin, y * cos - x * sin], axis=-1)
        at_px = ((at + 1) * DISC_PX / 2 - 0.5).reshape(-1, SIDE, 2).astype(np.float32)
        turned = [sample(cv2.GaussianBlur(disc, (0, 0), sigma), at_px) for disc in self.discs]
        return np.array(turned).reshape(len(self.discs), TURNS, SIDE, SIDE, 3)


def art_probabilities(close_ups: Tones, turned: Tones) -> Tones:
    """How likely each close-up (n, SIDE, SIDE, 3) shows each kind: (n, kinds), rows sum to 1."""
    likeness = np.einsum("np,krp->nkr", _directions(close_ups), _directions(turned))
    best = likeness.argmax(axis=2)
    art = turned[np.arange(len(turned))[None], best]
    scores = compare_with_art(*match_pairs(close_ups, art, likeness.max(axis=2)))
    scores = scores.reshape(best.shape)
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True), np.float32)


def match_pairs(close_ups: Tones, art: Tones, likeness: Tones) -> tuple[Tones, Tones]:
    """What the comparing network is shown: the marker, the art and their difference.

    ``art`` (n, kinds, SIDE, SIDE, 3) is each kind at its best turn. Returns (n * kinds, 9, SIDE,
    SIDE) and (n * kinds,). The marker is brightened to the art, so that exposure does not matter.
    """
    seen = np.broadcast_to(close_ups[:, None], art.shape)
    brightness = art[..., DISC, :].mean((-1, -2)) / np.maximum(
        seen[..., DISC, :].mean((-1, -2)), 0.05
    )
    seen = seen * brightness[..., None, None, None]
    pairs = np.concatenate([seen, art, np.abs(seen - art) * 2], axis=-1) * DISC[..., None]
    stacked = pairs.reshape(-1, SIDE, SIDE, 9).transpose(0, 3, 1, 2)
    return np.asarray(stacked, np.float32), np.asarray(likeness.reshape(-1), np.float32)


def _directions(pictures: Tones) -> Tones:
    """Pictures (..., SIDE, SIDE, 3) as unit vectors of their disc, each channel about its mean."""
    inside = pictures[..., DISC, :]
    about = inside - inside.mean(axis=-2, keepdims=True)
    flat = about.reshape(*about.shape[:-2], -1)
    return np.asarray(flat / (np.linalg.norm(flat, axis=-1, keepdims=True) + 1e-2))


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


def _axis() -> Floats:
    """Sample positions across a close-up, in marker radii."""
    return ((np.arange(SIDE) + 0.5) / SIDE * 2 - 1) * SPAN


DISC = np.hypot(*np.meshgrid(_axis(), _axis())) < 0.92
"""The samples of a close-up that lie safely on the marker, (SIDE, SIDE)."""
