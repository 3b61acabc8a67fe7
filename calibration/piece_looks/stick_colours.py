"""The colours of the sticks in a photo, measured as the reader measures them."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from calibration.piece_looks.lit_photo import lit_photo
from companion.boards.board import Board
from companion.errors import InputError
from vision.alignment.patches import cut, stick_places
from vision.alignment.reference import Reference
from vision.picture.sampling import Image
from vision.routes.networks import PIECE
from vision.routes.sticks import STICK_PAINT, ask_sticks


class StickColours:
    """A ``ColourMeter`` for one board against its empty photo."""

    def __init__(self, board: Board, reference: Reference) -> None:
        places = stick_places(board)
        if places is None:
            raise InputError("no-spaces-for-sticks", board=board.name)
        self._board, self._reference, self._places = board, reference, places

    def measure(self, photo: Image) -> Mapping[str, tuple[float, np.ndarray]]:
        """Per space: how surely a stick lies there, and its tones (3,), BGR, relative to white.

        Raises NotAligned when the board isn't found.
        """
        places = self._places
        lit = lit_photo(photo, self._board, self._reference, places.step_mm)
        spaces = cut(places, lit.pose, lit.empty)
        rows = ask_sticks(lit.smooth, spaces, lit.light).astype(float)
        chances = rows[:, PIECE].tolist()
        return dict(zip(places.ids, zip(chances, rows[:, STICK_PAINT], strict=True), strict=True))
