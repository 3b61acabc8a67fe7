"""What somebody wants to have done anew with the picture that is there."""

from __future__ import annotations

import threading
from enum import IntEnum


class Again(IntEnum):
    """How much of it, each with all that is less."""

    NOTHING = 0
    LOOK = 1
    FIND = 2
    READ = 3


class Wish:
    """What is wished for and not begun yet. Safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._wanted = Again.NOTHING

    @property
    def is_open(self) -> bool:
        """Whether something is wished for."""
        return self._wanted is not Again.NOTHING

    def add(self, again: Again) -> None:
        """Wish for this too."""
        with self._lock:
            self._wanted = max(self._wanted, again)

    def take(self) -> Again:
        """What is wished for, to be done now; what is wished from here on comes next."""
        with self._lock:
            taken, self._wanted = self._wanted, Again.NOTHING
            return taken
