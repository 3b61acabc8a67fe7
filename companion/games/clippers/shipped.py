"""The board that comes with the program."""

from __future__ import annotations

from functools import cache
from importlib import resources

from companion.boards.board_file import read_board
from companion.boards.routes_board import RoutesBoard, of_routes


@cache
def read_shipped_board() -> RoutesBoard:
    """Read the reconstructed Clippers board."""
    with resources.as_file(resources.files(__package__) / "board.json") as path:
        return of_routes(read_board(path))
