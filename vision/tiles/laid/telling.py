"""Which tile lies on a cell, turned how: all are compared at once, the likeliest with care."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.boards.tiles_board import Cell, Lying
from vision.alignment.pose import Pose
from vision.picture.arrays import Floats, Image, Tones
from vision.picture.sampling import sample_tones
from vision.tiles.bare.faces import Faces, normalised
from vision.tiles.bare.looks import placed_mm
from vision.tiles.laid.placing import LIKE, Placed, place

NEAR_MM, SHIFT_MM = 2.5, 2.5
"""A tile is looked for so far around its cell, in steps of this."""
FEW = 4
"""So many of the likeliest are compared with care."""
NEAR = 0.2
"""What is so much less like than the likeliest is not it."""
NEAR_KNOWN = 0.04
"""Where what is known to lie there is the likeliest, only what is so nearly as like is a rival."""


@dataclass(frozen=True, eq=False)
class Told:
    """One way in which a tile may lie on a cell: how it was placed there, and its ``cost``.

    Costs are mean squares of misfits, in squares of tones; ``likeness`` is that of the first look,
    -1 to 1.
    """

    way: Lying
    placed: Placed
    cost: float
    likeness: float


def shifts_mm(reach_mm: float) -> Floats:
    """Where around a cell's middle a tile is looked for, (n, 2)."""
    steps = round(reach_mm / SHIFT_MM)
    line = SHIFT_MM * np.arange(-steps, steps + 1)
    return np.stack(np.meshgrid(line, line, indexing="ij"), axis=-1).reshape(-1, 2)


def tell(
    photo: Image,
    coarse: Image,
    pose: Pose,
    faces: Faces,
    cell: Cell,
    known: Lying | None = None,
    around_mm: Floats | None = None,
) -> list[Told]:
    """The likeliest ways in which a tile lies on a cell, the best first, and that known before.

    ``photo`` and ``coarse`` are the same picture, blurred for the two sampling steps. It is looked
    for ``around_mm`` (n, 2) the cell's middle.
    """
    at = np.array([cell.x_mm, cell.y_mm])
    around_mm = shifts_mm(NEAR_MM) if around_mm is None else around_mm
    likeness, shifts = _likeness(coarse, pose, faces, at, around_mm)
    order = np.argsort(-likeness)[:FEW]
    apart = NEAR_KNOWN if faces.ways[order[0]] == known else NEAR
    near = [row for row in order.tolist() if likeness[row] > likeness[order[0]] - apart]
    also = [known] if known in faces.ways else []
    ways = dict.fromkeys([*(faces.ways[row] for row in near), *also])
    told = []
    for way in ways:
        row = faces.ways.index(way)
        x, y = at + shifts[row]
        face = faces.of(way.tile)
        placed = place(photo, pose, face, (float(x), float(y)), faces.turn_deg(way))
        told.append((way, placed, float(likeness[row])))
    spread = min((placed.spread for _, placed, _ in told), default=1.0)
    ranked = [Told(way, placed, _cost(placed.errors, spread), alike) for way, placed, alike in told]
    return sorted(ranked, key=lambda each: each.cost)


def _likeness(
    coarse: Image, pose: Pose, faces: Faces, at_mm: Floats, shifts: Floats
) -> tuple[Tones, Floats]:
    """How like each way to lie is to the photo, (ways,), and the shift at which it is most so."""
    frame = placed_mm(faces.coarse_points_mm, (0.0, 0.0), faces.board.lattice.turned_deg)
    points = (frame[None] + at_mm + shifts[:, None]).reshape(-1, 2)
    px = pose.project(points).reshape(len(shifts), -1, 2)
    seen = normalised(sample_tones(coarse, px))
    alike = faces.bank @ seen.T
    best = alike.argmax(axis=1)
    return alike[np.arange(len(alike)), best], shifts[best]


def _cost(errors: Tones, spread: float) -> float:
    """The mean square of misfits, of which none counts more than some usual ones."""
    square = (errors**2).mean(axis=1)
    return float(np.minimum(square, (3 * LIKE * spread) ** 2).mean())
