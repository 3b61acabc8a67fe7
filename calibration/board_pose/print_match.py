"""Where the printed places of a board really show in a photo, near where they are expected.

Nothing is known of a board's colours: a space is a rectangle whose inside, rim and surround differ.
For every shift of that rectangle the share of the colour variance that the three parts explain is
measured (1 = flat inside, flat rim, flat surround); the best shift tells where the print is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards.board import Board
from companion.boards.routes_board import RoutesBoard
from vision.picture.arrays import Floats, Image, Tones
from vision.picture.numbers import parabola, vertex
from vision.picture.sampling import sample

Flags = NDArray[np.bool_]

RIM_MM = 0.6
"""Half the thickness of the rim: a printed outline, or the blur of an edge."""
LEAST_QUALITY = 0.08
"""A shape that explains less of the colours around it wasn't found."""
NOISE_TONES = 2.5
"""Colour differences (0..255) below this count as noise, not as print."""


@dataclass(frozen=True, eq=False)
class Print:
    """Printed shapes of one size: ``centres_mm`` (n, 2), ``along`` (n, 2) unit vectors."""

    centres_mm: Floats
    along: Floats
    length_mm: float
    width_mm: float

    @property
    def across(self) -> Floats:
        """Unit vectors (n, 2) a quarter turn from ``along``."""
        return np.column_stack([-self.along[:, 1], self.along[:, 0]])

    def scaled(self, length: float, width: float) -> Print:
        """The same shapes printed longer and wider by these factors."""
        return Print(self.centres_mm, self.along, self.length_mm * length, self.width_mm * width)


@dataclass(frozen=True, eq=False)
class Match:
    """Where each shape was found: ``shift_mm`` (n, 2) on the board, and how well, (n,) in 0..1."""

    shift_mm: Floats
    quality: Floats


def printed_spaces(board: Board) -> Print | None:
    """The spaces of a board as rectangles of stick size; None where it has none."""
    if not isinstance(board, RoutesBoard):
        return None
    spaces = tuple(board.spaces.values())
    if board.stick is None or not spaces:
        return None
    angles = np.radians([space.angle_deg for space in spaces])
    return Print(
        np.array([(space.x_mm, space.y_mm) for space in spaces]),
        np.column_stack([np.cos(angles), np.sin(angles)]),
        board.stick.length_mm,
        board.stick.width_mm,
    )


def printed_slots(board: Board) -> Print | None:
    """The slots of a board as squares of marker size; None where it has none."""
    if not isinstance(board, RoutesBoard):
        return None
    slots = tuple(board.slots.values())
    if board.marker is None or not slots:
        return None
    side = 0.9 * board.marker.diameter_mm
    return Print(
        np.array([(slot.x_mm, slot.y_mm) for slot in slots]),
        np.tile([1.0, 0.0], (len(slots), 1)),
        side,
        side,
    )


def grid_steps(shape: Print, reach_mm: float, step_mm: float) -> tuple[Floats, Floats]:
    """Where a patch is sampled along (w) and across (h) its shape: it, its surround, the reach."""
    margin = _margin_mm(shape) + reach_mm
    return (
        _centred(shape.length_mm / 2 + margin, step_mm),
        _centred(shape.width_mm / 2 + margin, step_mm),
    )


def sampling_points(
    to_px: Callable[[Floats], Floats], shape: Print, along_mm: Floats, across_mm: Floats
) -> Tones:
    """Where the patches lie in a photo, (n, h, w, 2) in px.

    Nine points of each patch go through ``to_px``; between them a parabola does.
    """
    u, v = along_mm[-1], across_mm[-1]
    three = np.array([-1.0, 0.0, 1.0])
    nodes_mm = (
        shape.centres_mm[:, None, None]
        + u * three[None, None, :, None] * shape.along[:, None, None]
        + v * three[None, :, None, None] * shape.across[:, None, None]
    )
    nodes_px = to_px(nodes_mm.reshape(-1, 2)).reshape(-1, 9, 2)
    weights = np.einsum("hi,wj->hwij", parabola(across_mm / v), parabola(along_mm / u))
    points = np.tensordot(nodes_px, weights.reshape(*weights.shape[:2], 9), axes=(1, 2))
    return np.ascontiguousarray(points.transpose(0, 2, 3, 1), np.float32)


def measure(
    photo: Image, to_px: Callable[[Floats], Floats], shape: Print, reach_mm: float, step_mm: float
) -> Match:
    """Where each shape shows in a photo, near where ``to_px``, from board mm to px, puts it."""
    at_px = sampling_points(to_px, shape, *grid_steps(shape, reach_mm, step_mm))
    return match(sample(photo, at_px).astype(np.float32), shape, reach_mm, step_mm)


