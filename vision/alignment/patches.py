"""Every space and slot cut out of a picture and straightened, in one remap each.

A patch is a small picture around one place: a stick's patch lies along its space, in stick lengths
and widths, so that boards with other sticks give the same picture; a marker's patch is square.
Patches are sampled at the height of the piece's top, where the camera sees it. Beside each stands
the same patch of the reference photo, sampled where the bare board would be seen through it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards.board import Board
from companion.boards.routes_board import RoutesBoard
from vision.alignment.pose import Pose
from vision.alignment.reference import Reference
from vision.picture.arrays import Floats, Tones
from vision.picture.numbers import parabola
from vision.picture.sampling import Move, moved, sample_tones

STICK_SHAPE = (24, 32)
"""Rows and columns of a stick's patch."""
STICK_REACH = (2.5, 0.9)
"""Half its extent: across in stick widths, along in stick lengths."""
MARKER_SHAPE = (24, 24)
MARKER_REACH = 1.3
"""Half the extent of a marker's patch, in diameters."""
BLOCK = 4
"""The first look at a patch is at square blocks of so many samples a side."""
CORE_ACROSS, CORE_ALONG = slice(10, 14), slice(8, 24)
"""The part of a stick's patch that a stick covers however it is laid: 64 samples."""
CORE_DISC = slice(8, 16)
"""The part of a marker's patch that a marker covers however it is laid, on both axes."""


@dataclass(frozen=True, eq=False)
class Places:
    """The places of one kind on a board and the grids of their patches, in board millimetres.

    ``ids`` (n); ``centres_mm`` (n, 2); ``grid_mm`` (n, h, w, 2); ``neighbours`` (n, h, w) is 1
    where another place's piece would lie; ``along`` (n, 2) is the direction of the patch's
    columns; ``unit_mm`` the length in which heights and offsets are told to the networks.
    """

    ids: tuple[str, ...]
    centres_mm: Floats
    grid_mm: Floats
    neighbours: Tones
    along: Floats
    height_mm: float
    unit_mm: float

    def of(self, rows: NDArray[np.intp]) -> Places:
        """Some of the places alone."""
        return replace(
            self,
            ids=tuple(self.ids[row] for row in rows),
            centres_mm=self.centres_mm[rows],
            grid_mm=self.grid_mm[rows],
            neighbours=self.neighbours[rows],
            along=self.along[rows],
        )

    @property
    def step_mm(self) -> float:
        """The distance of neighbouring samples along a row."""
        return float(np.linalg.norm(self.grid_mm[0, 0, 1] - self.grid_mm[0, 0, 0]))

    @property
    def reach_mm(self) -> float:
        """How far a patch reaches along its place, to each side of the middle."""
        return self.step_mm * len(self.grid_mm[0, 0]) / 2


@dataclass(frozen=True, eq=False)
class Cut:
    """The patches of one kind of place under one pose.

    ``frame_px`` (n, h, w, 2) says where to sample the picture; ``reference`` (n, h, w, 3) are the
    reference photo's tones there; ``view`` (n, 2) is how far the camera sees the piece's top
    shifted over the board, along and across the patch, in ``unit_mm``.
    """

    places: Places
    frame_px: Tones
    reference: Tones
    view: Tones

    @cached_property
    def usual_mm(self) -> Floats:
        """Where over the board's face the tops of pieces are expected to be seen, (n, 2)."""
        return self.on_board_mm(self.view * self.places.unit_mm)

    def on_board_mm(self, beside_mm: Tones) -> Floats:
        """Points beside places, along and across them (n, 2) -> on the board, (n, 2)."""
        along = self.places.along
        across = np.column_stack([-along[:, 1], along[:, 0]])
        return np.asarray(
            self.places.centres_mm + beside_mm[:, :1] * along + beside_mm[:, 1:] * across
        )

    @cached_property
    def core_px(self) -> Tones:
        """``frame_px`` without its outermost blocks: what lies there is the neighbours'."""
        return np.ascontiguousarray(self.frame_px[:, BLOCK:-BLOCK, BLOCK:-BLOCK])

    @cached_property
    def core_blocks(self) -> Tones:
        """Means of the reference's tones over each block of the core, (n, blocks, 3)."""
        return block_means(self.reference[:, BLOCK:-BLOCK, BLOCK:-BLOCK])

    def of(self, rows: NDArray[np.intp]) -> Cut:
        """The patches of some of the places alone."""
        return Cut(self.places.of(rows), self.frame_px[rows], self.reference[rows], self.view[rows])

    def moved(self, move: Move | None) -> Cut:
        """The same patches in a picture that moved a little."""
        return replace(self, frame_px=moved(self.frame_px, move))


