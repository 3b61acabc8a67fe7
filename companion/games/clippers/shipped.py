"""The board that comes with the program."""

from __future__ import annotations

from importlib import resources

from companion.boards.board import Board
from companion.boards.board_file import read_board


def read_shipped_board() -> Board:
    """Read the reconstructed Clippers board."""
    with resources.as_file(resources.files(__package__) / "board.json") as path:
        return read_board(path)
