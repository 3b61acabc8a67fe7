"""Ships on a board of stops: where one of a kind's paint and of a ship's shape may stand.

What stands on a hull no board file tells: a funnel, sails, nothing. So a hull is looked for whose
lower half surely shows the paint, the upper half may, and what is around should not.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards.board import ShipType
from vision.between.ground import Ground
from vision.between.hulls import TURNS, KeptByLean, cut_out, hulls_mm, products, swept, windows
from vision.picture.arrays import Floats, Tones
from vision.stops.evidence import Cells, Evidence

WIDE = 1.8
"""A wide square is so many ships long."""
BODY = 0.45
"""So much of a ship's height is hull at least."""


# When a candidate is tried. Evidence is 1 where a kind's paint lies, -1 where it can't.
TRIED = 6
"""At most so many spots are tried for each kind."""
WIDELY = 0.7
"""Paint in the mean of a wide square takes so much off a spot's chance to be tried."""
LIKELY = -0.6
"""Mean evidence in a square of a ship's width from which a candidate is tried there, less what is
taken off."""
REACH_MM = 8.0
"""How far around such a square it is slid."""
AROUND = 0.5
"""Paint all around a candidate takes so much off its score."""
APART_MM = 9.0
"""Candidates of one kind are tried so far from each other."""
RING_MM = 3.0
"""What is around a figure is seen so far beyond its outline."""


@dataclass(frozen=True, eq=False)
class Candidate:
    """Where a ship of a kind may stand, and what speaks for it.

    ``score`` from -1 to 1 is the mean evidence under its hull less that around it; ``under`` and
    ``around`` are the shares of the hull and of its surroundings that surely show the paint. What
    it covers in the picture are ``rows`` and ``columns`` of samples; which of them are its hull,
    ``body`` says.
    """

    kind: str
    x_mm: float
    y_mm: float
    angle_deg: float
    score: float
    under: float
    around: float
    rows: NDArray[np.intp]
    columns: NDArray[np.intp]
    body: NDArray[np.bool_]
    """Which of those samples are its hull, (n,)."""
    share: float = 0.0
    """The mean log share of its kind, beside all others, in the paint of its hull."""

    density: float = 0.0
    """The mean log density of that paint as its kind's."""

    @property
    def hull(self) -> Cells:
        """The samples of its hull."""
        return self.rows[self.body], self.columns[self.body]


@dataclass(frozen=True, eq=False)
class _Shapes:
    """Outlines on squares of ``side`` samples, laid out flat: (turns, side * side) each, 0 or 1.

    ``bodies`` are the hulls, ``wholes`` all that a ship may cover, ``rings`` what lies around.
    """

    side: int
    bodies: Tones
    wholes: Tones
    rings: Tones


