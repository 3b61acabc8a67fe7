"""What came onto a tile since it was seen bare: what no shadow explains.

A figure in the colour of the sea hardly differs from it; but it differs from the bridge that was
seen there before.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards.board import Place
from companion.boards.tiles_board import Cell
from vision.picture.arrays import Tones
from vision.squares.printed.schematic import CARD, FINE, LYING, OTHER, STANDING, TABLE

DARKEST = 0.3
"""No shadow leaves less of the light."""
DIFFERS, TIMES = 0.07, 3.5
"""A sample differs that is so far off in tones, and by so many times what is usual."""
NOISE = 0.008
"""Samples differ by this at least, in tones, though nothing has changed."""
EDGE = 3
"""So many samples along a tile's edge are not told: neighbours come, and it is fitted anew."""
BARE = 0.02
"""A tile is bare where no more than this share of it shows anything that is not printed."""
SAME, PATCH = 0.03, 8
"""A crop shows the same as before if no patch of so many pixels a side differs by more, in tones.

A figure in the colour of the sea changes the crop as a whole by less than its noise.
"""
CLEAN = 0.01
"""A tile of which no more shows anything that is not printed is as bare as can be told."""
AROUND = 10
"""A place is looked at so far around, in pixels of a crop (64, 64, 3)."""
ASKEW, FURTHEST = 1, 12.0
"""The lattice is fitted anew with each tile: so many pixels a crop may be off its bare one in part;
and as a whole."""
PLAIN = 0.06
"""A place whose print differs no more than this, in tones, tells nothing."""
Flags = NDArray[np.bool_]
FOREIGN = (STANDING, LYING, CARD, OTHER)


@dataclass(frozen=True, eq=False)
class Change:
    """What changed on a tile since it was bare: ``came`` (32, 32), where no shadow explains it.

    ``as_lit``: where it is bare print, in light or shadow; along a tile's edge neither is told.
    ``off`` (32, 32) is by how many times what is usual on it each sample looks otherwise.
    """

    came: Flags
    as_lit: Flags
    off: Tones


class BareTiles:
    """How the tiles looked when nothing was on them.

    What the network does not see may have been there all the same: a view that looks the same when
    the record has a piece on it is none, and one that shows more of the tile takes its place.
    """

    def __init__(self) -> None:
        self._crops: dict[str, Tones] = {}
        self._foreign: dict[str, float] = {}
        self._laid: dict[str, Tones] = {}
        self._taken: set[str] = set()

    def told_apart(
        self,
        tiled: Collection[str],
        crops: Mapping[str, Tones],
        seen: Mapping[str, Tones],
        taken: Collection[str] = (),
    ) -> dict[str, Change]:
        """What changed on tiles that were seen bare before.

        ``tiled`` are the cells on which a tile lies, the newest too, though nobody told yet which;
        ``crops`` (64, 64, 3) and ``seen`` (15, 32, 32) the cells in the picture as they look now.
        On the cells ``taken`` the record has pieces.
        """
        self._crops = {cell: crop for cell, crop in self._crops.items() if cell in tiled}
        laid = (
            (cell, shifted(crop, crops[cell]))
            for cell, crop in self._crops.items()
            if cell in crops
        )
        self._laid = {cell: crop for cell, crop in laid if crop is not None}
        # Later he may have left, and the record not know it yet.
        newly, self._taken = {*taken} - self._taken, {*taken}
        for cell in self._laid.keys() & newly:
            if differ(crops[cell], self._laid[cell]) <= SAME:
                del self._crops[cell], self._laid[cell]
        told: dict[str, Change] = {}
        for cell in crops.keys() & tiled:
            before = self._laid.get(cell)
            if before is not None:
                other = seen[cell][[CARD, OTHER]].sum(axis=0)
                change = changed(crops[cell], before)
                told[cell] = replace(change, came=change.came & (other < 0.4))
            if cell not in taken and _is_bare(seen[cell]) and self._is_cleaner(cell, seen[cell]):
                self._crops[cell], self._foreign[cell] = crops[cell], _foreign(seen[cell])
        return told

    def _is_cleaner(self, cell: str, seen: Tones) -> bool:
        """Whether a tile was never seen so bare."""
        before = self._foreign[cell] if cell in self._crops else np.inf
        return before > CLEAN and _foreign(seen) < before / 2

    def of(self, cell: str) -> Tones | None:
        """A tile as it looked bare, (64, 64, 3), where it is seen now; None where nobody knows."""
        return self._laid.get(cell)

    def likeness(self, cell: str, crop: Tones, at: tuple[float, float]) -> float | None:
        """How like a place of a tile looks to how it looked bare, whatever the light: up to 1.

        ``at`` is where it is on the crop (64, 64, 3), as column and row. None where that says
        nothing: it was never seen bare, or there is nothing to see.
        """
        before = self._laid.get(cell)
        if before is None:
            return None
        return alike(crop, before, at, AROUND)


