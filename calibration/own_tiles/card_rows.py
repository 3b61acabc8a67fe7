"""Own cards and tokens laid out in rows for one photo, in the order of their list.

Nothing is read from them: nobody knows how they are printed. Each one's picture stands beside what
the program takes to be on it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from calibration.own_tiles.photographed import PHOTO
from calibration.own_tiles.rows import columns_of
from companion.errors import InputError
from vision.picture.arrays import Floats, Image
from vision.picture.encoding import encoded
from vision.picture.photo import decode_to_read
from vision.picture.quads import CornerShares, px_of

FEWEST = 4
"""Of fewer cards no four lie at four corners."""
HIGH_PX = 240
LEAST_FLAT, MOST_FLAT = 1 / 3, 3.0
"""A card is no narrower, and no wider, than so many times its height."""
AROUND = 0.06
"""So much more than a card's share of the photo is shown: rows laid by hand are not straight."""


def rows_of(cards: Sequence[str]) -> list[Sequence[str]]:
    """The cards row by row, as they lie."""
    in_a_row = columns_of(len(cards))
    return [cards[first : first + in_a_row] for first in range(0, len(cards), in_a_row)]


def corner_cards(cards: Sequence[str]) -> tuple[str, str, str, str]:
    """Four cards at four corners, clockwise: the last row may not be full.

    Raises InputError for fewer than four.
    """
    if len(cards) < FEWEST:
        raise InputError("too-few-cards", least=FEWEST)
    rows = rows_of(cards)
    full = [row for row in rows[1:] if len(row) == len(rows[0])]
    return rows[0][0], rows[0][-1], (full or rows)[-1][-1], rows[-1][0]


def cards_cut(data: bytes, cards: Sequence[str], corners: CornerShares) -> Mapping[str, bytes]:
    """Cut every card out of a photo, as a JPEG seen from straight above.

    ``corners`` are the middles of ``corner_cards``, as shares of the photo. Raises InputError where
    no four middles of a table's cards are seen so.
    """
    marked = corner_cards(cards)
    photo = decode_to_read(data, PHOTO)
    px = px_of(corners, photo).astype(np.float32)
    lies = {card: (x, y) for y, row in enumerate(rows_of(cards)) for x, card in enumerate(row)}
    at = np.array([lies[card] for card in marked], np.float32)
    seen = np.asarray(cv2.getPerspectiveTransform(at, px), np.float64)
    flat = _flat(seen, at.mean(axis=0))
    if not LEAST_FLAT <= flat <= MOST_FLAT:
        raise InputError("corners-no-cards")
    size = (round(HIGH_PX * flat), HIGH_PX)
    return {card: encoded(_cut(photo, seen, where, size)) for card, where in lies.items()}


def _flat(seen: Floats, middle: Floats) -> float:
    """How many times its height a card in the middle of the rows is wide, as it is seen."""
    ends = middle + np.array([(-0.5, 0), (0.5, 0), (0, -0.5), (0, 0.5)])
    left, right, top, bottom = cv2.perspectiveTransform(ends[None].astype(np.float64), seen)[0]
    wide_px, high_px = (float(np.hypot(*(b - a))) for a, b in ((left, right), (top, bottom)))
    return wide_px / max(high_px, 1.0)


def _cut(photo: Image, seen: Floats, at: tuple[int, int], size: tuple[int, int]) -> Image:
    half = 0.5 + AROUND
    ring = [(-half, -half), (half, -half), (half, half), (-half, half)]
    there = np.array([[(at[0] + x, at[1] + y) for x, y in ring]], np.float32)
    from_px = cv2.perspectiveTransform(there, seen)[0]
    wide, high = size
    to_px = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    turned = cv2.getPerspectiveTransform(from_px, to_px)
    return np.asarray(cv2.warpPerspective(photo, turned, size), np.uint8)
