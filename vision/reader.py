"""The one door to reading photos: the reader that a board's kind asks for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, runtime_checkable

from companion.boards.board import Board
from companion.boards.lattice import Shape
from companion.boards.routes_board import of_routes
from companion.boards.stops_board import StopsBoard
from companion.boards.tiles_board import TilesBoard
from companion.position import Position
from vision.alignment.reference import Reference
from vision.routes.reader import RoutesReader
from vision.seen.photo_reading import Reads
from vision.squares.reader import SquaresReader
from vision.stops.reader import StopsReader
from vision.tiles.reader import TilesReader


class Reader(Reads, Protocol):
    """Reads photos of one board."""

    @property
    def board(self) -> Board:
        """The board."""


@runtime_checkable
class Believer(Protocol):
    """A reader that is told by what is known: how a table lies, or which ships it plays with."""

    def knows(self, position: Position) -> None:
        """Take in what is known to lie there, from whoever keeps the record."""


def needs_reference(board: Board) -> bool:
    """Whether a board is read by a photo of it empty, or of its tiles bare.

    A table of square tiles that grows is not: where it lies its own tiles tell, and what is drawn
    on them its board file.
    """
    if not isinstance(board, TilesBoard) or board.layouts:
        return True
    drawn = any(each.drawn for tile in board.tiles.values() for each in tile.features)
    return board.lattice.shape is not Shape.SQUARES or not drawn


def reader_for(
    board: Board,
    reference: Reference | None,
    palette: Mapping[str, Sequence[float]] | None = None,
) -> Reader:
    """A reader of photos of a board; ``palette`` are the tones of kinds that were taught.

    Raises InputError where no reader knows boards of its kind.
    """
    if not needs_reference(board):
        assert isinstance(board, TilesBoard)
        return SquaresReader(board, palette)
    assert reference is not None, "a board that is printed is read by its reference"
    if isinstance(board, StopsBoard):
        return StopsReader(board, reference, palette)
    if isinstance(board, TilesBoard):
        return TilesReader(board, reference, palette)
    return RoutesReader(of_routes(board), reference, palette)
