"""Tables of ships as drawn photographs show them to the reader."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from companion.boards.stops_board import StopsBoard
from companion.reading import EMPTY
from vision.alignment.pose import Pose
from vision.alignment.reference import Reference
from vision.picture.sampling import Image
from vision.reader import Reader, reader_for
from vision.simulator import Scene, Simulator, demo_camera
from vision.simulator.simulator import Frame

SIZE_PX = (1440, 810)


class TableOfShips:
    """A board of stops under a camera (a ``DrawnTable``)."""

    def __init__(self, board: StopsBoard, seed: int) -> None:
        self._board, self._seed = board, seed
        self._simulator, self._camera = Simulator(board, seed), demo_camera(board, SIZE_PX)

    @cached_property
    def _empty(self) -> Frame:
        return self._simulator.frame(Scene(), self._camera)

    @property
    def pose(self) -> Pose:
        """Where the camera stands."""
        return self._empty.pose

    def reader(self) -> Reader:
        """A reader that knows the empty board."""
        return reader_for(self._board, Reference(self._empty.photo, self.pose))

    def photo(self, places: Mapping[str, str], number: int) -> Image:
        """A photo of a table that lies so; each ``number`` is another photo."""
        stops, product = self._board.stops, self._board.products[0].name
        ships = {kind: at for kind, at in places.items() if at != EMPTY and kind not in stops}
        goods = {stop: [product] * 2 for stop in stops if places.get(stop, EMPTY) != EMPTY}
        berths = self._simulator.berths
        assert berths is not None
        scene = berths.scene(ships, goods)
        return self._simulator.frame(scene, self._camera, seed=self._seed + number).photo
