"""Figures that may be either of two pieces: the one that has no other place stands there.

A reader tells of each piece where it may lie, and knows nothing of the game. Where one figure may
be a piece that is surer seen elsewhere, or one that lay there or is seen nowhere else, it is the
latter: a piece stands in one place, and none goes up in smoke.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from companion.reading import EMPTY, HIDDEN, Reading, Seen

GLIMPSED = 0.25
"""A piece is half seen at a stop with this, as a probability."""
WHOLE = 0.9
"""Two pieces that are seen at a stop with this together are one figure, and surely one of them."""
MOVES_OVER = 0.9
"""So much of what speaks for the one speaks for the other."""


def told_apart(reading: Reading, lies: Mapping[str, str]) -> Reading:
    """The reading with what is half seen at a stop as whose it rather is, by where all ``lies``."""
    pieces = dict(reading.pieces)
    for kind, stop in _half_seen(reading.pieces, lies):
        other = _whose(kind, stop, reading.pieces, lies)
        if other is not None:
            share = dict(pieces[kind].likely)[stop] * MOVES_OVER
            pieces[kind] = _moved(pieces[kind], stop, pieces[kind].answer, share)
            pieces[other] = _moved(pieces[other], EMPTY, stop, share)
    return replace(reading, pieces=pieces)


def _half_seen(pieces: Mapping[str, Seen], lies: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Pieces that lie somewhere, with stops where they are seen less surely than elsewhere."""
    for kind, seen in pieces.items():
        if lies.get(kind, EMPTY) == EMPTY or seen.answer == HIDDEN:
            continue
        for stop, share in seen.likely:
            if stop not in (EMPTY, seen.answer, lies[kind]) and share >= GLIMPSED:
                yield kind, stop


def _whose(kind: str, stop: str, pieces: Mapping[str, Seen], lies: Mapping[str, str]) -> str | None:
    """Another that stands there rather: it lay there, or is seen nowhere else."""
    share, is_gone = dict(pieces[kind].likely)[stop], pieces[kind].answer == EMPTY
    others = {}
    for other, seen in pieces.items():
        there = dict(seen.likely).get(stop, 0.0)
        in_all = share + there
        is_one = WHOLE <= in_all <= 1 if is_gone else in_all <= 1
        lay_there = lies.get(other, EMPTY) == stop and seen.answer in (stop, EMPTY)
        is_missing = lies.get(other, EMPTY) != EMPTY and seen.answer == EMPTY and not is_gone
        if other != kind and there and is_one and seen.confidence < 1 and (lay_there or is_missing):
            others[other] = there
    return max(others, key=lambda each: others[each], default=None)


def _moved(seen: Seen, source: str, target: str, most: float) -> Seen:
    """The same with so much less likely in one place, and more in another."""
    shares = dict(seen.likely)
    part = min(most, shares.get(source, 0.0))
    shares[source] = shares.get(source, 0.0) - part
    shares[target] = shares.get(target, 0.0) + part
    return Seen.of(shares)
