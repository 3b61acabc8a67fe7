"""Where a demo stands, so that every page can say so: it is a demo, and what is to be seen now."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field, replace
from enum import Enum


class Stage(Enum):
    """What a demo shows."""

    SET_UP = "set-up"
    PLAYS = "plays"
    ASKS = "asks"
    """The camera isn't sure, and asks."""
    BREAKS = "breaks"
    """Something was laid that breaks a rule."""
    MENDED = "mended"
    """It was taken back."""
    OVER = "over"
    YOURS = "yours"
    """Somebody has begun a game of his own."""


@dataclass(frozen=True)
class Demo:
    """A demo: whether a camera watches it, and whether its file is kept.

    ``again`` is set by who wants to see another one at once, ``slip`` by who wants to see a slip;
    ``looked_at`` is set as long as he looks at it, and it is not taken back meanwhile.
    """

    stage: Stage
    watched: bool = False
    kept: bool = False
    again: threading.Event = field(default_factory=threading.Event, compare=False)
    slip: threading.Event = field(default_factory=threading.Event, compare=False)
    looked_at: threading.Event = field(default_factory=threading.Event, compare=False)

    def at(self, stage: Stage) -> Demo:
        """The same demo, farther on."""
        return replace(self, stage=stage)

    def left(self) -> Demo | None:
        """What is still to be said where another game is served: that it is kept nowhere."""
        return None if self.kept else self.at(Stage.YOURS)
