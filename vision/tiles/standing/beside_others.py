"""What stands close beside another piece: looked at once more, as if nothing but it stood there.

A piece on print of its own colour hardly shows; where one of that colour stands beside it as well,
the network may take the second for all there is. What is seen only so is doubted, not gone.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from companion.boards.tiles_board import PieceType
from vision.picture.arrays import Floats
from vision.picture.numbers import logistic
from vision.tiles.standing.forms import SIDE, STEP_MM, masks_of
from vision.tiles.standing.occupied import SURELY_THERE, Place, Stood, look_at_places
from vision.tiles.standing.patches import LEAST_USUAL, ODD, Patch

REACH_MM = SIDE * STEP_MM
"""A piece no further off than this is seen in a place's patch."""
ALONE = 0.25
"""So much the second look counts: where the print is laid in, its edges may look like a box's."""
LEAST = 1e-6
"""No look is surer than this leaves."""


def looked_at_alone(stood: Sequence[Stood], forms: Mapping[str, PieceType]) -> list[Stood]:
    """The same, with what may stand beside others as likely as it is in both looks, in log odds.

    No place is less likely for it: the network learnt from places beside others.
    """
    crowded = {each.place.id: each.place for each in _beside_others(stood)}
    places = [replace(place, patch=_alone(place.patch)) for place in crowded.values()]
    again = {(each.place.id, each.form): each for each in look_at_places(places, forms)}
    return [_both(each, again.get((each.place.id, each.form), each)) for each in stood]


def _beside_others(stood: Sequence[Stood]) -> list[Stood]:
    """What is not surely there, looks like no bare print, and has a piece close by that is."""
    off = np.array([_off_print(each) for each in stood])
    odd = off > ODD * max(float(np.median(off)) if len(off) else 0.0, LEAST_USUAL)
    sure_mm = [each.place.at_mm for each in stood if each.chance > SURELY_THERE]
    return [
        each
        for each, is_odd in zip(stood, odd.tolist(), strict=True)
        if is_odd and each.chance <= SURELY_THERE and _is_near(each.place, sure_mm)
    ]


def _off_print(stood: Stood) -> float:
    """How far a place is from its bare print where this form would be seen, in the median."""
    patch = stood.place.patch
    whole = masks_of(stood.form, patch.lean_mm)[1].ravel() > 0
    off = (patch.seen - patch.expected)[whole & (patch.counts.ravel() > 0)]
    return float(np.median(np.sqrt((off**2).mean(axis=1)))) if len(off) else 0.0


def _is_near(place: Place, others_mm: Sequence[Floats]) -> bool:
    return any(np.hypot(*(place.at_mm - at_mm)) < REACH_MM for at_mm in others_mm)


def _alone(patch: Patch) -> Patch:
    """The patch with bare print where other places are nearer, or no tile is."""
    own = patch.counts.reshape(-1, 1) > 0
    return replace(patch, seen=np.where(own, patch.seen, patch.expected).astype(np.float32))


def _both(usual: Stood, alone: Stood) -> Stood:
    """What is seen in both looks: the likelier one tells where the top is, and its tones."""
    if alone.chance <= usual.chance:
        return usual
    odds = (1 - ALONE) * _log_odds(usual.chance) + ALONE * _log_odds(alone.chance)
    return replace(alone, place=usual.place, chance=float(logistic(odds)))


def _log_odds(chance: float) -> float:
    chance = min(max(chance, LEAST), 1 - LEAST)
    return math.log(chance / (1 - chance))
