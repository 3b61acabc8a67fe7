"""The weights of candidates, fitted to drawn photos.

Boards of stops are drawn and read, and of each kind of ship the right candidate is known, or that
it lies nowhere. The weights are those under which these are likeliest; they belong into
``vision/stops/weighing.py``, whose weights as they stand are what the fit begins with. Fit them
again whenever the network of boards of stops is another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.reading import EMPTY, HIDDEN
from vision.alignment.align import NotAligned
from vision.alignment.reference import Reference
from vision.picture.arrays import Floats
from vision.picture.photo import decode_photo
from vision.simulator import Simulator, invent_stops_board, random_shot, reference_frame
from vision.stops.reader import StopsReader
from vision.stops.weighing import BIAS, TRAITS, WEIGHTS, traits

FIRST = 301
"""The first board's seed: none of those that the network learns from, or that are measured."""
NEAR_MM = 12.0
"""A candidate no further off than this is the right one."""
STEPS, STEP = 3000, 0.03
FIRMNESS = 1e-3
"""How dear large weights are."""
NOWHERE = -1e9
"""The log odds of a candidate that there is not."""


@dataclass(frozen=True, eq=False)
class Choice:
    """The candidates of one kind in one photo: their traits (n, t), and which are right (n,)."""

    traits: Floats
    right: NDArray[np.bool_]


def choices(seeds: Iterable[int], photos: int) -> Iterator[Choice]:
    """What there is to choose among in photos of the boards that these seeds draw."""
    for seed in seeds:
        board = invent_stops_board(seed)
        simulator, rng = Simulator(board, seed), np.random.default_rng([seed, 41])
        empty = reference_frame(simulator, rng)
        reader = StopsReader(board, Reference(empty.photo, empty.pose))
        for number in range(photos):
            shot = random_shot(simulator, rng)
            frame = simulator.frame(
                shot.scene, shot.camera, shot.light, arm=shot.arm, seed=number, tags=shot.tags
            )
            try:
                look = reader.look(decode_photo(frame.jpeg(), "drawn"))
            except NotAligned:
                continue
            things = look.things()
            step_mm = look.outlook.ground.step_mm
            stands = {ship.kind: (ship.x_mm, ship.y_mm) for ship in frame.truth.scene.ships}
            for kind, each in reader.ships(look, things)[2].items():
                lies = frame.truth.pieces.get(kind, EMPTY)
                if lies == HIDDEN:
                    continue
                at = stands[kind] if lies != EMPTY else (np.inf, np.inf)
                candidates = [one.candidate for one in each]
                off = [np.hypot(f.x_mm - at[0], f.y_mm - at[1]) for f in candidates]
                told = [traits(board, candidate, things, step_mm) for candidate in candidates]
                yield Choice(np.array(told).reshape(-1, len(TRAITS)), np.array(off) < NEAR_MM)


def fitted(known: Sequence[Choice]) -> tuple[Floats, float]:
    """The weights and the bias under which the right candidates, or none, are likeliest."""
    most = max(len(choice.right) for choice in known)
    told = np.zeros((len(known), most, len(TRAITS) + 1))
    there = np.zeros((len(known), most), bool)
    right = np.zeros((len(known), most + 1), bool)
    for row, choice in enumerate(known):
        count = len(choice.right)
        told[row, :count] = np.column_stack([choice.traits, np.ones(count)])
        there[row, :count], right[row, :count] = True, choice.right
        right[row, most] = not choice.right.any()
    weights = np.array([*WEIGHTS.values(), BIAS])
    slow, square = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, STEPS + 1):
        odds = np.where(there, told @ weights, NOWHERE)
        odds = np.column_stack([odds, np.zeros(len(known))])
        shares = np.exp(odds - odds.max(axis=1, keepdims=True))
        shares /= shares.sum(axis=1, keepdims=True)
        hit = (shares * right).sum(axis=1, keepdims=True) + 1e-12
        off = (shares - shares * right / hit)[:, :most] / len(known)
        slope = np.einsum("nm,nmt->t", off, told)
        slope[:-1] += 2 * FIRMNESS * weights[:-1]
        # Adam (Kingma and Ba, 2015), with steps that end at nothing.
        slow, square = 0.9 * slow + 0.1 * slope, 0.999 * square + 0.001 * slope**2
        move = (slow / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-9)
        weights = weights - STEP * (1 - step / STEPS) * move
    return weights[:-1], float(weights[-1])
