"""What was found in the photo, as routes are laid on it and as places are offered."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np

from calibration.ghosts.found import find_ghosts
from calibration.ghosts.ghost import Ghost, PieceSizes
from calibration.ghosts.routes import SpacePlace, snap_route
from calibration.tracing.draft.draft import Draft, Laid, TracedSpace
from calibration.tracing.draft.laying import Finder, Lanes, Point, evenly, stick_size


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
    length_mm, width_mm = stick_size(draft)
    otherwise = evenly(draft)

    def lay(
        a: Point, b: Point, spaces: int, bend_mm: float, lanes: int, taken: Sequence[Point]
    ) -> Lanes:
        even = otherwise(a, b, spaces, bend_mm, lanes, taken)
        if math.dist(a, b) < length_mm:
            return even
        free = [ghost for ghost in ghosts if not _under(ghost, taken, width_mm / 2)]
        placed = snap_route(
            a, b, spaces, free, bend_mm, lanes,
            stick_length_mm=length_mm, stick_width_mm=width_mm,
        )  # fmt: skip
        if not any(space.snapped for lane in placed for space in lane):
            return even
        return tuple(tuple(map(_traced, lane)) for lane in placed)

    return lay


def _under(ghost: Ghost, taken: Sequence[Point], reach_mm: float) -> bool:
    """Whether something lies on that dash already."""
    at = (ghost.x_mm, ghost.y_mm)
    return any(math.dist(at, place) < reach_mm for place in taken)


def _traced(space: SpacePlace) -> TracedSpace:
    laid = Laid.FOUND if space.snapped else Laid.EVEN
    return TracedSpace(space.x_mm, space.y_mm, space.angle_deg, laid)
