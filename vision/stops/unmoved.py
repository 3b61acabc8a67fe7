"""Where nothing came and nothing went since a ship was surely seen where the record has it.

A ship that lay there then lies there still, and one that lay elsewhere has not come: whatever is
seen there, a ticket of its colour or the print, was there before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.stops.assigning import Weighed
from vision.stops.candidates import Candidate

UNMOVED = 0.1
"""Nothing came where no more of a hull's samples changed."""
SAME_MM = 9.0
"""Candidates of one ship that are nearer than this are the same."""
TRUST = 5.0
"""What that says, in log odds: a picture may change by less than its noise."""


@dataclass(frozen=True, eq=False)
class _Sighting:
    """Where a ship surely lay, and which samples (rows, columns) have changed since."""

    candidate: Candidate
    changed: NDArray[np.bool_]


class Unmoved:
    """Follows one board under one pose from look to look."""

    def __init__(self) -> None:
        self._sightings: dict[str, _Sighting] = {}

    def take_in(self, changed: NDArray[np.bool_]) -> None:
        """The next look: these samples (rows, columns) changed since the last."""
        for kind, sighting in self._sightings.items():
            self._sightings[kind] = replace(sighting, changed=sighting.changed | changed)

    def saw(self, candidate: Candidate, shape: tuple[int, int]) -> None:
        """In this look the ship surely lies where this candidate of it does."""
        self._sightings[candidate.kind] = _Sighting(candidate, np.zeros(shape, bool))

    def forget(self) -> None:
        """Know nothing."""
        self._sightings.clear()

    def weighed(self, marked: Mapping[str, Sequence[Weighed]]) -> dict[str, list[Weighed]]:
        """The candidates of each kind with what that adds to their log odds."""
        return {kind: [self._weighed(one) for one in each] for kind, each in marked.items()}

    def _weighed(self, one: Weighed) -> Weighed:
        candidate = one.candidate
        sighting = self._sightings.get(candidate.kind)
        if sighting is None or sighting.changed[candidate.hull].mean() > UNMOVED:
            return one
        was = sighting.candidate
        is_there = np.hypot(candidate.x_mm - was.x_mm, candidate.y_mm - was.y_mm) < SAME_MM
        return replace(one, log_odds=one.log_odds + (TRUST if is_there else -TRUST))
