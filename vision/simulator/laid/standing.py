"""Where ships stand on a table of routes: in their harbours, and beside their last sticks."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from companion.boards.routes_board import RoutesBoard
from vision.simulator.laid.scene import Laid

AWAY_MM = 13.0
STEPS_MM = (0.0, 4.0, 8.0, 12.0)
TURNS_DEG = (90.0, -90.0, 60.0, -60.0, 120.0, -120.0, 0.0, 180.0)


def standing_beside(board: RoutesBoard, standing: Sequence[tuple[str, str]]) -> tuple[Laid, ...]:
    """Stand ships (kind, place) beside their places, and on no place or other ship."""
    if board.ship is None:
        return ()
    taken = [(place.x_mm, place.y_mm) for place in board.places.values()]
    laid = []
    for kind, place in standing:
        for x_mm, y_mm, angle_deg in _around(board, place):
            if all(math.dist((x_mm, y_mm), other) >= AWAY_MM - 1e-6 for other in taken):
                laid.append(Laid(kind, x_mm, y_mm, angle_deg))
                taken.append((x_mm, y_mm))
                break
    return tuple(laid)


def _around(board: RoutesBoard, place: str) -> Iterator[tuple[float, float, float]]:
    """Where a ship may stand by a place, the best first: x, y, and where its bow points."""
    if place in board.harbours:
        at = board.harbours[place]
        yield at.x_mm, at.y_mm, 0.0
    space = board.spaces.get(place)
    node = space or board.harbours.get(place) or board.islands[place]
    angle_deg = space.angle_deg if space is not None else 0.0
    for step_mm in STEPS_MM:
        for turn_deg in TURNS_DEG:
            way = math.radians(angle_deg + turn_deg)
            away_mm = AWAY_MM + step_mm
            x_mm, y_mm = node.x_mm + away_mm * math.cos(way), node.y_mm + away_mm * math.sin(way)
            yield x_mm, y_mm, angle_deg
