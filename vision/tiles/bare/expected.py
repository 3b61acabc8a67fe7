"""The table as it should look if the tiles lay as believed: what a photo is aligned with."""

from __future__ import annotations

import math

import cv2
import numpy as np

from companion.boards.tiles_board import TilesBoard
from companion.position import Position
from vision.alignment.pose import Pose
from vision.alignment.reference import Reference
from vision.picture.arrays import Image
from vision.tiles.bare.looks import Looks, on_tile, tile_frame_mm

FROM_ABOVE = 20.0
"""The picture is that of a camera so many tables above: all but a scan."""
MOST_PX = 1600


def expected_table(
    board: TilesBoard,
    looks: Looks,
    lies: Position,
    beside: tuple[float, float, float] | None,
) -> Reference:
    """A photo of the table from straight above, with these tiles and nothing on them.

    ``beside`` is where the middle of the board beside them lies, and its turn; None leaves it out.
    Where no tile is believed to lie, it is grey: what cloth or wood is there nobody knows.
    """
    scale = min(1 / looks.step_mm, MOST_PX / max(board.width_mm, board.height_mm))
    size = (round(board.width_mm * scale), round(board.height_mm * scale))
    picture = np.full((size[1], size[0], 3), 110, np.uint8)
    if looks.beside is not None and beside is not None:
        x_mm, y_mm, turn = beside
        way = _way(looks.beside, (x_mm, y_mm), turn, looks.step_mm, scale)
        laid = cv2.warpAffine(looks.beside, way, size, flags=cv2.INTER_AREA)
        whole = np.full(looks.beside.shape[:2], 255, np.uint8)
        cover = cv2.warpAffine(whole, way, size, flags=cv2.INTER_NEAREST)
        picture[cover > 0] = laid[cover > 0]
    inside = on_tile(board, tile_frame_mm(board, looks.step_mm), 0.97)
    mask = inside.astype(np.uint8) * 255
    for cell, said in lies.spaces.items():
        lying = board.read(said)
        at = board.cells.get(cell)
        if lying is None or at is None or lying.tile not in looks.tiles:
            continue
        look = looks.tiles[lying.tile]
        turn = board.lattice.turned_deg + lying.turn * 360 / board.lattice.sides
        way = _way(look, (at.x_mm, at.y_mm), turn, looks.step_mm, scale)
        laid = cv2.warpAffine(look, way, size, flags=cv2.INTER_AREA)
        cover = cv2.warpAffine(mask, way, size, flags=cv2.INTER_NEAREST)
        picture[cover > 0] = laid[cover > 0]
    return Reference(picture, from_above(board, scale, size))


def from_above(board: TilesBoard, scale: float, size_px: tuple[int, int]) -> Pose:
    """The pose of a picture whose pixels are 1 / ``scale`` mm."""
    away_mm = FROM_ABOVE * max(board.width_mm, board.height_mm)
    focal = scale * away_mm
    matrix = np.array([[focal, 0.0, -0.5], [0.0, focal, -0.5], [0.0, 0.0, 1.0]])
    middle = np.array([0.0, 0.0, away_mm])
    return Pose(matrix, np.zeros(2), np.zeros(3), middle, size_px)


def _way(
    look: Image, at_mm: tuple[float, float], turn_deg: float, step_mm: float, scale: float
) -> np.ndarray:
    """The affine way from a look's pixels to the table's, (2, 3)."""
    size = step_mm * scale
    cos, sin = math.cos(math.radians(turn_deg)) * size, math.sin(math.radians(turn_deg)) * size
    across, down = look.shape[1] / 2 - 0.5, look.shape[0] / 2 - 0.5
    x, y = at_mm[0] * scale - 0.5, at_mm[1] * scale - 0.5
    return np.array(
        [[cos, -sin, x - cos * across + sin * down], [sin, cos, y - sin * across - cos * down]]
    )
