"""What went before, kept so that the game can be told anew from there when a piece shows up late.

A piece whose place was hidden may have been laid before others that were seen. Then what followed
is explained once more, look after look, as if the piece had been seen in its time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic

from companion.explainer import A, Explainer, Piece
from companion.record import Fact, Source

LOOKS_BACK = 6
"""So many looks with something new are told anew at most."""
LATE = 0.7
"""What it costs, in nats, that a piece was laid one look ago and was hidden,"""
LATER = 0.3
"""and for each look more."""


@dataclass(frozen=True)
class _Step(Generic[A]):
    """The accounts before something was seen or said, and what that was."""

    accounts: Sequence[A]
    pieces: Sequence[Piece] = ()
    said: tuple[Fact, Source] | None = None


class Hindsight(Generic[A]):
    """The last steps of one game: as long as each began where the one before had ended."""

    def __init__(self, game: Explainer[A]) -> None:
        self.game = game
        self._steps: list[_Step[A]] = []
        self._after: Sequence[A] = ()

    def saw(self, before: Sequence[A], pieces: Sequence[Piece], after: Sequence[A]) -> None:
        """These new pieces were seen."""
        self._note(_Step(before, tuple(pieces)), after)

    def heard(self, before: Sequence[A], fact: Fact, by: Source, after: Sequence[A]) -> None:
        """Somebody said something."""
        self._note(_Step(before, said=(fact, by)), after)

    def _note(self, step: _Step[A], after: Sequence[A]) -> None:
        joins = bool(self._after) and step.accounts[0] is self._after[0]
        self._steps = [*(self._steps if joins else ()), step]
        self._after = after
        looks = [index for index, each in enumerate(self._steps) if each.pieces]
        if len(looks) > LOOKS_BACK:
            self._steps = self._steps[looks[-LOOKS_BACK] :]

    def told_with(
        self, accounts: Sequence[A], late: Sequence[Piece], fresh: Sequence[Piece], below: float
    ) -> Sequence[A]:
        """The game told so that ``late`` were laid some looks ago, and ``fresh`` now.

        Only where it costs less than ``below``; else empty.
        """
        if not late or not self._after or accounts[0] is not self._after[0]:
            return ()
        best: Sequence[A] = ()
        price = LATE
        for start in reversed(range(len(self._steps))):
            step = self._steps[start]
            if not step.pieces:
                continue
            if step.accounts[0].cost + price < below:
                told = self._again(start, late, fresh)
                if told and told[0].cost + price < below:
                    best, below = told, told[0].cost + price
            price += LATER
        return best

    def _again(self, start: int, late: Sequence[Piece], fresh: Sequence[Piece]) -> Sequence[A]:
        """Tell it from one step on, with the late pieces seen before it; empty where that fails."""
        told = self.game.explain(self._steps[start].accounts, late)
        for step in self._steps[start:]:
            if not told:
                return ()
            if step.said is not None:
                told = self.game.say(told, *step.said)
            else:
                told = self.game.explain(told, step.pieces)
        return self.game.explain(told, fresh) if told and fresh else told
