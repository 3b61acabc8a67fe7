"""A score is an explained sum: lines with their working, never a number alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line of a player's sum: ``points`` = the product of the ``factors``.

    ``what`` names the kind of line (``ports``, ``money``), ``place`` what it is about (an island's
    id, or None), ``factors`` the named numbers that multiply (value, companies, markers),
    ``because`` the ids that earned it (companies), ``places`` what to light up on the board and
    ``rule`` the section of the rulebook.
    """

    player: str
    what: str
    points: int
    rule: str
    place: str | None = None
    factors: tuple[tuple[str, int], ...] = ()
    because: tuple[str, ...] = ()
    places: tuple[str, ...] = ()


def total(lines: Iterable[ScoreLine], player: str) -> int:
    """Sum the lines of one player."""
    return sum(line.points for line in lines if line.player == player)
