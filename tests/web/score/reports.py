"""A scored board to show: a small game, read from a picture that nobody took."""

from __future__ import annotations

import numpy as np

from companion.boards.board import Board
from companion.games.clippers.shipped import read_shipped_board
from companion.play.offered.finished import Counted
from companion.position import Position
from companion.reading import EMPTY, Reading, Seen
from vision.simulator import camera_at
from web.score.report import Report, Sighting, View, report_on

BOARD = read_shipped_board()
PLAYERS = (Counted("Pauline", "japanese", 9), Counted("Jean-Luc", "french", 4))
SPACES = {"h-red--malden/0/0": "red", "h-red--malden/0/1": "red", "malden--starbuck/0/0": "red"}
SLOTS = {"malden/0": "french", "starbuck/0": "japanese", "starbuck/1": "french"}
DOUBTS = {
    "malden--starbuck/0/0": Seen("red", 0.7, (("red", 0.7), ("purple", 0.2), ("empty", 0.1))),
    "h-green--hiva-oa/0/0": Seen("hidden", 0.8, (("hidden", 0.8), ("green", 0.15))),
}


def reading(doubts: dict[str, Seen] | None = None) -> Reading:
    """What was seen of the game, surely but for the doubts."""
    doubts = doubts or {}

    def look(place: str, pieces: dict[str, str]) -> Seen:
        piece = pieces.get(place, EMPTY)
        return doubts.get(place, Seen(piece, 0.999, ((piece, 0.999),)))

    return Reading(
        {place: look(place, SPACES) for place in BOARD.spaces},
        {place: look(place, SLOTS) for place in BOARD.slots},
    )


def seen(doubts: dict[str, Seen] | None = None) -> Sighting:
    """The reading with a picture beside it, and one of the empty board."""
    camera = camera_at((280, 280), size_px=(640, 480), distance_mm=760, tilt_deg=20, azimuth_deg=90)
    view = View(np.full((480, 640, 3), 120, np.uint8), camera.pose)
    return Sighting(view, reading(doubts), view)


def report(
    doubts: dict[str, Seen] | None = None,
    players: tuple[Counted, ...] = PLAYERS,
    board: Board = BOARD,
) -> Report:
    """The game scored from its picture."""
    looked = seen(doubts)
    return report_on(board, players, Position.from_reading(looked.reading), 0.95, looked)
