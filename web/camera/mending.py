"""What is mended at a watched table: taken back, struck out, confirmed, and seen beforehand."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable
from typing import Generic, TypeVar

from companion.games import game_of
from companion.play.sight import AnyMoment
from companion.record import (
    SYSTEM,
    Act,
    Corrected,
    Fact,
    Record,
    Source,
    Standing,
    Undone,
    Who,
    standing,
)
from companion.table import View

Thought = TypeVar("Thought")


class Foreseen(Generic[Thought]):
    """What was thought through, however many pages ask for it; forgotten when something changes."""

    def __init__(self) -> None:
        self._now: Hashable = None
        self._known: dict[Hashable, Thought] = {}

    def once(self, now: Hashable, question: Hashable, think: Callable[[], Thought]) -> Thought:
        """What was thought about a question ``now`` before, or is thought at last."""
        if self._now != now:
            self._now, self._known = now, {}
        if question not in self._known:
            self._known[question] = think()
        return self._known[question]


def strikes(before: View[AnyMoment], act: Act) -> bool:
    """Whether an act strikes out something older than what was done last."""
    last = before.undoable
    return isinstance(act, Undone) and (last is None or act.seq != last.seq)


def taken_back(view: View[AnyMoment], act: Undone, by: Source) -> Record | None:
    """Undo a fact together with the end of a turn that only followed from it.

    Else the camera would find at once that the turn is over. None where there is no such end.
    """
    last, implied = list(view.facts), game_of(view.record).about.implied
    ends = []
    while last and _is_inferred(last[-1], implied):
        ends.append(last.pop().seq)
    if not ends or not last or act.seq not in (*ends, last[-1].seq):
        return None
    record = view.record
    for seq in (*ends, last[-1].seq):
        record = record.add(Undone(seq), by)
    return record


def _is_inferred(fact: Standing, implied: Collection[str]) -> bool:
    return fact.by == SYSTEM and fact.fact.get("do") in implied


def confirmed(record: Record, fact: Fact, by: Source) -> Record:
    """The record with a person's word for what the camera had only guessed."""
    for each in reversed(standing(record.entries)):
        if each.fact == fact and each.by.who is Who.CAMERA:
            return record.add(Corrected(each.seq, fact), by)
    return record
