"""What a game hands over so that it can play itself: for the demo and for photos to try."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from companion.boards.board import Board
from companion.position import Position


@dataclass(frozen=True)
class FinishedBoard:
    """What lies on a board at the end, and what stands beside which place, by its kind."""

    position: Position
    beside: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class SelfPlay:
    """How a game plays itself.

    ``drawn`` is what somebody does next, by lot; None when the game is over. ``slip`` lays a piece
    against a rule, so that everybody understands the rule at once; None where none does.
    ``is_time_for_slip``: it would be clear to all who slips. ``finished`` draws the end of a game
    of these roles, without playing it; None where a finished board tells nothing.
    """

    drawn: Callable[[Any, Random], Any | None]
    slip: Callable[[Any], Any | None]
    is_time_for_slip: Callable[[Any], bool]
    finished: Callable[[Board, Sequence[str], Random], FinishedBoard] | None = None
