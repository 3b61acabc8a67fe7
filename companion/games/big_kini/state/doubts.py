"""What the table has shown to be otherwise than the record says, after a slip that was told.

One mistake is told once. What follows from it later is no second one: a cube that moves from where
the record does not see it stood there.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.play.judging.doubts import Doubts


class Subject(Enum):
    """What the record may be wrong about."""

    CUBES = "cubes"
    """Whose cubes lie on an atoll, and where."""
    A_CUBE = "a cube"
    """Where a player's cube lies that was told to go where it can't."""
    TILE = "tile"
    """Which atoll lies on a cell."""
    GOODS = "goods"
    """Whether goods lie on an island, or somebody has them in his hand."""
    FACTORY = "factory"
    """Whether a factory has paid in this round."""
    SPACE = "space"
    """Whether a token lies on a space."""
    MONEY = "money"
    """How much a player has."""
    CARDS = "cards"
    """Which cards a player has, and lays."""
    ACTION = "action"
    """Which action is done in the turn at hand, and by whom."""
    ELECTION = "election"
    """How far the election at hand has gone."""
    END = "end"
    """Whether the last round is over."""


Doubt = tuple[Subject, str]
"""What may be otherwise: of which cell, place or player; empty where there is but one."""


@dataclass(frozen=True, slots=True)
class Shown(Doubts[Subject]):
    """What a table has shown.

    ``passed`` is how many turns were passed over, if the last token was no other player's, told as
    his. ``landed`` is where a cube was taken to have landed, as nobody told it, or was told to
    have, as nobody told that it set out. ``lacks`` names a player once for each of his first cubes
    that nobody told before the first round.
    """

    passed: int = 0
    landed: str = ""
    lacks: tuple[str, ...] = ()


NOTHING = Shown()
