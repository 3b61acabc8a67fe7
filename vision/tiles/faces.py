"""What is known of each tile's face, ready to be compared: its tones and how they change."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from companion.boards.lattice import turned
from companion.boards.tiles_board import Lying, TilesBoard
from vision.picture.sampling import Floats, Tones, sample
from vision.tiles.looks import Looks, on_tile, tile_frame_mm

FINE, COARSE = 96, 36
"""So many samples across a tile where it is placed, and where it is told among all others."""
SHARE = 0.94
"""So much of a tile is compared: its edge is worn, and in the shadow of its neighbours."""


@dataclass(frozen=True, eq=False)
class Face:
    """A tile's face at n points of its own frame: ``points_mm`` (n, 2), ``tones`` (n, 3) in 0..1.

    ``slopes`` (n, 3, 2) is how the tones change per mm along x and y.
    """

    points_mm: Floats
    tones: Tones
    slopes: Tones


class Faces:
    """The faces of all tiles of a set."""

    def __init__(self, board: TilesBoard, looks: Looks) -> None:
        self.board, self.looks = board, looks
        self.step_mm = board.lattice.apart_mm / FINE
        self._faces: dict[str, Face] = {}

    @cached_property
    def ways(self) -> tuple[Lying, ...]:
        """All ways in which a tile that was photographed may lie."""
        return tuple(way for tile in self.looks.tiles for way in self.board.ways_to_lie(tile))

    def turn_deg(self, way: Lying) -> float:
        """How far a tile that lies so is turned on the table."""
        lattice = self.board.lattice
        return lattice.turned_deg + way.turn * 360 / lattice.sides

    @cached_property
    def points_mm(self) -> Floats:
        """Where faces are compared, (n, 2)."""
        return self._points(self.step_mm)

    def of(self, tile: str) -> Face:
        """The face of one tile."""
        if tile not in self._faces:
            smooth = self._smooth(tile, self.step_mm)
            x, y = (cv2.Sobel(smooth, cv2.CV_32F, *way, ksize=3) / 8 for way in ((1, 0), (0, 1)))
            slopes = np.stack([x, y], axis=-1) / self.looks.step_mm
            at = self._at(self.points_mm)
            channels = slopes.reshape(*smooth.shape[:2], 6)
            halves = [sample(np.ascontiguousarray(channels[..., k : k + 3]), at) for k in (0, 3)]
            told = np.concatenate(halves, axis=-1)[0].reshape(-1, 3, 2)
            self._faces[tile] = Face(self.points_mm, sample(smooth, at)[0], told)
        return self._faces[tile]

    @cached_property
    def coarse_points_mm(self) -> Floats:
        """Where all faces are compared at once, in the frame of a cell, (m, 2)."""
        return self._points(self.board.lattice.apart_mm / COARSE)

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
                rows.append(sample(smooth, self._at(points))[0])
        return normalised(np.stack(rows))

    def _points(self, step_mm: float) -> Floats:
        grid = tile_frame_mm(self.board, step_mm)
        return grid[on_tile(self.board, grid, SHARE)]

    def _at(self, points_mm: Floats) -> Tones:
        """Points of a tile's frame -> pixels of its look, (1, n, 2)."""
        half = next(iter(self.looks.tiles.values())).shape[0] / 2
        return np.asarray(points_mm / self.looks.step_mm + half - 0.5, np.float32)[None]

    def _smooth(self, tile: str, step_mm: float) -> Tones:
        sigma = 0.5 * max(step_mm / self.looks.step_mm, 1.0)
        blurred = cv2.GaussianBlur(self.looks.tiles[tile], (0, 0), sigma)
        return blurred.astype(np.float32) / np.float32(255)


def normalised(rows: Tones) -> Tones:
    """Tones (k, m, 3) without the mean of each channel, as rows of length 1, (k, 3 m)."""
    flat = (rows - rows.mean(axis=1, keepdims=True)).reshape(len(rows), -1)
    length = np.linalg.norm(flat, axis=1, keepdims=True)
    return np.asarray(flat / np.maximum(length, 1e-6), np.float32)
