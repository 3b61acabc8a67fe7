"""The board that comes with the program."""

from __future__ import annotations

from functools import cache
from importlib import resources

from companion.boards.board_file import read_board
from companion.boards.tiles_board import TilesBoard


@cache
def read_shipped_board() -> TilesBoard:
    """Read the reconstructed tiles; what is drawn on the printed ones is in no public text."""
    with resources.as_file(resources.files(__package__) / "board.json") as path:
        board = read_board(path)
    assert isinstance(board, TilesBoard)
    return board
