"""Parts of a photo: the board with a little of the table, and a place from right above."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.boards.board import Board, Box
from vision.overlay import Point, crop, height_mm
from vision.picture.arrays import Image
from vision.picture.resizing import shrunk, smaller
from web.score.report import View

MARGIN = 0.03
"""Table left around the board, as a share of the board."""
CROP_MM = 60.0
CROP_PX = 300


@dataclass(frozen=True, eq=False)
class Part:
    """A part of a photo (h, w, 3) BGR, where it was cut out, in px of the photo, and its scale."""

    image: Image
    corner: Point
    scale: float

    def size_px(self, longest_px: int) -> tuple[int, int]:
        """How wide and high it is where its longer side has so many pixels at most."""
        height, width = self.image.shape[:2]
        if not self.image.size:
            return width, height
        return shrunk((width, height), min(longest_px / max(height, width), 1.0))

    def fitted(self, longest_px: int) -> Part:
        """The same with so many pixels at most on its longer side; never larger than it is."""
        if not self.image.size:
            return self
        small = smaller(self.image, longest_px=longest_px)
        return Part(small.picture, self.corner, self.scale * small.shrink)


def board_part(view: View, box_mm: Box, longest_px: int | None = None) -> Part:
    """A photo's part with what lies in a box, and a little of the table.

    ``box_mm``: left, top, width and height, as ``Board.box_mm`` has them. ``longest_px``: so many
    pixels its longer side has at most. The picture is empty where the photo shows nothing of it.
    """
    left, top, width, height = box_mm
    right, bottom = left + width, top + height
    corners = view.pose.project(
        np.array([(left, top), (right, top), (right, bottom), (left, bottom)])
    )
    margin = MARGIN * float((corners.max(axis=0) - corners.min(axis=0)).max())
    low = np.maximum(np.floor(corners.min(axis=0) - margin), 0).astype(int)
    high = np.maximum(np.ceil(corners.max(axis=0) + margin), 0).astype(int)
    image = view.photo[low[1] : high[1], low[0] : high[0]]
    part = Part(image, (float(low[0]), float(low[1])), 1.0)
    return part if longest_px is None else part.fitted(longest_px)


def place_crop(board: Board, view: View, place: str) -> Image:
    """A place and what is around it, as seen from right above: (CROP_PX, CROP_PX, 3), BGR."""
    at = board.places[place]
    middle, height = (at.x_mm, at.y_mm), height_mm(board, place)
    return crop(view.photo, view.pose, middle, height, CROP_MM, CROP_PX)
