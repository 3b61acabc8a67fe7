"""Turns in which nothing is left to do: their end is foregone, and needs nobody to say it."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.clippers.judging.choices import options
from companion.games.clippers.record.timeline import Moment, Step
from companion.games.clippers.state.state import FIRST_LAYING
from companion.games.clippers.terms.events import Event, MarkerMoved, StickLaid, TurnEnded
from companion.play.game import Foregone
from companion.records.record import Allowed, Entry, Undone
from companion.store.table import View


def foregone(table: View[Moment]) -> Foregone[Event] | None:
    """The end of the turn at hand, if nothing else may be done in it; None where there is more.

    Not where something in this turn waits to be put right, nor where somebody has just taken
    something back: he has something in mind.
    """
    state = table.last.state
    if state.over or state.phase < FIRST_LAYING or _is_mending(table):
        return None
    choices = [choice.event for choice in options(state)]
    if len(choices) != 1 or not isinstance(choices[0], TurnEnded):
        return None
    turn = list(_turn_at_hand(table))
    if any(step.open_findings for step in turn):
        return None
    laid = [step.event for step in turn if isinstance(step.event, StickLaid | MarkerMoved)]
    places = [e.space if isinstance(e, StickLaid) else e.target for e in laid]
    return Foregone(choices[0], _along(table, turn), frozenset(places))


def _is_mending(table: View[Moment]) -> bool:
    last = _last_but_allowances(table)
    return last is not None and isinstance(last.act, Undone)


def _last_but_allowances(table: View[Moment]) -> Entry | None:
    entries = reversed(table.record.entries)
    return next((entry for entry in entries if not isinstance(entry.act, Allowed)), None)


def _turn_at_hand(table: View[Moment]) -> Iterator[Step]:
    """The facts of this turn, the last first, down to the one that brought it about."""
    turn = table.last.state.turn
    for moment in reversed(table.moments):
        if moment.step is None or moment.state.turn != turn:
            return
        yield moment.step


def _along(table: View[Moment], turn: list[Step]) -> int | None:
    """The deed of this turn's last piece, if that was the last thing done at the table."""
    deed = table.history.undoable
    if not turn or deed is None or deed[-1] is not table.record.entries[-1]:
        return None
    last = turn[0]
    is_piece = isinstance(last.event, StickLaid | MarkerMoved)
    return deed[0].seq if is_piece and last.number == deed[-1].seq else None
