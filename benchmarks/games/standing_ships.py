"""Where the ships of a game stand on a drawn table: beside the last stick, as people put them."""

from __future__ import annotations

import math
from collections.abc import Iterator

from companion.boards.routes_board import RoutesBoard
from companion.games.clippers.page.view import ships_standing
from companion.games.clippers.state.state import State
from vision.simulator import Laid

AWAY_MM = 13.0
"""From a place to the middle of the ship beside it."""
SIDES_DEG = (90, -90, 45, -45, 135, -135, 0, 180)


def standing_ships(board: RoutesBoard, state: State) -> tuple[Laid, ...]:
    """Stand each company's ships beside their places, where they cover least."""
    if board.ship is None:
        return ()
    taken = [(space.x_mm, space.y_mm) for space in board.spaces.values()]
    taken += [(slot.x_mm, slot.y_mm) for slot in board.slots.values()]
    laid = []
    for one in ships_standing(state):
        ways = list(_beside(board, str(one["place"])))
        best = max(ways, key=lambda way: min(math.dist(way[:2], other) for other in taken))
        laid.append(Laid(str(one["company"]), *best))
        taken.append(best[:2])
    return tuple(laid)


def _beside(board: RoutesBoard, place: str) -> Iterator[tuple[float, float, float]]:
    """Places for a ship beside a space, island or harbour: x, y in mm, its angle in degrees."""
    spot = board.spaces.get(place) or board.islands.get(place) or board.harbours[place]
    along_deg = getattr(spot, "angle_deg", 0.0)
    away_mm = AWAY_MM if place in board.spaces else 2 * AWAY_MM
    for side in SIDES_DEG:
        away = math.radians(along_deg + side)
        x_mm, y_mm = spot.x_mm + away_mm * math.cos(away), spot.y_mm + away_mm * math.sin(away)
        yield x_mm, y_mm, along_deg
