"""The networks that see what each sample of a cell shows, and which tile explains it.

They are trained on drawn tiles (``vision/training/squares``) and know no print.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from companion.boards.tiles_board import Cell, TilesBoard
from vision.alignment.pose import Pose
from vision.picture.arrays import Image, Tones
from vision.picture.networks import run, softmax
from vision.squares.printed.schematic import OTHER, SPAN, halved

SIDE = 64
"""Pixels along a side of a crop."""
GROUNDS = OTHER + 1
TOGETHER = 64
"""So many are shown to a network at once."""
SEERS, TELLERS = ("tile", "tile_wide"), ("match", "match_wide")
"""Each cell is seen and told by two that learned apart: the mean of what they say counts."""
BEGINS = 3.05
"""They learned odds of tiles beside each other, so where these begin is by lot: so much more, in
the mean of both, than with the first alone (336 tiles of boxes 405 to 412)."""


def crops_of(
    photo: Image, pose: Pose, board: TilesBoard, cells: Sequence[Cell], side: int = SIDE
) -> Tones:
    """Each cell from straight above, a little of its neighbours too: (n, side, side, 3) tones."""
    reach = SPAN * board.lattice.apart_mm / 2
    square = np.array([[-reach, -reach], [reach, -reach], [reach, reach], [-reach, reach]])
    middles = np.array([(cell.x_mm, cell.y_mm) for cell in cells]).reshape(-1, 1, 2)
    corners = pose.project((middles + square).reshape(-1, 2)).reshape(-1, 4, 2)
    return cut(photo, corners, side)


def cut(photo: Image, corners_px: np.ndarray, side: int = SIDE) -> Tones:
    """Quads (n, 4, 2) of a photo, each as a square: (n, side, side, 3) tones."""
    ends = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32) - 0.5
    ways = [cv2.getPerspectiveTransform(each.astype(np.float32), ends) for each in corners_px]
    seen = [
        cv2.warpPerspective(photo, way, (side, side), borderMode=cv2.BORDER_REPLICATE)
        for way in ways
    ]
    codes = np.stack(seen) if seen else np.zeros((0, side, side, 3))
    return np.asarray(codes, np.float32) / 255


def look_at(crops: Tones) -> Tones:
    """What the samples of crops (n, 64, 64, 3) show, (n, 15, 32, 32): shares of grounds, signs."""
    shown = np.ascontiguousarray(crops.transpose(0, 3, 1, 2), np.float32)
    told = [
        np.mean([_shares(name, shown[at : at + TOGETHER]) for name in SEERS], axis=0)
        for at in range(0, len(shown), TOGETHER)
    ]
    if not told:
        return np.zeros((0, GROUNDS + 6, 32, 32), np.float32)
    return np.asarray(np.concatenate(told), np.float32)


def _shares(network: str, shown: Tones) -> Tones:
    """What one network sees on crops (n, 3, 64, 64), (n, 15, 32, 32)."""
    [logits] = run(network, {"crops": shown}, ("seen",))
    parts = [softmax(logits[:, :GROUNDS], axis=1), softmax(logits[:, GROUNDS:], axis=1)]
    return np.concatenate(parts, axis=1)


def odds_of(seen: Tones, maps: Tones) -> Tones:
    """Log odds (k,) of tiles by their coarse maps (k, 9, 16, 16) for one cell (15, 32, 32).

    Or for a cell that is seen in another way beside each of them, (k, 15, 32, 32).
    """
    shown = seen.shape[-3]
    both = np.empty((len(maps), shown + maps.shape[1], *maps.shape[2:]), np.float32)
    both[:, :shown], both[:, shown:] = halved(seen), maps
    told = [
        np.mean(
            [run(name, {"pairs": both[at : at + TOGETHER]}, ("odds",))[0] for name in TELLERS],
            axis=0,
        )
        for at in range(0, len(both), TOGETHER)
    ]
    return np.concatenate(told)[:, 0] - BEGINS if told else np.zeros(0, np.float32)
