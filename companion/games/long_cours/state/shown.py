"""What the table has shown to be otherwise than the record says, after a slip that was told.

One mistake is told once. What follows from it later is no second one: a ship that sailed from where
the record does not see it lay there; a turn that goes on was not over.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from companion.play.judging.doubts import Doubts

if TYPE_CHECKING:
    from companion.games.long_cours.state.state import Phase, Turn


class Subject(Enum):
    """What the record may be wrong about."""

    SHIP = "ship"
    """Where a player's ship lies."""
    WRECK = "wreck"
    """Whether a storm has struck it."""
    UNPLACED = "unplaced"
    """Whether it was ever placed: nobody told where."""
    TURN = "turn"
    """Whether he still has turns: he was passed over, and nobody said why."""
    CARD = "card"
    """Whether he has one card more: one that he played was told wrongly."""
    FIGHT = "fight"
    """Who fights with whom, and whether it is over."""
    BIDS = "bids"
    """Whether he still bids: he was silent in an auction."""
    AUCTION = "auction"
    """What was bid for the corsair, and by whom."""
    CORSAIR = "corsair"
    """Whose the corsair is, and where it lies."""


Doubt = tuple[Subject, str]
"""What may be otherwise, and of which player; of nobody (empty) where it is the table's."""


@dataclass(frozen=True, slots=True)
class LeftTurn:
    """A turn that was left because the next player acted, without a word that it was over."""

    seat: int
    turns: int
    round: int
    phase: Phase
    turn: Turn


@dataclass(frozen=True, slots=True)
class Shown(Doubts[Subject]):
    """What a table has shown.

    ``left`` is the turn that nobody ended before the one at hand. ``spoke_up`` is who acted last
    though it was not his turn, and ``said_over`` whether all that he said was that it is over.
    """

    left: LeftTurn | None = None
    spoke_up: str = ""
    said_over: bool = False


NOTHING = Shown()
