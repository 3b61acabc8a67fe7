"""The paints of an evening: what each kind's ship looked like where it surely was seen.

A picture with few ships leaves more than one light possible: of two that are much alike, each may
be the other. Whoever has seen both side by side knows which is which for the rest of the evening.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Sequence

import numpy as np

from vision.picture.arrays import Floats, Tones

REMEMBERED = 8
"""So many places at which a ship was seen last."""
WORTH = 1.0
"""A known paint counts for as much as so many ships in the picture."""


class KnownPaints:
    """Remembers the paint of each kind, as tones (3,) BGR relative to white, from look to look."""

    def __init__(self) -> None:
        self._seen: dict[str, deque[tuple[str, Tones]]] = defaultdict(
            lambda: deque(maxlen=REMEMBERED)
        )

    def saw(self, kind: str, stop: str, paint: Tones) -> None:
        """A ship of a kind surely lies at a stop and looks so; there again, it looks so by now."""
        seen = self._seen[kind]
        if seen and seen[-1][0] == stop:
            seen.pop()
        seen.append((stop, paint))

    def forget(self) -> None:
        """Know nothing."""
        self._seen.clear()

    def of(self, kinds: Sequence[str]) -> tuple[Tones, Floats, Floats]:
        """What is known of some kinds: paints (n, 3), their weights (n,), whose each is (n, kinds).

        A kind that was seen in a shadow once, or in a reflection, looks as it mostly did.
        """
        known = [kind for kind in kinds if kind in self._seen]
        paints = [np.median([paint for _, paint in self._seen[kind]], axis=0) for kind in known]
        whose = np.array([[float(kind == other) for other in kinds] for kind in known])
        return (
            np.array(paints, float).reshape(len(known), 3),
            np.full(len(known), WORTH),
            whose.reshape(len(known), len(kinds)),
        )
