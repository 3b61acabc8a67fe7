"""What is wrong with a photo that a board is to be traced from, and where.

Only codes, places and figures: the words are said where they are shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise

import cv2
import numpy as np

from calibration.board_pose.quads import homographies_to
from vision.picture.arrays import Floats, Image
from vision.picture.sampling import largest

LEAST_STICK_PX = 12.0
"""A stick shorter than this in the photo is too small to tell its colour and place."""
MOST_BLUR = 0.07
"""Edges blurred by more than this share of a stick's length (sigma) hide where dashes end."""
OWN_BLUR_PX = 1.0
"""Finer than this no photo is: it says nothing of the focus."""
WORK_PX_PER_MM = 2.0
"""The board is looked at straightened at this scale, or the photo's own where that is coarser."""
TILES = 4
"""Blur is told in so many parts along each side of the board: a camera that looks aslant is out of
focus at one end only."""
EVERYWHERE = 0.6
"""Where more than this share of the parts is blurred all of the photo is, and no place is told."""
AGAIN_PX = 1.5
"""By how much edges are blurred once more (sigma) to tell how sharp they were."""
LEAST_EDGES, LEAST_SLOPE = 40, 2.0
"""A tile with fewer edge pixels tells nothing; nor do edges that are hardly any, tones per px."""
BLOWN_OUT = 250
"""A pixel whose channels all have this code or more is blown out: it shows no print."""
GLARE_STICKS = 3.0
"""A spot blown out that is as large as so many sticks (of a quarter of their length in width)."""
MOST_GLARES = 5
"""So many are told, the largest."""
DARK = 45
"""A photo of which not one pixel in twenty reaches this code, of 255, is too dark."""
CUT_OFF_PX = 1.0
"""A corner that is marked no farther outside the photo is taken to lie on its edge."""


class FaultCode(Enum):
    """What may be wrong."""

    CORNER_CUT_OFF = "corner_cut_off"
    """Figures: ``corner`` (0..3: TL, TR, BR, BL), ``outside_px``."""
    TOO_SMALL = "too_small"
    """Figures: ``px_per_stick`` where the board is farthest, whole ones, and ``least``."""
    BLURRED = "blurred"
    """Figures: ``blur_mm`` (sigma), ``most_mm``. No place where all of the photo is."""
    GLARE = "glare"
    """Figures: ``across_mm``."""
    DARK = "dark"
    """Figures: ``brightest`` of 255, ``least``."""


@dataclass(frozen=True, slots=True)
class PhotoFault:
    """One fault, ``at_px`` in the photo where it has a place; the middle of pixel 0 is 0."""

    code: FaultCode
    at_px: tuple[float, float] | None
    figures: Mapping[str, float]


