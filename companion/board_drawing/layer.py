"""What a page lays over the drawn board: places that can be lit and tapped, and the pieces.

The board itself is a picture that never changes; this layer has its measures and no style of its
own, so that a page's one stylesheet paints it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from companion.board_drawing.kinds import drawer_of
from companion.board_drawing.places import Ships
from companion.boards.board import Board, Box, box_around
from companion.drawing.svg import element, group, number
from companion.position import Position

MARGIN = 22.0
"""Paper around the printed face, on a board of usual size."""
EDGE = 2.0
"""Room around a table that grows, which has no printed face."""
NEAR = 24.0
"""Room around places in a picture of them."""
OURS = re.compile(r' (?:id|data-id|data-kind|data-beside)="[^"]*"')
"""What tells pages which thing something drawn is."""


def unit_of(board: Board) -> float:
    """1 on a board of usual size."""
    return drawer_of(board).unit_of(board)


class Layer:
    """What a page lays over a board on which this lies; each part is drawn when it is asked for."""

    def __init__(self, board: Board, position: Position, ships: Ships) -> None:
        self._drawer = drawer_of(board)
        self._lies = self._drawer.shown(board, position)
        self._position, self._ships = position, ships

    @property
    def box(self) -> str:
        """The measures of the picture."""
        return view_box(self._lies)

    @property
    def ground(self) -> str | None:
        """What stands instead of the picture of a print; None where there is one."""
        return self.ground_of(self._lies.places)

    def ground_of(self, shown: Collection[str]) -> str | None:
        """The same, with no more of the places printed beside it than these."""
        if self._drawer.ground is None:
            return None
        beside = self._drawer.beside(self._lies, shown) if self._drawer.beside else ""
        tiles = self._drawer.ground(self._lies)
        return group("ground", [beside, tiles]) if beside else tiles

    @property
    def spots(self) -> str:
        """Whatever can be pointed at as a spot: unseen until a page lights it."""
        return self._drawer.spots(self._lies)

    @property
    def laid(self) -> str:
        """What lies there, in a group for each sort of piece."""
        return self._drawer.laid(self._lies, self._position, self._ships)

    @property
    def marks(self) -> Iterable[tuple[str, str]]:
        """The signs that it has instead of words: the name of each, and a picture of it alone."""
        return self._drawer.marks(self._lies)


@dataclass(frozen=True, slots=True)
class SmallPicture:
    """Some places alone, and what lies on them: the measures of the picture, and what is in it.

    Nothing in it has an id: it may stand on a page beside the chart.
    """

    box: str
    drawn: str

    @classmethod
    def of(cls, board: Board, position: Position, standing: Ships) -> SmallPicture:
        """Draw these places."""
        lies = board.lying(position)
        shown = [at for at in (*position.places, *(at for _, at in standing)) if at in lies.spots]
        outlines = (point for at in shown for point in lies.outline(at))
        box = box_around(outlines) if shown else (0, 0, 0, 0)
        away = (NEAR if min(box[2:]) == 0 else EDGE) * unit_of(board)
        layer = Layer(board, position, standing)
        drawn = _with_ground(layer.ground_of(shown), layer)
        return cls(_square(box, away), OURS.sub("", drawn))

    @property
    def whole(self) -> str:
        """The picture as an SVG element of its own."""
        return self._element(self.drawn)

    def kept_as(self, name: str) -> str:
        """What is in it, for a sheet of drawings that a page shows by their names.

        A drawing shown elsewhere is styled by what it has itself, not by what it stands in.
        """
        return element("g", self.drawn, class_="layer", id=name)

    def by_name(self, name: str) -> str:
        """The picture, drawn in a sheet on the same page."""
        return self._element(element("use", href=f"#{name}"))

    def _element(self, inside: str) -> str:
        return element("svg", inside, class_="layer picture", viewBox=self.box, aria_hidden="true")


def draw_picture(board: Board, position: Position, standing: Ships) -> str:
    """Draw these places alone, and what lies on them, as a small picture: a whole SVG element."""
    return SmallPicture.of(board, position, standing).whole


def draw_sheet(kept: Iterable[str]) -> str:
    """A sheet of drawings that are shown by their names; nothing of it is seen where it stands."""
    return element("svg", element("defs", *kept), class_="layer drawings", aria_hidden="true")


def view_box(board: Board) -> str:
    """The measures of the picture, the paper around the board with it.

    Of a board that grows, as it lies: a square around what lies there, which on a page stays one.
    """
    away = (EDGE if board.grows else MARGIN) * unit_of(board)
    box_mm = drawer_of(board).box_mm(board)
    if board.grows and not board.keeps_shape:
        return _square(box_mm, away)
    left, top, width, height = box_mm
    return _measures((left - away, top - away, width + 2 * away, height + 2 * away))


def _square(box: Box, away: float) -> str:
    """The measures of a square around a box, with so much room around it."""
    left, top, width, height = box
    side = max(width, height) + 2 * away
    return _measures((left + (width - side) / 2, top + (height - side) / 2, side, side))


def _measures(box: Box) -> str:
    return " ".join(map(number, box))


def draw_laid(board: Board, position: Position, ships: Ships) -> str:
    """Draw what lies on the board, with the ground that lies there too."""
    layer = Layer(board, position, ships)
    return _with_ground(layer.ground, layer)


def _with_ground(ground: str | None, layer: Layer) -> str:
    return layer.laid if ground is None else group("table", [ground, layer.laid])
