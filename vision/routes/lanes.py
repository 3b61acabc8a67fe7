"""Sticks of one lane tell each other's colour: a lane has one builder (rulebook, 5.5)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.picture.arrays import Tones

ALIKE = 0.4
"""So likely are all sticks of a lane of one colour, beside each being of any.

At real tables nearly all are. It is said low, for a stick that lies wrong must be seen: one that is
plainly of another colour stays so."""
COUNTS = 0.5
"""What mates say counts as so many: they stand in one light, and err alike."""
SURE_OF_MATES = 30.0
"""No mates speak for a colour more than this, as a log."""


def lanes_of(spaces: Sequence[str]) -> NDArray[np.intp]:
    """The lane of each space, whose id is ``ROUTE/LANE/INDEX``, as a number: (n,)."""
    lanes = [space.rpartition("/")[0] for space in spaces]
    return np.unique(lanes, return_inverse=True)[1]


def told_by_mates(told: Tones, there: Tones, lanes: NDArray[np.intp], seen: Tones) -> Tones:
    """How likely each stick is each kind (n, kinds), once those of its lane have had their say.

    ``told`` (n, kinds) is what each stick's own colour says under one palette, with what is missing
    to 1 for a colour that is nobody's; ``there`` (n,) how likely a stick lies there; ``lanes`` (n,)
    as ``lanes_of``; ``seen`` (kinds,) how many of each kind the picture shows.
    """
    usual = (seen + 1) / (seen + 1).sum()
    speaks = np.log(there[:, None] * (told / usual) + (1 - there)[:, None] + 1e-9)
    lane = np.zeros((lanes.max(initial=-1) + 1, told.shape[1]))
    np.add.at(lane, lanes, speaks)
    mates = np.exp(np.minimum(COUNTS * (lane[lanes] - speaks), SURE_OF_MATES))
    alike = told * (ALIKE * mates + 1 - ALIKE)
    nobodys = (1 - ALIKE) * (1 - told.sum(axis=1, keepdims=True)).clip(min=0)
    return np.asarray(alike / (alike.sum(axis=1, keepdims=True) + nobodys))
