"""States of South Seas as JSON and back: what they are made of."""

from __future__ import annotations

from companion.games.carcassonne_south_seas.state.state import Payment, State, Turn
from companion.records.kept_state import KeptStates

KEPT: KeptStates[State] = KeptStates(State, Turn, Payment)
