"""Tables of ships as drawn photographs show them to the reader."""

from __future__ import annotations

import zlib
from collections.abc import Collection, Mapping
from functools import cached_property

import numpy as np

from companion.boards.stops_board import StopsBoard
from companion.position import Position
from companion.reading import EMPTY
from vision.alignment.pose import Pose
from vision.alignment.reference import Reference
from vision.picture.arrays import Image
from vision.reader import Believer, Reader, reader_for
from vision.simulator import Scene, Simulator, demo_camera
from vision.simulator.simulator import Frame

SIZE_PX = (1440, 810)
MOST_TICKETS = 5
"""A storm strands what one ship has loaded, or two: so many tickets at most."""


class TableOfShips:
    """A board of stops under a camera (a ``DrawnTable``)."""

    def __init__(self, board: StopsBoard, seed: int, ships: Collection[str]) -> None:
        """``ships``: those that the table plays with, the corsair among them."""
        self._board, self._seed, self._ships = board, seed, ships
        self._simulator, self._camera = Simulator(board, seed), demo_camera(board, SIZE_PX)

    @cached_property
    def _empty(self) -> Frame:
        return self._simulator.frame(Scene(), self._camera)

    @property
    def pose(self) -> Pose:
        """Where the camera stands."""
        return self._empty.pose

    def reader(self) -> Reader:
        """A reader that knows the empty board, and who plays."""
        reader = reader_for(self._board, Reference(self._empty.photo, self.pose))
        assert isinstance(reader, Believer)
        reader.knows(Position(pieces=dict.fromkeys(self._ships, EMPTY)))
        return reader

    def photo(self, places: Mapping[str, str], number: int) -> Image:
        """A photo of a table that lies so; each ``number`` is another photo."""
        stops = self._board.stops
        ships = {kind: at for kind, at in places.items() if at != EMPTY and kind not in stops}
        goods = {stop: self._pile(stop) for stop in stops if places.get(stop, EMPTY) != EMPTY}
        berths = self._simulator.berths
        assert berths is not None
        scene = berths.scene(ships, goods)
        return self._simulator.frame(scene, self._camera, seed=self._seed + number).photo

    def _pile(self, stop: str) -> list[str]:
        """The tickets that lie on a stranding place whenever goods do, by lot."""
        rng = np.random.default_rng([self._seed, zlib.crc32(stop.encode())])
        products = [kind.name for kind in self._board.products]
        return [str(rng.choice(products)) for _ in range(int(rng.integers(1, MOST_TICKETS + 1)))]
