"""What the rules make likelier, before looking: a prior, never blinkers."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from companion.reading import EMPTY, HIDDEN, Reading, Seen

STRAY = 0.01
"""A marker of a nation nobody plays stays in the box (ruling C24); this often one lies about."""


def with_nations_in_play(reading: Reading, nations: Collection[str]) -> Reading:
    """Weigh what was seen on the slots by who plays: other nations' markers are hardly there.

    A marker that is seen clearly enough stays what it looks like, and becomes a finding.
    """
    slots = {place: _weighed(seen, nations) for place, seen in reading.slots.items()}
    return replace(reading, slots=slots)


def _weighed(seen: Seen, nations: Collection[str]) -> Seen:
    usual = {EMPTY, HIDDEN, *nations}
    weights = [(kind, share * (1 if kind in usual else STRAY)) for kind, share in seen.likely]
    whole = sum(weight for _, weight in weights)
    if whole <= 0:
        return seen
    # What was too unlikely to be listed stays so.
    listed = min(sum(share for _, share in seen.likely), 1.0)
    return Seen.of({kind: listed * weight / whole for kind, weight in weights})
