"""The slots of one board under one pose, frame after frame: only what changed is looked at."""

from __future__ import annotations

import numpy as np

from vision.first_look import PatientAsker
from vision.light import Light
from vision.markers import MarkerReader
from vision.patches import Cut
from vision.pose import Pose
from vision.sampling import Image, Tones
from vision.sticks import PiecesSeen, hide

SURELY_EMPTY = 0.9995
"""How sure it is that a slot which plainly shows the print is empty."""


class SlotReader:
    """Reads the slots of a board by its markers."""

    def __init__(self, markers: MarkerReader, cut: Cut, pose: Pose) -> None:
        self._markers, self._pose = markers, pose
        empty = np.zeros(2 + len(markers.names), np.float32)
        empty[0] = SURELY_EMPTY
        self._asker = PatientAsker(cut, empty)

    def forget(self) -> None:
        """Read the next picture as if it were the first."""
        self._asker.forget()

    def read(self, picture: Image, light: Light) -> PiecesSeen:
        """Read every slot of a picture."""

        def ask(cut: Cut) -> Tones:
            seen = self._markers.read(picture, cut, light, self._pose)
            return np.column_stack([seen.empty, seen.hidden, seen.kinds])

        if self._markers.art is None:
            self.forget()  # Colours tell kinds apart only beside those of the other markers.
        answers = self._asker.answers(picture, light, ask)
        empty, hidden = answers.rows[:, 0], answers.rows[:, 1]
        ids = self._asker.cut.places.ids
        return hide(
            PiecesSeen(ids, self._markers.names, empty, hidden, answers.rows[:, 2:]), answers.blown
        )
