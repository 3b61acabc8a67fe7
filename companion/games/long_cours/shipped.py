"""The board that comes with the program."""

from __future__ import annotations

from functools import cache
from importlib import resources

from companion.boards.board_file import read_board
from companion.boards.stops_board import StopsBoard


@cache
def read_shipped_board() -> StopsBoard:
    """Read the reconstructed board; the printed one is in no public text."""
    with resources.as_file(resources.files(__package__) / "board.json") as path:
        board = read_board(path)
    assert isinstance(board, StopsBoard)
    return board
