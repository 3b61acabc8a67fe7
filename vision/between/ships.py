"""Ships on the board: places where a hull of a ship's size and colour explains what is seen.

A ship stands up, so that it covers its own base and what lies behind it as the camera sees it: its
outline is the base and the leaning top together. That outline is slid and turned over the samples
until it covers the ship's colour and little else.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards.board import ShipType
from companion.reading import ShipSeen
from vision.between.ground import Ground
from vision.between.hulls import (
    NO_EVIDENCE,
    TURNS,
    KeptByLean,
    cut_out,
    hulls_mm,
    products,
    swept,
    windows,
)
from vision.picture.arrays import Floats, Tones

# How a ship is told from other things. Evidence is 1 where its colour lies, else below 0.
LIKELY_CORE = 0.3
"""Mean evidence in a square of a ship's width from which a hull is tried there."""
REACH_MM = 10.0
"""How far around such a square it is slid."""
TRIED = 12
"""At most so many squares are tried per kind."""
COVERED = 0.42
"""Mean evidence under the hull, where there is any either way."""
JUDGED = 0.5
"""Share of the hull that has evidence either way."""
NEW_SHARE = 0.3
"""Share of the hull that shows its colour where no piece of this colour was read."""
BEYOND = 0.2
"""With more of its colour around the hull than this share of it, the thing is larger."""
ACROSS = 0.72
"""A hull turned by 90 degrees must explain less than this: the thing is longer than wide."""
ROUND = 1.08
"""A disc of the hull's area must explain less than this: the thing is no coin."""
NEW_COLOUR = 0.5
"""Evidence above this is the ship's colour where no piece of that colour was read."""


@dataclass(frozen=True, eq=False)
class ShipFound:
    """A ship and the samples it covers: rows and columns."""

    ship: ShipSeen
    rows: NDArray[np.intp]
    columns: NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class _Hulls:
    """Outlines on squares of ``side`` samples, laid out flat.

    ``shapes`` (turns + 1, side * side) are the hulls and a disc of their area, ``rings`` (turns,
    side * side) what lies around the hulls; ``least`` is the smallest hull's number of samples.
    """

    side: int
    least: int
    shapes: Tones
    rings: Tones


class ShipFinder:
    """Finds ships of one type under one pose."""

    def __init__(self, ship: ShipType, ground: Ground) -> None:
        self.ship, self.ground = ship, ground
        self._hulls = KeptByLean(self._draw)
        self._core = max(3, 2 * round((ship.width_mm / float(ground.step_mm.max()) - 1) / 2) + 1)
        self._reach = int(np.ceil(REACH_MM / ground.step_mm.min()))

    def find(self, kind: str, evidence: Tones) -> list[ShipFound]:
        """The ships of one kind on the board.

        ``evidence`` (rows, columns) is 1 where its colour lies, less where a stick of this colour
        was read, 0 where nothing can be said, and down to -1 where it can't be. It is changed:
        what a ship explains is taken out.
        """
        square = (self._core, self._core)
        core = cv2.boxFilter(evidence, -1, square, borderType=cv2.BORDER_CONSTANT)
        found = []
        for _ in range(TRIED):
            _, likely, _, (x, y) = cv2.minMaxLoc(core)
            if likely < LIKELY_CORE:
                break
            here = np.s_[max(0, y - self._core) : y + self._core + 1,
                         max(0, x - self._core) : x + self._core + 1]  # fmt: skip
            core[here] = NO_EVIDENCE
            if (fit := self._fit(kind, evidence, x, y)) is not None:
                evidence[fit.rows, fit.columns] = core[fit.rows, fit.columns] = NO_EVIDENCE
                found.append(fit)
        return found

    def _fit(self, kind: str, evidence: Tones, x: int, y: int) -> ShipFound | None:
        """The hull that explains most around one sample, if it is a ship."""
        lean = self.ground.lean_mm(
            (np.array([x, y]) + 0.5) * self.ground.step_mm, self.ship.height_mm
        )
        hulls = self._hulls.of(lean)
        pad = self._reach + hulls.side // 2
        around = cut_out(evidence, x, y, pad)
        if np.count_nonzero(around > NEW_COLOUR) < NEW_SHARE * hulls.least:
            return None
        under = windows(around, hulls.side)
        covers = products(under, hulls.shapes)
        total = covers[:, :TURNS]
        disc = float(covers[:, TURNS].max())
        best, turn = (int(i) for i in np.unravel_index(int(total.argmax()), total.shape))
        most = float(total[best, turn])
        across = float(total[best, (turn + TURNS // 4) % TURNS])
        if most <= 0 or across > ACROSS * most or disc > ROUND * most:
            return None
        if not self._is_ship(under[best], hulls.shapes[turn] > 0, hulls.rings[turn] > 0):
            return None
        slides = 2 * self._reach + 1
        row, column = divmod(best, slides)
        middle = _refined(total[:, turn].reshape(slides, slides), row, column)
        at_mm = (np.array([x, y]) - self._reach + middle + 0.5) * self.ground.step_mm - lean / 2
        rows, columns = np.nonzero(hulls.shapes[turn].reshape(hulls.side, hulls.side))
        rows, columns = rows + y - pad + row, columns + x - pad + column
        inside = (rows >= 0) & (rows < evidence.shape[0])
        inside &= (columns >= 0) & (columns < evidence.shape[1])
        ship = ShipSeen(kind, float(at_mm[0]), float(at_mm[1]), 360.0 / TURNS * turn)
        return ShipFound(ship, rows[inside], columns[inside])

    def _is_ship(self, evidence: Tones, hull: NDArray[np.bool_], ring: NDArray[np.bool_]) -> bool:
        """Whether a hull holds enough of its colour and its surroundings little."""
        under = evidence[hull]
        judged = float(np.abs(under).sum())
        return bool(
            judged >= JUDGED * len(under)
            and under.sum() >= COVERED * judged
            and (under > NEW_COLOUR).sum() >= NEW_SHARE * len(under)
            and (evidence[ring] > NEW_COLOUR).sum() <= BEYOND * len(under)
        )

    def _draw(self, lean_mm: Floats) -> _Hulls:
        bases, step = hulls_mm(self.ship), self.ground.step_mm
        reach = (np.abs(bases).max(axis=(0, 1)) + np.abs(lean_mm) / 2) / step
        half = int(np.ceil(reach.max())) + 2
        side = 2 * half + 1
        hulls = swept(bases, -lean_mm / 2, lean_mm / 2, step, half)
        around = np.ones((5, 5), np.uint8)
        rings = np.array([cv2.dilate(hull, around) - hull for hull in hulls])
        distance = np.hypot(*np.mgrid[-half : half + 1, -half : half + 1])
        disc = distance < np.sqrt(hulls.sum() / TURNS / np.pi)
        return _Hulls(
            side,
            int(hulls.sum(axis=(1, 2)).min()),
            np.concatenate([hulls, disc[None]]).reshape(-1, side * side).astype(np.float32),
            rings.reshape(TURNS, side * side).astype(np.float32),
        )


def _refined(total: Tones, row: int, column: int) -> Floats:
    """The middle of the hill around the best slide: column, row."""
    top, left = max(0, row - 2), max(0, column - 2)
    hill = total[top : row + 3, left : column + 3]
    weight = np.exp((hill - total[row, column]) / 3)
    rows, columns = np.indices(hill.shape)
    at = np.array([((columns + left) * weight).sum(), ((rows + top) * weight).sum()])
    return np.asarray(at / weight.sum(), np.float64)
