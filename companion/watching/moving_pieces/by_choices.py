"""The referee of games whose pieces move and leave: what may have been done that led to this?

Such a game says what lies where in each of its states. What is seen surely must be what lies there;
where it is not, what may have been done is tried (``ways``), until it is.

1. One way leads there, or one is more usual than all others: its facts are written. What breaks a
   rule is offered by some games, and waits longer.
2. Several are as usual: what they have in common is written, and where they part it is asked what
   happened. The same facts in another order are the same way.
3. None does: the table differs from the record, until somebody says what was done, or puts it
   right.

Where a game tells of its habits, a way may also begin before what was said last: somebody tapped
what he did before his move was seen. And it may take back what the camera wrote last: a piece was
put down and moved on.

What is seen less than surely is believed where it has been likely for some looks and, by a game's
habits, is a usual deed; else it decides nothing, and is asked where it is not as it was. Until that
is settled no piece counts as gone: what is half seen may tell why. What somebody said or took back
holds against the camera until it sees something else there than it saw then.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, pairwise
from typing import Generic

from companion.boards.board import Board
from companion.errors import InputError
from companion.files.fields import Field
from companion.play.game import Game
from companion.play.timeline import Event, State
from companion.reading import EMPTY, Reading
from companion.records.record import Fact, Record, Source, Who, effective_facts
from companion.records.retelling import retell
from companion.watching.drift import Drift
from companion.watching.moving_pieces import asking
from companion.watching.moving_pieces.asking import changed
from companion.watching.moving_pieces.known_better import KnownBetter
from companion.watching.moving_pieces.lately import Lately
from companion.watching.moving_pieces.one_table import OneTable, StrikingOut, Struck, TakenBack
from companion.watching.moving_pieces.saying import Saying
from companion.watching.moving_pieces.second_thoughts import SecondThoughts
from companion.watching.moving_pieces.shared_figures import told_apart
from companion.watching.moving_pieces.sightings import Sightings
from companion.watching.moving_pieces.strangers import Painted, Strangers
from companion.watching.moving_pieces.tellings import (
    BestKnown,
    Recalling,
    Telling,
    Tellings,
    Told,
    Wrote,
)
from companion.watching.moving_pieces.unexplained import Unexplained
from companion.watching.moving_pieces.ways import (
    Lies,
    MovingHabits,
    Search,
    by_the_rules,
)
from companion.watching.moving_pieces.weighing import UNUSUAL, Weighed, Weighing
from companion.watching.outcome import Doubt, Outcome
from companion.watching.steps import written

TWICE = 2
"""What is seen is looked at so often, where looks are cheap."""


@dataclass(frozen=True)
class _Look:
    """What has been seen for some looks, and which of it is ``ripe``: it lies otherwise.

    ``likely`` is believed though it is not sure; ``stirs``: more lies otherwise, only just. What is
    in doubt comes of it anyway.
    """

    steady: Mapping[str, str]
    ripe: set[str]
    likely: frozenset[str]
    stirs: bool
    doubts: tuple[Doubt, ...]


class ByChoices(Generic[State, Event]):
    """Finds what was done (a ``companion.watching.referee.Referee``)."""

    def __init__(
        self,
        game: Game[State, Event],
        lies: Lies[State],
        board: Board,
        *,
        patient: bool = True,
        habits: MovingHabits[State, Event] | None = None,
    ) -> None:
        """``patient``: looks are cheap, so what changed is looked at more than once.

        Without ``habits`` anything that the rules allow may have been done.
        """
        self.game, self.lies, self.board = game, lies, board
        self.habits = habits or by_the_rules(game)
        self.patient = patient
        search = Search(game, lies, self.habits)
        self._recalling = Recalling(game, board, search.steps)
        self._tellings = Tellings(search, earlier=habits is not None)
        self._saying = Saying(self._tellings)
        self._second_thoughts = SecondThoughts(self._saying)
        self._has_habits = habits is not None
        self._told: Told[State] | None = None
        self._seen = Sightings()
        self._strangers = Strangers()
        self._better = KnownBetter()
        self._asked: Mapping[str, str] = {}
        """What was asked: each answer, and the whole way that goes on from it."""
        self._lately = Lately(self._seen)
        self._one_table = OneTable(self._seen)
        self._striking_out = StrikingOut(self._tellings, self._recall_apart)
        self._thought: tuple[object, Struck | None] = None, None
        """What was last thought of to strike out, and what came of it: it is thought of once."""
        self._drifts: tuple[Drift, ...] = ()
        self._known = BestKnown[State, Event]()

    def apart(self) -> ByChoices[State, Event]:
        """Another who thinks the same so far."""
        other = copy(self)
        other._better = self._better.apart()
        other._seen, other._strangers = self._seen.apart(), self._strangers.apart()
        other._lately = self._lately.apart(other._seen)
        other._one_table = self._one_table.apart(other._seen)
        return other

    def look(self, record: Record, reading: Reading) -> Outcome:
        """Explain what is seen otherwise than it lies by the record."""
        told = self._told = self._recall(record)
        lies = self.lies(told.state)
        in_play = self.habits.in_play(told.state) if self.habits.in_play else lies
        taking = self.habits.takers & frozenset(in_play)
        stood = lies.keys() - self._one_table.alone
        painted = Painted(lies.keys() - taking, stood, self._seen.table)
        reading = self._strangers.told_apart(told_apart(reading, lies), lies, in_play, painted)
        self._take_in(reading)
        return self._ruled(record, told)

    def _ruled(self, record: Record, told: Told[State]) -> Outcome:
        """What comes of the last look."""
        lies = self.lies(told.state)
        sure = self._seen.surely(self._kept)
        new = {subject for subject, answer in sure.items() if answer != lies.get(subject, EMPTY)}
        ripe = {subject for subject in new if self._seen.age(subject) >= self._looks(TWICE)}
        steady = {s: answer for s, answer in sure.items() if s in ripe or s not in new}
        weighed = self._weighed(told, steady, lies)
        likely = weighed.believed
        differing = self._differing(told)
        doubts = tuple(differing.doubts(weighed))
        if likely:
            steady, ripe = {**steady, **likely}, ripe | likely.keys()
        elif self._stirs(lies, weighed.stay | weighed.in_vain):
            ripe = {subject for subject in ripe if sure[subject] != EMPTY}
            steady = {s: answer for s, answer in steady.items() if s in ripe or s not in new}
        if not ripe:
            record = self._without_a_slip(record, told, steady)
            return Outcome(record, doubts, differing.still(self._drifts))
        struck = self._misread(record, told, steady)
        if struck is not None:
            if self._one_table.is_young(struck.written, self._looks(self.habits.slow_looks)):
                return Outcome(record, doubts, differing.still(self._drifts))
            again = self._without(struck)
            told = self._told = self._recall_apart(again)
            return self._ruled(again, told)
        seen = _Look(steady, ripe, frozenset(likely), ripe != new, doubts)
        return self._explained(record, told, seen)

    def _explained(self, record: Record, told: Told[State], seen: _Look) -> Outcome:
        """What was done that led to what is seen, as far as it has been seen for long enough."""
        steady, ripe, differing = seen.steady, seen.ripe, self._differing(told)
        whole = telling = self._best(told, steady)
        lone = self._gone_alone(told, telling, ripe, stirs=seen.stirs)
        if lone:
            telling = self._best(told, {s: answer for s, answer in steady.items() if s not in lone})
        ways, cut_short = telling.ways, telling.ways.cut_short
        unsure = len(ways.found) > 1 or telling.cost >= UNUSUAL
        looked_at = ripe - self._left(telling) - lone - seen.likely
        waits = self.habits.gone_looks if self._one_table.is_denied else self.habits.slow_looks
        is_young = any(self._seen.age(s) < self._looks(waits) for s in looked_at)
        if (unsure and is_young) or not telling.is_part_of(whole):
            return Outcome(record, seen.doubts, differing.still(self._drifts), cut_short=cut_short)
        asked = tuple(asking.where_they_part(self.game, ways, self.habits.inferred))
        self._asked = {fact: str(way) for doubt in asked for fact, way in doubt.about.items()}
        if ways.alike or telling.dropped:
            record = self._write(record, telling, ripe, lone)
        left = self._left(telling) - lone if not asked else set()
        differing = self._differing(self._recall_apart(record))
        self._drifts = drift = tuple(differing.drift(left))
        doubts = (*seen.doubts, *asked, *differing.out_of_sight(left))
        return Outcome(record, doubts, drift, cut_short=cut_short)

    def say(self, record: Record, fact: Fact, by: Source) -> Record:
        """Write down what somebody says he did; what the camera has just written is known."""
        said = Field(fact, "it")
        event = self.game.parse(said, self._recalling.start(record))
        if event is None:
            raise InputError.of(said.faults[0])
        wrote = self._lately.unsaid(self._recall_apart(record))
        return self._second_thoughts.said(record, (event, by), wrote, self._recall_apart)

    def _differing(self, told: Told[State]) -> Unexplained[State, Event]:
        """What is seen otherwise than the record has it."""
        asks = not self._has_habits
        return Unexplained(
            self._seen, told.state, self.lies, self.habits, self._kept, self.patient, asks
        )

    def _weighed(
        self, told: Told[State], steady: Mapping[str, str], lies: Mapping[str, str]
    ) -> Weighed:
        """What is half seen, as far as it is believed."""
        if not self._has_habits:
            return Weighed({})
        looks, best = self._looks(self.habits.slow_looks), partial(self._best, told)
        return Weighing(self._seen, best, lies, self._kept, looks).weighed(steady)

    def _stirs(self, lies: Mapping[str, str], but: frozenset[str]) -> bool:
        """Whether a piece is half seen somewhere else: it may tell why others are gone."""
        waits = self._looks(self.habits.told_looks)
        return self._has_habits and self._seen.stirs(lies, self._kept | but, waits)

    def _looks(self, wanted: int) -> int:
        return wanted if self.patient else 1

    def _take_in(self, reading: Reading) -> None:
        """Count in how many looks each subject was surely seen as it is, or half seen otherwise."""
        self._seen.take_in(reading)
        self._lately.look()
        self._one_table.look()
        self._better.take_in(self._seen)

    def _recall(self, record: Record) -> Told[State]:
        """Where the record stands; what others have written since is held against the camera."""
        before = self._told
        told = self._recall_apart(record)
        if before is None or told.facts == before.facts:
            return told
        fresh = told.facts[len(before.facts) :]
        said = [fact for fact in fresh if fact["do"] not in self.habits.inferred] or [*fresh]
        answer = written(said[0]) if len(said) == 1 else ""
        if answer in self._asked and told.facts[: len(before.facts)] == before.facts:
            others, whole = self._asked.keys() - {answer}, self._asked[answer]
            out = asking.ruled_out(self.game, self.lies, before.state, told.state, others, whole)
            self._better.hold(out, self._seen)
            return told
        self._better.hold(changed(self.lies(before.state), self.lies(told.state)), self._seen)
        return told

    def _recall_apart(self, record: Record) -> Told[State]:
        return self._recalling.told(record, self._told)

    @property
    def _kept(self) -> frozenset[str]:
        """The subjects of which somebody knows better, or that are to change."""
        return self._better.subjects

    def _best(self, told: Told[State], seen: Mapping[str, str]) -> Telling[State, Event]:
        """The best telling, looked for once for each record and what is seen of it.

        What is half seen is weighed by several, and again in the next look.
        """
        wrote, lies = Wrote(), self.lies(told.state)
        if self.patient:
            wrote = self._lately.to_take_back(told, seen, lies, self._kept)
        left = self._seen.left(lies) if self.habits.in_play else frozenset[str]()
        thought = frozenset(seen.items()), wrote.ended - wrote.begun, wrote.put_down, left
        return self._known.of(told, thought, lambda: self._tellings.best(told, seen, wrote, left))

    def _gone_alone(
        self, told: Told[State], telling: Telling[State, Event], ripe: set[str], *, stirs: bool
    ) -> set[str]:
        """Pieces that may only be in a hand: their absence alone tells of a deed, or of none."""
        gone = {s for s in ripe if self._seen.answer(s) == EMPTY}
        looks = self._looks(self.habits.gone_looks)
        young = {s for s in gone if stirs or self._seen.age(s) < looks}
        if not young or not telling.ways.found:
            return set()
        way, alone, together = telling.ways.found[0], set[str](), set[str]()
        state = told.before[-telling.back] if telling.back else told.state
        since = self._tellings.events(told, telling.back) if telling.back else ()
        events = (*way.events, *since[telling.dropped :])
        deeds = [*pairwise(accumulate(events, self.game.apply, initial=state))]
        for old, new in (*deeds, *([(told.state, way.after)] if telling.dropped else ())):
            new_ones = changed(self.lies(old), self.lies(new)) & ripe
            alone |= new_ones if len(new_ones) == 1 and new_ones <= young else set()
            together |= new_ones if len(new_ones) > 1 else set()
        return (alone - together) | (self._left(telling) & young)

    def _left(self, telling: Telling[State, Event]) -> set[str]:
        """The subjects that stay unexplained."""
        if telling.ways.found:
            return set(telling.ways.found[0].left)
        assert self._told is not None
        differing = self._differing(self._told)
        return {subject for subject in self._seen.subjects if differing.is_new(subject)}

    def _without_a_slip(
        self, record: Record, told: Told[State], steady: Mapping[str, str]
    ) -> Record:
        """The record with what somebody left out, as the table has come to lie as he said.

        What he said breaks a rule, and would not had that been told before it.
        """
        came = self._better.come_true(self.lies(told.state), self._seen, self._looks(TWICE))
        if not came or not self._has_habits:
            return record
        telling = self._best(told, steady)
        if not telling.back or telling.dropped or len(telling.ways.found) != 1:
            return record
        return self._write(record, telling, set(came), set())

    def _misread(
        self, record: Record, told: Told[State], steady: Mapping[str, str]
    ) -> Struck | None:
        """What was written by one table, if the record without it explains the more."""
        if not self._one_table.is_denied:
            return None
        lies, gone = self.lies(told.state), self._looks(self.habits.gone_looks)
        young = {s for s, answer in steady.items() if answer == EMPTY and self._seen.age(s) < gone}
        lasting = {s: at for s, at in steady.items() if s not in young or at == lies.get(s, EMPTY)}
        on = self._best(told, lasting)
        thought = told.facts, lasting, on.cost, tuple(self._one_table.denied())
        if self._thought[0] != thought:
            struck = self._striking_out.best(record, told, on, lasting, self._one_table)
            self._thought = thought, struck
        return self._thought[1]

    def _without(self, struck: Struck) -> Record:
        """The record without what was misread, as it stands from now on."""
        self._one_table.strike(struck)
        self._lately.forget()
        self._better.wait_for({})
        return struck.record

    def _write(
        self, record: Record, telling: Telling[State, Event], ripe: set[str], lone: set[str]
    ) -> Record:
        """Write what all ways have in common, where it belongs; ``lone`` pieces are left aside."""
        assert self._told is not None
        stood = self._told.state
        before = self.lies(stood)
        events = telling.ways.alike
        camera = self._camera(ripe - self._left(telling) - lone)
        new = [(self.game.fact(event), self._saying.source(event, camera)) for event in events]
        since = self._told.before[-telling.back] if telling.back else stood
        cost = self._striking_out.own_cost(since, events, telling.ways)
        facts = [(each.fact, each.by) for each in effective_facts(record.entries)]
        at = len(facts) - telling.back
        dropped, had_cost = facts[at : at + telling.dropped], self._lately.unsaid(self._told).cost
        record = retell(record, [*facts[:at], *new, *facts[at + telling.dropped :]])
        came = self._seen.came(ripe, self._looks(self.habits.slow_looks))
        record = self._second_thoughts.seen_again(record, self._recall_apart(record), came)
        record = self._second_thoughts.reconsidered(record, self._recall_apart(record))
        self._told = self._recall_apart(record)
        after = self.lies(self._told.state)
        changed = {s: after[s] for s in after if after[s] != before.get(s, EMPTY)}
        instead_of = TakenBack(at, dropped, had_cost)
        self._one_table.write(at, [fact for fact, _ in new], cost, before, after, instead_of)
        self._lately.forget()
        if telling.back == telling.dropped and not self._seen.is_said(changed):
            passed = self._passed(stood, self._told.state, ripe)
            wrote = Wrote(at, at + len(new), telling.ways.cost, changed, passed=passed)
            self._lately.write(wrote)
        self._better.wait_for({})
        if len(telling.ways.found) == 1:
            nothing_explains = telling.ways.found[0].left | lone
            self._better.wait_for(
                self._seen.otherwise(before, after, nothing_explains, self._looks(TWICE))
            )
        return record

    def _passed(self, before: State, after: State, ripe: set[str]) -> dict[str, str]:
        """The pieces that are seen, and by what was told came and went, or are to go."""
        lies = self.lies(after)
        seen = {at: self._seen.glimpsed(at) for at in ripe}
        return {
            at: answer
            for at, answer in seen.items()
            if answer not in (None, EMPTY, lies.get(at, EMPTY))
            and self.habits.late(before, after, at, answer) is not None
        }

    def _camera(self, new: set[str]) -> Source:
        """The camera, as sure as it is of the least sure of what has changed."""
        surely = min((self._seen.subjects[subject].confidence for subject in new), default=1.0)
        return Source(Who.CAMERA, confidence=round(surely, 3))
