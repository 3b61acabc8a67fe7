"""The inks of places: what is printed alike looks alike, also where the light's fit errs on it.

A strong colour comes out of a lens more or less strong than one light for all print can say. Of
places of one kind most are bare: in the median they tell how their ink looks in this photo.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.picture.arrays import Floats
from vision.tiles.standing.patches import Patch

LEAST = 6
"""Fewer places of a kind tell nothing."""
TIGHT = 0.06
"""Half of them must be off alike, to so much, or pieces may stand on most of them."""
SAME_INK = 0.12
"""Tones no further from those in the middle of a place are its ink."""
FLOOR = 0.03


def by_inks(patches: Sequence[Patch], kinds: Sequence[str]) -> list[Patch]:
    """The patches around places of these kinds, with the inks expected as they look."""
    off = np.array([_off(patch) for patch in patches]).reshape(-1, 3)
    corrected = list(patches)
    for kind in set(kinds):
        rows = np.flatnonzero(np.array(kinds) == kind)
        ink = _shared(off[rows])
        if ink is not None:
            for row in rows.tolist():
                corrected[row] = _inked(patches[row], ink)
    return corrected


def _off(patch: Patch) -> Floats:
    """How much brighter the middle of a place is than expected, as logs (3,)."""
    seen, expected = (tones[patch.core].mean(axis=0) for tones in (patch.seen, patch.expected))
    return np.asarray(np.log((seen + FLOOR) / (expected + FLOOR)), float)


def _shared(off: Floats) -> Floats | None:
    """What most places (n, 3) are off; None where they are not off alike."""
    if len(off) < LEAST:
        return None
    middle = np.median(off, axis=0)
    away = np.sort(np.abs(off - middle).max(axis=1))
    return middle if away[len(away) // 2] < TIGHT else None


def _inked(patch: Patch, ink: Floats) -> Patch:
    """A patch whose ink looks so much brighter than expected (3,)."""
    middle = np.median(patch.expected[patch.core], axis=0)
    own = np.abs(patch.expected - middle).max(axis=1) < SAME_INK
    brighter = np.exp(np.where(own[:, None], ink, 0.0))
    expected = (patch.expected + FLOOR) * brighter - FLOOR
    return replace(patch, expected=np.maximum(expected, 0.0).astype(np.float32))
