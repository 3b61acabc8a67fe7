"""Where the printed places of a board really show in a photo, near where they are expected.

Nothing is known of a board's colours: a space is a rectangle whose inside, rim and surround differ.
For every shift of that rectangle the share of the colour variance that the three parts explain is
measured (1 = flat inside, flat rim, flat surround); the best shift tells where the print is.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import Board
from vision.pose import Floats

Image = NDArray[np.uint8]
Tones = NDArray[np.float32]

RIM_MM = 0.6
"""Half the thickness of the rim: a printed outline, or the blur of an edge."""
NOISE_TONES = 2.5
"""Colour differences (0..255) below this count as noise, not as print."""


@dataclass(frozen=True)
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


@dataclass(frozen=True)
class Match:
    """Where each shape was found: ``shift_mm`` (n, 2) on the board, and how well, (n,) in 0..1."""

    shift_mm: Floats
    quality: Floats


def printed_spaces(board: Board) -> Print | None:
    """The spaces of a board as rectangles of stick size; None where it has none."""
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


def sampling_grid(shape: Print, reach_mm: float, step_mm: float) -> Floats:
    """Board points (n, h, w, 2) that cover every shape and its surround, shifted by the reach."""
    margin = _margin_mm(shape)
    half_along = shape.length_mm / 2 + margin + reach_mm
    half_across = shape.width_mm / 2 + margin + reach_mm
    u = _centred(half_along, step_mm)
    v = _centred(half_across, step_mm)
    return np.asarray(
        shape.centres_mm[:, None, None]
        + u[None, None, :, None] * shape.along[:, None, None]
        + v[None, :, None, None] * shape.across[:, None, None]
    )


def match(patches: Tones, shape: Print, reach_mm: float, step_mm: float) -> Match:
    """Find each shape in its patch (n, h, w, 3), as cut along ``sampling_grid``."""
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
    half = round(reach_mm / step_mm)
    middle_row, middle_column = (height - 1) // 2, (width - 1) // 2
    rows = slice(middle_row - half, middle_row + half + 1)
    columns = slice(middle_column - half, middle_column + half + 1)
    stack = np.concatenate([patches, (patches**2).sum(axis=3, keepdims=True)], axis=3)
    flat = stack.transpose(1, 2, 0, 3).reshape(height, width, n * (channels + 1))
    boxes, areas = [], []
    for grow in (-RIM_MM, RIM_MM, _margin_mm(shape)):
        size = (
            _odd((shape.length_mm + 2 * grow) / step_mm),
            _odd((shape.width_mm + 2 * grow) / step_mm),
        )
        summed = _box_sum(flat, size)[rows, columns]
        boxes.append(summed.reshape(2 * half + 1, 2 * half + 1, n, channels + 1))
        areas.append(size[0] * size[1])
    inside, with_rim, whole = boxes
    total = whole[..., channels] - (whole[..., :channels] ** 2).sum(axis=-1) / areas[2]
    between = -(whole[..., :channels] ** 2).sum(axis=-1) / areas[2]
    for part, area in (
        (inside, areas[0]),
        (with_rim - inside, areas[1] - areas[0]),
        (whole - with_rim, areas[2] - areas[1]),
    ):
        if area > 0:
            between += (part[..., :channels] ** 2).sum(axis=-1) / area
    share = between / (total + areas[2] * channels * NOISE_TONES**2)
    return np.asarray(share.transpose(2, 0, 1))


def _margin_mm(shape: Print) -> float:
    """How much of the surround is looked at: enough to be sure, not as far as the next lane."""
    return float(np.clip(0.4 * shape.width_mm, 1.2, 3.0))


def _box_sum(flat: NDArray[np.float32], size: tuple[int, int]) -> Floats:
    """Sums over boxes (columns, rows) around every pixel of (h, w, many)."""
    half_column, half_row = size[0] // 2, size[1] // 2
    padded = np.pad(
        flat.astype(np.float64), ((half_row + 1, half_row), (half_column + 1, half_column), (0, 0))
    )
    total = padded.cumsum(axis=0).cumsum(axis=1)
    rows, columns = 2 * half_row + 1, 2 * half_column + 1
    return np.asarray(
        total[rows:, columns:]
        - total[:-rows, columns:]
        - total[rows:, :-columns]
        + total[:-rows, :-columns]
    )


def _between(quality: Floats, row: Floats, column: Floats, axis: int) -> Floats:
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
    before, here, after = values
    bend = before - 2 * here + after
    summit = np.where(bend < -1e-9, 0.5 * (before - after) / np.minimum(bend, -1e-9), 0.0)
    return np.where(where == middle, np.clip(summit, -0.5, 0.5), 0.0)


def _centred(half: float, step: float) -> Floats:
    count = int(np.ceil(half / step))
    return np.arange(-count, count + 1) * step


def _odd(size: float) -> int:
    return max(2 * int(round((size - 1) / 2)) + 1, 1)
