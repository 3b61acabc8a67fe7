"""A board of stops in a photo of it empty: which way up lies an outline?

Nothing of its print is known but where stops are, that stranding places are large white rectangles,
and that ports are printed in their products' colours. An outline that is seen is turned until they
lie where they should; no other board has white just there.
"""

from __future__ import annotations

import cv2
import numpy as np

from calibration.board_pose.outline import find_corners
from calibration.board_pose.quads import (
    WORK_PX,
    candidate_quads,
    homographies_to,
    rectangle_misfit,
)
from companion.boards.stops_board import StopsBoard
from companion.colour import bgr_of
from companion.errors import InputError
from vision.picture.arrays import Floats, Image
from vision.picture.resizing import Smaller, smaller

APART = 0.1
"""Outlines whose corners differ by less, as a share of the picture's longer side, are about the
same."""
MISFIT = 0.16
"""Outlines farther than this from a rectangle before a camera are no board."""
STEP_MM = 2.0
MIDDLE_MM = 5.0
AROUND_MM = (22.0, 30.0)
"""A stop's middle is held against the board so far around it."""
AS_GOOD = 0.12
"""The clearest outline is taken for another near it if its stops stand out nearly as much."""
LEAST, CLEARLY = 0.12, 0.06
"""The stops of the right outline stand out so much, and so much more than of any other turn."""


def find_by_stops(photo: Image, board: StopsBoard) -> Floats:
    """TL, TR, BR, BL of the printed board in a photo (h, w, 3), BGR: (4, 2) in px.

    Raises InputError where no outline has the stops, or two have them alike.
    """
    small = smaller(photo, longest_px=WORK_PX)
    work, clear = small.picture, _clear(photo, board, small)
    quads = np.concatenate([clear, candidate_quads(work)])
    turned = np.concatenate([np.roll(quads, turn, axis=1) for turn in range(4)])
    size_px = (work.shape[1], work.shape[0])
    turned = turned[rectangle_misfit(turned, board.width_mm, board.height_mm, size_px) < MISFIT]
    if not len(turned):
        raise InputError("board-not-in-photo", board=board.name)
    homographies = homographies_to(turned, board.width_mm, board.height_mm)
    looks = _Looks(board)
    scores = np.array([looks.score(work, homography) for homography in homographies])
    best = turned[int(scores.argmax())]
    rivals = np.abs(turned - best).max(axis=(1, 2)) > APART * max(size_px)
    if scores.max() < LEAST:
        raise InputError("board-not-in-photo", board=board.name)
    if scores.max() < scores[rivals].max(initial=-1.0) + CLEARLY:
        raise InputError("board-unsure-in-photo", board=board.name)
    if len(clear):
        ways = np.stack([np.roll(clear[0], turn, axis=0) for turn in range(4)])
        off = np.abs(ways - best).max(axis=(1, 2))
        way = ways[int(off.argmin())]
        score = looks.score(work, homographies_to(way[None], board.width_mm, board.height_mm)[0])
        if off.min() < APART * max(size_px) and score > scores.max() - AS_GOOD:
            return small.to_full(way)
    return small.to_full(best)


def _clear(photo: Image, board: StopsBoard, small: Smaller) -> Floats:
    """The outline that stands out most, placed to a pixel and bent as the lens bends it, or none.

    (n, 4, 2) in px of the shrunk picture.
    """
    try:
        corners_px = find_corners(photo, board.width_mm, board.height_mm)
    except InputError:
        return np.zeros((0, 4, 2))
    return small.to_small(corners_px)[None]


class _Looks:
    """How the stops of one board should stand out from what is around them."""

    def __init__(self, board: StopsBoard) -> None:
        self.board = board
        self.size = (round(board.width_mm / STEP_MM), round(board.height_mm / STEP_MM))
        colours = {kind.name: kind.colour for kind in board.products if kind.colour}
        self.at = [
            np.round(np.array([stop.x_mm, stop.y_mm]) / STEP_MM).astype(int)
            for stop in board.stops.values()
        ]
        self.white = np.array([not stop.is_port for stop in board.stops.values()])
        self.tones = np.array(
            [_tones(colours.get(stop.product or "", "#ffffff")) for stop in board.stops.values()]
        )
        reach = round(AROUND_MM[1] / STEP_MM)
        away = np.hypot(*np.mgrid[-reach : reach + 1, -reach : reach + 1]) * STEP_MM
        self.reach = reach
        self.middle, self.ring = away < MIDDLE_MM, (away > AROUND_MM[0]) & (away < AROUND_MM[1])

    def score(self, work: Image, homography: Floats) -> float:
        """How much the stops stand out, the right way, if the board lay so."""
        to_mm = np.diag([STEP_MM, STEP_MM, 1.0])
        face = cv2.warpPerspective(
            work, homography @ to_mm, self.size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        )
        padded = cv2.copyMakeBorder(face, *(self.reach,) * 4, cv2.BORDER_REPLICATE)
        tones = padded.astype(np.float32) / 255
        cuts = np.array(
            [tones[y : y + 2 * self.reach + 1, x : x + 2 * self.reach + 1] for x, y in self.at]
        )
        # The number of a zone is printed in the middle of its rectangle: the lighter half is paper.
        middles = np.quantile(cuts[:, self.middle], 0.7, axis=1)
        rings = np.median(cuts[:, self.ring], axis=1)
        out = middles - rings
        white = out.min(axis=1)[self.white].mean()
        colour, wanted = (part - part.mean(axis=1, keepdims=True) for part in (out, self.tones))
        likeness = (colour * wanted).sum(axis=1) / np.maximum(np.linalg.norm(wanted, axis=1), 0.1)
        return float(white + likeness[~self.white].mean())


def _tones(colour: str) -> Floats:
    """``#rrggbb`` as tones, BGR."""
    return np.array([code / 255 for code in bgr_of(colour)])
