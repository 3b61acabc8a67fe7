"""What the machine offers when a board is traced: spaces, slots and harbours it sees in the photo.

    ghosts = find_ghosts(rectified, px_per_mm, PieceSizes())

Nothing is known of the print but the size of the pieces that go on it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from calibration.ghosts.dashes import find_dashes
from calibration.ghosts.ghost import Ghost as Ghost
from calibration.ghosts.ghost import GhostKind as GhostKind
from calibration.ghosts.ghost import PieceSizes as PieceSizes
from calibration.ghosts.ghost import sizes_of as sizes_of
from calibration.ghosts.harbours import find_harbours
from calibration.ghosts.slots import find_slots
from vision.picture.arrays import Image

MOST_HARBOURS = 12
SLOT_LIKE = 1.4
"""A round this many markers across, or less, is a slot rather than a harbour."""


def find_ghosts(
    rectified: Image, px_per_mm: float, sizes: PieceSizes | None = None
) -> tuple[Ghost, ...]:
    """Find what may be places of the board in its rectified photo (h, w, 3), BGR, surest first.

    The board's top left corner is the picture's. Faint ghosts are given too: show those that are
    offered, hand all of them to ``ghosts.routes.snap_route``.
    """
    sizes = sizes or PieceSizes()
    dashes = find_dashes(rectified, px_per_mm, sizes.stick_length_mm, sizes.stick_width_mm)
    sure = [dash for dash in dashes if dash.is_offered]
    marker_mm = sizes.marker_mm or 0.0
    harbours = [
        harbour
        for harbour in find_harbours(rectified, px_per_mm, sure)
        if harbour.length_mm > SLOT_LIKE * marker_mm
    ][:MOST_HARBOURS]
    slots = find_slots(rectified, px_per_mm, marker_mm, sure) if marker_mm else ()
    free = [slot for slot in slots if not _within(slot, harbours)]
    return tuple(sorted((*dashes, *free, *harbours), key=lambda ghost: -ghost.sureness))


def _within(slot: Ghost, harbours: Sequence[Ghost]) -> bool:
    """Whether a round is a sure harbour's own, or the number in it."""
    return any(
        np.hypot(slot.x_mm - harbour.x_mm, slot.y_mm - harbour.y_mm) < harbour.length_mm / 2
        for harbour in harbours
        if harbour.is_offered
    )
