"""What a page lays over the drawn board: places that can be lit and tapped, and the pieces.

The board itself is a picture that never changes; this layer has its measures and no style of its
own, so that a page's one stylesheet paints it.
"""

from __future__ import annotations

from companion.board_drawing.kinds import drawer_of
from companion.board_drawing.places import Ships
from companion.board_drawing.svg import number
from companion.boards.board import Board
from companion.position import Position

MARGIN = 22.0
"""Paper around the printed face, on a board of usual size."""
EDGE = 2.0
"""Room around a table that grows, which has no printed face."""


def unit_of(board: Board) -> float:
    """1 on a board of usual size."""
    return drawer_of(board).unit_of(board)


def view_box(board: Board) -> str:
    """The measures of the picture, the paper around the board with it.

    Of a board that grows, as it lies: a square around what lies there.
    """
    left, top, width, height = board.box_mm
    if board.grows:
        side = max(width, height)
        left, top = left - (side - width) / 2, top - (side - height) / 2
        width = height = side
    margin = (EDGE if board.grows else MARGIN) * unit_of(board)
    box = (left - margin, top - margin, width + 2 * margin, height + 2 * margin)
    return " ".join(map(number, box))


def draw_spots(board: Board) -> str:
    """Draw whatever can be pointed at as a spot: unseen until a page lights it."""
    return drawer_of(board).spots(board)


def draw_laid(board: Board, position: Position, ships: Ships) -> str:
    """Draw what lies on the board, in a group for each sort of piece."""
    return drawer_of(board).laid(board.lying(position), position, ships)
