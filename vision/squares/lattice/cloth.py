"""The table beside the tiles told from them by their colours, as they are in this photo.

A checked cloth has edges and squares as tiles have; but what lies beyond all tiles shows its
colours, and the tiles that are known show theirs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.boards.tiles_board import Cell, TilesBoard
from vision.alignment.pose import Pose
from vision.picture.arrays import Floats, Image, Tones
from vision.picture.sampling import sample
from vision.squares.lattice.colour_bins import binned, counted

POINTS = 80
"""So many points of the table are looked at along the photo's longer side."""
WITHIN = np.linspace(-0.4, 0.4, 12)
"""Points of a tile, in sides."""
LEAST = 200
"""So many points of the table are needed."""
SMALL, MOST = 0.002, 3.0
"""A colour as rare as this is unknown; one point says no more than that, as log odds."""
NEW = 0.02
"""As often as this the tile after a single one shows a colour that the known do not."""


@dataclass(frozen=True, eq=False)
class Cloth:
    """``odds`` by bin of colour (16, 32, 32): log odds that tiles have it, and not the table.

    ``apart`` is how much more, in the mean, they say so of the tiles than of the table.
    """

    odds: Tones
    apart: float

    @classmethod
    def around(
        cls, photo: Image, pose: Pose, board: TilesBoard, cells: Sequence[Cell]
    ) -> Cloth | None:
        """By the tiles on some cells and what is beyond those beside them; None if too little."""
        known = {cell.at for cell in cells}
        near = known | {at for cell in cells for at in board.lattice.beside(cell.at)}
        step_px = max(photo.shape[:2]) / POINTS
        x, y = (np.arange(step_px / 2, side, step_px) for side in photo.shape[1::-1])
        at_px = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
        at_mm = pose.to_board(at_px)
        beyond = np.array([board.lattice.nearest(*at) not in near for at in at_mm], bool)
        if beyond.sum() < LEAST or not cells:
            return None
        side = board.lattice.apart_mm
        grid = np.stack(np.meshgrid(WITHIN, WITHIN), axis=-1).reshape(-1, 2) * side
        middles = np.array([(cell.x_mm, cell.y_mm) for cell in cells])[:, None]
        tiles = _shares(photo, pose.project((middles + grid).reshape(-1, 2)))
        table = _shares(photo, at_px[beyond])
        odds = np.log((tiles + SMALL + NEW / len(cells)) / (table + SMALL)).clip(-MOST, MOST)
        share_tiles, share_table = tiles / tiles.sum(), table / table.sum()
        apart = float(((share_tiles - share_table) * odds).sum()) / (2 * MOST)
        return cls(odds.astype(np.float32), apart)

    def of(self, photo: Image, at_px: Floats) -> Tones:
        """Log odds (...) that tiles are seen at points (..., 2) of a photo."""
        told = self.odds[binned(sample(photo, at_px.reshape(-1, 1, 2)))]
        return np.asarray(told.reshape(at_px.shape[:-1]))

    def of_crop(self, crop: Tones) -> float:
        """The mean of the log odds of a cell seen from straight above, (64, 64, 3)."""
        edge = len(crop) // 8
        inner = np.ascontiguousarray(crop[edge:-edge, edge:-edge])
        return float(self.odds[binned(np.asarray(np.round(255 * inner), np.uint8))].mean())


def is_table(crop: Tones, cloth: Cloth | None) -> bool:
    """Whether a cell (64, 64, 3) without print has the table's colours, where those are known.

    A palm has no print either.
    """
    return cloth is None or cloth.of_crop(crop) < 0


def _shares(photo: Image, at_px: Floats) -> Tones:
    """The share of points (n, 2) of each colour."""
    codes = sample(photo, at_px.reshape(-1, 1, 2))
    return np.asarray(counted(binned(codes)) / len(at_px), np.float32)
