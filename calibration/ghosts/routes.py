"""A route tapped from A to B snaps to the dashes that are printed along it.

Of all rows of so many dashes from A to B the likeliest is taken: clear dashes, evenly apart, each
going on where the one before points, in the middle of the way. Where a dash is missing its space is
put where the others leave room for it. The search is dynamic programming over the dashes, once for
each distance from space to space.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.ghosts.dashes import turn_between
from calibration.ghosts.ghost import Ghost, GhostKind
from vision.picture.arrays import Floats

STEPS = (1.02, 1.08, 1.15, 1.22, 1.3, 1.4, 1.5, 1.62, 1.75, 1.9, 2.1)
"""Distances from space to space that are tried, in stick lengths."""
WORTH = (0.6, 3.0)
"""What a dash is worth (in log odds): any dash, and how much more a sure one."""
OFF_MIDDLE_MM = 7.0
"""A row may be off the middle of the way by about this: its ends are no islands of one size."""
UNEVEN_MM = 1.8
BENDS = (0.0, -0.06, 0.06, -0.12, 0.12, -0.18, 0.18, -0.24, 0.24)
"""How far rows bend aside, as shares of the way, where nobody told."""
BENT_SHARE = 0.08
"""Bends are about as strong as this."""
ASIDE_MM = 3.5
"""How far a row may be aside of its bend: the fingers that tapped A and B slipped."""
TURNED_DEG, GOES_ON_DEG = 9.0, 6.0
PAIR_WIDTHS = (0.8, 2.6)
"""Two lanes lie apart by so many stick widths."""
USUAL_GAP = 1.7
MOST_LANES = 2


@dataclass(frozen=True, slots=True)
class SpacePlace:
    """A space put on the board: its middle, its direction from A towards B; on a dash or not."""

    x_mm: float
    y_mm: float
    angle_deg: float
    snapped: bool


@dataclass(frozen=True, eq=False)
class Rungs:
    """What may be one step of a route: a dash, or two side by side, seen from A towards B.

    ``along`` and ``aside`` (n,) in mm, ``turned_deg`` (n,) from the way's direction, ``worth``
    (n,), and the ``lanes`` (n, lanes, 2): each lane's middle, or nan where no dash is seen.
    """

    along: Floats
    aside: Floats
    turned_deg: Floats
    worth: Floats
    lanes: Floats


@dataclass(frozen=True, eq=False)
class Way:
    """The straight way from A to B, and the row that is looked for along it."""

    start_mm: Floats
    ahead: Floats
    length_mm: float
    spaces: int
    bend_mm: float
    stick_length_mm: float
    stick_width_mm: float

    @property
    def right(self) -> Floats:
        """Unit vector to the right hand of one who goes from A to B."""
        return np.array([-self.ahead[1], self.ahead[0]])

    def bent_mm(self, along: Floats) -> Floats:
        """How far to the right the bend leads, at places along the way."""
        share = np.clip(along / self.length_mm, 0, 1)
        return np.asarray(4 * self.bend_mm * share * (1 - share))

    def slope_deg(self, along: Floats) -> Floats:
        """The direction of the bent way against the straight one, there."""
        share = np.clip(along / self.length_mm, 0, 1)
        slope = 4 * self.bend_mm * (1 - 2 * share) / self.length_mm
        return np.asarray(np.degrees(np.arctan(slope)))


@dataclass(frozen=True)
class Row:
    """Spaces along a way: the rung of each or None, their distance, and the log odds of it all."""

    way: Way
    rungs: tuple[int | None, ...]
    step_mm: float
    likely: float


def snap_route(
    a_mm: tuple[float, float],
    b_mm: tuple[float, float],
    spaces: int,
    ghosts: Sequence[Ghost],
    bend_mm: float = 0.0,
    lanes: int = 1,
    *,
    stick_length_mm: float = 20.0,
    stick_width_mm: float = 5.0,
) -> tuple[tuple[SpacePlace, ...], ...]:
    """Place the spaces of a route between two tapped islands, lane by lane, from A to B.

    ``bend_mm`` is how far the route's middle lies to the right of the straight way, as seen going
    from A to B; 0 where it isn't known. With two lanes the left one comes first. Raises ValueError
    for no spaces, more than two lanes, or A and B in one place.
    """
    start, end = np.array(a_mm, float), np.array(b_mm, float)
    length = float(np.linalg.norm(end - start))
    if spaces < 1 or not 1 <= lanes <= MOST_LANES or not length > 1e-6:
        raise ValueError(f"no route: {spaces} spaces, {lanes} lanes, {length:g} mm")
    ahead = (end - start) / length
    way = Way(start, ahead, length, spaces, bend_mm, stick_length_mm, stick_width_mm)
    dashes = _along(way, ghosts)
    rungs = _pairs(way, dashes) if lanes == 2 else dashes
    row = _likeliest(way, rungs)
    return _placed(row, rungs, lanes)


def _along(way: Way, ghosts: Sequence[Ghost]) -> Rungs:
    """The dashes that may belong to the route, each a rung of its own."""
    dashes = [ghost for ghost in ghosts if ghost.kind is GhostKind.DASH]
    places = np.array([(g.x_mm, g.y_mm) for g in dashes]).reshape(-1, 2) - way.start_mm
    heading = float(np.degrees(np.arctan2(way.ahead[1], way.ahead[0])))
    turned = (np.array([g.angle_deg for g in dashes]) - heading + 90) % 180 - 90
    along, aside = places @ way.ahead, places @ way.right
    widest_mm = abs(way.bend_mm) or max(BENDS) * way.length_mm
    near = (along > 0) & (along < way.length_mm) & (np.abs(turned) < 60)
    near &= np.abs(aside) < widest_mm + 3 * ASIDE_MM
    sure = np.array([g.sureness for g in dashes])
    lanes = np.stack([along, aside], axis=1)[:, None]
    worth = WORTH[0] + WORTH[1] * sure
    return Rungs(along[near], aside[near], turned[near], worth[near], lanes[near])


def _pairs(way: Way, dashes: Rungs) -> Rungs:
    """Two dashes side by side are one rung; so is one dash, with its fellow unseen."""
    gap = _usual_gap(way, dashes)
    rows: list[tuple[float, float, float, float, Floats]] = []
    unseen = np.full(2, np.nan)
    for i in range(len(dashes.along)):
        turned = np.radians(dashes.turned_deg[i])
        right = np.array([-np.sin(turned), np.cos(turned)])
        here = dashes.lanes[i, 0]
        for j in np.flatnonzero(_beside(way, dashes, i)):
            there = dashes.lanes[j, 0]
            along, aside = (here + there) / 2
            angle = float(dashes.turned_deg[i] + dashes.turned_deg[j]) / 2
            worth = float(dashes.worth[i] + dashes.worth[j])
            rows.append((along, aside, angle, worth, np.stack([here, there])))
        for side in (-1, 1):
            along, aside = here + side * gap / 2 * right
            pair = np.stack([here, unseen] if side > 0 else [unseen, here])
            worth = 0.5 * float(dashes.worth[i])
            rows.append((along, aside, float(dashes.turned_deg[i]), worth, pair))
    if not rows:
        none = np.empty(0)
        return Rungs(none, none, none, none, np.empty((0, 2, 2)))
    along_mm, aside_mm, turns, worths, pairs = zip(*rows, strict=True)
    return Rungs(
        np.array(along_mm), np.array(aside_mm), np.array(turns), np.array(worths), np.stack(pairs)
    )


def _beside(way: Way, dashes: Rungs, index: int) -> NDArray[np.bool_]:
    """Which dashes (n,) lie to the right of one, as the other lane's would."""
    turned = np.radians(dashes.turned_deg[index])
    away = dashes.lanes[:, 0] - dashes.lanes[index, 0]
    ahead = away @ [np.cos(turned), np.sin(turned)]
    right = (away @ [-np.sin(turned), np.cos(turned)]) / way.stick_width_mm
    alike = turn_between(dashes.turned_deg, float(dashes.turned_deg[index])) < 12
    beside = (right > PAIR_WIDTHS[0]) & (right < PAIR_WIDTHS[1])
    return np.asarray(alike & beside & (np.abs(ahead) < 0.3 * way.stick_length_mm))


