"""A finished game that nobody played, photographed by the simulator: to try things with."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from companion.boards.board import Board
from companion.boards.routes_board import RoutesBoard, of_routes
from companion.errors import InputError
from companion.games import game_on
from companion.play.offered.finished import Counted
from companion.position import Position
from vision.simulator import Camera, Laid, Light, Simulator, camera_at

PLAYERS = ("Benjamin", "Pauline", "Jean-Luc")
PHOTO_PX = (2048, 1536)
MOST_MONEY = 25
SHIP_AWAY_MM = 12.0


@dataclass(frozen=True)
class Shot:
    """How a photo is taken: held by hand, so never twice from the same place."""

    camera: Camera
    light: Light


@dataclass(frozen=True)
class MadeUp:
    """Two photos as JPEG files, of the empty board and of the finished game, and who played it."""

    empty: bytes
    final: bytes
    players: tuple[Counted, ...]


def made_up_game(board: Board, seed: int) -> MadeUp:
    """Play a game by lot, and photograph it; the same seed gives the same photos."""
    random = Random(seed)
    game = game_on(board)
    if game.self_play is None or game.self_play.finished is None:
        raise InputError("no-self-play", game.about.name)
    roles = random.sample(game.roles(board), len(PLAYERS))
    simulator = Simulator(board, seed)
    end = game.self_play.finished(board, roles, random)
    scene = simulator.hands.scene(end.position, _beside_their_sticks(of_routes(board), end.beside))
    before, after = shots(board, random)
    empty = simulator.frame(Position(), before.camera, before.light).jpeg()
    final = simulator.frame(scene, after.camera, after.light, seed=1).jpeg()
    seats = zip(PLAYERS, roles, strict=True)
    players = tuple(Counted(n, role, random.randint(0, MOST_MONEY)) for n, role in seats)
    return MadeUp(empty, final, players)


def _beside_their_sticks(board: RoutesBoard, ships: Sequence[tuple[str, str]]) -> tuple[Laid, ...]:
    """Stand each ship beside its route's last stick, where it covers no place and no other ship."""
    if board.ship is None:
        return ()
    taken = [(place.x_mm, place.y_mm) for place in board.places.values()]
    laid = []
    for company, place in ships:
        space = board.spaces[place]
        for side in (90, -90):
            away = math.radians(space.angle_deg + side)
            x_mm = space.x_mm + SHIP_AWAY_MM * math.cos(away)
            y_mm = space.y_mm + SHIP_AWAY_MM * math.sin(away)
            if all(math.dist((x_mm, y_mm), other) >= SHIP_AWAY_MM - 1e-6 for other in taken):
                laid.append(Laid(company, x_mm, y_mm, space.angle_deg))
                taken.append((x_mm, y_mm))
                break
    return tuple(laid)


def shots(board: Board, random: Random) -> tuple[Shot, Shot]:
    """Two photos of one evening: before the game by daylight, after it under the lamp."""
    middle = (board.width_mm / 2, board.height_mm / 2)
    span_mm = max(board.width_mm, board.height_mm)

    def held(tilt_deg: float, k1: float) -> Camera:
        return camera_at(
            middle,
            size_px=PHOTO_PX,
            distance_mm=span_mm * random.uniform(1.4, 1.45),
            tilt_deg=tilt_deg,
            azimuth_deg=90 + random.uniform(-8, 8),
            roll_deg=random.uniform(-3, 3),
            k1=k1,
        )

    day = Light("daylight", exposure=0.85, direct=0.3, azimuth_deg=200)
    lamp = Light(
        "lamp", exposure=0.8, tint=(0.9, 1.0, 1.06), slope=(0.2, 0.2, 0.2), slope_deg=30, direct=0.4
    )
    return Shot(held(4, -0.02), day), Shot(held(14, -0.02), lamp)
