"""The 36 cards: storms, direct moves and fight cards, and which of them are dealt.

Hands are secret (rule 14): only how many cards somebody holds is ever kept, and which were played.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

STORMS = 12
DIRECTS = 12
FIGHTS = (
    "nasty_look",
    "terrible_look",
    "insult",
    "shove",
    "slap",
    "trip",
    "kick",
    "punch",
    "head_butt",
    "chair",
    "bottle",
    "cudgel",
)
"""The fight cards, the weakest first; the first two are named by the rules, the others made up."""


class Deck(Enum):
    """How many cards a table plays with. Rules 10 and 12."""

    FULL = "full"
    SHORT = "short"


@dataclass(frozen=True, slots=True)
class Dealt:
    """The cards of a game: how many of each sort, and which fights."""

    storms: int
    directs: int
    fights: tuple[str, ...]

    @property
    def count(self) -> int:
        """How many they are in all."""
        return self.storms + self.directs + len(self.fights)


def dealt(deck: Deck, players: int) -> Dealt:
    """The cards that are dealt to so many players. Rules 10 to 13.

    Everybody gets equally many: with five players the weakest fight card stays out.
    """
    if deck is Deck.SHORT:
        fewer = 3 if players == 4 else 2
        return Dealt(STORMS - fewer, DIRECTS - fewer, FIGHTS[2:])
    return Dealt(STORMS, DIRECTS, FIGHTS[1:] if players == 5 else FIGHTS)


def strength(card: str) -> int:
    """How strong a fight card is, 1 to 12."""
    return FIGHTS.index(card) + 1
