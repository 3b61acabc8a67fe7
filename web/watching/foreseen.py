"""What answers would change, thought through once for all pages."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Thought = TypeVar("Thought")


class Foreseen(Generic[Thought]):
    """What was thought through, however many pages ask for it; forgotten when something changes."""

    def __init__(self) -> None:
        self._now: Hashable = None
        self._known: dict[Hashable, Thought] = {}

    def once(self, now: Hashable, question: Hashable, think: Callable[[], Thought]) -> Thought:
        """What was thought about a question ``now`` before, or is thought at last."""
        if self._now != now:
            self._now, self._known = now, {}
        if question not in self._known:
            self._known[question] = think()
        return self._known[question]
