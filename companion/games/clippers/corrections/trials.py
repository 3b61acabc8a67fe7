"""How far corrections were followed: where the game goes on, they need not be followed anew."""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from companion.games.clippers.state.state import State

EVERY = 16
"""Between the marks that are kept lie so many facts: about a round, which may be told again."""
KEPT = 2
"""So many of them are kept for each correction, and how far it was followed."""


class Mark(NamedTuple):
    """Before the fact ``at`` the game stood so with a correction; so much was found till then."""

    at: int
    state: State
    found: float


class Trials:
    """The marks of the corrections that were tried in one game."""

    def __init__(self) -> None:
        self._marks: dict[Hashable, tuple[Mark, ...]] = {}
        self._before: dict[Hashable, tuple[Mark, ...]] = {}

    def up_to(self, at: int) -> Trials:
        """The same for a game that is another from the fact ``at`` on.

        What was not tried in this one is forgotten.
        """
        again = Trials()
        again._before = {
            edit: tuple(mark for mark in marks if mark.at <= at)
            for edit, marks in self._marks.items()
        }
        return again

    def furthest(self, edit: Hashable) -> Mark | None:
        """How far a correction was followed."""
        marks = self._marks.get(edit) or self._before.get(edit)
        return marks[-1] if marks else None

    def follow(self, edit: Hashable, mark: Mark) -> None:
        """A correction was followed that far."""
        marks = self._marks.get(edit) or self._before.get(edit, ())
        passed = [each for each in marks if each.at % EVERY == 0 and each.at < mark.at]
        self._marks[edit] = (*passed[-KEPT:], mark)
