"""A board drawn as a map, as SVG: a chart of its own, nothing of a publisher's print.

Coordinates are the board's millimetres, so that a page can lay its own things over it. Every
island, harbour, route, space, slot and piece carries its id as ``data-id``; colours are CSS
properties (``style.py``, ``paint.py``); pieces lie in groups of their own.
"""

from __future__ import annotations

from functools import lru_cache

from companion.board_drawing.kinds import drawer_of
from companion.board_drawing.layer import MARGIN, draw_laid, unit_of, view_box
from companion.board_drawing.places import Legend, Ships
from companion.board_drawing.sea import frame, ground
from companion.board_drawing.style import STYLE
from companion.boards.board import Board
from companion.drawing.svg import element, words
from companion.position import Position

ENGLISH = Legend()


def draw_board(
    board: Board,
    position: Position | None = None,
    legend: Legend = ENGLISH,
    ships: Ships = (),
) -> str:
    """Draw a board, and the pieces of a position on it; returns a whole SVG document.

    ``ships`` are kinds with the place that each stands at or beside: a position does not name them.
    Islands have their names from the board file, everything else is said as the ``legend`` says.
    A table of tiles is drawn as it lies in the position, without a frame or cells far from it.
    Raises KeyError when the position names a place that the board has not.
    """
    lies = board if position is None else drawer_of(board).shown(board, position)
    parts = [*_below_pieces(lies, legend), draw_laid(board, position or Position(), ships)]
    if not lies.grows:
        parts.append(frame(lies, MARGIN * unit_of(board), legend.title or board.name))
    return element(
        "svg",
        "\n",
        *(f"{part}\n" for part in parts),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=view_box(lies),
        class_="board-map",
        role="img",
    )


@lru_cache(maxsize=8)
def _below_pieces(board: Board, legend: Legend) -> tuple[str, ...]:
    """Draw what no piece changes; where names find room is the longest part of a chart."""
    title, style = element("title", words(legend.title or board.name)), element("style", STYLE)
    unit, printed = unit_of(board), drawer_of(board).printed(board, legend)
    below = ground(board, printed.coasts, 0 if board.grows else MARGIN * unit, unit)
    return (title, style, below, *printed.places)
