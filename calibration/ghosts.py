"""What the machine offers when a board is traced: spaces, slots and harbours it sees in the photo.

    ghosts = find_ghosts(rectified, px_per_mm, PieceSizes())

Nothing is known of the print but the size of the pieces that go on it.
"""

from __future__ import annotations

from calibration.ghost import Ghost as Ghost
from calibration.ghost import GhostKind as GhostKind
from calibration.ghost import PieceSizes as PieceSizes
from calibration.ghost import sizes_of as sizes_of
from calibration.ghost_dashes import find_dashes
from calibration.ghost_harbours import find_harbours
from calibration.ghost_slots import find_slots
from vision.sampling import Image

OFFERED = 0.5
"""Ghosts surer than this are worth showing; a route may snap to fainter ones."""
MOST_HARBOURS = 12


def find_ghosts(
    rectified: Image, px_per_mm: float, sizes: PieceSizes | None = None
) -> tuple[Ghost, ...]:
    """Find what may be places of the board in its rectified photo (h, w, 3), BGR, surest first.

    The board's top left corner is the picture's. Faint ghosts are given too: show those above
    ``OFFERED``, hand all of them to ``ghost_routes.snap_route``.
    """
    sizes = sizes or PieceSizes()
    dashes = find_dashes(rectified, px_per_mm, sizes.stick_length_mm, sizes.stick_width_mm)
    sure = [dash for dash in dashes if dash.sureness > OFFERED]
    harbours = find_harbours(rectified, px_per_mm, sure)[:MOST_HARBOURS]
    slots = find_slots(rectified, px_per_mm, sizes.marker_mm, sure) if sizes.marker_mm else ()
    return tuple(sorted((*dashes, *slots, *harbours), key=lambda ghost: -ghost.sureness))
