"""What lies over several places at once: around a piece bare print is seen, around a hand is none.

A sleeve has folds, and a box is seen in each. What stands on a place has print around it, which
looks as much like itself as print does anywhere in the photo. Over plain print a sleeve may pass
for light; but no lamp casts its colour there alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from companion.boards.tiles_board import PieceType
from vision.picture.arrays import Floats, Tones
from vision.tiles.standing.forms import masks_of
from vision.tiles.standing.occupied import Place
from vision.tiles.standing.patches import LEAST_USUAL, ODD

COVERED = 2.5
"""A place around which the print is odd is covered where that of its neighbours is off by so many
usual misfits."""
NEIGHBOURS, ENOUGH = 5, 3
"""Of so many places, its own with them, so many are covered,"""
NEAR_MM = 60.0
"""no further off than this."""
CAST, UNLIKE = 0.2, 1.4
"""A place is covered too where the light is of another colour by so much, as a log of tones, and
the print is off by so many usual misfits all the same: under a lamp of that colour it is not."""
DARKEST = 0.05
"""No light is darker than this, in tones."""
SEEN = 0.25
"""Of what is around a place so much has to look like its print: around a token that stands askew
between others the half does not, for its corners and shadows, and under a sleeve hardly any."""
FEWEST = 20
"""Fewer samples around a place tell nothing."""


def under_something(
    places: Sequence[Place], forms: Mapping[str, PieceType], white: Tones
) -> NDArray[np.bool_]:
    """Which places (n,) lie under something that is larger than a piece.

    ``white`` (n, 3) is what white print would look like at each, as the light was told.
    """
    if len(places) < ENOUGH:
        return np.zeros(len(places), np.bool_)
    misfits = np.array([_around(place, forms) for place in places])
    usual = max(float(np.median(misfits[misfits > 0])), LEAST_USUAL) if misfits.any() else 1.0
    odd = misfits / usual
    at_mm = np.array([place.at_mm for place in places])
    covered = (odd > ODD) & (_among_neighbours(odd, at_mm) > COVERED)
    return covered | ((odd > UNLIKE) & (_cast(white) > CAST))


def _around(place: Place, forms: Mapping[str, PieceType]) -> float:
    """How far the likest part of what is seen around a place is from its print; 0: none is seen."""
    around = place.patch.counts.ravel() > 0
    if place.kinds:
        largest = max((forms[each] for each in place.kinds), key=_side_mm2)
        around &= masks_of(largest, place.patch.lean_mm)[1].ravel() <= 0
    off = (place.patch.seen - place.patch.expected)[around]
    if len(off) <= FEWEST:
        return 0.0
    return float(np.quantile(np.sqrt((off**2).mean(axis=1)), SEEN))


def _side_mm2(form: PieceType) -> float:
    return form.length_mm * form.height_mm


def _cast(white: Tones) -> Floats:
    """How far the colour of the light at each place (n, 3) is from that of most, (n,)."""
    logs = np.log(np.maximum(white, DARKEST))
    colour = logs - logs.mean(axis=1, keepdims=True)
    return np.asarray(np.linalg.norm(colour - np.median(colour, axis=0), axis=1), np.float64)


def _among_neighbours(values: Floats, at_mm: Floats) -> Floats:
    """Of each place and its nearest the value (n,) that ENOUGH of them reach."""
    apart = np.hypot(*(at_mm[:, None] - at_mm[None]).transpose(2, 0, 1))
    nearest = np.argsort(apart, axis=1, kind="stable")[:, :NEIGHBOURS]
    near = np.take_along_axis(apart, nearest, axis=1) < NEAR_MM
    reached = np.sort(np.where(near, values[nearest], 0.0), axis=1)
    return np.asarray(reached[:, -min(ENOUGH, reached.shape[1])], np.float64)
