"""The demo's table: a simulated camera over a board that is not there, and hands that lay pieces.

What the camera shows goes the same way as any camera's pictures: it is watched, read and judged.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import replace
from time import monotonic

import numpy as np

from calibration.setup import Setup
from companion.boards.board import Board, Box
from companion.boards.tiles_board import TilesBoard
from companion.position import Position
from vision.alignment.reference import Reference
from vision.picture.arrays import Image
from vision.picture.camera import CameraState, Frame
from vision.reader import needs_reference
from vision.simulator import Light, Scene, Simulator, camera_at, random_arm, sheet
from vision.tiles.bare.sheet import sheet_position

SIZE_PX = (1440, 1080)
REACHES_S = 0.5
"""So long an arm is over the board for each piece."""
PER_S = 8.0
ROOM_CELLS = 7
"""A table that grows is watched so many cells far to each side of where it begins."""


class SimulatedCamera:
    """A camera (a ``LiveSource``) over a simulated table; ``lay`` changes what lies there."""

    def __init__(self, board: Board, seed: int, begins: Position | None = None) -> None:
        """It hangs over what lies there when the game ``begins``."""
        self._board = board
        self._simulator = Simulator(board, seed)
        left, top, width, height = _room(board, begins or Position())
        self._camera = camera_at(
            (left + width / 2, top + height / 2),
            size_px=SIZE_PX,
            distance_mm=1.5 * max(width, height),
            tilt_deg=10,
        )
        self._seed = seed
        self._rng = np.random.default_rng([seed, 11])
        self._lock = threading.Lock()
        self._lies = Scene()
        self._rest: Image | None = None
        self._reaching_until_s = 0.0
        self._number = 0
        self._closed = threading.Event()

    @property
    def state(self) -> CameraState:
        """Live until it is closed."""
        return CameraState.CLOSED if self._closed.is_set() else CameraState.LIVE

    def setup(self) -> Setup:
        """What reading starts from, as ``companion calibrate`` would keep it."""
        if isinstance(self._board, TilesBoard) and needs_reference(self._board):
            bare = np.random.default_rng([self._seed, 41])
            tiles = sheet(self._simulator, bare, sheet_position(self._board))
            return Setup(Reference(tiles.photo, tiles.pose))
        empty = self._simulator.frame(Scene(), self._camera, Light())
        return Setup(Reference(empty.photo, empty.pose))

    def lay(
        self,
        position: Position,
        standing: Sequence[tuple[str, str]] = (),
        *,
        reaches: bool = False,
        askew: Mapping[str, float] | None = None,
    ) -> None:
        """From now on it lies so; where an arm ``reaches``, it is over the board for a moment.

        ``standing`` are the ships, each with the place that it stands beside, or the stop where it
        lies. ``askew`` are the sticks that lie across their spaces, each turned by so many degrees.
        """
        with self._lock:
            self._lies, self._rest = self._laid(position, standing, askew or {}), None
            self._reaching_until_s = monotonic() + (REACHES_S if reaches else 0.0)

    def picture_of(
        self, position: Position, standing: Sequence[tuple[str, str]], askew: Mapping[str, float]
    ) -> Image:
        """How it would look if it lay so."""
        with self._lock:
            scene = self._laid(position, standing, askew)
            return self._simulator.frame(scene, self._camera, Light()).photo

    def newest(self, after: int = -1, most_s: float = 1.0) -> Frame | None:
        """A new picture: eight come in a second."""
        if self._closed.wait(min(1 / PER_S, most_s)):
            return None
        with self._lock:
            photo = self._picture()
            self._number = max(self._number, after) + 1
            return Frame(photo, monotonic(), self._number, f"demo {self._number}")

    def close(self) -> None:
        """Show no more."""
        self._closed.set()

    def _laid(
        self, position: Position, standing: Sequence[tuple[str, str]], askew: Mapping[str, float]
    ) -> Scene:
        scene = self._simulator.laid(position, standing)
        turned = {
            space: replace(stick, angle_deg=stick.angle_deg + askew[space])
            for space, stick in scene.sticks.items()
            if space in askew
        }
        return replace(scene, sticks={**scene.sticks, **turned})

    def _picture(self) -> Image:
        """The table with an arm over it; or at rest, where nothing changes and one will do."""
        if monotonic() < self._reaching_until_s:
            arm = random_arm(self._rng, (self._board.width_mm, self._board.height_mm))
            return self._simulator.frame(self._lies, self._camera, Light(), arm=arm).photo
        if self._rest is None:
            self._rest = self._simulator.frame(self._lies, self._camera, Light()).photo
        return self._rest


def _room(board: Board, begins: Position) -> Box:
    """What the camera looks at: the table as it begins, and where it may grow to."""
    left, top, width, height = board.lying(begins).box_mm
    if not isinstance(board, TilesBoard) or needs_reference(board):
        return left, top, width, height
    edge = (ROOM_CELLS - 1) * board.lattice.apart_mm
    return left - edge, top - edge, width + 2 * edge, height + 2 * edge
