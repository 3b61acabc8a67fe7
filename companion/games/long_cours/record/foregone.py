"""Turns in which nothing is left to do: their end is foregone, and needs nobody to say it."""

from __future__ import annotations

from companion.games.long_cours.course.auction import LEAST_BID
from companion.games.long_cours.judging.choices import choices
from companion.games.long_cours.state.state import Phase, State
from companion.games.long_cours.terms.events import (
    AuctionAsked,
    Event,
    Placed,
    Resold,
    TurnEnded,
)
from companion.play.game import Foregone
from companion.play.offered.foregone import along, is_mending, turn_at_hand
from companion.play.timeline import Moment
from companion.store.table import View


def foregone(table: View[Moment[State, Event]]) -> Foregone[Event] | None:
    """The end of the turn at hand, if nothing else may be done in it; None where there is more.

    Who has no money, no card, no cargo and has moved is done. Not where nothing was done in this
    turn yet, or something in it waits to be put right.
    """
    state = table.last.state
    if state.over or state.phase is Phase.PLACING or is_mending(table):
        return None
    left = [each.event for each in choices(state) if not _is_idle(state, each.event)]
    if len(left) != 1 or not isinstance(left[0], TurnEnded):
        return None
    turn = list(turn_at_hand(table, lambda state: state.turns))
    own = [step for step in turn if not isinstance(step.event, TurnEnded | Placed)]
    if not own or any(step.open_findings for step in turn):
        return None
    return Foregone(left[0], along(table, turn), frozenset())


def _is_idle(state: State, event: Event) -> bool:
    """Whether it would change nothing: a throw without a cargo, an auction that nobody can pay."""
    if isinstance(event, Resold):
        return not state.goods.cargo(event.player)
    if isinstance(event, AuctionAsked):
        return all(state.cash(each.name) < LEAST_BID for each in state.afloat)
    return False
