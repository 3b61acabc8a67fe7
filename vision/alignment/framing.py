"""How much of the board a picture shows, and on which sides it goes on beyond the picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.boards.board import Board
from companion.errors import Fault
from companion.reading import Side
from companion.saying.phrase import AllOf, Phrase
from vision.alignment.patches import Places, core_points_px
from vision.alignment.pose import Pose, within

GRID = 40
"""The board is looked at in so many rows and columns."""
RIM = 4
"""So many of them along an edge tell whether that side is outside."""
WORTH_SHOWING = 0.005
"""Less than this share of the board beyond the picture is its rim: no side is named for it."""
MOSTLY = 0.5
"""A side is outside if more of its rim than of the board is lost, by so much of the worst rim's."""
AROUND = 0.6
"""A place is read if its piece would lie in the picture whole, and so much of what is around it. On
216 drawn photos 1.7 % of the places so near to the edge were read wrongly, and 1.0 % of all others;
of those that are cut more it is up to 80 %."""


@dataclass(frozen=True)
class Framing:
    """The share of the board that lies in the picture, and the sides beyond which it goes on."""

    share: float
    outside: tuple[Side, ...]

    @classmethod
    def of(cls, board: Board, pose: Pose) -> Framing:
        """How a picture with this pose frames the board."""
        lines = [
            (np.arange(GRID) + 0.5) / GRID * side for side in (board.width_mm, board.height_mm)
        ]
        points_mm = np.stack(np.meshgrid(*lines), axis=-1).reshape(-1, 2)
        lost = ~pose.sees(points_mm).reshape(GRID, GRID)
        rims = {
            Side.TOP: lost[:RIM],
            Side.RIGHT: lost[:, -RIM:],
            Side.BOTTOM: lost[-RIM:],
            Side.LEFT: lost[:, :RIM],
        }
        share = float(lost.mean())
        more = {side: float(rim.mean()) - share for side, rim in rims.items()}
        least = MOSTLY * max(more.values())
        cut = share >= WORTH_SHOWING
        return cls(1 - share, tuple(side for side in more if cut and more[side] >= least))


def in_view(
    sticks: Places | None, markers: Places | None, pose: Pose
) -> tuple[Places | None, Places | None]:
    """Those of a board's places whose pieces a picture shows whole; None for none."""
    inside = within(core_points_px(sticks, markers, pose), pose.size_px)
    whole = np.asarray(inside.all(axis=(1, 2)), bool)
    first = len(sticks.ids) if sticks is not None else 0
    return _of(sticks, pose, whole[:first]), _of(markers, pose, whole[first:])


def _of(places: Places | None, pose: Pose, whole: NDArray[np.bool_]) -> Places | None:
    if places is None:
        return None
    patches = pose.sees(places.grid_mm.reshape(-1, 2), places.height_mm)
    around = patches.reshape(len(whole), -1).mean(axis=1)
    seen = np.flatnonzero(whole & (around >= AROUND))
    return places.of(seen) if len(seen) else None


def scales(board: Board, pose: Pose) -> dict[str, float]:
    """At what scale a picture shows each place of a board, in px per mm: less from aslant."""
    places = board.places.values()
    at_mm = np.array([(place.x_mm, place.y_mm) for place in places]).reshape(-1, 2)
    here, right, down = (pose.project(at_mm + step) for step in ((0, 0), (1, 0), (0, 1)))
    (x, y), (u, v) = (right - here).T, (down - here).T
    px_per_mm = np.sqrt(np.maximum(x * v - y * u, 0.0)).tolist()
    return {place.id: scale for place, scale in zip(places, px_per_mm, strict=True)}


def _too_near(outside: Sequence[Side]) -> bool:
    """Whether a camera that sees the board go on beyond these sides must go further away."""
    return {Side.TOP, Side.BOTTOM} <= set(outside) or {Side.LEFT, Side.RIGHT} <= set(outside)


def outside_words(outside: tuple[Side, ...]) -> Fault:
    """Say that part of the board is outside the picture, and where to move the camera."""
    return Fault("part-outside", move=move_words(outside))


def move_words(outside: tuple[Side, ...]) -> Phrase:
    """Say where to move a camera that sees the board go on beyond these sides."""
    if _too_near(outside) or not outside:
        return Phrase("camera-further-away")
    sides = AllOf(Phrase(f"side:{side.value}") for side in outside)
    return Phrase("camera-towards", count=len(outside), sides=sides)
