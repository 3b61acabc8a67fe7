"""How rare each colour is in a photo: what lies alone on a table has colours that it has not.

A person sees a lone tile on a checked cloth at a glance, though the cloth is full of squares.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.picture.arrays import Floats, Image, Tones
from vision.picture.resizing import smaller
from vision.squares.lattice.colour_bins import binned, counted

SHORT_PX = 360
"""The photo is looked at so large, along its shorter side."""
ACROSS = np.linspace(-0.92, 0.92, 7)
AROUND = 1.12
"""Just around a quad, in halves of its sides."""
RARE = 3.5
"""A colour is rare that covers less than exp(-``RARE``) of the photo, with those beside it."""
LEAST, MOST = 0.03, 0.3
"""How long a blob's sides are, as shares of the shorter side."""
FILLED = 0.6
"""So much of its rectangle a blob fills."""
SPOT, MOST_SPOTS = 20, 30
"""A spot has so many px; so many are told."""


class Rarity:
    """Of one photo (h, w, 3): ``picture`` tells how rare each place of it is, made smaller."""

    def __init__(self, photo: Image) -> None:
        self._small = smaller(photo, shortest_px=SHORT_PX)
        smooth = cv2.GaussianBlur(self._small.picture, (0, 0), 1.0)
        self.picture = _rarity(np.asarray(smooth, np.uint8))

    def of(self, quads_px: Floats) -> Floats:
        """How rare what each quad (n, 4, 2) encloses is in the mean, (n,)."""
        x, y = np.meshgrid(ACROSS, ACROSS)
        return self._mean(quads_px, x.ravel(), y.ravel())

    def stands_out(self, quads_px: Floats) -> Floats:
        """By how much what a quad (n, 4, 2) encloses is rarer than what is just around it, (n,)."""
        line, end = np.append(ACROSS, AROUND), np.full(len(ACROSS) + 1, AROUND)
        around = self._mean(
            quads_px,
            np.concatenate([line, end, -line, -end]),
            np.concatenate([-end, line, end, -line]),
        )
        return self.of(quads_px) - around

    def _mean(self, quads_px: Floats, x: Floats, y: Floats) -> Floats:
        """The mean (n,) of quads (n, 4, 2) at points (k,) by their halves of sides, -1 to 1."""
        near = np.stack(
            [(1 - x) * (1 - y), (1 + x) * (1 - y), (1 + x) * (1 + y), (1 - x) * (1 + y)]
        )
        at = np.einsum("kj,nkc->njc", near / 4, quads_px)
        at = np.round(self._small.to_small(at)).astype(int)
        column, row = at.clip(0, np.array(self.picture.shape[::-1]) - 1).transpose(2, 0, 1)
        return np.asarray(self.picture[row, column].mean(axis=1), float)

    def blobs(self) -> Floats:
        """Rectangles (n, 4, 2) in px around what is rare and about square, clockwise."""
        mask = (self.picture > RARE).astype(np.uint8)
        found = []
        for gap in (1, 3, 7):
            closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((gap, gap), np.uint8))
            rings, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
            for ring in rings:
                around = cv2.minAreaRect(ring)
                short, long_ = sorted(around[1])
                if short < LEAST * min(mask.shape) or long_ > MOST * min(mask.shape):
                    continue
                if short > 0.6 * long_ and cv2.contourArea(ring) > FILLED * short * long_:
                    # A contour runs through the middles of the outermost px.
                    sides = (around[1][0] + 1, around[1][1] + 1)
                    found.append(cv2.boxPoints((around[0], sides, around[2])))
        return self._small.to_full(np.array(found, float).reshape(-1, 4, 2))

    def spots(self) -> Floats:
        """The middles (n, 2) in px of what is rare, however it is formed, the rarest first."""
        mask = (self.picture > RARE).astype(np.uint8)
        closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
        count, labels, boxes, middles = cv2.connectedComponentsWithStats(closed)
        rare = np.bincount(labels.ravel(), self.picture.ravel(), count)
        rare[(np.arange(count) == 0) | (boxes[:, cv2.CC_STAT_AREA] < SPOT)] = 0.0
        order = np.argsort(-rare)[: min(MOST_SPOTS, int((rare > 0).sum()))]
        return self._small.to_full(middles[order])


def _rarity(codes: Image) -> Tones:
    """-log of the share of a picture (h, w, 3) that is of nearly the same colour, (h, w)."""
    at = binned(codes)
    return np.asarray(-np.log((counted(at)[at] + 1) / at[0].size), np.float32)
