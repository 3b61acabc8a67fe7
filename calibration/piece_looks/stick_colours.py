"""The colours of the sticks in a photo, measured as the reader measures them."""

from __future__ import annotations

from calibration.piece_looks.palette import Measured
from companion.boards.board import Board
from companion.errors import InputError
from vision.alignment.align import WHOLE, align
from vision.alignment.patches import stick_places
from vision.alignment.reference import Reference
from vision.picture.arrays import Image
from vision.routes.reader import RoutesReader


class StickColours:
    """Measures the sticks of one board, beside its empty photo."""

    def __init__(self, board: Board, reference: Reference) -> None:
        if stick_places(board) is None:
            raise InputError("no-spaces-for-sticks", board=board.name)
        self._reader = RoutesReader(board, reference)

    def measure(self, photo: Image) -> Measured:
        """What lies on each space of a photo. Raises NotAligned when the board isn't found."""
        reader = self._reader
        pose = align(photo, reader.reference, reader.board, settings=WHOLE)
        return reader.paints(photo, pose)
