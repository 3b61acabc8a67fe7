"""Whether a figure stands or lies: by the outline in which it would be seen.

The networks' samples tell where a figure is, but not its outline: where its paint ends in the photo
does. A head, and legs apart, are smaller than a sample.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards.tiles_board import FIGURE_THICK, PieceType
from vision.alignment.pose import Pose
from vision.picture.arrays import Floats, Image, Mask
from vision.squares.mosaic import Mosaic
from vision.squares.network import cut

FINE_MM = 0.5
"""Outlines are compared at samples so far apart: a third of the networks', which miss a head."""
REACH_MM = 22.0
"""An outline and what is seen are laid over each other in a square of such a side."""
STANDING_DEG, LYING_DEG = range(0, 180, 15), range(0, 360, 30)
"""A figure may be turned so. One that stands looks the same after half a turn; one that lies has
its head at one end."""
LEAN = 0.01
"""Outlines are drawn for leans so far apart: less than a fine sample, at a figure's height."""
SAYS = 18.0
"""How much better an outline fits, as a share of both, is worth so much in log odds."""
GROWN = range(4)
"""The networks often see less of a figure than there is, so much narrower all around, in fine
samples: a lying one is then as small as one that stands."""
CUT_MM, CORE_MM, NEAR_MM = 14.0, 1.5, 3.5
"""Its paint is looked for so far around its middle; so far within what the networks see of it is
surely its own, and further beyond that nothing is."""
LEAST_CORE = 20
"""From fewer fine samples no paint is told: what the networks see stands then."""
BLUR_PX = 1.0
"""A photo's noise is smoothed by such a sigma, in fine samples, before its colours are grouped."""
ROUNDS = 3
"""Colours are grouped, and cut by them, so many times in turn."""
LEAST = 0.5
"""What has less than so much of what the networks see of a figure is not the whole of its paint."""


class Outlines:
    """The outlines of figures in the photos of one table, kept while they look as they did."""

    def __init__(self) -> None:
        self._before: dict[tuple[int, ...], Mask] = {}
        self._now: dict[tuple[int, ...], Mask] = {}

    def next_photo(self) -> None:
        """Forget what was not seen in the last photo."""
        self._before, self._now = self._now, {}

    def of(self, photo: Image, pose: Pose, mosaic: Mosaic, own: NDArray[np.bool_]) -> Mask:
        """Where a figure is seen, (n, n) at fine samples, of which a mosaic's are ``own``."""
        rows, columns = np.nonzero(own)
        key = (*rows.tolist(), *columns.tolist())
        known = self._before.get(key)
        if known is None:
            middle = np.array([[columns.mean(), rows.mean()]])
            known = _painted(photo, pose, mosaic, own, mosaic.to_mm(middle)[0])
        self._now[key] = known
        return known


def _painted(
    photo: Image, pose: Pose, mosaic: Mosaic, own: NDArray[np.bool_], middle_mm: Floats
) -> Mask:
    """What has the paint of a figure around its middle (2,), and hangs together.

    Its colours and those around it tell (GrabCut: Rother, Kolmogorov and Blake, 2004).
    """
    line_mm = np.arange(-CUT_MM + FINE_MM / 2, CUT_MM, FINE_MM)
    square = CUT_MM * np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])
    [seen] = cut(photo, pose.project(middle_mm + square)[None], len(line_mm))
    first_mm = mosaic.to_mm(np.zeros((1, 2)))[0]
    x, y = (
        np.round((at + line_mm - first) / mosaic.step_mm).astype(int)
        for at, first in zip(middle_mm, first_mm, strict=True)
    )
    beside = np.pad(own, 1)
    high, wide = own.shape
    coarse = beside[np.clip(y + 1, 0, high + 1)[:, None], np.clip(x + 1, 0, wide + 1)[None]]
    coarse = np.asarray(coarse, np.uint8)
    core, near = cv2.erode(coarse, _disc(CORE_MM)), cv2.dilate(coarse, _disc(NEAR_MM))
    if core.sum() < LEAST_CORE:
        return coarse
    told = np.where(near > 0, cv2.GC_PR_BGD, cv2.GC_BGD).astype(np.uint8)
    told[coarse > 0], told[core > 0] = cv2.GC_PR_FGD, cv2.GC_FGD
    codes = np.asarray(np.round(255 * cv2.GaussianBlur(seen, (0, 0), BLUR_PX)), np.uint8)
    # Its colours are grouped by lot: the same photo is to be read the same way.
    cv2.setRNGSeed(1)
    print_, paint = (np.zeros((1, 65)) for _ in range(2))
    cv2.grabCut(codes, told, (0, 0, 0, 0), print_, paint, ROUNDS, cv2.GC_INIT_WITH_MASK)
    mask = np.isin(told, (cv2.GC_FGD, cv2.GC_PR_FGD)).astype(np.uint8)
    _, labels = cv2.connectedComponents(mask)
    whole = np.asarray(labels == np.bincount(labels[core > 0]).argmax(), np.uint8)
    return whole if whole.sum() >= LEAST * coarse.sum() else coarse


