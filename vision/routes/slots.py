"""The slots of one board under one pose, frame after frame: only what changed is looked at."""

from __future__ import annotations

import numpy as np

from companion.boards.routes_board import RoutesBoard
from vision.alignment.patches import Cut
from vision.alignment.pose import Pose
from vision.photometry.board_light import LitPhoto
from vision.picture.arrays import Tones
from vision.picture.sampling import Move
from vision.routes.departures import Departures
from vision.routes.first_look import EMPTY_SLOT_BELOW, PatientAsker
from vision.routes.markers import MarkerReader
from vision.routes.sticks import PiecesSeen, hide

SURELY_EMPTY = 0.9995
"""How sure it is that a slot which plainly shows the print is empty."""


class SlotReader:
    """Reads the slots of a board by its markers."""

    def __init__(self, markers: MarkerReader, board: RoutesBoard, cut: Cut) -> None:
        self._markers = markers
        self._departures = Departures(board, cut.places.ids, markers.names)
        empty = np.zeros(2 + len(markers.names), np.float32)
        empty[0] = SURELY_EMPTY
        self._asker = PatientAsker(cut, empty, len(empty), EMPTY_SLOT_BELOW)

    def forget(self) -> None:
        """Read the next picture as if it were the first."""
        self._asker.forget()

    def read(self, lit: LitPhoto, pose: Pose, move: Move | None = None) -> PiecesSeen:
        """Read every slot of a photo that may have moved a little since the first."""

        def ask(cut: Cut) -> Tones:
            seen = self._markers.read(lit.photo, lit.smooth, cut, lit.light, pose, lit.detail_share)
            return np.column_stack([seen.empty, seen.hidden, seen.kinds])

        if self._markers.art is None:
            self.forget()  # Colours tell kinds apart only beside those of the other markers.
        answers = self._asker.answers(lit.smooth, lit.light, ask, move)
        empty, hidden = answers.rows[:, 0], answers.rows[:, 1]
        ids = self._asker.cut.places.ids
        kinds = self._departures.told(answers.rows[:, 2:], hidden)
        return hide(PiecesSeen(ids, self._markers.names, empty, hidden, kinds), answers.blown)
