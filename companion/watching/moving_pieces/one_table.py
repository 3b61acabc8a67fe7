"""What the camera wrote by one table alone, and how the record stands without it.

A reader that takes one thing for another does so as long as the table lies so: all looks at it are
one. What was written then is struck out where the next table shows otherwise, and the record
without it explains the more. What has been said since is told after it all the same, with the ends
of turns where they belong then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic

from companion.files.fields import Field
from companion.play.timeline import Event, State
from companion.reading import EMPTY
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
from companion.watching.moving_pieces.sightings import Sightings
from companion.watching.moving_pieces.tellings import LOOK_BACK, Telling, Tellings, Told
from companion.watching.moving_pieces.ways import SurelySeen, Ways

MOST = 4
"""What was written by so many of the last tables is remembered."""
AT_LEAST = 2
"""A subject is seen otherwise in so many looks before that counts against what was written."""


@dataclass(frozen=True)
class TakenBack:
    """Facts that were struck out, with who told them, and what they had cost as deeds.

    ``first`` is how many facts were before them.
    """

    first: int = 0
    facts: Sequence[tuple[Fact, Source]] = ()
    cost: float = 0.0


NOTHING = TakenBack()


@dataclass(frozen=True)
class Written:
    """The facts that the camera wrote of one ``table``, and what they cost as deeds.

    ``first`` is the number of facts before them, ``before`` how all lay then; ``alone`` what has
    come to lie where since, as far as no other table has shown it. What was seen nowhere or
    elsewhere just before it was seen there was ``moved``. ``taken_back`` was written before, and
    struck out for it.
    """

    table: int
    first: int
    before: Mapping[str, str]
    facts: tuple[Fact, ...] = ()
    cost: float = 0.0
    taken_back: TakenBack = NOTHING
    alone: Mapping[str, str] = field(default_factory=dict)
    moved: frozenset[str] = frozenset()

    def and_then(self, facts: Sequence[Fact], cost: float, after: Mapping[str, str]) -> Written:
        """The same with more facts, after which all lies so."""
        alone = {s: at for s, at in after.items() if at != self.before.get(s, EMPTY)}
        return replace(self, facts=(*self.facts, *facts), cost=self.cost + cost, alone=alone)


class OneTable:
    """Remembers what the camera wrote last, each table by itself."""

    def __init__(
        self,
        seen: Sightings,
        written: tuple[Written, ...] = (),
        struck: tuple[int, TakenBack] = (-1, NOTHING),
    ) -> None:
        """``struck``: what was struck out last, and when which table was seen."""
        self._seen, self._written, self._struck = seen, written, struck

    def apart(self, seen: Sightings) -> OneTable:
        """Another who remembers the same."""
        return OneTable(seen, self._written, self._struck)

    def write(
        self,
        first: int,
        facts: Sequence[Fact],
        cost: float,
        before: Mapping[str, str],
        after: Mapping[str, str],
        instead_of: TakenBack = NOTHING,
    ) -> None:
        """The camera wrote these facts, after so many others, and took some back for them."""
        known = [each for each in self._written if each.table != self._seen.table]
        of_now = [each for each in self._written if each.table == self._seen.table]
        now = of_now[0] if of_now else Written(self._seen.table, first, before)
        if not now.taken_back.facts:
            struck = self._struck[1] if self._struck[0] == self._seen.table else NOTHING
            now = replace(now, taken_back=struck if struck.facts else instead_of)
        now = replace(now, first=min(now.first, first))
        now = now.and_then(facts, cost, after)
        moved = {s for s in now.alone if self._seen.prior(s) != before.get(s, EMPTY)}
        self._written = (*known, replace(now, moved=now.moved | moved))[-MOST:]

    def look(self) -> None:
        """Forget what another table shows as well."""
        left = (self._not_shown(each) for each in self._written)
        self._written = tuple(each for each in left if each.alone)

    def _not_shown(self, written: Written) -> Written:
        if written.table == self._seen.table:
            return written
        seen = self._seen.answer
        return replace(written, alone={s: at for s, at in written.alone.items() if seen(s) != at})

    @property
    def alone(self) -> frozenset[str]:
        """The subjects that lie so by what one table alone has shown."""
        return frozenset(subject for each in self._written for subject in each.alone)

    @property
    def is_denied(self) -> bool:
        """Whether anything that was written of an earlier table is seen otherwise now."""
        return next(self.denied(), None) is not None

    def denied(self) -> Iterator[Written]:
        """What was written of an earlier table, and is seen otherwise now; the latest first."""
        for each in reversed(self._written):
            if any(self._is_otherwise(subject, at) for subject, at in each.alone.items()):
                yield each

    def _is_otherwise(self, subject: str, at: str) -> bool:
        return self._seen.answer(subject) not in (None, at) and self._seen.age(subject) >= AT_LEAST

    def is_young(self, written: Written, looks: int) -> bool:
        """Whether nothing of it has been seen otherwise in so many looks yet."""
        denied = (s for s, at in written.alone.items() if self._is_otherwise(s, at))
        return all(self._seen.age(subject) < looks for subject in denied)

    def stayed(self, written: Written) -> bool:
        """Whether no piece of it that is seen otherwise was in a hand before that, or since."""
        return all(
            subject not in written.moved and self._seen.prior(subject) == at
            for subject, at in written.alone.items()
            if self._is_otherwise(subject, at)
        )

    def strike(self, struck: Struck) -> None:
        """This was none."""
        self._written = tuple(each for each in self._written if each is not struck.written)
        self._struck = self._seen.table, struck.out


@dataclass(frozen=True)
class Struck:
    """A record without what was ``written`` of one table, the facts that are ``out``."""

    record: Record
    written: Written
    out: TakenBack


@dataclass(frozen=True)
class Without(Generic[Event]):
    """The facts of a record from ``first`` on without those ``out``; how much less they cost so."""

    first: int
    facts: Sequence[tuple[Event, Source]]
    gain: float
    out: TakenBack


class StrikingOut(Generic[State, Event]):
    """Tells what a record is without what the camera wrote by one table."""

    def __init__(
        self, tellings: Tellings[State, Event], recall: Callable[[Record], Told[State]]
    ) -> None:
        """``recall`` tells where a record stands."""
        self._tellings, self._recall, self._search = tellings, recall, tellings.search
        self._game, self._habits = self._search.game, self._search.habits

    def best(
        self,
        record: Record,
        told: Told[State],
        on: Telling[State, Event],
        seen: SurelySeen,
        of: OneTable,
    ) -> Struck | None:
        """The record without what explains the less what is ``seen``; None where nothing does.

        It goes ``on`` so otherwise.
        """
        now, habits = effective_facts(record.entries), self._habits
        least, best = self._besides(told, on), None
        for each, back in _each_way(of.denied()):
            without = self._without(told, now, each, back)
            if without is None or least <= habits.put_back - without.gain:
                continue
            known = [(fact.fact, fact.by) for fact in now[: without.first]]
            facts = [(self._game.fact(event), by) for event, by in without.facts]
            again = retell(record, [*known, *facts])
            stands = self._recall(again)
            more = self._besides(stands, self._tellings.best(stands, seen))
            is_back = (
                not more
                and of.stayed(each)
                and any(seen.get(s, at) not in (at, EMPTY) for s, at in each.alone.items())
            )
            cost = more - without.gain + (habits.put_back if is_back else habits.misread)
            if cost < least:
                least, best = cost, Struck(again, each, without.out)
        return best

    def _besides(self, told: Told[State], on: Telling[State, Event]) -> float:
        """What it costs to go on so, besides what the rules have against what was told."""
        return on.cost - self._tellings.standing(told, self._tellings.events(told))[-1]

    def own_cost(self, state: State, events: Sequence[Event], ways: Ways[State, Event]) -> float:
        """What a way costs but for the ends of turns, and what the rules have against it.

        Nor is what it leaves unexplained a cost of its deeds: without them that is so as well.
        """
        left = len(ways.found[0].left) if ways.found else 0
        cost = ways.cost - left * self._habits.unexplained if left else ways.cost
        of_it = [(event, SYSTEM) for event in events]
        return max(0.0, cost - self._refitted(state, of_it)[1])

    def _without(
        self,
        told: Told[State],
        now: Sequence[EffectiveFact],
        written: Written,
        back: TakenBack,
    ) -> Without[Event] | None:
        """The facts of ``now``, which are those ``told``, without what was written, ``back`` again.

        None where somebody has said all of it.
        """
        struck, oldest = set[int](), max(0, written.first - LOOK_BACK)
        for fact in written.facts:
            numbers = (n for n in reversed(range(oldest, len(now))) if n not in struck)
            number = next((n for n in numbers if now[n].fact == fact), None)
            if number is not None and now[number].by.who is Who.CAMERA:
                struck.add(number)
        if not struck:
            return None
        first = begun = min([*struck, back.first] if back.facts else struck)
        while first and self._is_inferred(now[first - 1]):
            first -= 1
        since = self._read(told.state, [(each.fact, each.by) for each in now[first:]])
        again = self._read(told.state, back.facts)
        if since is None or again is None:
            return None
        state = told.before[first]
        kept = [each for at, each in enumerate(since, first) if at not in struck]
        kept[begun - first : begun - first] = again
        stood, (facts, stands) = self._refitted(state, since)[1], self._refitted(state, kept)
        out = [(now[at].fact, now[at].by) for at in sorted(struck)]
        gain = written.cost - back.cost + stood - stands
        return Without(first, facts, gain, TakenBack(min(struck), out, written.cost))

    def _read(
        self, state: State, facts: Sequence[tuple[Fact, Source]]
    ) -> list[tuple[Event, Source]] | None:
        """Facts as events of the game; None where it knows one of them no more."""
        read = [(self._game.parse(Field(fact), state), by) for fact, by in facts]
        known = [(event, by) for event, by in read if event is not None]
        return known if len(known) == len(read) else None

    def _refitted(
        self, state: State, since: Sequence[tuple[Event, Source]]
    ) -> tuple[list[tuple[Event, Source]], float]:
        """Facts with the ends of turns that belong before each; what all that costs."""
        facts, whole = list[tuple[Event, Source]](), 0.0
        for event, by in since:
            if self._is_inferred(EffectiveFact(0, self._game.fact(event), by)):
                continue
            ends, cost = self._search.ending(state, event)
            facts += [*((end, SYSTEM) for end in ends), (event, by)]
            state, whole = self._search.priced(state, (*ends, event))[0], whole + cost
        return facts, whole

    def _is_inferred(self, each: EffectiveFact) -> bool:
        """Whether this only follows from what is told after it."""
        return each.by == SYSTEM and each.fact["do"] in self._habits.inferred


def _each_way(denied: Iterator[Written]) -> Iterator[tuple[Written, TakenBack]]:
    """What was written wrongly, with nothing taken back for it, and with what was."""
    for each in denied:
        yield each, NOTHING
        if each.taken_back.facts:
            yield each, each.taken_back
