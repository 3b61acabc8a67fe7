"""States of Long Cours as JSON and back: what they are made of."""

from __future__ import annotations

from companion.games.long_cours.state.goods import Goods
from companion.games.long_cours.state.shown import LeftTurn, Shown, Subject
from companion.games.long_cours.state.state import (
    Auction,
    Captain,
    Corsair,
    Fight,
    Phase,
    Played,
    State,
    Turn,
)
from companion.money.pieces import Pieces
from companion.records.kept_state import KeptStates

KEPT: KeptStates[State] = KeptStates(
    *(State, Captain, Corsair, Turn, Phase, Goods, Pieces),
    *(Fight, Auction, Played, Shown, Subject, LeftTurn),
)