def photo_faults(
    photo: Image, corners_px: Floats, board_mm: tuple[float, float], stick_mm: float
) -> tuple[PhotoFault, ...]:
    """Everything wrong with a photo (h, w, 3), BGR, of a board; nothing where it will do.

    ``corners_px`` (4, 2) are the board's TL, TR, BR, BL; ``stick_mm`` is a stick's length.
    """
    corners = np.asarray(corners_px, float)
    to_px = homographies_to(corners[None], *board_mm)[0]
    faults = [*_cut_off(photo, corners), *_too_small(to_px, board_mm, stick_mm)]
    scale = min(WORK_PX_PER_MM, _finest(to_px, board_mm))
    size = (max(8, round(board_mm[0] * scale)), max(8, round(board_mm[1] * scale)))
    way = to_px @ np.diag([1 / scale, 1 / scale, 1.0])
    flat = cv2.warpPerspective(photo, way, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    seen = np.asarray(flat, np.uint8)
    faults += _glare(seen, way, scale, stick_mm)
    dark = too_dark(seen)
    faults += [dark] if dark is not None else _blurred(seen, way, scale, stick_mm)
    return tuple(faults)


def _cut_off(photo: Image, corners: Floats) -> list[PhotoFault]:
    last = np.array([photo.shape[1], photo.shape[0]]) - 1.0
    faults = []
    for index, corner in enumerate(corners):
        outside = float(np.maximum(-corner, corner - last).max())
        if outside > CUT_OFF_PX:
            x, y = np.clip(corner, 0, last)
            figures = {"corner": float(index), "outside_px": outside}
            faults.append(PhotoFault(FaultCode.CORNER_CUT_OFF, (float(x), float(y)), figures))
    return faults


def _scales(to_px: Floats, points_mm: Floats) -> Floats:
    """Px per mm at board points (n, 2), in the direction in which it is least, (n,)."""
    step = 0.5
    moved = np.stack([points_mm, points_mm + [step, 0], points_mm + [0, step]])
    seen = cv2.perspectiveTransform(moved.reshape(-1, 1, 2), to_px).reshape(3, -1, 2)
    slopes = np.stack([seen[1] - seen[0], seen[2] - seen[0]], axis=2) / step
    return np.asarray(np.linalg.svd(slopes, compute_uv=False)[:, -1])


def _finest(to_px: Floats, board_mm: tuple[float, float]) -> float:
    return float(_scales(to_px, np.array([board_mm]) / 2)[0])


def _too_small(to_px: Floats, board_mm: tuple[float, float], stick_mm: float) -> list[PhotoFault]:
    shares = np.array([(0, 0), (1, 0), (1, 1), (0, 1), (0.5, 0.5)], float)
    scales = _scales(to_px, shares * np.array(board_mm))
    px_per_stick = float(scales.min()) * stick_mm
    if px_per_stick >= LEAST_STICK_PX:
        return []
    # Whole pixels alone count: none is told to be as long as is needed.
    figures = {"px_per_stick": float(np.floor(px_per_stick)), "least": LEAST_STICK_PX}
    return [PhotoFault(FaultCode.TOO_SMALL, None, figures)]


def too_dark(picture: Image) -> PhotoFault | None:
    """Say so where a picture (h, w, 3), BGR, is too dark to tell anything in it."""
    brightest = float(np.percentile(largest(picture), 95))
    if brightest >= DARK:
        return None
    return PhotoFault(FaultCode.DARK, None, {"brightest": brightest, "least": float(DARK)})


def _glare(flat: Image, way: Floats, scale: float, stick_mm: float) -> list[PhotoFault]:
    """The largest spots that are blown out, largest first."""
    blown = (flat.min(axis=2) >= BLOWN_OUT).astype(np.uint8)
    _, _, stats, middles = cv2.connectedComponentsWithStats(blown)
    areas_mm2 = stats[1:, cv2.CC_STAT_AREA] / scale**2
    least_mm2 = GLARE_STICKS * stick_mm * stick_mm / 4
    faults = []
    for index in np.argsort(-areas_mm2, kind="stable")[:MOST_GLARES]:
        if areas_mm2[index] >= least_mm2:
            across = float(np.sqrt(areas_mm2[index] * 4 / np.pi))
            at_px = _in_photo(way, middles[index + 1])
            faults.append(PhotoFault(FaultCode.GLARE, at_px, {"across_mm": across}))
    return faults


def _blurred(flat: Image, way: Floats, scale: float, stick_mm: float) -> list[PhotoFault]:
    """All of it, or the tiles that are worse than the others, the worst only."""
    sigma_px, middles = _tile_blurs(flat)
    most_mm = MOST_BLUR * stick_mm
    most_px = max(most_mm * scale, OWN_BLUR_PX)
    told = np.isfinite(sigma_px)
    if not told.any():
        return []
    over = told & (sigma_px > most_px)
    if not over.any():
        return []
    worst = int(np.where(told, sigma_px, -1).argmax())
    everywhere = over.sum() > EVERYWHERE * told.sum()
    blur_px = float(np.median(sigma_px[told])) if everywhere else float(sigma_px[worst])
    at_px = None if everywhere else _in_photo(way, middles[worst])
    figures = {"blur_mm": blur_px / scale, "most_mm": most_px / scale}
    return [PhotoFault(FaultCode.BLURRED, at_px, figures)]


def _tile_blurs(flat: Image) -> tuple[Floats, Floats]:
    """How blurred the edges of each tile are, sigma (n,) in px, nan without edges; middles (n, 2).

    An edge blurred once more by a known sigma loses the more of its slope the sharper it was: Zhuo
    and Sim, "Defocus map estimation from a single image", Pattern Recognition 44 (2011). Level and
    upright edges are told apart, for a camera that moved blurs only those across its way.
    """
    grey = np.asarray(
        cv2.GaussianBlur(cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY), (0, 0), 0.6), np.uint8
    )
    softer = np.asarray(cv2.GaussianBlur(grey, (0, 0), AGAIN_PX), np.uint8)
    blurs, middles = [], []
    slopes = [
        (_slope(grey, along), _slope(grey, 1 - along), _slope(softer, along)) for along in (0, 1)
    ]
    rows, columns = (np.linspace(0, side, TILES + 1).astype(int) for side in grey.shape)
    for top, bottom in pairwise(rows):
        for left, right in pairwise(columns):
            here = np.s_[top:bottom, left:right]
            each = [_edge_blur(*(slope[here] for slope in three)) for three in slopes]
            blurs.append(max(each) if np.isfinite(each).all() else np.nan)
            middles.append(((left + right) / 2, (top + bottom) / 2))
    return np.array(blurs), np.array(middles)


def _edge_blur(slope: Floats, beside: Floats, softer: Floats) -> float:
    """The blur of the sharper edges that run across one direction, sigma in px; nan for none."""
    strong = (slope > max(LEAST_SLOPE, float(np.percentile(slope, 92)))) & (slope > 2 * beside)
    if strong.sum() < LEAST_EDGES:
        return float("nan")
    ratio = slope[strong] / np.maximum(softer[strong], 1e-3)
    sigma = AGAIN_PX / np.sqrt(np.maximum(ratio**2 - 1, 1e-2))
    return float(np.percentile(sigma, 25))


def _slope(grey: Image, along: int) -> Floats:
    """How steep the tones are along x (0) or y (1), in tones per px."""
    way = (1, 0) if along == 0 else (0, 1)
    return np.abs(cv2.Sobel(grey, cv2.CV_32F, *way, ksize=3, scale=0.125).astype(np.float64))


def _in_photo(way: Floats, at: Floats) -> tuple[float, float]:
    """A point of the straightened picture as it lies in the photo."""
    x, y = cv2.perspectiveTransform(np.array(at, float).reshape(1, 1, 2), way).ravel()
    return float(x), float(y)
