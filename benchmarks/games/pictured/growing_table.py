"""Tables of square tiles that grow, as drawn photographs show them to the reader."""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np

from companion.boards.tiles_board import TilesBoard
from companion.position import Position
from companion.reading import Reading
from vision.alignment.align import NotAligned
from vision.alignment.pose import Pose
from vision.picture.sampling import Image
from vision.simulator import Scene, Simulator, camera_at, pushed, random_lens, random_light
from vision.squares.reader import SquaresReader

SIZE_PX = (1920, 1080)
MARGIN_MM = 50.0
MOST_TILT_DEG = 25.0
PUSHED_MM, PUSHED_DEG = 30.0, 6.0
"""How far a table is pushed, as sigmas."""


class GrowingTable:
    """A table under a camera that sees all that will lie there; it is pushed at some looks.

    As eyes it draws what lies there, and reads it; ``times_s`` is what each reading took of the
    processor, whatever else it had to do.
    """

    def __init__(
        self, board: TilesBoard, last: Position, seed: int, pushed_at: Sequence[int] = ()
    ) -> None:
        """``last`` is how the table lies in the end."""
        self.board, self._rng = board, np.random.default_rng([seed, 43])
        self._simulator = Simulator(board, seed)
        left, top, wide, high = board.lying(Position(last.spaces)).box_mm
        rng, middle = self._rng, (left + wide / 2, top + high / 2)
        reach = max(wide * SIZE_PX[1] / SIZE_PX[0], high) + MARGIN_MM
        hfov = float(rng.uniform(58, 72))
        # So far off, the table's shorter way fills the picture's.
        away = reach * SIZE_PX[0] / SIZE_PX[1] / 2 / np.tan(np.radians(hfov / 2))
        self._camera = camera_at(
            middle,
            size_px=SIZE_PX,
            distance_mm=float(away) * 1.08,
            tilt_deg=float(rng.uniform(0, MOST_TILT_DEG)),
            azimuth_deg=float(rng.uniform(0, 360)),
            roll_deg=float(rng.normal(0, 5)),
            hfov_deg=hfov,
            k1=float(rng.uniform(-0.04, 0.02)),
            lens=random_lens(rng),
        )
        light = random_light(rng, (board.width_mm, board.height_mm))
        self.light = light
        self._pushed_at, self._pushed = set(pushed_at), (0.0, 0.0, 0.0)
        self.reader, self.times_s, self.lost = SquaresReader(board), list[float](), 0

    @property
    def pose(self) -> Pose:
        """How the camera sees the table, as long as nobody pushed it."""
        return self._camera.pose

    def __call__(self, table: Position, known: Position, number: int) -> Reading:
        """What is read of a photo of the table as it lies, by who knows what the record has."""
        self.reader.knows(known)
        photo, began = self.photo(table, number), time.process_time()
        try:
            done = self.reader.read(photo)
        except NotAligned:
            self.lost += 1
            return Reading({}, {})
        self.times_s.append(time.process_time() - began)
        return done.reading

    def photo(self, table: Position, number: int) -> Image:
        """A photo of the table; it is pushed before some of them."""
        if number in self._pushed_at:
            self._pushed_at.discard(number)
            by = self._rng.normal(0, PUSHED_MM, 2).clip(-60, 60)
            turn = float(np.clip(self._rng.normal(0, PUSHED_DEG), -12, 12))
            self._pushed = float(by[0]), float(by[1]), turn
        scene: Scene = self._simulator.laid(table)
        x, y, turn = self._pushed
        if (x, y, turn) != (0.0, 0.0, 0.0):
            scene = pushed(scene, (x, y), turn)
        return self._simulator.frame(scene, self._camera, self.light, seed=number).photo
