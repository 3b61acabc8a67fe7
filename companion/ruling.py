"""What came of a look at the table."""

from __future__ import annotations

from dataclasses import dataclass

from companion.drift import Drift
from companion.explainer import Doubt, Piece
from companion.record import Record


@dataclass(frozen=True)
class Ruling:
    """What came of a look: the record after it, what is open, and what lies against a rule.

    ``unexplained`` are pieces that no account explains: too much has changed at once.
    ``disturbed``: so many pieces are gone that this is no play, and nothing is recorded until they
    are back. ``cut_short``: there was too much to think through; the rest waits for another look.
    """

    record: Record
    doubts: tuple[Doubt, ...] = ()
    drift: tuple[Drift, ...] = ()
    broken: tuple[str, ...] = ()
    unexplained: tuple[Piece, ...] = ()
    disturbed: bool = False
    cut_short: bool = False