def stick_places(board: Board) -> Places | None:
    """The spaces of a board, or None where it has no sticks or no spaces."""
    if not isinstance(board, RoutesBoard):
        return None
    stick, spaces = board.stick, tuple(board.spaces.values())
    if stick is None or not spaces:
        return None
    centres = np.array([(space.x_mm, space.y_mm) for space in spaces])
    angles = np.radians([space.angle_deg for space in spaces])
    along = np.column_stack([np.cos(angles), np.sin(angles)])
    across_reach, along_reach = STICK_REACH
    grid = _grid(
        centres, along, STICK_SHAPE, along_reach * stick.length_mm, across_reach * stick.width_mm
    )
    neighbours = np.zeros(grid.shape[:3], np.float32)
    for mine, other in _pairs(centres, 2.2 * stick.length_mm):
        offset = grid[mine] - centres[other]
        across = np.array([-along[other, 1], along[other, 0]])
        neighbours[mine] += (np.abs(offset @ along[other]) < stick.length_mm / 2) & (
            np.abs(offset @ across) < stick.width_mm / 2
        )
    return Places(
        tuple(space.id for space in spaces),
        centres,
        grid,
        np.minimum(neighbours, 1),
        along,
        stick.height_mm,
        stick.width_mm,
    )


def marker_places(board: Board) -> Places | None:
    """The slots of a board, or None where it has no markers or no slots."""
    if not isinstance(board, RoutesBoard):
        return None
    marker, slots = board.marker, tuple(board.slots.values())
    if marker is None or not slots:
        return None
    centres = np.array([(slot.x_mm, slot.y_mm) for slot in slots])
    along = np.tile([1.0, 0.0], (len(slots), 1))
    reach = MARKER_REACH * marker.diameter_mm
    grid = _grid(centres, along, MARKER_SHAPE, reach, reach)
    neighbours = np.zeros(grid.shape[:3], np.float32)
    for mine, other in _pairs(centres, 2.5 * marker.diameter_mm):
        distance = np.linalg.norm(grid[mine] - centres[other], axis=-1)
        neighbours[mine] += distance < marker.diameter_mm / 2
    return Places(
        tuple(slot.id for slot in slots),
        centres,
        grid,
        np.minimum(neighbours, 1),
        along,
        marker.height_mm,
        marker.diameter_mm,
    )


def cut(places: Places, pose: Pose, reference: Reference) -> Cut:
    """Lay the grids of some places into a picture with this pose, and into the reference."""
    few_mm = _nine(places.grid_mm)
    few_px = pose.project(few_mm.reshape(-1, 2), places.height_mm)
    behind_px = reference.pose.project(pose.to_board(few_px))
    seen_px, reference_px = (
        _between_nine(px.reshape(few_mm.shape), places.grid_mm.shape) for px in (few_px, behind_px)
    )
    shift = pose.lean_mm(places.centres_mm, places.height_mm) / places.unit_mm
    across = np.column_stack([-places.along[:, 1], places.along[:, 0]])
    view = np.column_stack([(shift * places.along).sum(1), (shift * across).sum(1)])
    return Cut(
        places,
        seen_px,
        sample_tones(reference.smoothed(places.step_mm), reference_px),
        view.astype(np.float32),
    )


def _nine(grids: Floats) -> Floats:
    """The corners of grids (n, h, w, 2), the middles of their sides, and theirs: (n, 3, 3, 2)."""
    left, right = grids[:, [0, -1], 0], grids[:, [0, -1], -1]
    rows = np.stack([left, (left + right) / 2, right], axis=2)
    return np.stack([rows[:, 0], (rows[:, 0] + rows[:, 1]) / 2, rows[:, 1]], axis=1)


