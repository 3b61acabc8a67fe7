"""Figures that nobody sees as such: an islet of a tile looks otherwise than when it was bare.

Seen from right above, a figure on what is printed in its own colour has neither an outline that
tells nor a colour that is new; but what was printed there is gone. An islet is no larger than who
stands on it. On ways and ground the edges of other tiles and who leans over tell as much.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from companion.boards.board import Place
from companion.boards.tiles_board import Lying, TilesBoard
from vision.picture.sampling import Tones
from vision.squares.came import BareTiles, on_crop
from vision.squares.figures import Figure
from vision.squares.schematic import SPAN, is_islet

UNLIKE = 0.9
"""An islet on which a figure is looks less like it did when it was bare: 0.86 at most in 98 of 100
looks, and a bare one 0.98."""
SHARE = 0.9
"""So likely it is one."""
APART_MM = 12.0
"""A figure that is seen explains all that is so near."""
CORE = 5
"""The paint is looked for so many pixels of a crop (64, 64, 3) around the place."""


def unseen_figures(
    board: TilesBoard,
    lies: Mapping[str, Lying],
    places: Sequence[Place],
    bare: BareTiles,
    crops: Mapping[str, Tones],
    seen: Sequence[Figure],
) -> list[Figure]:
    """The figures that stand on islets beside those that are ``seen``.

    ``lies`` are the tiles by their cells, ``places`` where figures may be on them; ``crops``
    (64, 64, 3) are how the cells look now.
    """
    seen_mm = np.array([each.at_mm for each in seen]).reshape(-1, 2)
    found = []
    for place in places:
        cell, _, spot = place.id.rpartition("/")
        features = board.tiles[lies[cell].tile].features
        if not any(spot in each.spots and is_islet(each) for each in features):
            continue
        at_mm = np.array([place.x_mm, place.y_mm])
        if (np.hypot(*(seen_mm - at_mm).T) < APART_MM).any():
            continue
        crop, span_mm = crops[cell], SPAN * board.lattice.apart_mm
        column, row = on_crop(place, board.cells[cell], span_mm, len(crop))
        like = bare.likeness(cell, crop, (column, row))
        if like is not None and like < UNLIKE:
            feet_mm = np.stack([at_mm, at_mm])
            found.append(Figure(feet_mm, 0.0, _paint(crop, round(column), round(row)), SHARE))
    return found


def _paint(crop: Tones, column: int, row: int) -> Tones:
    """The tones (3,) of what is in the middle of a place."""
    core = crop[max(row - CORE, 0) : row + CORE + 1, max(column - CORE, 0) : column + CORE + 1]
    return np.asarray(np.median(core.reshape(-1, 3), axis=0))