def alike(now: Tones, before: Tones, at: tuple[float, float], reach: int) -> float | None:
    """How like a place of a crop (64, 64, 3) looks to before, so far around: up to 1.

    None where there was nothing to see.
    """
    most = reach + ASKEW
    column, row = (round(min(max(v, most), len(now) - 1 - most)) for v in at)
    was = _around(before, column, row, reach)
    if was.std(axis=(0, 1)).max() < PLAIN:
        return None
    is_now = _around(now, column, row, most)
    return float(cv2.matchTemplate(is_now, was, cv2.TM_CCOEFF_NORMED).max())


def shifted(bare: Tones, now: Tones) -> Tones | None:
    """A bare crop (64, 64, 3) moved to where its print is seen now; None if that is too far off.

    By their phases (Kuglin and Hines, 1975): a figure that came covers a part of them alone.
    """
    size = (bare.shape[1], bare.shape[0])
    first, then = (np.asarray(crop.mean(axis=2), np.float32) for crop in (bare, now))
    window = np.asarray(cv2.createHanningWindow(size, cv2.CV_32F))
    (x, y), _ = cv2.phaseCorrelate(first, then, window)
    if max(abs(x), abs(y)) > FURTHEST:
        return None
    move = np.array([[1.0, 0.0, x], [0.0, 1.0, y]])
    return np.asarray(cv2.warpAffine(bare, move, size, borderMode=cv2.BORDER_REPLICATE))


def _around(crop: Tones, column: int, row: int, reach: int) -> Tones:
    here = crop[row - reach : row + reach + 1, column - reach : column + reach + 1]
    return np.ascontiguousarray(here, np.float32)


def changed(now: Tones, bare: Tones) -> Change:
    """What a crop (64, 64, 3) shows otherwise than its bare print, in any light."""
    a, b = (_fine(each) for each in (now, bare))
    share = (a * b).sum(axis=2) / np.maximum((b * b).sum(axis=2), 1e-4)
    usual = float(np.median(share))
    shaded = np.clip(share, DARKEST * usual, 1.3 * usual)
    off = _apart(a, shaded[..., None] * b)
    limit = max(DIFFERS, TIMES * float(np.median(off)))
    inner, around = np.zeros((FINE, FINE), np.uint8), np.ones((3, 3), np.uint8)
    inner[EDGE:-EDGE, EDGE:-EDGE] = 1
    opened = cv2.morphologyEx((off > limit) * inner, cv2.MORPH_OPEN, around)
    mask = cv2.morphologyEx(opened, cv2.MORPH_CLOSE, around)
    plain = _apart(a, usual * b)
    as_lit = (inner > 0) & (cv2.dilate(mask, around) == 0)
    return Change(mask > 0, as_lit, plain / max(float(np.median(plain)), NOISE))


def _fine(crop: Tones) -> Tones:
    return np.asarray(cv2.resize(crop, (FINE, FINE), interpolation=cv2.INTER_AREA))


def _apart(one: Tones, other: Tones) -> Tones:
    return np.asarray(np.sqrt(((one - other) ** 2).mean(axis=2)))


def differ(one: Tones, other: Tones) -> float:
    """By how much two crops (64, 64, 3) differ where they differ most, in the mean of a patch."""
    sides = one.shape[1] // PATCH, one.shape[0] // PATCH
    return float(np.abs(cv2.resize(one - other, sides, interpolation=cv2.INTER_AREA)).max())


def on_crop(at: Place, cell: Cell, span_mm: float, side: int) -> tuple[float, float]:
    """Where a place is on the crop (side, side, 3) of its cell, as column and row."""
    off_mm = np.array([at.x_mm - cell.x_mm, at.y_mm - cell.y_mm])
    column, row = (off_mm / span_mm + 0.5) * side
    return float(column), float(row)


def _foreign(seen: Tones) -> float:
    """How much of a cell, its edges too, shows anything that is not printed."""
    return float(seen[list(FOREIGN)].sum(axis=0).mean())


def _is_bare(seen: Tones) -> bool:
    inner = seen[list(FOREIGN), 2:-2, 2:-2].sum(axis=0)
    whole = float((inner > 0.4).mean())
    return whole < BARE and float(seen[TABLE, 4:-4, 4:-4].mean()) < 0.2
