"""The small signs that are printed on a tile: where each is seen, and how many it may be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.boards.tiles_board import TilesBoard
from vision.picture.arrays import Floats, Tones
from vision.squares.printed.schematic import OTHER, PRINTED, SIGNS, points_mm, soft_spot

SHOWN = 0.35
"""A sample shows a sign by so much."""
LEAST, USUAL = 8, 17
"""Samples that together are a sign; one sign alone has so many."""
FIRST = OTHER + 2
"""The channel of the first sign: those of grounds are before, and that of no sign."""


@dataclass(frozen=True, eq=False)
class SeenSign:
    """Signs of a kind that are printed together: their middle (2,) in mm, and how many of them."""

    kind: str
    at_mm: Floats
    number: int


def signs_in(board: TilesBoard, seen: Tones) -> list[SeenSign]:
    """The signs that are seen on a cell (15, 32, 32), but for what stands in its middle."""
    points, found = points_mm(board), list[SeenSign]()
    step_mm = points[0, 1, 0] - points[0, 0, 0]
    for nth, kind in enumerate(SIGNS):
        mask = (seen[FIRST + nth] > SHOWN).astype(np.uint8)
        count, _, boxes, middles = cv2.connectedComponentsWithStats(mask)
        for each in range(1, count):
            size = int(boxes[each, cv2.CC_STAT_AREA])
            if kind != "stone" and size >= LEAST:
                at_mm = points[0, 0] + step_mm * middles[each]
                found.append(SeenSign(kind, at_mm, max(1, round(size / USUAL))))
    return found


def sign_maps(board: TilesBoard, signs: Sequence[SeenSign]) -> Tones:
    """How much of each sign is where, as schematics show them, (signs, 32, 32)."""
    made = np.zeros((len(SIGNS), *points_mm(board).shape[:2]), np.float32)
    for each in signs:
        x, y = (float(v) for v in each.at_mm)
        made[SIGNS.index(each.kind)] += soft_spot(board, (x, y)) * each.number / 2
    return made


def with_signs(maps: Tones, signs: Tones) -> Tones:
    """Schematics (n, 9, 32, 32) with these signs (5, 32, 32) besides what they have."""
    made = maps.copy()
    made[:, PRINTED:] += signs
    return made
