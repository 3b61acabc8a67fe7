"""The table found in a photo when nothing is known of where it lies: one of its tiles, then all.

Quadrilaterals of a tile's size are held against the tiles that are known to lie there. What fits
one of them tells where the lattice is; its neighbours tell whether that is so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.boards.tiles_board import Cell, Lying, TilesBoard
from vision.alignment.pose import Pose, pose_from_points
from vision.picture.arrays import Floats, Image, Tones
from vision.picture.networks import softmax
from vision.squares.lattice.outline import outlined
from vision.squares.lattice.quads import (
    quads_at_rare_spots,
    quads_in_windows,
    small_quads,
)
from vision.squares.lattice.snapping import snapped
from vision.squares.network import crops_of, cut, look_at, odds_of
from vision.squares.printed.schematic import OTHER, SPAN, TABLE
from vision.squares.telling import Teller

INSET = 0.985
"""A tile is so much smaller than its cell."""
MOST_QUADS = 60
"""So many are looked at."""
TRIED = 6
LEAST = 0.6
"""Of the tiles that are known so many must look like it where the lattice is found: both of two."""
LEAST_WELL = 0.0
"""A lattice that fits no better is none: what is taken for a lone tile may be a patch of cloth."""
WELL = 0.85
"""So well the lattice fits that no other quad is tried."""
WELL_ENOUGH = 0.6
"""Where a lone tile looks less like itself, quads are looked for in other ways, too."""
PLAIN = 5.0
"""A tile that looks like it by such log odds looks no more like it by higher ones."""
BARE = 4.0
"""Table seen where tiles lie speaks so many times as much against a way as tiles do for it."""
MAY_BE = np.log(0.05) - 2
"""A quad may be a tile from this log chance on, among all that may lie there: one in 148."""


@dataclass(frozen=True, eq=False)
class _Guess:
    """A quad (4, 2) taken for the tile of a cell, the table turned by so many quarters."""

    quad: Floats
    cell: str
    quarters: int
    odds: float


class Finder:
    """Finds the lattice of one board's tables."""

    def __init__(self, board: TilesBoard, teller: Teller) -> None:
        self.board, self._teller = board, teller

    def find(self, photo: Image, known: Mapping[str, Lying]) -> Pose | None:
        """Where the lattice lies in a photo, by the tiles that are known; None if nowhere."""
        if not known:
            return None
        ways = (small_quads, quads_in_windows, quads_at_rare_spots)
        best: tuple[float, Pose] | None = None
        # Of several tiles some edges are always plain, and the last way is slow.
        for quads_in in ways if len(known) == 1 else ways[:2]:
            found = self._among(quads_in(photo), photo, known)
            if found is not None and (best is None or found[0] > best[0]):
                best = found
            # A lone tile is seen half as well from a wrong side.
            if best is not None and (len(known) > 1 or best[0] > WELL_ENOUGH):
                break
        return best[1] if best else None

    def _among(
        self, quads: Floats, photo: Image, known: Mapping[str, Lying]
    ) -> tuple[float, Pose] | None:
        """The lattice by one of the quads and all the tiles that are known; how well it fits."""
        best: tuple[float, Pose] | None = None
        for guess in self._guesses(quads, photo, known)[:TRIED]:
            for quad in _outlines(photo, guess.quad, len(known)):
                pose = self._grown(photo, replace(guess, quad=quad), known)
                if pose is None:
                    continue
                share, fits = self.borne_out(photo, pose, known)
                if share >= LEAST and fits > (best[0] if best else LEAST_WELL):
                    best = fits, pose
            if best is not None and best[0] > WELL:
                break
        return best

    def _guesses(self, quads: Floats, photo: Image, known: Mapping[str, Lying]) -> list[_Guess]:
        """What each quad may be, the likeliest first."""
        if not len(quads):
            return []
        seen = look_at(cut(photo, _widened(quads)))
        inner = seen[:, :, 4:-4, 4:-4].mean(axis=(2, 3))
        tiled = 1 - inner[:, TABLE] - inner[:, OTHER]
        likely = [row for row in np.argsort(-tiled)[:MOST_QUADS] if tiled[row] > 0.6]
        ways = [
            (cell, quarters, self._teller.row(self._teller.turned(way, quarters)))
            for cell, way in known.items()
            for quarters in range(4)
        ]
        found: list[_Guess] = []
        for row in likely:
            logs = np.log(np.maximum(softmax(self._teller.odds(seen[row])), 1e-9))
            found += [
                _Guess(quads[row], cell, quarters, float(logs[own]))
                for cell, quarters, own in ways
                if logs[own] > MAY_BE
            ]
        return sorted(found, key=lambda each: -each.odds)

    def _grown(self, photo: Image, guess: _Guess, known: Mapping[str, Lying]) -> Pose | None:
        """The lattice from one tile, then fitted to its neighbours, and theirs."""
        anchor = self.board.cells[guess.cell]
        half = INSET * self.board.lattice.apart_mm / 2
        square = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
        corners = np.roll(square, guess.quarters, axis=0) + [anchor.x_mm, anchor.y_mm]
        size = (photo.shape[1], photo.shape[0])
        try:
            pose = pose_from_points(corners, guess.quad, size)
        except ValueError:
            return None
        far = {cell: self.board.distance(guess.cell, cell) for cell in known}
        for reach in (0, 1, 2, 4, 8, 99):
            cells = [self.board.cells[cell] for cell in known if far[cell] <= reach]
            pose = snapped(photo, pose, self.board, cells)
            if len(cells) == len(known):
                break
        return pose if _sound(pose) else None

    def borne_out(
        self, photo: Image, pose: Pose, known: Mapping[str, Lying]
    ) -> tuple[float, float]:
        """The share of the known tiles that look like it at a pose; how well they do, up to 1."""
        cells: list[Cell] = [self.board.cells[cell] for cell in known]
        seen = look_at(crops_of(photo, pose, self.board, cells))
        right, alike = 0, list[float]()
        for one, way in zip(seen, known.values(), strict=True):
            odds = odds_of(one, self._teller.schematics.coarse[self._beside(way)])
            bare = one[[TABLE, OTHER], 4:-4, 4:-4].sum(axis=0).mean()
            right += bool(softmax(odds)[0] > 0.3 and bare < 0.5)
            alike.append(min(float(odds[0]) / PLAIN, 1.0))
        beside = float(seen[:, TABLE, 1:-1, 1:-1].mean())
        return right / len(known), float(np.mean(alike)) - BARE * beside

    def _beside(self, way: Lying) -> list[int]:
        """The row of a way, and some others that it has to beat."""
        row, count = self._teller.row(way), len(self._teller.schematics.ways)
        return [row, *((row + step) % count for step in range(7, count, max(1, count // 12)))]


def _outlines(photo: Image, quad: Floats, tiles: int) -> list[Floats]:
    """The ways to see a tile's outline about a quad: a lone one's by its colours, too.

    Where the table has a colour of the tile, its colours tell worse than its edges.
    """
    return [outlined(photo, quad), quad] if tiles == 1 else [quad]


def _sound(pose: Pose) -> bool:
    """Whether a camera could see a table so."""
    return bool(pose.camera_mm[2] > 100 and pose.hfov_deg < 120)


def _widened(quads: Floats) -> Tones:
    """The quads of tiles -> those of all that is looked at around them, (n, 4, 2)."""
    half = INSET / 2
    square = np.array([[-half, -half], [half, -half], [half, half], [-half, half]], np.float32)
    wide = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32)[:, None] * SPAN / 2
    made = [
        cv2.perspectiveTransform(
            wide, cv2.getPerspectiveTransform(square, quad.astype(np.float32))
        )[:, 0]
        for quad in quads
    ]
    return np.array(made)
