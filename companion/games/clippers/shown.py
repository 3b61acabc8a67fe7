"""What the table has shown to be otherwise than the record says, after a slip that was told.

One mistake is told once. What follows from it later is no second one: a player who paid with money
that the record does not give him has it; the sticks of a turn that nobody wrote down lie somewhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class Leap:
    """A turn that was left because somebody else acted, without a word that it was over.

    ``turn`` is the one that was left, ``laid`` what each seat had laid before, ``unwritten`` as in
    ``Shown``. ``told``: the leap was found to be against the rules already.
    """

    turn: tuple[int, int, int]
    laid: tuple[tuple[int, int], ...]
    unwritten: int
    told: bool


@dataclass(frozen=True, slots=True)
class Shown:
    """What a table has shown.

    ``credit`` is, by player, how much more he has than the record says, in dollars. ``unwritten``
    is how many sticks may lie on the board that nobody wrote down. ``leaps`` are the turns of this
    round that nobody ended, since somebody last did. ``excused`` are players and phases of this
    round in which a stick that a player laid was counted for another. ``played_on``: somebody has
    acted after the end.
    """

    credit: Mapping[str, int] = field(default_factory=dict)
    unwritten: int = 0
    leaps: tuple[Leap, ...] = ()
    excused: tuple[tuple[str, int], ...] = ()
    played_on: bool = False

    def with_credit(self, player: str, amount: int) -> Shown:
        """So much more at least does a player have."""
        return replace(self, credit={**self.credit, player: amount})

    def with_unwritten(self, more: int) -> Shown:
        """So many more sticks may lie there that nobody wrote down; or fewer."""
        return replace(self, unwritten=max(0, self.unwritten + more))

    def in_new_round(self) -> Shown:
        """What is still so when a round is over."""
        if not self.leaps and not self.excused:
            return self
        return replace(self, leaps=(), excused=())


NOTHING = Shown()
