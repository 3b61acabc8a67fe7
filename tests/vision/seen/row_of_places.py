"""Places in a row, and what is seen of each."""

from __future__ import annotations

import numpy as np

from companion.reading import EMPTY, Reading, Seen
from vision.picture.arrays import Floats
from vision.seen.photo_reading import Cores

PLACES = tuple(f"a/0/{index}" for index in range(40))
AT_MM = np.column_stack([np.arange(40) * 100.0, np.zeros(40)])


def reading(**seen: Seen) -> Reading:
    """A board on which nothing is seen but what is given: ``a0`` is the first place."""
    places = {place: Seen(EMPTY, 0.999, ((EMPTY, 0.999),)) for place in PLACES}
    return Reading(places | {PLACES[int(name[1:])]: one for name, one in seen.items()}, {})


def white(share: float) -> Seen:
    """A place where a white stick is seen with this chance."""
    kinds = sorted([("white", share), (EMPTY, 1 - share)], key=lambda pair: -pair[1])
    return Seen(kinds[0][0], kinds[0][1], tuple(kinds))


def cores(seed: int, brighter: float = 1.0, at_mm: Floats = AT_MM, **by: float) -> Cores:
    """How the places look, with a sensor's noise; ``a0=10``: the first is 10 codes brighter."""
    noise = np.random.default_rng(seed).normal(0, 0.5, (40, 4, 3))
    codes = 120.0 * brighter + noise
    for name, codes_more in by.items():
        codes[int(name[1:])] += codes_more
    return Cores(PLACES, at_mm, np.clip(codes, 0, 255).astype(np.float32))


def chance(read: Reading, place: int = 0) -> float:
    return dict(read.spaces[PLACES[place]].likely).get("white", 0.0)
