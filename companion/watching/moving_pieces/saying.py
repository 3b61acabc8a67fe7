"""What somebody says he did, written where it belongs: before or after what was seen, or instead.

Somebody taps what he did before his move was seen, or after his next one was; or the camera took
what he did for another's deed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic

from companion.files.fields import Field
from companion.play.timeline import Event, State
from companion.records.record import (
    SYSTEM,
    EffectiveFact,
    Fact,
    Record,
    Source,
    Who,
    effective_facts,
)
from companion.records.retelling import retell
from companion.watching.moving_pieces.tellings import (
    EARLIER,
    LOOK_BACK,
    REMEMBERED,
    Tellings,
    Told,
    Wrote,
)
from companion.watching.steps import written

PASSED = 0.5
"""What it costs that somebody says what he did after the camera saw one deed more, or after another
player has said what he did since, in moves."""


@dataclass(frozen=True)
class Said(Generic[Event]):
    """The facts that are ``put`` before the last ``back``, whose first ``dropped`` are left out."""

    back: int
    dropped: int
    put: tuple[Event, ...]


class Saying(Generic[State, Event]):
    """Writes down what people say."""

    def __init__(self, tellings: Tellings[State, Event]) -> None:
        self.tellings, self._search = tellings, tellings.search
        self.game, self.habits = self._search.game, self._search.habits

    def written(
        self, record: Record, told: Told[State], said: tuple[Event, Source], wrote: Wrote
    ) -> Record:
        """The record with what somebody says; what the camera has just written is known.

        ``wrote`` is what the camera wrote last, as far as it may have been somebody else's.
        """
        event, by = said
        fact, now = self.game.fact(event), effective_facts(record.entries)
        if now and now[-1].fact == fact and now[-1].by.who is Who.CAMERA:
            return record
        facts = [(each.fact, each.by) for each in now]
        taken = self._taken_for_another(told, now, event)
        if taken is not None and facts[taken][0] == fact:
            return record
        instead = None if taken is None else self._instead(facts, taken, (told, event, by))
        if instead is not None:
            return retell(record, instead)
        put = self._put(
            told,
            event,
            [who for _, who in facts],
            wrote,
        )
        at = len(facts) - put.back
        known = {written(fact): who for fact, who in facts[at : at + put.dropped]}
        camera = facts[-1][1] if facts else SYSTEM
        new = []
        for each in put.put:
            of = self.game.fact(each)
            who = by if each is event else known.get(written(of), self.source(each, camera))
            new.append((of, who))
        return retell(record, [*facts[:at], *new, *facts[at + put.dropped :]])

    def _instead(
        self,
        facts: list[tuple[Fact, Source]],
        at: int,
        said: tuple[Told[State], Event, Source],
    ) -> list[tuple[Fact, Source]] | None:
        """The facts with what somebody says in the place of what the camera took it for."""
        told, event, by = said
        since = [(self.game.parse(Field(fact), told.state), who) for fact, who in facts[at + 1 :]]
        later = [(each, who) for each, who in since if each is not None]
        was = self.game.parse(Field(facts[at][0]), told.state)
        put = was and self.in_its_place(told.before[at - len(facts)], was, event, later)
        if not put:
            return None
        return [*facts[:at], *((self.game.fact(each), who or by) for each, who in put)]

    def _taken_for_another(
        self, told: Told[State], now: Sequence[EffectiveFact], event: Event
    ) -> int | None:
        """The number, among the facts, of what the camera took for another and somebody says."""
        if self._search.lies(self.game.apply(told.state, event)) != self._search.lies(told.state):
            return None
        for at in range(len(now) - 1, len(now) - 1 - min(len(told.before), REMEMBERED), -1):
            theirs = self.game.parse(Field(now[at].fact), told.state)
            if theirs is None or now[at].by.who is not Who.CAMERA:
                continue
            if self.habits.same(theirs, event):
                return at
        return None

    def source(self, event: Event, camera: Source) -> Source:
        """Who tells of a fact that nobody said: the camera, or nobody where it only follows."""
        return SYSTEM if self._is_inferred(event) else camera

    def _is_inferred(self, event: Event) -> bool:
        return self.game.fact(event)["do"] in self.habits.inferred

    def _put(
        self,
        told: Told[State],
        event: Event,
        by: Sequence[Source],
        wrote: Wrote,
    ) -> Said[Event]:
        """Where a said fact belongs, with the ends of turns before it.

        ``by`` says who told each fact of the record. What people have said since the camera's facts
        may belong before these with it. What the camera ``wrote`` last may have been somebody
        else's.
        """
        dropping = wrote.ended - wrote.begun
        events = self.tellings.events(told) if self.tellings.earlier else ()
        stands = self.tellings.standing(told, events)
        best, put = self._with_ends(told.state, event, ())
        best += stands[-1]
        found = Said(0, 0, put)
        for back in range(1, min(len(events), LOOK_BACK) + 1):
            state, since = told.before[-back], events[len(events) - back :]
            sources = by[len(by) - back :]
            sourced = [*zip(since, sources, strict=True)]
            stood = (
                stands[len(events) - back] + EARLIER * back + PASSED * self._passed(event, sourced)
            )
            put, cost = self._still_fit(state, event, sourced)
            if cost + stood < best:
                best = cost + stood
                keeps_all = put[-back:] == since
                found = Said(back, 0, put[:-back]) if keeps_all else Said(back, back, put)
            before = tuple(each for each, who in sourced if who.who is Who.PERSON)
            after = [each for each in sourced if each[1].who is not Who.PERSON]
            if before and after:
                put, cost = self._still_fit(state, event, after, before)
                if cost + stood < best:
                    best, found = cost + stood, Said(back, back, put)
        if 0 < dropping <= len(events):
            stood = stands[len(events) - dropping] - wrote.cost + EARLIER
            cost, put = self._by_another(told, event, wrote)
            if cost + stood < best:
                found = Said(dropping, dropping, put)
        return found

    def _passed(self, event: Event, since: Sequence[tuple[Event, Source]]) -> int:
        """How many deeds were seen since, and how many others have said what they did."""
        seen = sum(by.who is Who.CAMERA for _, by in since)
        spoke = {self.player(each) for each, by in since if by.who is Who.PERSON}
        return seen + len(spoke - {self.player(event)})

    def player(self, event: Event) -> object:
        """Who did it."""
        return self.game.fact(event).get("player")

    def _still_fit(
        self,
        state: State,
        event: Event,
        since: Sequence[tuple[Event, Source]],
        before: tuple[Event, ...] = (),
    ) -> tuple[tuple[Event, ...], float]:
        """A said fact with what came ``before`` it and since; the cost.

        The ends of turns that belong before it come first; inferred ones that fit no more are left
        out. What can be seen would have been, before what came since.
        """
        state, cost = self._search.priced(state, before)
        price, fits = self._with_ends(state, event, before, only_inferred=True)
        put, cost = [*fits], cost + price
        state, _ = self._search.priced(state, fits[len(before) :])
        for each, who in since:
            after, against = self._search.priced(state, (each,))
            if who == SYSTEM and against:
                continue
            put.append(each)
            state, cost = after, cost + against
        return tuple(put), cost

    def _with_ends(
        self,
        state: State,
        event: Event,
        before: tuple[Event, ...],
        *,
        only_inferred: bool = False,
        thought: float = 0.0,
    ) -> tuple[float, tuple[Event, ...]]:
        """The cheapest ends of turns before a fact, after what was done ``before`` it.

        ``thought`` is what the rules have against that, where it was only thought of.
        """
        ends, cost = (
            self._search.ending(state, event, self._is_inferred)
            if only_inferred
            else self._search.ending(state, event, thought=thought)
        )
        return cost, (*before, *ends, event)

    def _by_another(
        self, told: Told[State], event: Event, wrote: Wrote
    ) -> tuple[float, tuple[Event, ...]]:
        """The same done by somebody else: what lies on the table is the same after it.

        And a piece that was seen, and is gone by now, came and went by it as well.
        """
        state, lies = told.before[wrote.begun - wrote.ended], self._search.lies(told.state)
        best, where = float("inf"), tuple[Event, ...]((event,))
        for deed in self._search.habits.deeds(state, lies):
            after, price = self._search.priced(state, deed.events)
            passed = (
                self.habits.late(state, after, subject, answer) is not None
                for subject, answer in wrote.passed.items()
            )
            if self._search.lies(after) == lies and all(passed):
                cost, put = self._with_ends(after, event, deed.events, thought=price)
                if cost + price + deed.cost < best:
                    best, where = cost + price + deed.cost, put
        return best, where

    def in_its_place(
        self, state: State, was: Event, event: Event, since: Sequence[tuple[Event, Source]]
    ) -> Sequence[tuple[Event, Source | None]] | None:
        """A said fact with the ends of turns before it, for what it ``was``, and what came since.

        An end that was only inferred is left out where it fits no more. The said one is nobody's.
        None where what was told since would break rules that it did not break.
        """
        price = self._search.priced
        stood = price(state, (was, *(each for each, _ in since)))[1]
        ends, _ = self._search.ending(state, event)
        told: list[tuple[Event, Source | None]] = [*((end, SYSTEM) for end in ends), (event, None)]
        state, cost = price(state, (*ends, event))
        for each, who in since:
            after, against = price(state, (each,))
            if who == SYSTEM and against:
                continue
            cost += against
            told.append((each, who))
            state = after
        return told if cost <= stood else None
