"""What is known of each tile's face, ready to be compared: its tones and how they change.

The board beside the tiles is one more face, in a frame of its own around its middle.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards.lattice import turned
from companion.boards.tiles_board import Lying, TilesBoard
from vision.picture.arrays import Floats, Image, Tones
from vision.picture.sampling import sample
from vision.tiles.bare.looks import Looks, box_points_mm, on_tile, tile_frame_mm

FINE, COARSE = 96, 36
"""So many samples across a tile where it is placed, and where it is told among all others."""
BESIDE = "/beside"
"""The face that lies beside the tiles; no tile is called so, for no id has a slash."""
BESIDE_STEPS = 48
SHARE = 0.94
"""So much of a tile is compared: its edge is worn, and in the shadow of its neighbours."""


@dataclass(frozen=True, eq=False)
class Face:
    """A tile's face at n points of its own frame: ``points_mm`` (n, 2), ``tones`` (n, 3) in 0..1.

    ``slopes`` (n, 3, 2) is how the tones change per mm along x and y. Where the points are those of
    a grid, ``inside`` (rows, columns) tells which, and ``step_mm`` how far they are apart.
    """

    points_mm: Floats
    tones: Tones
    slopes: Tones
    inside: NDArray[np.bool_] | None = None
    step_mm: float = 1.0

    def thinned(self, every: int) -> Face:
        """Some of its points alone."""
        return Face(self.points_mm[::every], self.tones[::every], self.slopes[::every])

    def blurred(self, values: Tones, sigma_mm: float) -> Tones:
        """Sums (n, c) of values around each point, nearer ones weighing more."""
        assert self.inside is not None
        laid = np.zeros((*self.inside.shape, values.shape[1]), np.float32)
        laid[self.inside] = values
        # Light changes slowly: a quarter of the points tells as much.
        small = cv2.resize(laid, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
        soft = cv2.GaussianBlur(small, (0, 0), sigma_mm / self.step_mm / 4)
        size = self.inside.shape[::-1]
        return np.asarray(cv2.resize(soft, size, interpolation=cv2.INTER_LINEAR)[self.inside])


class Faces:
    """The faces of all tiles of a set."""

    def __init__(self, board: TilesBoard, looks: Looks) -> None:
        self.board, self.looks = board, looks
        self.step_mm = board.lattice.apart_mm / FINE
        self._faces: dict[str, Face] = {}
        self._smoothed: dict[str, tuple[Tones, tuple[Tones, Tones]]] = {}

    @cached_property
    def ways(self) -> tuple[Lying, ...]:
        """All ways in which a tile that was photographed may lie."""
        return tuple(way for tile in self.looks.tiles for way in self.board.ways_to_lie(tile))

    def turn_deg(self, way: Lying) -> float:
        """How far a tile that lies so is turned on the table."""
        lattice = self.board.lattice
        return lattice.turned_deg + way.turn * 360 / lattice.sides

    @cached_property
    def _grid_mm(self) -> Floats:
        return tile_frame_mm(self.board, self.step_mm)

    @cached_property
    def _inside(self) -> NDArray[np.bool_]:
        """Which points of the grid are compared."""
        return np.asarray(on_tile(self.board, self._grid_mm, SHARE), bool)

    def of(self, tile: str) -> Face:
        """The face of one tile."""
        if tile not in self._faces:
            face = self.at_points(tile, self._grid_mm[self._inside])
            self._faces[tile] = replace(face, inside=self._inside, step_mm=self.step_mm)
        return self._faces[tile]

    def named(self, name: str) -> Face:
        """A tile's face, or that of what lies beside them."""
        return self.beside if name == BESIDE and self.looks.beside is not None else self.of(name)

    @cached_property
    def beside(self) -> Face:
        """The face of what lies beside the tiles."""
        _, _, width, height = self.looks.beside_mm
        step_mm = self.board.lattice.apart_mm / BESIDE_STEPS
        points = box_points_mm((-width / 2, -height / 2, width, height), step_mm)
        face = self.at_points(BESIDE, points.reshape(-1, 2))
        return replace(face, inside=np.ones(points.shape[:2], bool), step_mm=step_mm)

    @cached_property
    def beside_middle_mm(self) -> tuple[float, float]:
        """Where its middle belongs on the table."""
        left, top, width, height = self.looks.beside_mm
        return left + width / 2, top + height / 2

    def at_points(self, tile: str, points_mm: Floats) -> Face:
        """A face at points (n, 2) of its own frame."""
        smooth, slopes = self._planes(tile)
        at = self._at(tile, points_mm)
        tones, x, y = (sample(part, at).reshape(-1, 3) for part in (smooth, *slopes))
        return Face(points_mm, tones, np.stack([x, y], axis=-1))

    def _planes(self, tile: str) -> tuple[Tones, tuple[Tones, Tones]]:
        """The look of a face, and how it changes per mm along x and y, (h, w, 3) each."""
        if tile not in self._smoothed:
            smooth = self._smooth(tile, self.step_mm)
            x, y = (cv2.Sobel(smooth, cv2.CV_32F, *way, ksize=3) for way in ((1, 0), (0, 1)))
            per_mm = np.float32(1 / (8 * self.looks.step_mm))
            self._smoothed[tile] = smooth, (x * per_mm, y * per_mm)
        return self._smoothed[tile]

    @cached_property
    def coarse_points_mm(self) -> Floats:
        """Where all faces are compared at once, in the frame of a cell, (m, 2)."""
        grid = tile_frame_mm(self.board, self.board.lattice.apart_mm / COARSE)
        return np.asarray(grid[on_tile(self.board, grid, SHARE)])

    @cached_property
    def bank(self) -> Tones:
        """All ways to lie as rows of tones without their means, of length 1, (ways, 3 m)."""
        step_mm = self.board.lattice.apart_mm / COARSE
        rows = []
        for tile in self.looks.tiles:
            smooth = self._smooth(tile, step_mm)
            for way in self.board.ways_to_lie(tile):
                angle = way.turn * 360 / self.board.lattice.sides
                x, y = turned((1.0, 0.0), -angle)
                points = self.coarse_points_mm @ np.array([[x, y], [-y, x]])
                rows.append(sample(smooth, self._at(tile, points)).reshape(-1, 3))
        return normalised(np.stack(rows))

    def _at(self, tile: str, points_mm: Floats) -> Tones:
        """Points of a face's frame -> pixels of its look, (1, columns, 2)."""
        half = np.array(self._look(tile).shape[1::-1]) / 2
        return np.asarray(points_mm / self.looks.step_mm + half - 0.5, np.float32)[None]

    def _look(self, tile: str) -> Image:
        if tile == BESIDE and self.looks.beside is not None:
            return self.looks.beside
        return self.looks.tiles[tile]

    def _smooth(self, tile: str, step_mm: float) -> Tones:
        sigma = 0.5 * max(step_mm / self.looks.step_mm, 1.0)
        blurred = cv2.GaussianBlur(self._look(tile), (0, 0), sigma)
        return blurred.astype(np.float32) / np.float32(255)


def normalised(rows: Tones) -> Tones:
    """Tones (k, m, 3) without the mean of each channel, as rows of length 1, (k, 3 m)."""
    flat = (rows - rows.mean(axis=1, keepdims=True)).reshape(len(rows), -1)
    length = np.linalg.norm(flat, axis=1, keepdims=True)
    return np.asarray(flat / np.maximum(length, 1e-6), np.float32)
