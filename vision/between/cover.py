"""What hides the board: a hand, an arm, a sheet; all that is much larger than any piece."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.picture.arrays import Floats

CELL_SAMPLES = 2
"""Cover is looked for in cells of this many samples along each side."""
CORE_MM = 28.0
"""A disc of this size fits into whatever hides the board, but into no piece."""
GAP_MM = 12.0
"""Gaps up to this wide are closed: spaces and print that shine through the light's fit."""
FRINGE_MM = 40.0
"""Cover reaches this far around its cores, where the board looks foreign: fingers."""
REACH_MM = 40.0
"""An arm reaches at least so far in; less at the board's edge is a printed scale, or a shadow."""
RIM_MM = 12.0
"""By so much the rim of the same thing wavers from look to look."""
PAD = 8
"""Cells around the board, so that an arm goes on beyond its edge."""


@dataclass(frozen=True, eq=False)
class Cover:
    """``mask`` (rows, columns), 1 where the board is hidden; ``cell_mm`` (2,) is a cell's size.

    ``in_view`` (rows, columns) is 0 where the board lies outside the picture; None: nowhere.
    """

    mask: NDArray[np.uint8]
    cell_mm: Floats
    in_view: NDArray[np.uint8] | None = None

    @property
    def any(self) -> bool:
        """Whether anything is hidden."""
        return bool(self.mask.any())

    @property
    def reaches_in(self) -> bool:
        """Whether any of it comes far in over the edge of what is seen, as an arm does."""
        if not self.any:
            return False
        _, labels = cv2.connectedComponents(self.mask)
        seen = np.ones_like(self.mask) if self.in_view is None else self.in_view
        across, down = np.ceil(REACH_MM / self.cell_mm).astype(int).tolist()
        edge = (seen > 0) & (_inner(seen, 1, 1) == 0)
        far_in = set(labels[_inner(seen, across, down) > 0].tolist())
        return bool(far_in & set(labels[edge].tolist()) - {0})

    def beyond(self, known: NDArray[np.uint8]) -> Cover:
        """What is hidden beside something known (rows, columns), whose rim wavers a little."""
        wide = np.asarray(cv2.dilate(known, _disc(2 * RIM_MM, self.cell_mm)), np.uint8)
        return replace(self, mask=np.where(wide > 0, np.uint8(0), self.mask))

    def covered(self, points_mm: Floats) -> Floats:
        """The share of each place that is hidden: points (n, k, 2) all over it -> (n,)."""
        limit = np.array(self.mask.shape[::-1]) - 1
        at = np.clip((points_mm / self.cell_mm).astype(int), 0, limit)
        return np.asarray(self.mask[at[..., 1], at[..., 0]].mean(axis=1), np.float64)

    def box(self, more_mm: float, shape: tuple[int, ...]) -> tuple[slice, slice]:
        """The rows and columns that hold all that is hidden and so much around, on such a grid.

        The grid has this many rows and columns; something must be hidden.
        """
        sides = []
        for axis, (cell_mm, length) in enumerate(zip(self.cell_mm[::-1], shape, strict=True)):
            hidden = np.flatnonzero(self.mask.any(axis=1 - axis))
            more, times = more_mm / cell_mm, length / self.mask.shape[axis]
            start = int(max(0.0, hidden[0] - more) * times)
            sides.append(slice(start, int(np.ceil((hidden[-1] + 1 + more) * times))))
        return sides[0], sides[1]

    def near(self, reach_mm: float, shape: tuple[int, ...]) -> NDArray[np.bool_]:
        """What is hidden or within reach of it, on a grid of this many rows and columns."""
        wide = cv2.dilate(self.mask, _disc(2 * reach_mm, self.cell_mm))
        size = (shape[1], shape[0])
        return np.asarray(cv2.resize(wide, size, interpolation=cv2.INTER_NEAREST) > 0)


def _inner(seen: NDArray[np.uint8], across: int, down: int) -> NDArray[np.uint8]:
    """What is seen so many cells further in than its edge, (rows, columns)."""
    around = cv2.copyMakeBorder(seen, down, down, across, across, cv2.BORDER_CONSTANT, value=0)
    inner = cv2.erode(around, np.ones((2 * down + 1, 2 * across + 1), np.uint8))
    return np.asarray(inner[down:-down, across:-across], np.uint8)


def find_cover(
    foreign: NDArray[np.uint8],
    suspect: NDArray[np.uint8],
    in_view: NDArray[np.bool_],
    step_mm: Floats,
) -> Cover:
    """Large regions of foreign samples (rows, columns), 1 or 0, ``step_mm`` (2,) apart.

    ``suspect`` samples differ from the print too, but less: a hand may go on there, because the
    light's fit has taken its skin for a patch of other light, but none is found by them alone.
    Samples that are not ``in_view`` lie outside the picture.
    """
    rows, columns = (max(1, side // CELL_SAMPLES) for side in foreign.shape)
    cell_mm = step_mm * foreign.shape[::-1] / (columns, rows)
    sure, unsure = (
        cv2.morphologyEx(_cells(samples, (columns, rows)), cv2.MORPH_CLOSE, _disc(GAP_MM, cell_mm))
        for samples in (foreign, suspect)
    )
    cores = cv2.morphologyEx(sure, cv2.MORPH_OPEN, _disc(CORE_MM, cell_mm))
    mask = np.zeros(cores.shape, np.uint8)
    if cores.any():
        around = cv2.dilate(cores, _disc(2 * FRINGE_MM, cell_mm))
        around = cv2.bitwise_and(around, cv2.bitwise_or(sure, unsure))
        around = cv2.morphologyEx(around, cv2.MORPH_OPEN, _disc(GAP_MM, cell_mm))
        outlines, _ = cv2.findContours(around, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        cv2.drawContours(mask, outlines, -1, 1, cv2.FILLED)
    seen = cv2.resize(in_view.astype(np.uint8), (columns, rows), interpolation=cv2.INTER_NEAREST)
    whole = bool(in_view.all())
    return Cover(
        np.ascontiguousarray(mask[PAD:-PAD, PAD:-PAD]),
        cell_mm,
        None if whole else np.asarray(seen, np.uint8),
    )


def _cells(samples: NDArray[np.uint8], size: tuple[int, int]) -> NDArray[np.uint8]:
    """Which cells hold mostly such samples, 1 or 0, with the edges going on around the board."""
    share = cv2.resize(samples * np.uint8(255), size, interpolation=cv2.INTER_AREA)
    cells = (share > 128).astype(np.uint8)
    return np.asarray(cv2.copyMakeBorder(cells, PAD, PAD, PAD, PAD, cv2.BORDER_REPLICATE), np.uint8)


def _disc(diameter_mm: float, cell_mm: Floats) -> NDArray[np.uint8]:
    half = np.maximum(1, np.round(diameter_mm / 2 / cell_mm)).astype(int)
    size = (2 * half + 1).tolist()
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, size), np.uint8)
