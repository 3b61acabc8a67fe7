"""The board that comes with the program."""

from __future__ import annotations

from companion.boards.stops_board import StopsBoard
from companion.play.offered.shipped import shipped_board


def read_shipped_board() -> StopsBoard:
    """Read the reconstructed board; the printed one is in no public text."""
    return shipped_board(__package__, StopsBoard)
