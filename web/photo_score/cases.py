"""The boards that are being scored from photos at one table. Kept in memory only.

A case is found by its number alone, which nobody can guess. Few are kept, and not for long; what
falls out takes its photos with it.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import replace

from calibration.setup import Setup
from companion.boards.board import Board
from companion.play.offered.finished import Counted, Terms
from web.photo_score.case import Case

ID_BYTES = 16
MOST_CASES = 6
"""Kept at once; for another one a bare one goes, or else the idle one not touched for longest."""
KEPT_S = 2 * 3600.0
MOST_HELD_BYTES = 250_000_000
"""Of photos, all cases together; with more the oldest go. A usual one holds 80 MB."""


class Cases:
    """The cases of one table. Safe to use from several threads."""

    def __init__(self, clock_s: Callable[[], float] = time.monotonic) -> None:
        self._clock_s = clock_s
        self._lock = threading.Lock()
        self._cases: dict[str, Case] = {}

    def begin(
        self,
        board: Board,
        setup: Setup | None = None,
        players: tuple[Counted, ...] = (),
        example: int | None = None,
        terms: Terms | None = None,
        *,
        again: str = "",
    ) -> Case | None:
        """Open a case; None while every one that is kept still waits to be read.

        The case ``again`` is begun anew where it is there and bare.
        """
        with self._lock:
            self._forget_old()
            before = self._cases.get(again)
            if before is not None and before.is_bare:
                number = again
            elif len(self._cases) < MOST_CASES or self._forget_one(_least_worth_keeping):
                number = secrets.token_urlsafe(ID_BYTES)
            else:
                return None
            case = Case(
                number, board, example, setup=setup, begun_with=setup, players=players, terms=terms
            )
            self._cases[number] = case = replace(case, touched_s=self._clock_s())
        return case

    def get(self, number: str) -> Case | None:
        """The case of that number."""
        with self._lock:
            self._forget_old()
            case = self._cases.get(number)
            if case is not None:
                self._cases[number] = case = replace(case, touched_s=self._clock_s())
            return case

    def peek(self, number: str) -> Case | None:
        """The case of that number, without keeping it any longer for that."""
        with self._lock:
            return self._cases.get(number)

    def change(self, number: str, how: Callable[[Case], Case]) -> Case | None:
        """Change a case, unless it is gone; nobody else changes it meanwhile."""
        with self._lock:
            case = self._cases.get(number)
            if case is not None:
                self._cases[number] = case = how(case)
                while self._held_bytes() > MOST_HELD_BYTES:
                    if not self._forget_one(_holding_first, but=number):
                        break
            return case

    def forget(self, number: str) -> None:
        """Throw a case away with its photos."""
        with self._lock:
            self._cases.pop(number, None)

    def _forget_old(self) -> None:
        limit = self._clock_s() - KEPT_S
        for number in [n for n, case in self._cases.items() if case.touched_s < limit]:
            del self._cases[number]

    def _held_bytes(self) -> int:
        held: dict[int, int] = {}
        for case in self._cases.values():
            held |= case.photos()
        return sum(held.values())

    def _forget_one(self, order: Callable[[Case], tuple[bool, float]], but: str = "") -> bool:
        """Forget the first in an order of those that are idle, if there is one."""
        idle = [case for case in self._cases.values() if not case.busy and case.id != but]
        if not idle:
            return False
        del self._cases[min(idle, key=order).id]
        return True


def _least_worth_keeping(case: Case) -> tuple[bool, float]:
    return not case.is_bare, case.touched_s


def _holding_first(case: Case) -> tuple[bool, float]:
    """To forget a bare one frees no memory."""
    return case.is_bare, case.touched_s
