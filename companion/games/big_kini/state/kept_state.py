"""States of Big Kini as JSON and back: what they are made of."""

from __future__ import annotations

from companion.games.big_kini.state.doubts import Shown, Subject
from companion.games.big_kini.state.election import Election, Stage
from companion.games.big_kini.state.state import Hand, Phase, State
from companion.games.big_kini.state.turn import Doing, Landing, Turn
from companion.games.big_kini.terms.actions import Action
from companion.records.kept_state import KeptStates

KEPT: KeptStates[State] = KeptStates(
    *(State, Phase, Hand, Turn, Doing, Action, Landing, Election, Stage, Shown, Subject)
)
