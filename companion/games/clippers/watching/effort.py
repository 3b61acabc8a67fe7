"""How far a look is thought about: a bound on the search, which no clock tells."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Effort:
    """So many hypotheses may still be made; all searches of one look draw on it.

    ``cut_short``: one more was wanted than there were.
    """

    left: float = float("inf")
    cut_short: bool = False

    def take(self) -> bool:
        """Whether one more hypothesis may be made."""
        if self.left < 1:
            self.cut_short = True
            return False
        self.left -= 1
        return True

    def spend(self, hypotheses: int) -> None:
        """Something took as long as it takes to make so many."""
        self.left -= hypotheses
