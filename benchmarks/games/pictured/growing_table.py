"""Tables of square tiles that grow, as drawn photographs show them to the reader."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial

import numpy as np

from companion.boards.tiles_board import TilesBoard
from companion.position import Position
from companion.reading import Reading
from vision.alignment.align import NotAligned
from vision.alignment.pose import Pose
from vision.picture.arrays import Image
from vision.simulator import Scene, Simulator, camera_at, pushed, random_lens, random_light
from vision.simulator.laid.on_tiles import middle_of
from vision.simulator.printed.outlines import rectangle
from vision.squares.reader import SquaresReader

SIZE_PX = (1920, 1080)
MARGIN_MM = 50.0
MOST_TILT_DEG = 25.0
FARTHER = 1.03
"""A camera that does not see all that will lie there stands farther off, by so much each time."""
PUSHED_MM, PUSHED_DEG = 30.0, 6.0
"""How far a table is pushed, as sigmas; at most twice as far."""
LESS = 0.8
"""Whoever would push it out of the picture pushes it less far, by so much each time."""


class GrowingTable:
    """A table under a camera that sees all that will lie there; it is pushed at some looks.

    It stays in the picture: people see on the page when it does not.

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
        stand = partial(
            camera_at,
            middle,
            size_px=SIZE_PX,
            tilt_deg=float(rng.uniform(0, MOST_TILT_DEG)),
            azimuth_deg=float(rng.uniform(0, 360)),
            roll_deg=float(rng.normal(0, 5)),
            hfov_deg=hfov,
            k1=float(rng.uniform(-0.04, 0.02)),
            lens=random_lens(rng),
        )
        self._last = self._simulator.laid(Position(last.spaces))
        distance_mm = float(away) * 1.08
        self._camera = stand(distance_mm=distance_mm)
        while not self._sees_all(self._last, PUSHED_MM):
            distance_mm *= FARTHER
            self._camera = stand(distance_mm=distance_mm)
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
            by = self._rng.normal(0, PUSHED_MM, 2).clip(-2 * PUSHED_MM, 2 * PUSHED_MM)
            turn = float(np.clip(self._rng.normal(0, PUSHED_DEG), -2 * PUSHED_DEG, 2 * PUSHED_DEG))
            self._pushed = self._in_the_picture(float(by[0]), float(by[1]), turn)
        scene = self._after(self._simulator.laid(table), self._pushed)
        return self._simulator.frame(scene, self._camera, self.light, seed=number).photo

    def _in_the_picture(self, x: float, y: float, turn: float) -> tuple[float, float, float]:
        """A push, or as much of it as leaves in the picture all that will lie there."""
        while not self._sees_all(self._after(self._last, (x, y, turn))):
            x, y, turn = LESS * x, LESS * y, LESS * turn
        return x, y, turn

    def _sees_all(self, scene: Scene, room_mm: float = 0.0) -> bool:
        """Whether all tiles of a scene are in the picture, and so much around each."""
        side = self.board.lattice.apart_mm + 2 * room_mm
        tiles = scene.tiles.values()
        corners = [rectangle(t.x_mm, t.y_mm, side, side, t.angle_deg) for t in tiles]
        seen = self.pose.project(np.concatenate(corners))
        return bool(((seen > 0) & (seen < SIZE_PX)).all())

    def _after(self, scene: Scene, push: tuple[float, float, float]) -> Scene:
        """What lies there after a push; it turns about the middle of all that will lie there."""
        x, y, turn = push
        return pushed(scene, (x, y), turn, middle_of(self._last))
