"""Tables of tiles with cubes on them as drawn photographs show them to the reader."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from companion.boards.tiles_board import Layout, TilesBoard
from companion.position import Position
from companion.reading import EMPTY
from vision.alignment.pose import Pose
from vision.alignment.reference import Reference
from vision.picture.arrays import Image
from vision.reader import Reader, reader_for
from vision.simulator import Light, Simulator, camera_at, sheet
from vision.tiles.bare.sheet import sheet_position

SIZE_PX = (1440, 1080)
TILT_DEG = 10
AWAY = 1.5
"""The camera hangs so many times as high as the table is wide."""


class TableOfTiles:
    """A table of tiles under a camera (a ``DrawnTable``): face down where none is told to lie."""

    def __init__(self, board: TilesBoard, layout: Layout, seed: int) -> None:
        self._board, self._seed, self._simulator = board, seed, Simulator(board, seed)
        [back, *_] = (tile.id for tile in board.tiles.values() if tile.back)
        hidden = (cell for cell in layout.cells if cell not in layout.marked)
        self._hidden = dict.fromkeys(hidden, f"{back}/0")
        left, top, width, height = board.lying(Position(self._hidden)).box_mm
        self._camera = camera_at(
            (left + width / 2, top + height / 2),
            size_px=SIZE_PX,
            distance_mm=AWAY * max(width, height),
            tilt_deg=TILT_DEG,
        )

    @property
    def pose(self) -> Pose:
        """Where the camera stands."""
        return self._camera.pose

    def reader(self) -> Reader:
        """A reader that knows the tiles."""
        rng = np.random.default_rng([self._seed, 41])
        bare = sheet(self._simulator, rng, sheet_position(self._board))
        return reader_for(self._board, Reference(bare.photo, bare.pose))

    def photo(self, places: Mapping[str, str], number: int) -> Image:
        """A photo of a table that lies so; each ``number`` is another photo."""
        lie = {place: piece for place, piece in places.items() if piece != EMPTY}
        tiles = {cell: lie.pop(cell) for cell in places if cell in self._board.cells}
        scene = self._simulator.laid(Position({**self._hidden, **tiles}, lie))
        return self._simulator.frame(scene, self._camera, Light(), seed=self._seed + number).photo