def _usual_gap(way: Way, dashes: Rungs) -> float:
    """From lane to lane, mm: as the pairs along this way show, or as it usually is."""
    gaps = [
        float(np.linalg.norm(dashes.lanes[j, 0] - dashes.lanes[i, 0]))
        for i in range(len(dashes.along))
        for j in np.flatnonzero(_beside(way, dashes, i))
    ]
    return float(np.median(gaps)) if gaps else USUAL_GAP * way.stick_width_mm


def _likeliest(way: Way, rungs: Rungs) -> Row:
    """The row that is likeliest to be printed; an even one where no dashes speak for any."""
    best = Row(way, (None,) * way.spaces, _usual_step(way), 0.0)
    if not len(rungs.along):
        return best
    bends = [way.bend_mm] if way.bend_mm else [share * way.length_mm for share in BENDS]
    for bend_mm in bends:
        bent = replace(way, bend_mm=bend_mm)
        unusual = 0.0 if way.bend_mm else (bend_mm / way.length_mm / BENT_SHARE) ** 2 / 2
        for step_mm in np.array(STEPS) * way.stick_length_mm:
            tried = _row(bent, rungs, float(step_mm))
            if tried.likely - unusual > best.likely:
                best = replace(tried, likely=tried.likely - unusual)
    return best


def _usual_step(way: Way) -> float:
    """From space to space where nothing is seen: as the room between the islands allows."""
    room = way.length_mm / (way.spaces + 0.8)
    return float(np.clip(room, min(room, 1.02 * way.stick_length_mm), 1.5 * way.stick_length_mm))