class CandidateFinder:
    """Finds where candidates of one type may stand, under one pose."""

    def __init__(self, ship: ShipType, ground: Ground) -> None:
        self.ship, self.ground = ship, ground
        step = float(ground.step_mm.max())
        self._core = max(3, 2 * round((ship.width_mm / step - 1) / 2) + 1)
        self._wide = 2 * round(WIDE * ship.length_mm / step / 2) + 1
        self._apart = max(1, round(APART_MM / step))
        self._reach = int(np.ceil(REACH_MM / ground.step_mm.min()))
        self._shapes = KeptByLean(self._draw)

    def find_all(self, evidence: Evidence) -> dict[str, list[Candidate]]:
        """Where each kind may stand."""
        return {
            kind: [
                _judged(candidate, evidence, number)
                for candidate in self.find(kind, evidence.paint[number])
            ]
            for number, kind in enumerate(evidence.palette.kinds)
        }

    def find(self, kind: str, evidence: Tones) -> list[Candidate]:
        """Where one kind may stand, from its evidence (rows, columns), the likeliest first."""
        square = (self._core, self._core)
        mean = cv2.boxFilter(evidence, -1, square, borderType=cv2.BORDER_REPLICATE)
        some = np.asarray(np.maximum(evidence, 0), np.float32)
        around = cv2.boxFilter(some, -1, (self._wide, self._wide), borderType=cv2.BORDER_REPLICATE)
        # What goes on all around, a hand or a lamp's reflection, would leave no try for a ship.
        core = np.asarray(mean - WIDELY * around, np.float32)
        found: list[Candidate] = []
        for _ in range(TRIED):
            _, likely, _, (x, y) = cv2.minMaxLoc(core)
            if likely < LIKELY:
                break
            candidate = self._fit(kind, evidence, x, y)
            cv2.circle(core, (x, y), self._apart, -1.0, -1)
            if not any(_same(candidate, other, APART_MM) for other in found):
                found.append(candidate)
        return sorted(found, key=lambda candidate: -candidate.score)

    def _fit(self, kind: str, evidence: Tones, x: int, y: int) -> Candidate:
        """The candidate that explains most around one sample."""
        at_mm = (np.array([x, y]) + 0.5) * self.ground.step_mm
        shapes = self._shapes.of(self.ground.lean_mm(at_mm, self.ship.height_mm))
        pad = self._reach + shapes.side // 2
        under = windows(cut_out(evidence, x, y, pad), shapes.side)
        body = products(under, shapes.bodies) / shapes.bodies.sum(axis=1)
        some = np.asarray(np.maximum(under, 0), np.float32)
        ring = products(some, shapes.rings) / shapes.rings.sum(axis=1)
        total = body - AROUND * ring
        slide, turn = (int(i) for i in np.unravel_index(int(total.argmax()), total.shape))
        row, column = divmod(slide, 2 * self._reach + 1)
        whole = shapes.wholes[turn].reshape(shapes.side, shapes.side) > 0
        rows, columns = np.nonzero(whole)
        is_body = shapes.bodies[turn].reshape(whole.shape)[rows, columns] > 0
        rows, columns = rows + y - pad + row, columns + x - pad + column
        inside = (rows >= 0) & (columns >= 0)
        inside &= (rows < evidence.shape[0]) & (columns < evidence.shape[1])
        foot = np.array([x, y]) + [column - self._reach, row - self._reach] + 0.5
        foot_mm = foot * self.ground.step_mm
        surely = under[slide] > 0
        return Candidate(
            kind, float(foot_mm[0]), float(foot_mm[1]), 360.0 / TURNS * turn,
            float(total[slide, turn]),
            float(surely[shapes.bodies[turn] > 0].mean()),
            float(surely[shapes.rings[turn] > 0].mean()),
            rows[inside], columns[inside], is_body[inside],
        )  # fmt: skip

    def _draw(self, lean_mm: Floats) -> _Shapes:
        hulls, step = hulls_mm(self.ship), self.ground.step_mm
        reach = (np.abs(hulls).max() + np.abs(lean_mm).max() + RING_MM) / step.min()
        half = int(np.ceil(reach)) + 2
        bodies, wholes = (
            swept(hulls, np.zeros(2), share * lean_mm, step, half) for share in (BODY, 1.0)
        )
        wide = 2 * int(np.ceil(RING_MM / step.min())) + 1
        disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (wide, wide))
        inner = np.ones((3, 3), np.uint8)
        rings = np.array([cv2.dilate(w, disc) - cv2.dilate(w, inner) for w in wholes])
        flat = (TURNS, (2 * half + 1) ** 2)
        return _Shapes(
            2 * half + 1,
            *(each.reshape(flat).astype(np.float32) for each in (bodies, wholes, rings)),
        )


def _judged(candidate: Candidate, evidence: Evidence, number: int) -> Candidate:
    """A candidate with what its paint tells of its kind, one of those weighed."""
    hull = candidate.hull
    return replace(
        candidate,
        share=float(evidence.shares[number][hull].mean()),
        density=float(evidence.densities[number][hull].mean()),
    )


def _same(one: Candidate, other: Candidate, apart_mm: float) -> bool:
    return bool(np.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm) < apart_mm / 2)
