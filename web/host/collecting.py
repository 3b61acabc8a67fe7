"""When Python looks for what may be thrown away: not while a long game is read, nor in it later."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

LONG = 1000
"""So many events are worth it."""


@contextmanager
def nothing_thrown_away() -> Iterator[None]:
    """While a game is read, throw nothing away.

    Python would look through all of it again and again, for two fifths of the time.
    """
    looks = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if looks:
            gc.enable()


def stays(events: int) -> None:
    """Look no more through a game of so many events that was read just now.

    Python would, once every few acts. One that was read before it may go now.
    """
    if gc.get_freeze_count():
        gc.unfreeze()
        gc.collect()
    if events > LONG:
        gc.freeze()
