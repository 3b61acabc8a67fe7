"""A quick vote on where a board may lie: do edges run along the spaces where they would be?"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.board_pose.print_match import Print
from vision.picture.arrays import Floats, Image, Tones

DIRECTIONS = 8
MOST_SPACES = 150
AT_ONCE = 500


@dataclass(frozen=True, eq=False)
class Edges:
    """The edges of one picture: how clear each pixel's is in each direction, (d, h, w)."""

    clear: Tones

    @classmethod
    def of(cls, work: Image) -> Edges:
        """The edges of a picture (h, w, 3)."""
        smooth = cv2.GaussianBlur(work, (0, 0), 0.8).astype(np.float32)
        gx, gy = (cv2.Sobel(smooth, cv2.CV_32F, *order) for order in ((1, 0), (0, 1)))
        strongest = (gx**2 + gy**2).argmax(axis=2)[..., None]
        gx, gy = (np.take_along_axis(g, strongest, axis=2)[..., 0] for g in (gx, gy))
        size = np.hypot(gx, gy)
        around = cv2.GaussianBlur(size, (0, 0), 0.025 * work.shape[1])
        clear = size / (size + 2 * around + 8)
        return cls(_directed(clear, (np.arctan2(gy, gx) + np.pi / 2) % np.pi))


class EdgeVotes:
    """The edges of one picture, blurred so that a space's middle feels the edges around it.

    ``reach`` is the blur, as a share of the picture's width: more finds the board from farther
    away, less tells the right place from its neighbours.
    """

    def __init__(self, edges: Edges, reach: float) -> None:
        width = edges.clear.shape[2]
        self._scale = min(1.0, 2.5 / (reach * width))
        self._energy = _edge_energy(edges, reach * width, self._scale)

    def count(self, homographies: Floats, spaces: Print) -> Floats:
        """How much more edge runs along the spaces than across their places, in sigmas, (n,).

        ``homographies`` (n, 3, 3) lead from board mm to px of the picture.
        """
        pick = np.random.default_rng(0).permutation(len(spaces.centres_mm))[:MOST_SPACES]
        centres, along = spaces.centres_mm[pick], spaces.along[pick]
        scaled = np.diag([self._scale, self._scale, 1.0]) @ homographies
        votes = [
            self._count(scaled[first : first + AT_ONCE], centres, along)
            for first in range(0, len(scaled), AT_ONCE)
        ]
        return np.concatenate(votes) if votes else np.empty(0)

    def _count(self, homographies: Floats, centres: Floats, along: Floats) -> Floats:
        height, width = self._energy.shape[1:]
        at = project(homographies, centres)
        way = project(homographies, centres + 0.5 * along) - at
        turn = np.arctan2(way[..., 1], way[..., 0]) % np.pi
        direction = np.round(turn / np.pi * DIRECTIONS).astype(int) % DIRECTIONS
        at = np.nan_to_num(np.clip(at, -1, 4 * width))
        x, y = at[..., 0].astype(int), at[..., 1].astype(int)
        inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
        here = self._energy[:, np.clip(y, 0, height - 1), np.clip(x, 0, width - 1)]
        hit = np.take_along_axis(here, direction[None], axis=0)[0]
        more = (hit - here.mean(axis=0)) * inside
        spread = more.std(axis=1) / np.sqrt(len(centres))
        return np.asarray(more.mean(axis=1) / (spread + 1e-6))


def project(homographies: Floats, points: Floats) -> Floats:
    """Points (m, 2) through homographies (n, 3, 3) -> (n, m, 2)."""
    with_one = np.column_stack([points, np.ones(len(points))])
    seen = with_one @ homographies.transpose(0, 2, 1)
    depth = seen[..., 2:]
    return np.asarray(seen[..., :2] / np.where(np.abs(depth) < 1e-9, 1e-9, depth))


def _directed(clear: Tones, turn: Tones) -> Tones:
    """Edges (h, w), shared out among the directions on either side of where they run, (d, h, w)."""
    every = np.empty((DIRECTIONS, *clear.shape), np.float32)
    for index in range(DIRECTIONS):
        off = np.abs((turn - index * np.pi / DIRECTIONS + np.pi / 2) % np.pi - np.pi / 2)
        every[index] = clear * np.maximum(0, 1 - off / (np.pi / DIRECTIONS))
    return every


def _edge_energy(edges: Edges, sigma_px: float, scale: float) -> Tones:
    """How much edge runs in each direction around every pixel, against all edges (d, h, w)."""
    energy = []
    for clear in edges.clear:
        blurred = cv2.GaussianBlur(clear, (0, 0), sigma_px)
        energy.append(cv2.resize(blurred, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))
    return np.stack(energy)
