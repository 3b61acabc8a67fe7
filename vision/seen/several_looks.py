"""Several looks at one board: what is known by all of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.reading import EMPTY, HIDDEN, Reading, Seen

LAID, TAKEN = 1 / 2, 1 / 10
"""How likely a place changes from look to look, against its staying as it was: a piece is laid; or
one is taken off, or changed for another."""


def known_after(now: Reading, before: Reading | None) -> Reading:
    """All that is known of a board after a look at it; ``before`` is what was known until then.

    What has no memory (ships, what is odd, where the board lies) is as it is seen now.
    """
    if before is None:
        return now
    return replace(
        now,
        spaces=remembered(now.spaces, before.spaces),
        slots=remembered(now.slots, before.slots),
        pieces=remembered(now.pieces, before.pieces),
    )


def remembered(now: Mapping[str, Seen], before: Mapping[str, Seen]) -> dict[str, Seen]:
    """What is seen now; what was known before, where it is hidden or a change is not seen surely.

    Pieces lie still: a change is believed if it outweighs the chance that all is as it was.
    """
    return {
        each: seen if each not in before or _has_changed(seen, before[each]) else before[each]
        for each, seen in now.items()
    }


def _has_changed(now: Seen, before: Seen) -> bool:
    """Whether another look shows more than doubts about what was known of a subject."""
    if now.answer == before.answer or before.answer == HIDDEN:
        return now.answer != HIDDEN
    if now.answer == HIDDEN:
        return False
    chances = dict(now.likely)
    stayed = before.confidence * (chances.get(before.answer, 0.0) + chances.get(HIDDEN, 0.0))
    usual = LAID if before.answer == EMPTY else TAKEN
    return now.confidence * max(usual, dict(before.likely).get(now.answer, 0.0)) > stayed


def averaged(looks: list[Reading]) -> Reading:
    """The mean of several looks at the same board; all else is as in the last of them."""
    if len(looks) == 1:
        return looks[-1]
    parts = zip(*((one.spaces, one.slots, one.pieces) for one in looks), strict=True)
    spaces, slots, pieces = (  # on a tile just turned up places are new
        {at: _mean([look[at] for look in part if at in look]) for at in part[-1]} for part in parts
    )
    return replace(looks[-1], spaces=spaces, slots=slots, pieces=pieces)


def _mean(seen: list[Seen]) -> Seen:
    shares: dict[str, float] = {}
    for one in seen:
        for answer, chance in one.likely or ((one.answer, one.confidence),):
            shares[answer] = shares.get(answer, 0.0) + chance / len(seen)
    return Seen.of(shares)
