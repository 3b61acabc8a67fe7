"""How much one phone may ask for: so many writes a second, so many streams at once.

A phone is told by its address on the network and by its door, so that a whole family behind one
router is not taken for one phone. The limits are far beyond any hand: they stop a script, and a
page that has gone wild.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import cast

from flask import current_app, request

from web.visits.visit import visit
from web.words.errors import RefusedError

WRITES_A_SECOND = 20.0
WRITES_AT_ONCE = 100.0
MOST_STREAMS = 64
MOST_STREAMS_EACH = 12
MOST_KNOWN = 1000
PACE, PLACES = "companion-pace", "companion-places"
"""Where the app keeps its own."""

Phone = tuple[str, str]
"""An address on the network, and the token it came with; empty without a good one."""


def phone() -> Phone:
    """Who sends this request."""
    door = visit().door
    return request.remote_addr or "", "" if door is None else door.token


def pace() -> Pace:
    """How fast the phones of this app may write."""
    return cast(Pace, current_app.extensions[PACE])


def places() -> Places:
    """The streams of this app."""
    return cast(Places, current_app.extensions[PLACES])


class Pace:
    """So many writes a second for each phone, and some more in a burst (a token bucket).

    Safe to use from several threads.
    """

    def __init__(
        self,
        a_second: float = WRITES_A_SECOND,
        at_once: float = WRITES_AT_ONCE,
        clock_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._a_second, self._at_once, self._clock_s = a_second, at_once, clock_s
        self._lock = threading.Lock()
        self._left: dict[Phone, tuple[float, float]] = {}

    def keep_to(self, who: Phone) -> None:
        """Count one write; raise RefusedError (429) where it comes too fast."""
        with self._lock:
            now_s = self._clock_s()
            self._forget_the_idle(now_s)
            left = self._left_for(who, now_s)
            self._left[who] = (left - (left >= 1), now_s)
        if left < 1:
            raise RefusedError(
                429, "too-fast", "That was too much at once; nothing was written, wait a second."
            )

    def _left_for(self, who: Phone, now_s: float) -> float:
        left, at_s = self._left.get(who, (self._at_once, now_s))
        return min(left + (now_s - at_s) * self._a_second, self._at_once)

    def _forget_the_idle(self, now_s: float) -> None:
        if len(self._left) < MOST_KNOWN:
            return
        idle = [who for who in self._left if self._left_for(who, now_s) >= self._at_once]
        for who in idle:
            del self._left[who]


class Places:
    """Streams that are open: so many in all, so many for each phone. Safe to use from threads."""

    def __init__(self, most: int = MOST_STREAMS, most_each: int = MOST_STREAMS_EACH) -> None:
        self._most, self._most_each = most, most_each
        self._lock = threading.Lock()
        self._taken: Counter[Phone] = Counter()

    @property
    def taken(self) -> int:
        """How many are open."""
        with self._lock:
            return self._taken.total()

    def take(self, who: Phone) -> None:
        """Take a place; raise RefusedError where this phone (429), or the house (503), has none."""
        with self._lock:
            if self._taken[who] >= self._most_each:
                raise RefusedError(
                    429, "too-many-streams", "This phone has too many pages of the table open."
                )
            if self._taken.total() >= self._most:
                raise RefusedError(503, "too-many-streams", "Too many pages listen already.")
            self._taken[who] += 1

    def leave(self, who: Phone) -> None:
        """Give a place back."""
        with self._lock:
            self._taken[who] -= 1
            if self._taken[who] <= 0:
                del self._taken[who]
