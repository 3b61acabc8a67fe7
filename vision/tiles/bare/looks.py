"""How each tile looks bare, from straight above: cut out of the sheet."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from companion.boards.board import Box
from companion.boards.lattice import turned
from companion.boards.tiles_board import BESIDE_MM, TilesBoard
from companion.position import Position
from vision.alignment.pose import Pose
from vision.alignment.reference import Reference
from vision.picture.arrays import Floats, Image
from vision.picture.sampling import sample

STEPS = 130
"""A tile is sampled so many times between two of its opposite sides."""


@dataclass(frozen=True, eq=False)
class Looks:
    """Pictures from straight above, ``step_mm`` to the pixel.

    ``tiles`` (n, n, 3) lie around the middle of a tile in its own frame, as far as its corners
    reach; ``beside`` (h, w, 3) is what is printed beside them, over ``beside_mm``.
    """

    step_mm: float
    tiles: Mapping[str, Image]
    beside: Image | None
    beside_mm: Box

    @classmethod
    def of(cls, board: TilesBoard, reference: Reference, lies: Position) -> Looks:
        """Cut the looks out of a photo of tiles that lie so."""
        step_mm = board.lattice.apart_mm / STEPS
        smooth = reference.smoothed(step_mm)
        frame_mm = tile_frame_mm(board, step_mm)
        tiles = {}
        for cell, said in lies.spaces.items():
            lying, at = board.read(said), board.cells[cell]
            if lying is None:
                continue
            turn = board.lattice.turned_deg + lying.turn * 360 / board.lattice.sides
            points_mm = placed_mm(frame_mm, (at.x_mm, at.y_mm), turn)
            tiles[lying.tile] = _cut(smooth, reference.pose, points_mm)
        box = beside_box_mm(board)
        beside = _cut(smooth, reference.pose, box_points_mm(box, step_mm)) if box[2] else None
        return cls(step_mm, tiles, beside, box)


def reach_mm(board: TilesBoard) -> float:
    """How far the corners of a cell are from its middle."""
    return board.lattice.apart_mm / 2 / math.cos(math.pi / board.lattice.sides)


def tile_frame_mm(board: TilesBoard, step_mm: float) -> Floats:
    """The points of a tile's square picture in its own frame, (n, n, 2)."""
    count = math.ceil(reach_mm(board) / step_mm)
    line = (np.arange(2 * count) + 0.5 - count) * step_mm
    return np.stack(np.meshgrid(line, line), axis=-1)


def on_tile(board: TilesBoard, points_mm: Floats, share: float = 1.0) -> np.ndarray:
    """Which points (..., 2) of a tile's own frame lie on it, or on this share of its size."""
    sides = board.lattice.sides
    ways = np.arange(sides) * 2 * math.pi / sides
    normals = np.stack([np.cos(ways), np.sin(ways)])
    return np.asarray((points_mm @ normals).max(axis=-1) <= share * board.lattice.apart_mm / 2)


def placed_mm(points_mm: Floats, at_mm: tuple[float, float], turn_deg: float) -> Floats:
    """Points (..., 2) of a frame that lies at a place, turned -> on the table."""
    x, y = turned((1.0, 0.0), turn_deg)
    return np.asarray(points_mm @ np.array([[x, y], [-y, x]]) + at_mm)


def beside_box_mm(board: TilesBoard) -> Box:
    """Around the places that are printed beside the tiles; no width where there are none."""
    places = board.printed_places.values()
    if not places:
        return 0.0, 0.0, 0.0, 0.0
    x, y = np.array([(place.x_mm, place.y_mm) for place in places]).T
    left, top = float(x.min()) - BESIDE_MM, float(y.min()) - BESIDE_MM
    return left, top, float(x.max()) + BESIDE_MM - left, float(y.max()) + BESIDE_MM - top


def box_points_mm(box: Box, step_mm: float) -> Floats:
    """The points of a box on the table, (h, w, 2)."""
    left, top, width, height = box
    across, down = (
        (np.arange(max(1, round(side / step_mm))) + 0.5) * step_mm for side in (width, height)
    )
    return np.stack(np.meshgrid(left + across, top + down), axis=-1)


def _cut(photo: Image, pose: Pose, points_mm: Floats) -> Image:
    at_px = pose.project(points_mm.reshape(-1, 2)).reshape(points_mm.shape)
    return np.asarray(sample(photo, at_px), np.uint8)
