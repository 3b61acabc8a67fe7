"""The board that comes with the program."""

from __future__ import annotations

from companion.boards.routes_board import RoutesBoard
from companion.play.offered.shipped import shipped_board


def read_shipped_board() -> RoutesBoard:
    """Read the reconstructed Clippers board."""
    return shipped_board(__package__, RoutesBoard)
