"""Own tiles laid out in rows for one photo: in any order, each turned as it comes.

Whoever counts a whole box so need know nothing of it; the middles of the four tiles furthest out,
marked by hand, tell where the rows lie.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from calibration.own_tiles.photographed import PHOTO, CutUp
from calibration.own_tiles.printed_areas import Style
from calibration.own_tiles.proposing import Proposal, proposed
from companion.boards.tiles_board import Cell, TilesBoard
from companion.position import Position
from vision.picture.arrays import Tones
from vision.picture.encoding import encoded
from vision.picture.photo import decode_to_read
from vision.picture.quads import CornerShares, px_of
from vision.squares.lattice.snapping import snapped
from vision.squares.network import crops_of, look_at
from vision.tiles.bare.sheet import pose_by_middles

MOST = 100
"""So many tiles lie in a photo at most."""
WIDER = 1.2
"""So much more columns than rows, as photos are wider than high."""
SHOWN_PX = 192


@dataclass(frozen=True)
class CountedTiles:
    """What is proposed of the tiles of a photo; where they lie, and a picture of each kind."""

    proposal: Proposal
    cut: CutUp


def columns_of(count: int) -> int:
    """How many of so many tiles lie in a row."""
    return max(2, min(round(WIDER * math.sqrt(count)), count))


def cells_in_rows(board: TilesBoard, count: int) -> tuple[Cell, ...]:
    """The cells of so many tiles, row by row, in the middle of the lattice."""
    in_a_row = columns_of(count)
    rows = -(-count // in_a_row)
    columns, lines = (sorted({cell.at[axis] for cell in board.cells.values()}) for axis in (0, 1))
    left, top = columns[(len(columns) - in_a_row) // 2], lines[(len(lines) - rows) // 2]
    at = ((left + nth % in_a_row, top + nth // in_a_row) for nth in range(count))
    return tuple(board.cell_at[each] for each in at)


def in_rows(board: TilesBoard, count: int) -> Position:
    """How so many tiles may lie: those of the board, one after the other."""
    faces = [each.id for each in board.tiles.values() if not each.back for _ in range(each.count)]
    cells = cells_in_rows(board, count)
    return Position({cell.id: f"{faces[nth % len(faces)]}/0" for nth, cell in enumerate(cells)}, {})


def counted(
    data: bytes, board: TilesBoard, style: Style, count: int, corners: CornerShares
) -> CountedTiles:
    """Find so many tiles by the middles of the four furthest out, and propose what they are.

    ``corners`` are shares of the photo, top left first, clockwise. Raises InputError where no
    camera sees the tiles so.
    """
    photo = decode_to_read(data, PHOTO)
    cells = cells_in_rows(board, count)
    pose = pose_by_middles(photo, board, cells, px_of(corners, photo))
    pose = snapped(photo, pose, board, cells)
    proposal = proposed(board, style, look_at(crops_of(photo, pose, board, cells)))
    large = crops_of(photo, pose, board, cells, SHOWN_PX)
    pictures = {
        tile: _picture(np.rot90(large[shown.nth], shown.quarters))
        for tile, shown in proposal.shown.items()
    }
    return CountedTiles(proposal, CutUp(pose, pictures))


def _picture(tones: Tones) -> bytes:
    codes = np.round(255 * tones).clip(0, 255).astype(np.uint8)
    return encoded(np.ascontiguousarray(codes))
