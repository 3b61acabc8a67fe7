"""What the record may be wrong about, after a slip that was told.

One mistake is told once: what follows from it, until a fact settles the doubt, is no second one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Generic, Self, TypeVar

Subject = TypeVar("Subject")


@dataclass(frozen=True, slots=True)
class Doubts(Generic[Subject]):
    """What is open until a fact settles it: each a subject, and of which place or player.

    A game adds fields for what else its table has shown.
    """

    doubts: frozenset[tuple[Subject, str]] = frozenset()

    def doubting(self, doubts: Iterable[tuple[Subject, str]]) -> Self:
        """The same with more in doubt."""
        return replace(self, doubts=self.doubts | {*doubts})

    def settling(self, doubts: Iterable[tuple[Subject, str]]) -> Self:
        """The same where this is no longer in doubt."""
        return replace(self, doubts=self.doubts - {*doubts})
