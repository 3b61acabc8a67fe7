"""Four letters beside each code: who can't scan it types them, and is let in as if he had.

A code has 128 random bits, four letters have 17. So they hold only for a while after a page has
shown them, those of the invitation until a game begins; they live in this program alone, and few
wrong ones may be tried: so many from one address, so many in all, and more only slowly. Whoever
tries for five hours from a whole network, with eight codes on show all the time, finds one in some
280 evenings.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from web.words.errors import RefusedError

ALPHABET = "BCDFGHJKLMNPQRSTVWXZ"
"""No vowels, so that no word comes out, and nothing that is taken for a number."""
LENGTH = 4
SHOWN_S = 1800.0
"""So long they hold after they were shown last, at least."""
EVERYBODY = ""


@dataclass(frozen=True, slots=True)
class Patience:
    """So many wrong tries at once, and one more after so many seconds."""

    at_once: int
    another_s: float

    def left(self, left: float, for_s: float) -> float:
        """How many are left, where so many were left before."""
        return min(left + for_s / self.another_s, self.at_once)


WITH_EACH, WITH_ALL = Patience(5, 900.0), Patience(12, 300.0)
"""With one address, and with all together."""
FORGOTTEN_S = 2 * 3600.0


class Letters:
    """The letters of codes. Safe to use from several threads."""

    def __init__(self, clock_s: Callable[[], float] = time.monotonic) -> None:
        self._clock_s = clock_s
        self._lock = threading.Lock()
        self._shown: dict[str, tuple[str, float, Callable[[], bool]]] = {}
        self._tries: dict[str, tuple[float, float]] = {}

    def shown(self, token: str, still: Callable[[], bool] = lambda: False) -> str:
        """The letters of a code that is being shown: the same as before, while they hold.

        They hold for ``SHOWN_S``, and as long as ``still`` says so.
        """
        with self._lock:
            self._forget()
            letters = next((each for each, (of, *_) in self._shown.items() if of == token), None)
            while letters is None or self._shown.get(letters, (token,))[0] != token:
                letters = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
            self._shown[letters] = token, self._clock_s(), still
            return letters

    def token(self, said: str, address: str) -> str | None:
        """The code that somebody at this address means; None where the letters are nobody's.

        Raises RefusedError (429) where too many wrong ones were tried.
        """
        letters = "".join(said.split()).upper()
        with self._lock:
            self._forget()
            each, of_all = self._left(address, WITH_EACH), self._left(EVERYBODY, WITH_ALL)
            if min(each, of_all) < 1:
                raise RefusedError(
                    429,
                    "too-many-letters",
                    "Too many wrong letters were typed. Scan the code, or wait a quarter hour.",
                )
            found = self._shown.get(letters)
            if found is not None:
                return found[0]
            self._tries[address] = each - 1, self._clock_s()
            self._tries[EVERYBODY] = of_all - 1, self._clock_s()
            return None

    def _left(self, address: str, patience: Patience) -> float:
        """How many wrong tries an address has left."""
        left, at_s = self._tries.get(address, (patience.at_once, 0.0))
        return patience.left(left, self._clock_s() - at_s)

    def _forget(self) -> None:
        """Letters that were shown long ago, and addresses that may try as often as any."""
        now_s = self._clock_s()
        self._shown = {
            letters: (token, at_s, still)
            for letters, (token, at_s, still) in self._shown.items()
            if now_s - at_s < SHOWN_S or still()
        }
        self._tries = {
            address: (left, at_s)
            for address, (left, at_s) in self._tries.items()
            if now_s - at_s < FORGOTTEN_S
        }
