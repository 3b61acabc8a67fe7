"""What is asked of any turn before it ends by itself: is somebody at it, and what is one deed."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.play.timeline import Event, Moment, State, Step
from companion.records.record import Allowed, Entry, Undone
from companion.store.table import View


def is_mending(table: View[Moment[State, Event]]) -> bool:
    """Whether somebody has just taken something back: he has something in mind."""
    entries = reversed(table.record.entries)
    last: Entry | None = next((each for each in entries if not isinstance(each.act, Allowed)), None)
    return last is not None and isinstance(last.act, Undone)


def turn_at_hand(
    table: View[Moment[State, Event]], turn_of: Callable[[State], object]
) -> Iterator[Step[State, Event]]:
    """The facts of this turn, the last first, down to the one that brought it about."""
    turn = turn_of(table.last.state)
    for moment in reversed(table.moments):
        if moment.step is None or turn_of(moment.state) != turn:
            return
        yield moment.step


def along(table: View[Moment[State, Event]], turn: list[Step[State, Event]]) -> int | None:
    """The deed of this turn's last fact, if that was the last thing done at the table."""
    deed = table.history.undoable
    if not turn or deed is None or deed[-1] is not table.record.entries[-1]:
        return None
    return deed[0].seq if turn[0].number == deed[-1].seq else None
