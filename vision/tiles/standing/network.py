"""The network that sees whether a box stands on a place, and where its top is.

It knows no board, no colour and no form: it is shown the place beside its bare print, and where a
box of the form in question would be seen. It learns from drawn tables (``vision/training/boxes``).
What it is not sure of it is shown turned and mirrored as well: a box stays one.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.boards.tiles_board import PieceType
from vision.picture.arrays import Tones
from vision.picture.networks import run, softmax
from vision.picture.numbers import logistic
from vision.tiles.standing.forms import SIDE, masks_of
from vision.tiles.standing.patches import Patch

CHANNELS = 9
TOP_SIDE = SIDE // 2
BRIGHTEST = 1.5
"""Tones over local white are cut here."""
TOGETHER = 64
"""So many are shown at once."""
WAYS = 8
"""A place can be shown so many ways, turned by quarters and mirrored."""
SETTLED = 6.2
"""Odds as far from even as this, as a log, are settled by one look: below 0.002, above 0.998."""
LIKELIER = 1.5
"""In the mean of its looks the network is so much too careful to see a box, in log odds."""


def shown(patch: Patch, form: PieceType) -> Tones:
    """What the network is shown of a place, (CHANNELS, SIDE, SIDE).

    Picture (3) and print (3) over local white, where the form's top (1) and all of it (1) would be
    seen, and what belongs to other places or lies beyond the tile (1).
    """
    told = np.concatenate([patch.seen, patch.expected], axis=1).clip(0, BRIGHTEST)
    planes = told.T.reshape(6, SIDE, SIDE)
    others = 1 - patch.counts.reshape(1, SIDE, SIDE)
    return np.concatenate([planes, masks_of(form, patch.lean_mm), others]).astype(np.float32)


def look_at_boxes(rows: Sequence[Tones]) -> tuple[Tones, Tones]:
    """Places as ``shown`` -> the chance of a box (n,), and each sample's share of its top (n, m).

    m is SIDE * SIDE; the shares of a place sum to 1.
    """
    if not rows:
        return np.zeros(0, np.float32), np.zeros((0, SIDE * SIDE), np.float32)
    odds, tops = looked_once(rows)
    unsure = np.flatnonzero(np.abs(odds) < SETTLED)
    again, _ = looked_once([way for nth in unsure.tolist() for way in every_way(rows[nth])])
    odds[unsure] = again.reshape(-1, WAYS).mean(axis=1) + LIKELIER
    chances = logistic(odds)
    shares = softmax(tops.reshape(len(rows), -1)) / 4
    fine = shares.reshape(-1, TOP_SIDE, TOP_SIDE).repeat(2, axis=1).repeat(2, axis=2)
    return np.asarray(chances, np.float32), np.asarray(fine.reshape(len(rows), -1), np.float32)


def every_way(row: Tones) -> list[Tones]:
    """A place as ``shown``, turned by quarters and mirrored: WAYS of them."""
    both = (row, row[:, :, ::-1])
    return [np.rot90(each, quarters, (1, 2)) for each in both for quarters in range(WAYS // 2)]


def looked_once(rows: Sequence[Tones]) -> tuple[Tones, Tones]:
    """The log odds of a box (n,), and the network's word on tops (n, 1, TOP_SIDE, TOP_SIDE)."""
    if not rows:
        return np.zeros(0, np.float32), np.zeros((0, 1, TOP_SIDE, TOP_SIDE), np.float32)
    odds, tops = zip(
        *(
            run("box", {"patches": np.stack(rows[at : at + TOGETHER])}, ("odds", "top"))
            for at in range(0, len(rows), TOGETHER)
        ),
        strict=True,
    )
    return np.concatenate(odds)[:, 0].copy(), np.concatenate(tops)
