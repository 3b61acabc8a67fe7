"""Turns in which nothing is left to do: their end is foregone, and needs nobody to say it."""

from __future__ import annotations

from companion.games.clippers.judging.choices import options
from companion.games.clippers.record.timeline import Moment, Step
from companion.games.clippers.state.state import FIRST_LAYING
from companion.games.clippers.terms.events import Event, MarkerMoved, StickLaid, TurnEnded
from companion.play.game import Foregone
from companion.play.offered.foregone import along, is_mending, turn_at_hand
from companion.store.table import View


def foregone(table: View[Moment]) -> Foregone[Event] | None:
    """The end of the turn at hand, if nothing else may be done in it; None where there is more.

    Not where something in this turn waits to be put right, nor where somebody has just taken
    something back: he has something in mind.
    """
    state = table.last.state
    if state.over or state.phase < FIRST_LAYING or is_mending(table):
        return None
    choices = [choice.event for choice in options(state)]
    if len(choices) != 1 or not isinstance(choices[0], TurnEnded):
        return None
    turn = list(turn_at_hand(table, lambda state: state.turn))
    if any(step.open_findings for step in turn):
        return None
    laid = [step.event for step in turn if isinstance(step.event, StickLaid | MarkerMoved)]
    places = [e.space if isinstance(e, StickLaid) else e.target for e in laid]
    return Foregone(choices[0], _along(table, turn), frozenset(places))


def _along(table: View[Moment], turn: list[Step]) -> int | None:
    """The deed of this turn's last piece, if that was the last thing done at the table."""
    is_piece = bool(turn) and isinstance(turn[0].event, StickLaid | MarkerMoved)
    return along(table, turn) if is_piece else None
