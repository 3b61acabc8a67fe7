"""The board that comes with the companion: a reconstruction, not the publisher's board.

Its file says of each field whether a text states it, implies it or it was invented to be
plausible. A table that plays on a real board traces that board instead.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import as_file, files

from companion.board import Board
from companion.board_file import read_board


@cache
def shipped_board() -> Board:
    """Read the reconstructed Clippers board of this package."""
    with as_file(files("companion.games.clippers") / "board.json") as path:
        return read_board(path)
