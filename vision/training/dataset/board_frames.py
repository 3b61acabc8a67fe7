"""Whole boards of stops as their reader samples them, with what truly lies on each sample.

They are drawn, and looked at by the reader's own code: it brings its errors of place and light.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from companion.boards.stops_board import StopsBoard
from vision.alignment.align import NotAligned
from vision.alignment.reference import Reference
from vision.picture.photo import decode_photo
from vision.picture.sampling import Image, Tones
from vision.simulator import Simulator, invent_stops_board, random_shot, reference_frame
from vision.simulator.simulator import Frame
from vision.stops.network import CARD, OTHER, PRINT, SHIP, channels, coarse_lean, spread_lean
from vision.stops.reader import StopsReader

BRIGHTEST = 1.5
"""Tones are kept as codes up to this one."""
SIZES_PX = ((1280, 720), (1920, 1080))


@dataclass(frozen=True, eq=False)
class BoardFrame:
    """One photo of a board of stops, sampled as its reader does.

    ``tones`` and ``print_`` (rows, columns, 3) are codes up to ``BRIGHTEST``, ``in_view`` and
    ``kinds`` (rows, columns) what is seen and what it is; ``lean`` as ``coarse_lean`` says;
    ``feet`` (n, 2) the columns and rows on which the ships stand that can be seen.
    """

    table: str
    tones: Image
    print_: Image
    in_view: Tones
    kinds: Image
    lean: Tones
    feet: Tones

    def shown(self) -> Tones:
        """What the network is shown of it, (9, rows, columns)."""
        scale = np.float32(BRIGHTEST / 255)
        lean = spread_lean(self.lean, self.kinds.shape)
        return channels(self.tones * scale, self.print_ * scale, self.in_view, lean)


def board_frames(seed: int, photos: int) -> Iterator[BoardFrame]:
    """Photos of the board that a seed draws; those are left out in which no board is found."""
    board = invent_stops_board(seed)
    simulator, rng = Simulator(board, seed), np.random.default_rng([seed, 43])
    empty = reference_frame(simulator, rng)
    reader = StopsReader(board, Reference(empty.photo, empty.pose))
    for number in range(photos):
        shot = random_shot(simulator, rng, SIZES_PX[number % len(SIZES_PX)])
        frame = simulator.frame(
            shot.scene, shot.camera, shot.light, arm=shot.arm, seed=number, tags=shot.tags
        )
        try:
            yield _sampled(f"drawn-{seed}", reader, frame)
        except NotAligned:
            continue


def _as_codes(tones: Tones) -> Image:
    return np.asarray(np.clip(tones * (255 / BRIGHTEST) + 0.5, 0, 255), np.uint8)


def _sampled(table: str, reader: StopsReader, frame: Frame) -> BoardFrame:
    outlook = reader.look(decode_photo(frame.jpeg(), "drawn")).outlook
    ground = outlook.ground
    board, kinds = reader.board, _kinds(reader.board, frame)
    at_px = ground.frame_px
    seen = cv2.remap(kinds, at_px, None, cv2.INTER_NEAREST, borderValue=PRINT)  # type: ignore[call-overload]
    feet = [
        (ship.x_mm, ship.y_mm)
        for ship in frame.truth.scene.ships
        if frame.truth.pieces.get(ship.kind) in board.stops
    ]
    return BoardFrame(
        table,
        _as_codes(outlook.tones),
        _as_codes(outlook.expected.tones),
        ground.in_view,
        np.asarray(seen, np.uint8),
        coarse_lean(ground),
        (np.array(feet, float).reshape(-1, 2) / ground.step_mm - 0.5).astype(np.float32),
    )


def _kinds(board: StopsBoard, frame: Frame) -> Image:
    """What each pixel of a frame shows, (h, w)."""
    ships = {kind.name for kind in board.ship.kinds} if board.ship else set()
    of_solid = [PRINT]
    for solid in frame.solids:
        place = solid.place
        of_solid.append(SHIP if place in ships else CARD if place in board.stops else OTHER)
    # Arms count backwards: the last of the list.
    return np.array([*of_solid, OTHER], np.uint8)[frame.owners()]
