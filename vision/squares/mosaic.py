"""What all cells show, side by side as one map of the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards.tiles_board import TilesBoard
from vision.picture.arrays import Floats, Tones
from vision.squares.came import Change
from vision.squares.printed.schematic import FINE

INNER = FINE - 2
"""So many of a cell's samples along a side are its own; the others are its neighbours'."""


@dataclass(frozen=True, eq=False)
class Mosaic:
    """``seen`` (rows, columns, 15): shares of grounds and signs; ``tones`` (rows, columns, 3).

    ``came`` (rows, columns): where something came onto a tile that was seen bare before,
    ``as_lit``: where it is bare, lit or in shadow; ``off``: by how many times what is usual it
    looks otherwise than bare, infinite where nobody knows.
    ``first`` are the numbers of the cell at its top left; cells that nobody looked at are 0.
    """

    board: TilesBoard
    first: tuple[int, int]
    seen: Tones
    tones: Tones
    came: NDArray[np.bool_]
    as_lit: NDArray[np.bool_]
    off: Tones

    @classmethod
    def of(
        cls,
        board: TilesBoard,
        seen: Mapping[str, Tones],
        crops: Mapping[str, Tones],
        changes: Mapping[str, Change],
    ) -> Mosaic:
        """Lay what cells show (15, 32, 32), their crops (64, 64, 3), changes, side by side."""
        at = [board.cells[cell].at for cell in seen]
        first = min(q for q, _ in at), min(r for _, r in at)
        wide = (max(q for q, _ in at) - first[0] + 1) * INNER
        high = (max(r for _, r in at) - first[1] + 1) * INNER
        channels = len(next(iter(seen.values())))
        whole = np.zeros((high, wide, channels), np.float32)
        tones, new = np.zeros((high, wide, 3), np.float32), np.zeros((high, wide), np.bool_)
        as_lit = np.zeros_like(new)
        off = np.full((high, wide), np.inf, np.float32)
        for cell, shares in seen.items():
            q, r = board.cells[cell].at
            x, y = (q - first[0]) * INNER, (r - first[1]) * INNER
            here = np.s_[y : y + INNER, x : x + INNER]
            whole[here] = shares[:, 1:-1, 1:-1].transpose(1, 2, 0)
            small = cv2.resize(crops[cell], (FINE, FINE), interpolation=cv2.INTER_AREA)
            tones[here] = small[1:-1, 1:-1]
            if cell in changes:
                new[here] = changes[cell].came[1:-1, 1:-1]
                as_lit[here] = changes[cell].as_lit[1:-1, 1:-1]
                off[here] = changes[cell].off[1:-1, 1:-1]
        return cls(board, first, whole, tones, new, as_lit, off)

    @property
    def step_mm(self) -> float:
        """How far samples are apart."""
        return self.board.lattice.apart_mm / INNER

    def to_mm(self, at: Floats) -> Floats:
        """Samples (n, 2) as column, row -> where on the table."""
        x, y = self.board.lattice.middle(self.first)
        return np.asarray((at + 0.5) * self.step_mm + [x, y] - self.board.lattice.apart_mm / 2)

    def share_around(self, at_mm: tuple[float, float], reach_mm: float, what: int) -> float:
        """The mean share of a ground or sign within some millimetres of a place."""
        x, y = self.to_mm(np.zeros((1, 2)))[0]
        column, row = (np.array(at_mm) - [x, y]) / self.step_mm
        reach = reach_mm / self.step_mm
        top, left = (max(0, int(at - reach)) for at in (row, column))
        around = self.seen[top : int(row + reach) + 2, left : int(column + reach) + 2, what]
        rows, columns = np.ogrid[: around.shape[0], : around.shape[1]]
        near = (rows + top - row) ** 2 + (columns + left - column) ** 2 <= reach**2
        return float(around[near].mean()) if near.any() else 0.0
