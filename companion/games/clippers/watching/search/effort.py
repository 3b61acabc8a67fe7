"""How far a look is thought about: a bound on the search, which no clock tells."""

from __future__ import annotations

from dataclasses import dataclass

from companion.play.corrections.course import Walk

FACTS_A_HYPOTHESIS = 2
"""So many facts told again are as much work as one more hypothesis."""
LEAST_FOLLOWED = 100
"""So many may be followed in any look: however much there is to think about, a search ends."""


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

    def told_again(self, facts: int) -> None:
        """So many facts were told again."""
        self.left -= facts // FACTS_A_HYPOTHESIS

    def walk(self) -> Walk:
        """How many facts may be followed in what time is left."""
        return Walk(max(FACTS_A_HYPOTHESIS * self.left, LEAST_FOLLOWED))
