"""What a table may rule otherwise: docs/rulings-carcassonne.md says why each is open."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.play.options import Options


class TakeBack(Enum):
    """When an islander may be taken back. Rule 24, point A3."""

    EMPTY_SUPPLY = "empty_supply"
    ANY_TURN = "any_turn"


@dataclass(frozen=True, slots=True)
class Rulings:
    """How this table plays what the rules leave open."""

    take_back: TakeBack = TakeBack.EMPTY_SUPPLY
    boat_covers_in_closed_sea: bool = False
    market_may_take_last_ship: bool = True
    ships_face_down: bool = False


OPTIONS = Options(
    {"default": Rulings()},
    groups={
        "open": (
            "take_back",
            "boat_covers_in_closed_sea",
            "market_may_take_last_ship",
            "ships_face_down",
        )
    },
)
"""All of it, as a table is asked for it: points A3, A5, A11 and A14."""
