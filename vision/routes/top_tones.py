"""What tones the tops of sticks show: in the middle, and where they are darkest and lightest.

A lamp is mirrored in a part of a top, or a part of it lies in the shadow of what stands beside it.
What is left then tells the paint, so the outer quarters are told too.
"""

from __future__ import annotations

import numpy as np

from vision.alignment.patches import STICK_REACH
from vision.picture.arrays import Floats, Tones
from vision.picture.numbers import weighted_median

CORE = (0.35, 0.3)
"""How far the core of a stick reaches across and along from its middle, in its width and length.

Without its sides and ends, where a shadow or the print beside it shows.
"""
WHOLE = (0.38, 0.43)
"""The same for nearly all of its top: where an edge of light crosses it, most of one side of that
may lie beyond the core."""


def part_of_top(focus: Tones, reach: tuple[float, float]) -> Tones:
    """How much each block of a patch counts as a part of its stick's top: (n, blocks).

    That part lies about the middle of the stick's focus (n, h/2, w/2) and has this ``reach``. The
    focus itself may lie on the edges: of a pale stick beside a shadow it sees the shadow, all
    around.
    """
    along = _within(focus.sum(axis=1), reach[1] / STICK_REACH[1])[:, None]
    across = _within(focus.sum(axis=2), reach[0] / STICK_REACH[0])[:, :, None]
    return np.asarray(across * along).reshape(len(focus), -1)


def core_tones(blocks: Tones, focus: Tones) -> Tones:
    """The median tones (n, 3) of a stick's core, of blocks (n, blocks, 3) of its patch.

    ``focus`` (n, h/2, w/2) tells where the stick lies.
    """
    return weighted_median(blocks, part_of_top(focus, CORE))


def outer_quarters(blocks: Tones, weights: Tones) -> tuple[Floats, Floats]:
    """The mean tones (n, 3) of the darkest and of the lightest quarter of blocks (n, blocks, 3)."""
    order = blocks.sum(axis=2).argsort(axis=1)
    blocks = np.take_along_axis(blocks, order[..., None], 1)
    passed = np.take_along_axis(weights, order, 1).cumsum(axis=1)
    quarter = passed[:, -1:] / 4
    told = []
    for start in (np.zeros_like(quarter), 3 * quarter):
        within = np.diff(np.clip(passed, start, start + quarter), axis=1, prepend=start)
        told.append(np.asarray((within[:, None] @ blocks)[:, 0] / quarter, np.float64))
    return told[0], told[1]


def _within(focus: Tones, share: float) -> Tones:
    """Which squares of a line (n, squares) lie within a share of it about the focus's mean: 0..1.

    The one on the edge counts in part.
    """
    squares = np.arange(focus.shape[1])
    mean = focus @ squares / np.maximum(focus.sum(axis=1), 1e-9)
    reach = share * focus.shape[1] / 2 + 0.5
    return np.asarray(np.clip(reach - np.abs(squares - mean[:, None]), 0, 1))
