"""What a table may rule otherwise: docs/rulings-long-cours.md says why each is in dispute."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.games.long_cours.terms.cards import Deck
from companion.play.options import Options


class CorsairEnters(Enum):
    """When a corsair that its buyer bought in his own turn enters. Point A16."""

    NEXT_TURN = "next_turn"
    SAME_TURN = "same_turn"


@dataclass(frozen=True, slots=True)
class Rulings:
    """How this table plays what the rules leave open."""

    deck: Deck = Deck.FULL
    fights_on_rectangles: bool = False
    corsair_may_stay: bool = True
    corsair_may_step_once: bool = False
    corsair_sinks_where_it_lies: bool = False
    corsair_enters: CorsairEnters = CorsairEnters.NEXT_TURN
    end_on_wealth: bool = False


FIRST = ("deck", "fights_on_rectangles", "end_on_wealth")
CORSAIR = (
    "corsair_may_stay",
    "corsair_may_step_once",
    "corsair_sinks_where_it_lies",
    "corsair_enters",
)
OPTIONS = Options({"default": Rulings()}, groups={"first": FIRST, "corsair": CORSAIR})
"""All of it, as a table is asked for it."""
