"""How far corrections were followed: where the game goes on, they need not be followed anew."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Generic, NamedTuple

from companion.play.timeline import State

EVERY = 16
"""Between the marks that are kept lie so many facts: about a round, which may be told again."""
KEPT = 2
"""So many of them are kept for each correction, and how far it was followed."""


class Mark(NamedTuple, Generic[State]):
    """Before the fact ``at`` the game stood so with a correction.

    ``weights`` is how much was found till then of each fact that it puts, and of those after it.
    """

    at: int
    state: State
    weights: tuple[float, ...]


class Trials(Generic[State]):
    """The marks of the corrections that were tried in one game."""

    def __init__(self) -> None:
        self._marks: dict[Hashable, tuple[Mark[State], ...]] = {}
        self._before: dict[Hashable, tuple[Mark[State], ...]] = {}

    def up_to(self, at: int) -> Trials[State]:
        """The same for a game that is another from the fact ``at`` on.

        What was not tried in this one is forgotten.
        """
        again = Trials[State]()
        again._before = {
            edit: tuple(mark for mark in marks if mark.at <= at)
            for edit, marks in self._marks.items()
        }
        return again

    def furthest(self, edit: Hashable) -> Mark[State] | None:
        """How far a correction was followed."""
        marks = self._marks.get(edit) or self._before.get(edit)
        return marks[-1] if marks else None

    def follow(self, edit: Hashable, mark: Mark[State]) -> None:
        """A correction was followed that far."""
        marks = self._marks.get(edit) or self._before.get(edit, ())
        passed = [each for each in marks if each.at % EVERY == 0 and each.at < mark.at]
        self._marks[edit] = (*passed[-KEPT:], mark)
