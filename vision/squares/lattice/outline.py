"""The outline of a tile that lies alone, by its colours and those of the table around it.

Planks and checked cloths have edges as straight as a tile's, and a shadow lies beside it. Which of
the colours are the tile's is told in the small around it, by a cut between what is surely tile and
surely table (Rother, Kolmogorov, Blake: "GrabCut", 2004). The tile is the square that fits the cut
best.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.picture.arrays import Floats, Image, Tones

REACH = 1.7
"""So much of a tile's side is looked at, around its middle."""
SAMPLES = 52
TILE, MAYBE, TABLE = 0.36, 0.5, 0.68
"""Within the first of its middle all is tile, beyond the last all is table."""
CUTS = 4
TWICE = 2
STEPS = (*(0.12,) * 4, *(0.06,) * 4, *(0.03,) * 6, *(0.015,) * 6)
"""By how much of a side the square is changed, round by round."""
_NO_BOX = [0, 0, 0, 0]
_SQUARE = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
_LINE = ((np.arange(SAMPLES) + 0.5) / SAMPLES - 0.5) * REACH
_AT = np.stack(np.meshgrid(_LINE, _LINE), axis=-1)


def outlined(photo: Image, quad: Floats) -> Floats:
    """A quad (4, 2) about a lone tile, clockwise -> its outline, from the same corner on."""
    for _ in range(TWICE):
        to_px = cv2.getPerspectiveTransform(_SQUARE.astype(np.float32), quad.astype(np.float32))
        ring = _fitted(_cut_out(photo, np.asarray(to_px)))
        quad = np.asarray(cv2.perspectiveTransform(ring[:, None], to_px)[:, 0])
    return quad


def _cut_out(photo: Image, to_px: Floats) -> Tones:
    """The samples (n, n) around a tile: 1 where it is, -1 where the table is."""
    corners = cv2.perspectiveTransform(_SQUARE[:, None] * REACH, to_px).astype(np.float32)
    ends = np.array([[0, 0], [SAMPLES, 0], [SAMPLES, SAMPLES], [0, SAMPLES]], np.float32) - 0.5
    away = cv2.getPerspectiveTransform(corners, ends)
    crop = cv2.warpPerspective(photo, away, (SAMPLES, SAMPLES), borderMode=cv2.BORDER_REPLICATE)
    far = np.abs(_AT).max(axis=-1)
    mask = np.full(far.shape, cv2.GC_BGD, np.uint8)
    for reach, what in ((TABLE, cv2.GC_PR_BGD), (MAYBE, cv2.GC_PR_FGD), (TILE, cv2.GC_FGD)):
        mask[far < reach] = what
    cv2.setRNGSeed(0)
    tile, table = np.zeros((1, 65)), np.zeros((1, 65))
    cv2.grabCut(crop, mask, _NO_BOX, tile, table, CUTS, cv2.GC_INIT_WITH_MASK)
    return np.where((mask == cv2.GC_FGD) | (mask == cv2.GC_PR_FGD), 1.0, -1.0)


def _fitted(cut: Tones) -> Floats:
    """The ring (4, 2) around most of the tile in a cut and least of the table."""
    ring = _SQUARE
    best = _within(cut, ring[None])[0]
    for step in STEPS:
        others = _moved(ring, step)
        fits = _within(cut, others)
        if fits.max() > best:
            ring, best = others[fits.argmax()], fits.max()
    return ring


def _moved(ring: Floats, step: float) -> Floats:
    """A ring with a side moved in or out, or one of its corners along the next side, (24, 4, 2)."""
    made = []
    for nth in range(4):
        before, here, then, after = (ring[(nth + k) % 4] for k in (-1, 0, 1, 2))
        for share in (-step, step):
            first, second = share * (here - before), share * (then - after)
            for moves in ((first, second), (first, 0 * first), (0 * second, second)):
                other = ring.copy()
                other[nth] += moves[0]
                other[(nth + 1) % 4] += moves[1]
                made.append(other)
    return np.array(made)


def _within(cut: Tones, rings: Floats) -> Floats:
    """The sum of what is within each ring (n, 4, 2), (n,)."""
    along = np.roll(rings, -1, axis=1) - rings
    off = _AT[None, :, :, None] - rings[:, None, None]
    across = along[:, None, None, :, 0] * off[..., 1] - along[:, None, None, :, 1] * off[..., 0]
    depth = (across / np.hypot(along[..., 0], along[..., 1])[:, None, None]).min(axis=-1)
    inside = np.clip(depth * SAMPLES / REACH + 0.5, 0, 1)
    return np.asarray((inside * cut).sum(axis=(1, 2)))