def _disc(radius_mm: float) -> Mask:
    side = 2 * round(radius_mm / FINE_MM) + 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)), np.uint8)


def lying_odds(mask: Mask, step_mm: float, lean: Floats, form: PieceType) -> float:
    """Log odds that a figure lies that covers a mask (h, w), samples ``step_mm`` apart.

    ``lean`` (2,) is how far a point seems shifted for each mm that it is higher.
    """
    whole, around = _centred(mask, step_mm), np.ones((3, 3), np.uint8)
    seen = [np.asarray(cv2.dilate(whole, around, iterations=n), np.uint8) for n in GROWN]
    east, south = (round(float(each) / LEAN) for each in lean)
    outlines = _outlines(form.length_mm, form.height_mm, (east, south), len(whole))
    fits = [[max(_alike(each, way) for way in ways) for each in seen] for ways in outlines]
    at = int(np.argmax(np.max(fits, axis=0)))
    return float(SAYS * (fits[1][at] - fits[0][at]))


@lru_cache(maxsize=64)
def _outlines(
    wide_mm: float, high_mm: float, lean: tuple[int, int], side: int
) -> tuple[tuple[Mask, ...], tuple[Mask, ...]]:
    """How a figure would be seen that stands, and that lies, whichever way it is turned.

    ``lean`` is told in steps of ``LEAN``. Kept: figures stay where they are for many looks.
    """
    leans = LEAN * np.array(lean)
    stands = (_standing(wide_mm, high_mm, angle) for angle in STANDING_DEG)
    lies = (_lying(wide_mm, high_mm, angle) for angle in LYING_DEG)
    return (
        tuple(_drawn(parts, leans, side) for parts in stands),
        tuple(_drawn(parts, leans, side) for parts in lies),
    )


Parts = list[tuple[Floats, float, float]]


def _standing(wide: float, high: float, angle_deg: float) -> Parts:
    thick = FIGURE_THICK * wide
    shares = ((0.8, 0.0, 0.42), (1.0, 0.42, 0.68), (0.42, 0.68, 1.0))
    return [
        (_box(0.0, share * wide, thick, angle_deg), low * high, top * high)
        for share, low, top in shares
    ]


def _lying(wide: float, long_: float, angle_deg: float) -> Parts:
    thick = FIGURE_THICK * wide
    boxes = ((-0.28, 0.44 * long_, 0.8), (0.06, 0.26 * long_, 1.0), (0.34, 0.34 * wide, 0.4))
    return [
        (_box(at * long_, length, share * wide, angle_deg), 0.0, thick)
        for at, length, share in boxes
    ]


def _box(along_mm: float, length_mm: float, width_mm: float, angle_deg: float) -> Floats:
    """A box whose middle lies so far along its way, (4, 2)."""
    angle = np.radians(angle_deg)
    ahead = np.array([np.cos(angle), np.sin(angle)])
    across = np.array([-ahead[1], ahead[0]])
    half = ahead * length_mm / 2, across * width_mm / 2
    middle = ahead * along_mm
    return np.array(
        [middle + a * half[0] + b * half[1] for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    )


def _drawn(parts: Parts, lean: Floats, side: int) -> Mask:
    """How a figure would be seen, (side, side), its middle in that of the square."""
    drawn = np.zeros((side, side), np.uint8)
    for outline, low, high in parts:
        both = np.concatenate([outline + lean * low, outline + lean * high])
        hull = cv2.convexHull(both.astype(np.float32)).reshape(-1, 2)
        cv2.fillConvexPoly(drawn, np.round(hull / FINE_MM + side / 2).astype(np.int32), 1)
    return _shifted(drawn)


def _alike(seen: Mask, drawn: Mask) -> float:
    """The share that an outline and what is seen have in common."""
    return float((drawn & seen).sum() / max((drawn | seen).sum(), 1))


def _centred(mask: Mask, step_mm: float) -> Mask:
    """A mask at fine samples, its middle in the middle of a square."""
    rows, columns = np.nonzero(mask)
    cut = mask[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    scale = step_mm / FINE_MM
    size = (round(cut.shape[1] * scale), round(cut.shape[0] * scale))
    fine = cv2.resize(cut, size, interpolation=cv2.INTER_NEAREST)
    side = 2 * round(REACH_MM / FINE_MM)
    square = np.zeros((side, side), np.uint8)
    high, wide = min(side, fine.shape[0]), min(side, fine.shape[1])
    square[:high, :wide] = fine[:high, :wide]
    return _shifted(square)


def _shifted(mask: Mask) -> Mask:
    """A mask moved so that its middle is that of the square."""
    rows, columns = np.nonzero(mask)
    if not len(rows):
        return mask
    side = len(mask)
    move = np.array([[1.0, 0.0, side / 2 - columns.mean()], [0.0, 1.0, side / 2 - rows.mean()]])
    return np.asarray(cv2.warpAffine(mask, move, (side, side), flags=cv2.INTER_NEAREST), np.uint8)
