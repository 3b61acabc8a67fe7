"""What was told otherwise than it was, and told anew where a later fact or look shows it.

Of a storm nobody sees who let it blow. Where that was guessed and what follows breaks a rule, and
would break none had it been another, it was another. And who taps what he did when his turn was
taken to be over, since what lies on the table showed its end, did it in that turn. Where what
somebody says breaks a rule, a deed that the camera could not see may have come before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Generic

from companion.files.fields import Field
from companion.play.timeline import Event, State
from companion.records.record import SYSTEM, Record, Source, Who, effective_facts
from companion.records.retelling import retell
from companion.watching.moving_pieces.saying import Saying
from companion.watching.moving_pieces.tellings import EARLIER, REMEMBERED, Told, Wrote
from companion.watching.moving_pieces.ways import SurelySeen

Sourced = tuple[Event, Source]
UNSEEN = 1.0
"""What it costs that something was done that no camera saw, in moves."""


class SecondThoughts(Generic[State, Event]):
    """Tells facts anew: a deed as another's, or what was said late in its turn."""

    def __init__(self, saying: Saying[State, Event]) -> None:
        self._saying, self._tellings = saying, saying.tellings
        self._search = saying.tellings.search

    def said(
        self,
        record: Record,
        said: Sourced[Event],
        wrote: Wrote,
        recall: Callable[[Record], Told[State]],
    ) -> Record:
        """The record with what somebody says; ``recall`` tells where a record stands."""

        def written(before: Record, lately: Wrote) -> Record:
            after = self._saying.written(before, recall(before), said, lately)
            return self.reconsidered(after, recall(after))

        best = written(record, wrote)
        told = recall(best)
        if self._tellings.standing(told, self._tellings.events(told))[-1] == 0:
            return best
        least = self._against(told)
        for earlier in self._with_unseen(record, recall(record)):
            again = written(earlier, Wrote())
            cost = self._against(recall(again)) + UNSEEN
            if cost < least:
                best, least = again, cost
        return best

    def _against(self, told: Told[State]) -> float:
        """What the rules have against all that was told."""
        return self._tellings.standing(told, self._tellings.events(told, len(told.facts)))[-1]

    def _with_unseen(self, record: Record, told: Told[State]) -> Iterator[Record]:
        """The record with a deed that the camera could not see, for each that there may be."""
        events = self._tellings.events(told, len(told.facts))
        facts = [(each.fact, each.by) for each in effective_facts(record.entries)]
        for at, event in enumerate(events):
            state, here = told.before[at - len(events)], len(facts) - len(events) + at
            for deed in self._search.habits.unseen(state, event, events[at + 1 :]):
                fact = self._search.game.fact(deed)
                yield retell(record, [*facts[:here], (fact, SYSTEM), *facts[here:]])

    def reconsidered(self, record: Record, told: Told[State]) -> Record:
        """The record with one deed told as another's, or in its turn, if that breaks fewer rules.

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
        # That the camera saw another's deed is likelier than that somebody spoke a turn too late.
        for at in sorted(range(len(events)), key=lambda at: sources[at].who is Who.PERSON):
            event, by, back = events[at], sources[at], len(events) - at
            later = [*zip(events[at + 1 :], sources[at + 1 :], strict=True)]
            for put in self._otherwise(told.before[-back], (event, by), later):
                cost = self._search.priced(told.before[-back], [each for each, _ in put])[1]
                cost += stands[at] + EARLIER
                if cost < best:
                    best, instead = cost, (back, put)
        if instead is None:
            return record
        back, put = instead
        game = self._search.game
        return retell(record, [*facts[: len(facts) - back], *((game.fact(e), by) for e, by in put)])

    def seen_again(self, record: Record, told: Told[State], came: SurelySeen) -> Record:
        """The record with a deed told as what it was, if what ``came`` into sight now shows it."""
        events = self._tellings.events(told, len(told.facts))
        facts = [(each.fact, each.by) for each in effective_facts(record.entries)]
        sources = [by for _, by in facts[len(facts) - len(events) :]]
        sourced = [*zip(events, sources, strict=True)]
        for at, (event, by) in enumerate(sourced):
            if by.who is not Who.CAMERA:
                continue
            state, back = told.before[at - len(events)], len(events) - at
            otherwise = self._search.habits.instead(state, event, events[at + 1 :], came)
            if otherwise is None:
                continue
            later = [each for n, each in enumerate(sourced[at + 1 :]) if n not in otherwise.none]
            later.append((otherwise.came, sources[-1]))
            put = self._saying.in_its_place(state, event, otherwise.was, later)
            if put:
                game, before = self._search.game, facts[: len(facts) - back]
                return retell(record, [*before, *((game.fact(e), who or by) for e, who in put)])
        return record

    def _otherwise(
        self, state: State, was: Sourced[Event], later: Sequence[Sourced[Event]]
    ) -> Iterator[Sequence[Sourced[Event]]]:
        """The facts from one on, as if that had been otherwise."""
        event, by = was
        if by.who is Who.CAMERA:
            yield from self._by_others(state, event, by, later)
        elif by == SYSTEM:
            yield from self._said_late(state, event, later[:REMEMBERED], later[REMEMBERED:])
        elif len(later) < REMEMBERED:
            yield from self._a_turn_later(state, was, later)

    def _a_turn_later(
        self, state: State, was: Sourced[Event], later: Sequence[Sourced[Event]]
    ) -> Iterator[Sequence[Sourced[Event]]]:
        """What somebody said, and the deed of his that was seen next, as of his next turn.

        What was seen besides came before it; what he has said since belongs to it.
        """
        event, _ = was
        player = self._saying.player(event)
        deeds = [by.who is Who.CAMERA and self._saying.player(each) == player for each, by in later]
        if not any(deeds):
            return
        seen = deeds.index(True)
        before, said = list[Sourced[Event]](), list[Sourced[Event]]()
        for each, by in (*later[:seen], *later[seen + 1 :]):
            is_his = by.who is Who.PERSON and self._saying.player(each) == player
            (said if is_his else before).append((each, by))
        now, _ = self._search.priced(state, [each for each, _ in before])
        ends, _ = self._search.ending(now, event)
        if ends:
            yield [*before, *((end, SYSTEM) for end in ends), was, *said, later[seen]]

    def _said_late(
        self,
        state: State,
        end: Event,
        soon: Sequence[Sourced[Event]],
        later: Sequence[Sourced[Event]],
    ) -> Iterator[Sequence[Sourced[Event]]]:
        """The facts from the end of a turn on, with what was said ``soon`` after it before it.

        So many facts of one kind as were possible in that turn, one after the other; the end is
        left out where it fits no more.
        """
        kinds = dict.fromkeys(type(event) for event, by in soon if by.who is Who.PERSON)
        for kind in kinds:
            now, before = state, list[int]()
            for at, (event, by) in enumerate(soon):
                if type(event) is not kind or by.who is not Who.PERSON:
                    continue
                now, against = self._search.priced(now, (event,))
                if against:
                    break
                before.append(at)
                ends = self._search.priced(now, (end,))[1] == 0
                rest = (each for other, each in enumerate(soon) if other not in before)
                said = (soon[other] for other in before)
                yield (*said, *([(end, SYSTEM)] if ends else ()), *rest, *later)

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
            for since in (later, self._along(state, was, other, later)):
                put = since and self._saying.in_its_place(state, was, other, since)
                if put:
                    yield [(each, who or by) for each, who in put]

    def _along(
        self, state: State, was: Event, other: Event, later: Sequence[Sourced[Event]]
    ) -> Sequence[Sourced[Event]]:
        """What came later, the deeds right after that were guessed alike as the same other's.

        Nothing where there are none.
        """
        game, player = self._search.game, self._saying.player
        theirs: list[Sourced[Event]] = []
        for event, by in later:
            if type(event) is not type(was) or by.who is not Who.CAMERA:
                break
            fact = {**game.fact(event), "player": player(other)}
            as_other = game.parse(Field(fact), state)
            if player(event) != player(was) or as_other is None:
                break
            theirs.append((as_other, by))
        return [*theirs, *later[len(theirs) :]] if theirs else ()
