"""Actions of which nothing can be done: to forgo them is foregone, and needs nobody to say it."""

from __future__ import annotations

from companion.games.big_kini.judging.choices import choices
from companion.games.big_kini.judging.told import TOLD_TO_BANK
from companion.games.big_kini.state.state import State
from companion.games.big_kini.terms.events import Event, TurnEnded
from companion.play.game import Foregone
from companion.play.offered.foregone import along, is_mending, turn_at_hand
from companion.play.timeline import Moment
from companion.store.table import View


def foregone(table: View[Moment[State, Event]]) -> Foregone[Event] | None:
    """The end of the action at hand, if nothing can be done of it; None where there is more.

    Not where something in this turn waits to be put right: but for a card that somebody else holds,
    of whose hand nobody may be told.
    """
    state = table.last.state
    if state.doing is None or is_mending(table):
        return None
    left = [each.event for each in choices(state)]
    if len(left) != 1 or not isinstance(left[0], TurnEnded):
        return None
    turn = list(turn_at_hand(table, lambda state: (state.round, state.placed)))
    found = {found.code for step in turn for found in step.open_findings}
    if not turn or found - TOLD_TO_BANK:
        return None
    return Foregone(left[0], along(table, turn), frozenset())
