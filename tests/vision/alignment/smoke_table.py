"""The table whose photos lie beside the tests."""

from __future__ import annotations

from pathlib import Path

from companion.boards.board_file import read_board
from vision.picture.arrays import Image
from vision.picture.photo import load_photo

SMOKE = Path(__file__).parents[2] / "tables" / "smoke"
BOARD = read_board(SMOKE / "board.json")


def photo(name: str = "001.jpg") -> Image:
    return load_photo(SMOKE / name)
