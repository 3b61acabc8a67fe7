"""Where markers lie beside the middle of their slots, when the truth names only their kinds.

Each known marker's art is tried at every turn and at many small shifts; where it agrees best with
the photo, there the marker lies.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from vision.picture.arrays import Floats, Tones
from vision.routes.marker_art import DISC

STEP = 0.1
REACH = 0.65
"""Shifts are tried on a grid of this step out to this reach, in diameters."""
PULL = 0.3
"""Likeness that a shift of a whole diameter costs: neighbours look alike."""


def find_offsets(close_ups_at: Callable[[Floats], Tones], art: Tones, diameter_mm: float) -> Floats:
    """The shifts (n, 2) in mm at which n markers look most like their own art.

    ``close_ups_at`` gives the close-ups (n, side, side, 3) of all of them at one shift in mm;
    ``art`` (n, turns, side, side, 3) is each one's own.
    """
    steps = np.arange(-int(REACH / STEP), int(REACH / STEP) + 1) * STEP
    shifts = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    shifts = shifts[np.hypot(*shifts.T) < REACH]
    turned = directions(art)
    likeness = [
        np.einsum("np,nrp->nr", directions(close_ups_at(shift * diameter_mm)), turned).max(axis=1)
        for shift in shifts
    ]
    cost = PULL * (shifts**2).sum(axis=1)
    best = (np.array(likeness) - cost[:, None]).argmax(axis=0)
    return np.asarray(shifts[best] * diameter_mm)


def directions(pictures: Tones) -> Tones:
    """Pictures (..., side, side, 3) as unit vectors of their disc, each channel about its mean."""
    inside = pictures[..., DISC, :]
    about = inside - inside.mean(axis=-2, keepdims=True)
    flat = about.reshape(*about.shape[:-2], -1)
    return np.asarray(flat / (np.linalg.norm(flat, axis=-1, keepdims=True) + 1e-2))
