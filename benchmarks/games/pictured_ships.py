"""Tables of ships as drawn photographs show them to the reader."""

from __future__ import annotations

from collections.abc import Mapping

from companion.boards.stops_board import StopsBoard
from companion.reading import EMPTY, Reading
from vision.alignment.reference import Reference
from vision.reader import reader_for
from vision.simulator import Scene, Simulator, demo_camera

SIZE_PX = (1440, 810)


class PhotoEyes:
    """Draws a photo of how a table lies, and reads it; each table once."""

    def __init__(self, board: StopsBoard, seed: int) -> None:
        self._board, self._seed = board, seed
        self._simulator = Simulator(board, seed)
        self._camera = demo_camera(board, SIZE_PX)
        empty = self._simulator.frame(Scene(), self._camera)
        self._reader = reader_for(board, Reference(empty.photo, empty.pose))
        self._pose = empty.pose
        self._read: dict[frozenset[tuple[str, str]], Reading] = {}

    def __call__(self, places: Mapping[str, str]) -> Reading:
        """How a table that lies so is read."""
        key = frozenset(places.items())
        if key not in self._read:
            self._read[key] = self._photo(places)
        return self._read[key]

    def _photo(self, places: Mapping[str, str]) -> Reading:
        product = self._board.products[0].name
        ships = {k: at for k, at in places.items() if at != EMPTY and k not in self._board.stops}
        goods = {s: [product] * 2 for s in self._board.stops if places.get(s, EMPTY) != EMPTY}
        berths = self._simulator.berths
        assert berths is not None
        scene = berths.scene(ships, goods)
        photo = self._simulator.frame(scene, self._camera, seed=self._seed + len(self._read)).photo
        return self._reader.read(photo, self._pose).reading
