"""The sheet of a set of tiles: one photo in which each lies bare, in a known order.

It is to a table of tiles what the photo of the empty board is to a printed one: all that is read
later is compared with it.
"""

from __future__ import annotations

from companion.boards.tiles_board import TilesBoard
from companion.position import Position


def sheet_position(board: TilesBoard) -> Position:
    """How the tiles are laid for their photo: in the order of the file, row by row, not turned.

    Faces come first, and then the backs; of tiles that are alike one is laid.
    """
    tiles = sorted(board.tiles.values(), key=lambda tile: tile.back)
    cells = sorted(board.cells.values(), key=lambda cell: (cell.at[1], cell.at[0]))
    pairs = zip(cells, tiles, strict=False)
    return Position({cell.id: f"{tile.id}/0" for cell, tile in pairs})