def smooth_change(shape: Print, found: Match, within_mm: float) -> tuple[Floats, Flags] | None:
    """The one homography (3, 3), mm to mm, that most shifts agree on, and which do, (n,)."""
    change, agree = cv2.findHomography(
        shape.centres_mm,
        shape.centres_mm + found.shift_mm,
        cv2.RANSAC,
        within_mm,
        maxIters=500,
        confidence=0.999,
    )
    if change is None:
        return None
    return np.asarray(change), agree.ravel().astype(bool) & (found.quality > LEAST_QUALITY)


def match(patches: Tones, shape: Print, reach_mm: float, step_mm: float) -> Match:
    """Find each shape in its patch (n, h, w, 3), as cut along ``grid_steps``."""
    quality = explained(patches, shape, reach_mm, step_mm)
    n, rows, columns = quality.shape
    best = quality.reshape(n, -1).argmax(axis=1)
    row, column = np.divmod(best, columns)
    fine_row = row + _between(quality, row, column, axis=0)
    fine_column = column + _between(quality, row, column, axis=1)
    v = (fine_row - (rows - 1) / 2) * step_mm
    u = (fine_column - (columns - 1) / 2) * step_mm
    shift = u[:, None] * shape.along + v[:, None] * shape.across
    return Match(shift, quality[np.arange(n), row, column])


def explained(patches: Tones, shape: Print, reach_mm: float, step_mm: float) -> Floats:
    """Share of variance explained for every shift, (n, rows, columns), middle = no shift."""
    n, height, width, channels = patches.shape
    # One tall picture: no box that is read reaches beyond its own patch.
    tall = patches.reshape(n * height, width, channels)
    tall = np.concatenate([tall, (tall**2).sum(axis=2, keepdims=True)], axis=2)
    half = round(reach_mm / step_mm)
    rows = slice((height - 1) // 2 - half, (height - 1) // 2 + half + 1)
    columns = slice((width - 1) // 2 - half, (width - 1) // 2 + half + 1)
    sums, areas = [], []
    for grow in (-RIM_MM, RIM_MM, _margin_mm(shape)):
        size = _box(shape, grow, step_mm)
        box = cv2.boxFilter(tall, cv2.CV_32F, size, normalize=False)
        sums.append(box.reshape(n, height, width, channels + 1)[:, rows, columns].astype(float))
        areas.append(size[0] * size[1])
    inside, filled, whole = (part[..., :channels] for part in sums)
    flat = _squares(whole) / areas[2]
    total = sums[2][..., channels] - flat
    between = -flat
    for part, area in (
        (inside, areas[0]),
        (filled - inside, areas[1] - areas[0]),
        (whole - filled, areas[2] - areas[1]),
    ):
        if area > 0:
            between += _squares(part) / area
    noise = areas[2] * channels * NOISE_TONES**2
    return np.asarray(between / (total + noise))


def _squares(colours: Floats) -> Floats:
    """The sum of squares of colours (..., c) -> (...): quicker than numpy's ``sum``."""
    return np.asarray(np.einsum("...c,...c->...", colours, colours))


def _box(shape: Print, grow_mm: float, step_mm: float) -> tuple[int, int]:
    """Columns and rows of the shape, grown on all sides; odd, so that it has a middle."""
    sides = (shape.length_mm, shape.width_mm)
    columns, rows = (
        max(2 * round(((side + 2 * grow_mm) / step_mm - 1) / 2) + 1, 1) for side in sides
    )
    return columns, rows


def _margin_mm(shape: Print) -> float:
    """How much of the surround is looked at: enough to be sure, not as far as the next lane."""
    return float(np.clip(0.4 * shape.width_mm, 1.2, 3.0))


def _between(quality: Floats, row: NDArray[np.intp], column: NDArray[np.intp], axis: int) -> Floats:
    """The summit between three neighbours of the best shift, as a share of one step."""
    _, rows, columns = quality.shape
    n = np.arange(len(quality))
    last = (rows, columns)[axis] - 1
    where = (row, column)[axis]
    middle = np.clip(where, 1, last - 1)
    values = []
    for offset in (-1, 0, 1):
        at = (middle + offset, column) if axis == 0 else (row, middle + offset)
        values.append(quality[n, at[0], at[1]])
    return np.asarray(np.where(where == middle, vertex(*values), 0.0))


def _centred(half: float, step: float) -> Floats:
    count = int(np.ceil(half / step))
    return np.asarray(np.arange(-count, count + 1) * step, np.float64)
