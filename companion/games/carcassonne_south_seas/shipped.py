"""The board that comes with the program."""

from __future__ import annotations

from companion.boards.tiles_board import TilesBoard
from companion.play.offered.shipped import shipped_board


def read_shipped_board() -> TilesBoard:
    """Read the reconstructed tiles; what is drawn on the printed ones is in no public text."""
    return shipped_board(__package__, TilesBoard)
