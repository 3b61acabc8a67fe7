"""Turns in which nothing is left to do end by themselves."""

from __future__ import annotations

from companion.games.carcassonne_south_seas.judging.choices import choices
from companion.games.carcassonne_south_seas.state.state import State
from companion.games.carcassonne_south_seas.terms.events import Event, TurnEnded
from companion.play.game import Foregone
from companion.play.offered.foregone import along, is_mending, turn_at_hand
from companion.play.timeline import Moment
from companion.store.table import View


def foregone(table: View[Moment[State, Event]]) -> Foregone[Event] | None:
    """The end of the turn at hand, if nothing else may be done in it; None where there is more."""
    state = table.last.state
    if not state.turn.has_tile or state.over or is_mending(table):
        return None
    left = [each.event for each in choices(state)]
    if len(left) != 1 or not isinstance(left[0], TurnEnded):
        return None
    turn = list(turn_at_hand(table, lambda state: state.turns))
    if not turn or any(step.open_findings for step in turn):
        return None
    return Foregone(left[0], along(table, turn), frozenset())
