"""The referee of games whose pieces move and leave: what may have been done that led to this?

Such a game says what lies where in each of its states. What is seen surely must be what lies there;
where it is not, all that may be done is tried, one choice after the other, until it is.

1. One way leads there: its facts are written.
2. Several do: what they have in common is written, and where they part it is asked what happened.
   The same facts in another order are the same way.
3. None does: the table differs from the record, until somebody says what was done, or puts it
   right. So what breaks a rule is never guessed.

What is seen less than surely decides nothing; it is asked, where it is not as it was. What somebody
said or took back holds against the camera until it sees something else there than it saw then.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Generic

from companion.boards.board import Board
from companion.errors import InputError
from companion.files.fields import Field
from companion.play.game import Game
from companion.play.timeline import Event, State
from companion.play.words import Words
from companion.reading import EMPTY, HIDDEN, Reading, Seen
from companion.records.record import Fact, Happened, Record, Source, Who, effective_facts
from companion.watching.drift import Differs, Drift
from companion.watching.referee import Asked, Way
from companion.watching.ruling import Doubt, Ruling

SURE = 0.95
"""What is seen so surely must be what lies there, as a probability."""
ASKED = 0.3
"""What is seen so surely, and less than ``SURE``, is asked, as a probability."""
DEEPEST = 3
"""So many facts between two looks are explained at most."""
MOST_TRIED = 20_000
"""So many facts are tried at most in one look."""

Lies = Callable[[State], Mapping[str, str]]
"""What lies on each place of a state, or what the answer to each question is."""


@dataclass(frozen=True)
class _Told(Generic[State]):
    """The facts of a record as the game reads them, and where they lead."""

    facts: tuple[Fact, ...]
    state: State


@dataclass(frozen=True)
class _Node(Generic[State, Event]):
    """A state that some events lead to, and their facts, the same in whatever order."""

    state: State
    events: tuple[Event, ...] = ()
    facts: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Ways(Generic[Event]):
    """All the shortest ways that lead to what is seen; ``cut_short``: there may be more."""

    events: Sequence[tuple[Event, ...]]
    cut_short: bool = False

    @property
    def alike(self) -> tuple[Event, ...]:
        """How all of them begin."""
        first: tuple[Event, ...] = self.events[0] if self.events else ()
        for at, event in enumerate(first):
            if any(way[at] != event for way in self.events):
                return first[:at]
        return first


class ByChoices(Generic[State, Event]):
    """Finds what was done among what the rules allow (a ``companion.watching.referee.Referee``)."""

    def __init__(
        self,
        game: Game[State, Event],
        lies: Lies[State],
        board: Board,
        *,
        patient: bool = True,
        deepest: int = DEEPEST,
    ) -> None:
        """``patient``: looks are cheap, so what changed is looked at twice."""
        self.game, self.lies, self.board = game, lies, board
        self.patient, self.deepest = patient, deepest
        self._told: _Told[State] | None = None
        self._seen: dict[str, Seen] = {}
        self._held: dict[str, str | None] = {}
        self._known: tuple[tuple[Fact, ...], Mapping[str, str], _Ways[Event]] | None = None

    def apart(self) -> ByChoices[State, Event]:
        """Another who thinks the same so far."""
        other = copy(self)
        other._held = dict(self._held)
        return other

    def look(self, record: Record, reading: Reading) -> Ruling:
        """Explain what is seen otherwise than it lies by the record."""
        told = self._told = self._recall(record)
        before, self._seen = self._seen, reading.places
        self._held = {p: was for p, was in self._held.items() if self._holds(p, was)}
        lies = self.lies(told.state)
        sure = {p: s.piece for p, s in self._heard() if s.piece != HIDDEN and s.confidence >= SURE}
        new = {place for place, piece in sure.items() if piece != lies.get(place, EMPTY)}
        doubts = tuple(self._doubts(lies))
        if self.patient and any(_piece(before, place) != sure[place] for place in new):
            return Ruling(record, doubts)
        ways = self._looked_for(told, sure) if new else _Ways[Event](((),))
        for event in ways.alike:
            told = self._gone_on(told, event)
            record = record.add(Happened(told.facts[-1]), self._camera(new))
        self._told = told
        drift = tuple(self._drift(lies, new)) if not ways.events else ()
        return Ruling(record, (*doubts, *self._asked(ways)), drift, cut_short=ways.cut_short)

    def say(self, record: Record, fact: Fact, by: Source) -> Record:
        """Write down what somebody says he did; what the camera has just written is known."""
        said = Field(fact, "it")
        event = self.game.parse(said, self._start(record))
        if event is None:
            raise InputError.of(said.faults[0])
        told, now = self.game.fact(event), effective_facts(record.entries)
        if now and now[-1].fact == told and now[-1].by.who is Who.CAMERA:
            return record
        return record.add(Happened(told), by)

    def _recall(self, record: Record) -> _Told[State]:
        """Where the record stands; what others have written since is held against the camera."""
        facts, before = tuple(each.fact for each in effective_facts(record.entries)), self._told
        if before is not None and facts == before.facts:
            return before
        goes_on = before is not None and facts[: len(before.facts)] == before.facts
        state = before.state if before is not None and goes_on else self._start(record)
        for fact in facts[len(before.facts) if before is not None and goes_on else 0 :]:
            event = self.game.parse(Field(fact), self._start(record))
            state = state if event is None else self.game.apply(state, event)
        if before is not None:
            old, new = self.lies(before.state), self.lies(state)
            for place in {*old, *new}:
                if old.get(place, EMPTY) != new.get(place, EMPTY):
                    self._held[place] = _piece(self._seen, place)
        return _Told(facts, state)

    def _start(self, record: Record) -> State:
        return self.game.start(record.header.setup, self.board)

    def _gone_on(self, told: _Told[State], event: Event) -> _Told[State]:
        return _Told((*told.facts, self.game.fact(event)), self.game.apply(told.state, event))

    def _holds(self, place: str, was: str | None) -> bool:
        """Whether the camera still sees there what it saw when somebody knew better."""
        now = _piece(self._seen, place)
        return now is None or now == was

    def _heard(self) -> Iterator[tuple[str, Seen]]:
        """What is seen, but for the places where somebody knows better."""
        return ((place, seen) for place, seen in self._seen.items() if place not in self._held)

    def _looked_for(self, told: _Told[State], sure: Mapping[str, str]) -> _Ways[Event]:
        """The ways, looked for once while neither the record nor what is seen is another."""
        if self._known is None or self._known[:2] != (told.facts, sure):
            self._known = told.facts, sure, self._ways(told.state, sure)
        return self._known[2]

    def _ways(self, state: State, sure: Mapping[str, str]) -> _Ways[Event]:
        """The shortest ways that lead from a state to what is surely seen."""
        level = [_Node[State, Event](state)]
        tried = 0
        for _ in range(self.deepest):
            below: dict[object, _Node[State, Event]] = {}
            for node in level:
                for choice in self.game.choices(node.state):
                    if (tried := tried + 1) > MOST_TRIED:
                        return _Ways((), cut_short=True)
                    reached = self._after(node, choice.event)
                    lies = frozenset(self.lies(reached.state).items())
                    below.setdefault((reached.facts, lies), reached)
            level = list(below.values())
            found = [node.events for node in level if self._fits(node.state, sure)]
            if found:
                return _Ways(found)
        return _Ways(())

    def _after(self, node: _Node[State, Event], event: Event) -> _Node[State, Event]:
        facts = tuple(sorted((*node.facts, _written(self.game.fact(event)))))
        return _Node(self.game.apply(node.state, event), (*node.events, event), facts)

    def _fits(self, state: State, sure: Mapping[str, str]) -> bool:
        lies = self.lies(state)
        return all(lies.get(place, EMPTY) == piece for place, piece in sure.items())

    def _camera(self, new: set[str]) -> Source:
        """The camera, as sure as it is of the least sure of what has changed."""
        surely = min((self._seen[place].confidence for place in new), default=1.0)
        return Source(Who.CAMERA, confidence=round(surely, 3))

    def _asked(self, ways: _Ways[Event]) -> Iterator[Doubt]:
        """What happened where the ways part, each fact with the share of ways that have it."""
        if len(ways.events) < 2:
            return
        at = len(ways.alike)
        shares: dict[str, float] = {}
        for way in ways.events:
            fact = _written(self.game.fact(way[at]))
            shares[fact] = shares.get(fact, 0.0) + 1 / len(ways.events)
        yield Doubt(tuple(sorted(shares.items(), key=lambda pair: -pair[1])))

    def _doubts(self, lies: Mapping[str, str]) -> Iterator[Doubt]:
        """The places where something else is likely than lies there, and nothing is sure."""
        for place, seen in self._heard():
            if seen.piece in (HIDDEN, lies.get(place, EMPTY)):
                continue
            if ASKED <= seen.confidence < SURE:
                likely = seen.likely or ((seen.piece, seen.confidence),)
                yield Doubt(tuple(pair for pair in likely if pair[0] != HIDDEN), place)

    def _drift(self, lies: Mapping[str, str], new: set[str]) -> Iterator[Drift]:
        for place in sorted(new):
            seen, recorded = self._seen[place], lies.get(place, EMPTY)
            differs = Differs.MISSING if seen.piece == EMPTY else Differs.OTHER
            yield Drift(place, differs, recorded, seen.piece, seen.confidence)


def what_happened(
    game: Game[State, Event], doubt: Doubt, state: State, words: Words[State, Event]
) -> Asked | None:
    """Word a question of ``ByChoices``: each way to answer is a fact that may have happened."""
    ways = []
    for written, share in doubt.likely:
        fact = json.loads(written)
        event = game.parse(Field(fact), state)
        if event is None:
            return None
        ways.append(Way(words.event(event), fact, share))
    return Asked(words.plain("ask:what-happened"), tuple(ways))


def _piece(seen: Mapping[str, Seen], place: str) -> str | None:
    """What is surely seen on a place; None where nothing is."""
    one = seen.get(place)
    return one.piece if one and one.piece != HIDDEN and one.confidence >= SURE else None


def _written(fact: Mapping[str, object]) -> str:
    return json.dumps(fact, sort_keys=True, ensure_ascii=False)
