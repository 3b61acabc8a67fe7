"""The board that comes with a game: ``board.json`` beside its rules."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import TypeVar

from companion.boards.board import Board
from companion.boards.board_file import read_board

Kind = TypeVar("Kind", bound=Board)


def shipped_board(package: str, kind: type[Kind]) -> Kind:
    """The board of a game's package, read once; it is of this kind."""
    board = _read(package)
    assert isinstance(board, kind)
    return board


@cache
def _read(package: str) -> Board:
    with resources.as_file(resources.files(package) / "board.json") as path:
        return read_board(path)
