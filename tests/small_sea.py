"""A small board that nobody has traced yet, drawn: its photo empty, and photos of pieces on it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from calibration.tracing.shelf import USUAL_PIECES
from companion.boards.board import Board
from companion.boards.board_file import parse_board
from companion.position import Position
from vision.simulator import Light, Simulator, camera_at, reference_frame

WIDTH_MM, HEIGHT_MM = 320.0, 240.0
SIZE_PX = (1600, 1200)
ISLANDS = {"Oro": (45, 50), "Lai": (160, 40), "Mea": (275, 60), "Tuo": (70, 190), "Ran": (190, 180)}
HARBOUR = ("red", (285, 200))
WAYS = (("oro", "lai", 2, 1), ("lai", "mea", 2, 1), ("oro", "tuo", 4, 1), ("tuo", "ran", 3, 2),
        ("lai", "ran", 4, 1), ("harbour_red", "ran", 2, 1))  # fmt: skip
PITCH_MM, APART_MM, RING_MM = 24.0, 9.5, 14.0


@dataclass(frozen=True)
class Sea:
    """The board as it truly is, its photo empty, and who draws more photos of it."""

    board: Board
    empty: bytes
    corners_px: np.ndarray[Any, np.dtype[np.float64]]
    simulator: Simulator

    def photo(self, position: Position, seed: int = 1) -> bytes:
        """A photo of pieces, taken from elsewhere than that of the empty board."""
        middle = (WIDTH_MM / 2 + 8, HEIGHT_MM / 2 - 5)
        camera = camera_at(
            middle, size_px=SIZE_PX, distance_mm=430, tilt_deg=14, azimuth_deg=60, k1=-0.04
        )
        return self.simulator.frame(position, camera, Light(), seed=seed).jpeg()


@cache
def small_sea() -> Sea:
    """The sea, drawn once for all tests."""
    board = parse_board(sea_json())
    simulator = Simulator(board, seed=4)
    frame = reference_frame(simulator, np.random.default_rng(4), SIZE_PX)
    return Sea(board, frame.jpeg(), np.asarray(frame.truth.corners_px, float), simulator)


def sea_json() -> dict[str, Any]:
    """The board file of the sea."""
    ends = {name.lower(): at for name, at in ISLANDS.items()} | {"harbour_red": HARBOUR[1]}
    return {
        "meta": {"name": "Small sea", "game": "routes", "width_mm": WIDTH_MM,
                 "height_mm": HEIGHT_MM},
        "pieces": USUAL_PIECES,
        "islands": [
            {"id": name.lower(), "name": name, "value": number, "x": x, "y": y,
             "slots": [{"x": x, "y": y - RING_MM}, {"x": x + RING_MM, "y": y}]}
            for number, (name, (x, y)) in enumerate(ISLANDS.items(), 1)
        ],
        "harbours": [{"id": "harbour_red", "company": "red", "x": HARBOUR[1][0],
                      "y": HARBOUR[1][1]}],
        "routes": [
            {"id": f"{a}--{b}", "a": a, "b": b,
             "lanes": _lanes(ends[a], ends[b], spaces, lanes)}
            for a, b, spaces, lanes in WAYS
        ],
    }  # fmt: skip


def _lanes(
    a: tuple[float, float], b: tuple[float, float], spaces: int, lanes: int
) -> list[list[dict[str, float]]]:
    """Spaces about the middle of the way, as close as printers lay them."""
    angle = math.atan2(b[1] - a[1], b[0] - a[0])
    middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    offs = [0.0] if lanes == 1 else [-APART_MM / 2, APART_MM / 2]
    steps = [(index - (spaces - 1) / 2) * PITCH_MM for index in range(spaces)]
    return [
        [
            {
                "x": middle[0] + step * math.cos(angle) - off * math.sin(angle),
                "y": middle[1] + step * math.sin(angle) + off * math.cos(angle),
                "angle_deg": math.degrees(angle),
            }
            for step in steps
        ]
        for off in offs
    ]
