"""Where the ships of a simulated table stand: in their harbours, and beside their last sticks."""

from __future__ import annotations

import math
from collections.abc import Iterator

from companion.boards.board import Board
from companion.boards.routes_board import RoutesBoard, of_routes
from companion.games import game_of, game_on
from companion.play.timeline import GameState
from companion.position import Position
from vision.simulator import Laid
from web.host.host import GameTable

AWAY_MM = 13.0
STEPS_MM = (0.0, 4.0, 8.0, 12.0)
TURNS_DEG = (90.0, -90.0, 60.0, -60.0, 120.0, -120.0, 0.0, 180.0)


def ships_on(board: Board, state: GameState) -> tuple[Laid, ...]:
    """Stand each company's ships where the game has them, and on no place or other ship."""
    if board.ship is None:
        return ()
    taken = [(place.x_mm, place.y_mm) for place in board.places.values()]
    laid = []
    for company, place in game_on(board).face.standing(state):
        for x_mm, y_mm, angle_deg in _around(of_routes(board), place):
            if all(math.dist((x_mm, y_mm), other) >= AWAY_MM - 1e-6 for other in taken):
                laid.append(Laid(company, x_mm, y_mm, angle_deg))
                taken.append((x_mm, y_mm))
                break
    return tuple(laid)


def position_of(table: GameTable) -> Position:
    """What lies on the places of a table's board."""
    position: Position = game_of(table.view.record).face.position(table.view.last.state)
    return position


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
