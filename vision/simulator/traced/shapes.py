"""What a tracer is shown of a table: triangles, in mm, x to the right, y away and z up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from vision.picture.arrays import Floats
from vision.picture.quads import rectangle
from vision.simulator.filmed.stage import THICK_MM, EmptyTable
from vision.simulator.filmed.surface import TILE_MM
from vision.simulator.laid.solids import Solid

BEVEL_MM = 0.5
"""The edges of a top are broken by this much: they catch the light."""
FLAT_MM = 1.0
"""What is no higher has sharp edges: card."""
GRID = 48
"""A board that rises is laid out in so many squares each way."""
FAR_MM = 3000.0
"""The table reaches so far beyond the board."""


@dataclass(frozen=True, eq=False)
class Mesh:
    """Triangles: ``corners_mm`` (n, 3), ``faces`` (m, 3) of them, ``on_art`` (n, 2) or None.

    ``on_art`` is where a corner lies on its picture, from (0, 0) at its upper left to (1, 1).
    """

    corners_mm: Floats
    faces: NDArray[np.uint32]
    on_art: Floats | None = None


def placed(points_mm: Floats, height_mm: Floats | float) -> Floats:
    """Board points (n, 2) at a height, as the tracer counts, (n, 3)."""
    x, y = np.asarray(points_mm, float).T
    return np.stack([x, -y, np.broadcast_to(height_mm, x.shape)], axis=1)


def top_of(solid: Solid) -> Mesh:
    """The upper face of a solid, with where it lies on its art."""
    outline, _ = _top_outline(solid)
    turn = np.radians(solid.turn_deg)
    from_middle = solid.outline_mm - solid.middle_mm
    reach = 2 * float(np.hypot(*from_middle.T).max())
    along = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    on_art = (outline - solid.middle_mm) @ along / reach + 0.5
    fan = [(0, i, i + 1) for i in range(1, len(outline) - 1)]
    return Mesh(placed(outline, solid.base_mm + solid.height_mm), _outward(fan), np.asarray(on_art))


def sides_of(solid: Solid) -> Mesh:
    """The sides of a solid, and the broken edge around its top."""
    inner, bevel = _top_outline(solid)
    low_mm, high_mm = solid.base_mm, solid.base_mm + solid.height_mm
    rings: list[tuple[Floats, float]] = [
        (solid.outline_mm, low_mm),
        (solid.outline_mm, high_mm - bevel),
    ]
    if bevel:
        rings.append((inner, high_mm))
    count = len(solid.outline_mm)
    corners, faces = list[Floats](), list[tuple[int, int, int]]()
    for (low, z_low), (up, z_up) in pairwise(rings):
        for i in range(count):
            j, first = (i + 1) % count, 4 * len(corners)
            quad = np.array([low[i], low[j], up[j], up[i]])
            corners.append(placed(quad, np.array([z_low, z_low, z_up, z_up])))
            faces += [(first, first + 1, first + 2), (first, first + 2, first + 3)]
    return Mesh(np.concatenate(corners), _outward(faces))


def piled(solids: Sequence[Solid]) -> list[Solid]:
    """Solids of which the flat ones of one place lie on each other, as they were laid."""
    under: Counter[str | None] = Counter()
    made = []
    for solid in solids:
        lift = 0.0
        if solid.height_mm <= FLAT_MM and solid.place is not None:
            lift = under[solid.place] * solid.height_mm
            under[solid.place] += 1
        made.append(replace(solid, base_mm=solid.base_mm + lift))
    return made


def face_of(empty: EmptyTable) -> Mesh:
    """The printed face of the board, as it rises."""
    line = np.linspace(0, 1, GRID + 1)
    u, v = (part.ravel() for part in np.meshgrid(line, line))
    width, height = empty.board.width_mm, empty.board.height_mm
    at_mm = np.stack([u * width, v * height], axis=1)
    heights = empty.relief.heights(at_mm[:, 0], at_mm[:, 1])
    first = np.add.outer(np.arange(GRID) * (GRID + 1), np.arange(GRID)).ravel()
    low = first + GRID + 1
    faces = np.concatenate(
        [np.stack([first, first + 1, low + 1], 1), np.stack([first, low + 1, low], 1)]
    )
    return Mesh(placed(at_mm, heights), _outward(faces), np.stack([u, v], axis=1))


def edges_of(empty: EmptyTable) -> Mesh:
    """The cut edges of the board, down to the table."""
    corners = rectangle(empty.board.width_mm, empty.board.height_mm)
    made, faces = [], list[tuple[int, int, int]]()
    for i in range(4):
        quad = corners[[i, (i + 1) % 4, (i + 1) % 4, i]]
        made.append(placed(quad, np.array([-THICK_MM, -THICK_MM, 0, 0])))
        faces += [(4 * i, 4 * i + 1, 4 * i + 2), (4 * i, 4 * i + 2, 4 * i + 3)]
    return Mesh(np.concatenate(made), _outward(faces))


def table_under(empty: EmptyTable) -> Mesh:
    """The table, with where it lies on its picture, which repeats."""
    width, height = empty.board.width_mm, empty.board.height_mm
    ends = np.array(
        [
            [-FAR_MM, -FAR_MM],
            [width + FAR_MM, -FAR_MM],
            [width + FAR_MM, height + FAR_MM],
            [-FAR_MM, height + FAR_MM],
        ]
    )
    return Mesh(placed(ends, -THICK_MM), _outward([(0, 1, 2), (0, 2, 3)]), ends / TILE_MM)


def _top_outline(solid: Solid) -> tuple[Floats, float]:
    """The outline of a solid's upper face, (n, 2), and how far its edge is broken, mm."""
    outline = solid.outline_mm
    ahead = np.roll(outline, -1, axis=0) - outline
    lengths = np.hypot(*ahead.T)
    bevel = min(BEVEL_MM, solid.height_mm / 3, float(lengths.min()) / 3)
    if solid.height_mm <= FLAT_MM:
        return outline, 0.0
    inward = np.stack([-ahead[:, 1], ahead[:, 0]], axis=1) / lengths[:, None]
    before = np.roll(inward, 1, axis=0)
    share = 1 + (inward * before).sum(axis=1, keepdims=True)
    return np.asarray(outline + bevel * (inward + before) / np.maximum(share, 0.2)), bevel


def _outward(faces: object) -> NDArray[np.uint32]:
    """Faces whose corners turn as board outlines do, x towards y, seen from outside."""
    # The tracer's y runs the other way: what turned clockwise turns back.
    return np.ascontiguousarray(np.asarray(faces, np.uint32)[:, ::-1])
