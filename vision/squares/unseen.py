"""Figures that nobody sees as such: an islet of a tile looks otherwise than when it was bare.

Seen from right above, a figure on what is printed in its own colour has neither an outline that
tells nor a colour that is new; but what was printed there is gone. An islet is no larger than who
stands on it. On ways and ground the edges of other tiles and who leans over tell as much.

One that came with its figure was never seen bare. But islets are printed alike: where those of a
table look alike, and one otherwise than all of them, somebody is on it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np

from companion.boards.board import Place
from companion.boards.tiles_board import Lying, TilesBoard
from vision.picture.arrays import Floats, Tones
from vision.squares.came import BareTiles, on_crop
from vision.squares.figures import Figure
from vision.squares.printed.schematic import SPAN, is_islet

UNLIKE = 0.9
"""An islet on which a figure is looks less like it did when it was bare: 0.86 at most in 98 of 100
looks, and a bare one 0.98."""
SHARE = 0.9
"""So likely it is one."""
APART_MM = 12.0
"""A figure that is seen explains all that is so near."""
STRANGE, FEWEST = 0.31, 3
"""An islet is strange that looks so much otherwise than the one that is most like it, in logs of
tones, where islets are usually twice as near; of fewer none is. With figures they were 0.35 and
more apart, bare ones 0.16 in 99 of 100 looks."""
RINGS_MM = (0.0, 4.0, 7.0)
"""What is looked at of an islet: its middle, and what is around that."""
DARK = 0.02
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
    (64, 64, 3) are how the cells look now. Each islet looks otherwise than when it was bare, or
    than all others.
    """
    seen_mm = np.array([each.at_mm for each in seen]).reshape(-1, 2)
    span_mm = SPAN * board.lattice.apart_mm
    islets, looks = dict[str, tuple[Figure, bool]](), dict[str, Floats]()
    for place in places:
        cell, _, spot = place.id.rpartition("/")
        features = board.tiles[lies[cell].tile].features
        if not any(spot in each.spots and is_islet(each) for each in features):
            continue
        at_mm = np.array([place.x_mm, place.y_mm])
        if (np.hypot(*(seen_mm - at_mm).T) < APART_MM).any():
            continue
        crop = crops[cell]
        column, row = on_crop(place, board.cells[cell], span_mm, len(crop))
        like = bare.likeness(cell, crop, (column, row))
        feet_mm = np.stack([at_mm, at_mm])
        figure = Figure(feet_mm, 0.0, _paint(crop, round(column), round(row)), SHARE)
        islets[place.id] = figure, like is not None and like < UNLIKE
        looks[place.id] = _look(crop, (column, row), len(crop) / span_mm)
    strange = strange_among(looks)
    return [figure for at, (figure, differs) in islets.items() if differs or at in strange]


def strange_among(looks: Mapping[str, Floats]) -> set[str]:
    """Which of some islets look otherwise than all others, where those look alike: by place.

    ``looks`` (n,) are logs of tones.
    """
    if len(looks) < FEWEST:
        return set()
    every = np.array([*looks.values()])
    apart = np.sqrt(((every[:, None] - every[None]) ** 2).mean(axis=2))
    np.fill_diagonal(apart, np.inf)
    nearest = apart.min(axis=1)
    if np.median(nearest) > STRANGE / 2:
        return set()
    return {at for at, far in zip(looks, nearest, strict=True) if far > STRANGE}


def _look(crop: Tones, at: tuple[float, float], per_mm: float) -> Floats:
    """How an islet of a crop (64, 64, 3) looks beside the tile as a whole, (6,) logs of tones."""
    rows, columns = np.ogrid[: len(crop), : crop.shape[1]]
    away_mm = np.hypot(columns - at[0], rows - at[1]) / per_mm
    rings = [
        crop[(away_mm >= inner) & (away_mm < outer)].mean(axis=0)
        for inner, outer in pairwise(RINGS_MM)
    ]
    whole = np.log(np.median(crop.reshape(-1, 3), axis=0) + DARK)
    return np.concatenate([np.log(ring + DARK) - whole for ring in rings])


def _paint(crop: Tones, column: int, row: int) -> Tones:
    """The tones (3,) of what is in the middle of a place."""
    core = crop[max(row - CORE, 0) : row + CORE + 1, max(column - CORE, 0) : column + CORE + 1]
    return np.asarray(np.median(core.reshape(-1, 3), axis=0))