def _between_nine(nine: Floats, shape: tuple[int, ...]) -> Tones:
    """What is known of nine points of each grid -> of all points of grids of a shape (n, h, w, 2).

    A patch is so small that perspective, lens and relief bend it like a parabola: what lies between
    is off by two hundredths of a pixel at most (27 photos of three boards).
    """
    down, along = (_parabolas(count) for count in shape[1:3])
    rows = np.einsum("hi,nijc->nhjc", down, nine.astype(np.float32))
    return np.asarray(np.einsum("wj,nhjc->nhwc", along, rows, optimize=True), np.float32)


def _parabolas(count: int) -> Tones:
    """What both ends and the middle of a line lend to so many points along it: (count, 3)."""
    return parabola(np.linspace(-1, 1, count)).astype(np.float32)


def core_points_mm(sticks: Places | None, markers: Places | None) -> Floats:
    """Where the middles of all places are looked at: (n, 8, 8, 2), the spaces first.

    Of a space's middle, which is longer, one half stands below the other: a block of them holds
    what lies together.
    """
    parts = []
    if sticks is not None:
        halves = sticks.grid_mm[:, CORE_ACROSS, CORE_ALONG].reshape(-1, 4, 2, 8, 2)
        parts.append(halves.swapaxes(1, 2).reshape(-1, 8, 8, 2))
    if markers is not None:
        parts.append(markers.grid_mm[:, CORE_DISC, CORE_DISC])
    return np.concatenate(parts) if parts else np.zeros((0, 8, 8, 2))


def core_points_px(sticks: Places | None, markers: Places | None, pose: Pose) -> Tones:
    """The same points as a picture shows them, at the height of the piece's top: (n, 8, 8, 2)."""
    points_mm = core_points_mm(sticks, markers)
    heights_mm = [
        np.full(64 * len(places.ids), places.height_mm)
        for places in (sticks, markers)
        if places is not None
    ]
    if not heights_mm:
        return points_mm.astype(np.float32)
    px = pose.project(points_mm.reshape(-1, 2), np.concatenate(heights_mm))
    return px.reshape(points_mm.shape).astype(np.float32)


def block_means(patches: NDArray[Any], block: int = BLOCK) -> NDArray[Any]:
    """Patches (n, h, w, 3) -> the means of their blocks, (n, blocks, 3).

    A block is a square of so many samples.
    """
    n, rows, columns, _ = patches.shape
    if not n:
        return np.zeros((0, (rows // block) * (columns // block), 3), patches.dtype)
    # One tall picture of all patches: as their sides are whole blocks, no block holds two.
    tall = np.ascontiguousarray(patches).reshape(n * rows, columns, 3)
    size = (columns // block, n * rows // block)
    return cv2.resize(tall, size, interpolation=cv2.INTER_AREA).reshape(n, -1, 3)


def _grid(
    centres: Floats, along: Floats, shape: tuple[int, int], reach_along: float, reach_across: float
) -> Floats:
    """Grids (n, h, w, 2) around centres, columns running along, rows across."""
    rows, columns = shape
    u = ((np.arange(columns) + 0.5) / columns * 2 - 1) * reach_along
    v = ((np.arange(rows) + 0.5) / rows * 2 - 1) * reach_across
    across = np.column_stack([-along[:, 1], along[:, 0]])
    return np.asarray(
        centres[:, None, None]
        + u[None, None, :, None] * along[:, None, None]
        + v[None, :, None, None] * across[:, None, None]
    )


def _pairs(centres: Floats, reach_mm: float) -> list[tuple[int, int]]:
    """All ordered pairs of different places nearer than ``reach_mm``."""
    distance = np.linalg.norm(centres[:, None] - centres[None], axis=-1)
    mine, other = np.nonzero((distance < reach_mm) & ~np.eye(len(centres), dtype=bool))
    return list(zip(mine.tolist(), other.tolist(), strict=True))
