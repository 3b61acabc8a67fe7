"""What the camera took for one player's deed, told as another's where a later fact shows it.

Of a storm nobody sees who let it blow. Where that was guessed and what follows breaks a rule, and
would break none had it been another, it was another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Generic

from companion.play.timeline import Event, State
from companion.records.record import Record, Source, Who, effective_facts
from companion.records.retelling import retell
from companion.watching.moving_pieces.saying import Saying
from companion.watching.moving_pieces.tellings import EARLIER, Told

Sourced = tuple[Event, Source]


class SecondThoughts(Generic[State, Event]):
    """Tells the last facts anew."""

    def __init__(self, saying: Saying[State, Event]) -> None:
        self._saying, self._tellings = saying, saying.tellings
        self._search = saying.tellings.search

    def reconsidered(self, record: Record, told: Told[State]) -> Record:
        """The record with one deed told as another's, if that breaks fewer rules.

        A card too many shows long after the storm that was taken for its player's: where one of the
        last facts breaks a rule, all that was told is thought over.
        """
        if self._tellings.standing(told, self._tellings.events(told))[-1] == 0:
            return record
        events = self._tellings.events(told, len(told.facts))
        stands = self._tellings.standing(told, events)
        facts = [(each.fact, each.by) for each in effective_facts(record.entries)]
        sources = [by for _, by in facts[len(facts) - len(events) :]]
        best, instead = stands[-1], None
        for at, (event, by) in enumerate(zip(events, sources, strict=True)):
            if by.who is not Who.CAMERA:
                continue
            back = len(events) - at
            later = [*zip(events[at + 1 :], sources[at + 1 :], strict=True)]
            for put in self._by_others(told.before[-back], event, by, later):
                cost = self._search.priced(told.before[-back], [each for each, _ in put])[1]
                cost += stands[at] + EARLIER
                if cost < best:
                    best, instead = cost, (back, put)
        if instead is None:
            return record
        back, put = instead
        game = self._search.game
        return retell(record, [*facts[: len(facts) - back], *((game.fact(e), by) for e, by in put)])

    def _by_others(
        self, state: State, was: Event, by: Source, later: Sequence[Sourced[Event]]
    ) -> Iterator[Sequence[Sourced[Event]]]:
        """The facts from a deed on, as if it had been another's: what lies where is the same."""
        lies, habits = self._search.lies, self._search.habits
        after = lies(self._search.game.apply(state, was))
        for deed in habits.deeds(state, after):
            other = deed.events[-1]
            is_same = type(other) is type(was) and habits.same(was, other)
            if other == was or not is_same:
                continue
            put = self._saying.in_its_place(state, was, other, later)
            if put:
                yield [(each, who or by) for each, who in put]
