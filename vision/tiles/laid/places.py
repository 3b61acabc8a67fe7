"""The places of one face as a photo shows them: on a tile, or on the board beside the tiles."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.boards.tiles_board import Spot
from vision.picture.arrays import Floats
from vision.tiles.bare.faces import Faces
from vision.tiles.bare.looks import on_tile
from vision.tiles.laid.placing import Placed

EDGE = 0.98
"""So much of a tile shows its print."""


@dataclass(frozen=True, eq=False)
class Shown:
    """A face that lies in a photo, with its places: ``ids``, and in its own frame ``spots``."""

    face: str
    placed: Placed
    ids: tuple[str, ...]
    spots: tuple[Spot, ...]

    @property
    def feet_mm(self) -> Floats:
        """Where its places are on the table, (k, 2)."""
        own = np.array([(spot.x_mm, spot.y_mm) for spot in self.spots]).reshape(-1, 2)
        return self.placed.on_table(own)


def lies_on(faces: Faces, shown: Shown, own_mm: Floats) -> NDArray[np.bool_]:
    """Which points (..., 2) of its own frame lie on a face."""
    if shown.face in faces.looks.tiles:
        return np.asarray(on_tile(faces.board, own_mm, EDGE), bool)
    _, _, width, height = faces.looks.beside_mm
    return np.asarray((np.abs(own_mm) <= np.array([width, height]) / 2).all(axis=-1), bool)
