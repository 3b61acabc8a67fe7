"""A stick lies on one space: where two spaces see the same one, it is the nearer's or the surer's.

Each space is looked at alone. A stick that was pushed between the lanes of a double route may look
to both as theirs; that two sticks lie in one another is out of the question.
"""

from __future__ import annotations

import math

import numpy as np

from vision.picture.arrays import Floats, Tones
from vision.picture.numbers import logistic
from vision.routes.networks import CLASS_EMPTY, CLASS_PIECE

HEARD = 0.02
"""A space that sees a stick less surely than this claims none."""
APART = 0.45
"""Two sticks whose tops seem nearer to one another than so many widths are one. Sticks that lie
side by side seem a width apart, but where a top is seen errs."""
ERRS = 0.05
"""That is so surely: at so much further or nearer the odds are e times others."""
UNTIDY = 0.6
"""Sticks lie so many widths beside their spaces, usually."""
REACH = 1.0
"""Tops that are further apart are two sticks without a doubt."""


def on_one_space(classes: Tones, tops: Floats, beside: Tones) -> Tones:
    """Class probabilities of spaces (n, 3), none of them with a stick that is another's.

    ``tops`` (n, 2) are where on the board each space sees a stick's top, ``beside`` (n, 2) how far
    that is from where one is expected, both in stick widths.
    """
    rows = np.flatnonzero(classes[:, CLASS_PIECE] > HEARD)
    off = np.linalg.norm(tops[rows, None] - tops[None, rows], axis=2)
    one, other = np.nonzero(np.triu(off < REACH, 1))
    if not len(one):
        return classes
    there = classes[:, CLASS_PIECE].astype(float)
    untidy = (beside.astype(float) ** 2).sum(axis=1) / (2 * UNTIDY**2)
    for pair in np.argsort(off[one, other]):
        a, b = rows[one[pair]], rows[other[pair]]
        there[a], there[b] = _of_two(
            (there[a], there[b]), (untidy[a], untidy[b]), off[one[pair], other[pair]]
        )
    told = classes.copy()
    told[:, CLASS_EMPTY] += told[:, CLASS_PIECE] - there
    told[:, CLASS_PIECE] = there
    return told


def _of_two(
    there: tuple[float, float], untidy: tuple[float, float], apart: float
) -> tuple[float, float]:
    """How likely a stick lies on each of two spaces, whose sticks are seen so far apart."""
    two = float(logistic((apart - APART) / ERRS))
    nearer = min(untidy)
    first, second = ((two + (1 - two) * math.exp(nearer - each)) for each in untidy)
    a, b = there
    both, here, beyond, none = (
        a * b * two,
        a * (1 - b) * first,
        (1 - a) * b * second,
        (1 - a) * (1 - b),
    )
    total = both + here + beyond + none
    return (both + here) / total, (both + beyond) / total