def _row(way: Way, rungs: Rungs, step_mm: float) -> Row:
    """The likeliest row of rungs at this distance."""
    value = np.stack([_fit(way, rungs, step_mm, k) for k in range(way.spaces)])
    best = value.copy()
    before = np.full((*value.shape, 2), -1)
    links = {skip: _link(way, rungs, step_mm, skip) for skip in range(1, way.spaces)}
    for k in range(1, way.spaces):
        for skip in range(1, k + 1):
            through = best[k - skip][:, None] + links[skip]
            from_ = through.argmax(axis=0)
            total = value[k] + through[from_, np.arange(len(from_))]
            better = total > best[k]
            best[k][better] = total[better]
            before[k][better, 0], before[k][better, 1] = k - skip, from_[better]
    k, i = (int(at) for at in np.unravel_index(int(best.argmax()), best.shape))
    likely = float(best[k, i])
    row: list[int | None] = [None] * way.spaces
    while k >= 0:
        row[k] = i
        k, i = (int(at) for at in before[k, i])
    return Row(way, tuple(row), step_mm, likely)


def _fit(way: Way, rungs: Rungs, step_mm: float, k: int) -> Floats:
    """How well each rung (n,) would do as space k: near where an even row would have it."""
    middle = way.length_mm / 2 + (k - (way.spaces - 1) / 2) * step_mm
    off = (rungs.along - middle) / (OFF_MIDDLE_MM * np.sqrt(way.spaces))
    aside = (rungs.aside - way.bent_mm(rungs.along)) / ASIDE_MM
    turned = (rungs.turned_deg - way.slope_deg(rungs.along)) / TURNED_DEG
    return np.asarray(rungs.worth - (off**2 + aside**2 + turned**2) / 2)


def _link(way: Way, rungs: Rungs, step_mm: float, skip: int) -> Floats:
    """How well each rung (n, n) goes on in another, so many spaces later; a cost, at most 0."""
    ahead = rungs.along[None] - rungs.along[:, None]
    aside = rungs.aside[None] - rungs.aside[:, None]
    apart = np.hypot(ahead, aside)
    heading = np.degrees(np.arctan2(aside, ahead))
    between = (rungs.turned_deg[:, None] + rungs.turned_deg[None]) / 2
    uneven = (apart - skip * step_mm) / (UNEVEN_MM * np.sqrt(skip))
    goes_on = turn_between(heading, between) / GOES_ON_DEG
    bends = turn_between(rungs.turned_deg[:, None], rungs.turned_deg[None]) / (TURNED_DEG * skip)
    cost = (uneven**2 + goes_on**2 + bends**2) / 2
    return np.asarray(np.where(ahead > 0.5 * way.stick_length_mm, -cost, -np.inf))


def _placed(row: Row, rungs: Rungs, lanes: int) -> tuple[tuple[SpacePlace, ...], ...]:
    """Each lane's spaces: on their dashes, or where the row goes on without one."""
    way, (along, aside, turned) = row.way, _filled(row, rungs)
    gap = _seen_gap(row, rungs) if lanes == 2 else 0.0
    heading = float(np.degrees(np.arctan2(way.ahead[1], way.ahead[0])))
    placed = []
    for lane in range(lanes):
        off = (lane - (lanes - 1) / 2) * gap
        spaces = []
        for k, rung in enumerate(row.rungs):
            turn = np.radians(turned[k])
            here = np.array([along[k] - off * np.sin(turn), aside[k] + off * np.cos(turn)])
            snapped = rung is not None and bool(np.isfinite(rungs.lanes[rung, lane]).all())
            if snapped:
                here = rungs.lanes[rung, lane]
            x, y = way.start_mm + here[0] * way.ahead + here[1] * way.right
            angle = (heading + turned[k] + 180) % 360 - 180
            spaces.append(SpacePlace(float(x), float(y), float(angle), snapped))
        placed.append(tuple(spaces))
    return tuple(placed)


def _seen_gap(row: Row, rungs: Rungs) -> float:
    """From lane to lane of this row, mm, where a rung shows it; else as it usually is."""
    seen = [rung for rung in row.rungs if rung is not None]
    gaps = np.linalg.norm(rungs.lanes[seen, -1] - rungs.lanes[seen, 0], axis=1)
    gaps = gaps[np.isfinite(gaps)]
    return float(np.median(gaps)) if len(gaps) else USUAL_GAP * row.way.stick_width_mm


def _filled(row: Row, rungs: Rungs) -> tuple[Floats, Floats, Floats]:
    """Along, aside (mm) and turned (degrees) for every space of the row, seen or not."""
    way, every = row.way, np.arange(row.way.spaces)
    known = [k for k, rung in enumerate(row.rungs) if rung is not None]
    if not known:
        off_middle = (every - (way.spaces - 1) / 2) * row.step_mm
        along = np.asarray(way.length_mm / 2 + off_middle, np.float64)
        return along, way.bent_mm(along), way.slope_deg(along)
    at = [rung for rung in row.rungs if rung is not None]
    along, aside, turned = (
        np.asarray(np.interp(every, known, values[at]))
        for values in (rungs.along, rungs.aside, rungs.turned_deg)
    )
    beyond = every - np.clip(every, known[0], known[-1])
    along += beyond * row.step_mm * np.cos(np.radians(turned))
    aside += beyond * row.step_mm * np.sin(np.radians(turned))
    return along, aside, turned
