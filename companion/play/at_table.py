"""Any game as a table plays it: where it starts, what follows from each fact, which facts fit."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Generic

from companion.bank import Bank, Ledger, Transfer
from companion.boards.board import Board
from companion.errors import Fault, InputError
from companion.files.fields import Field, shown
from companion.finding import found_json
from companion.play.game import Rules
from companion.play.timeline import Event, Moment, State, step
from companion.records.chapters import Gist
from companion.records.facts import Word
from companion.records.record import EffectiveFact, Fact, Header
from companion.saying.phrase import Phrase

MOST_NAMED = 5


class AtTable(Generic[State, Event]):
    """The game of one record's header, on one board."""

    def __init__(self, rules: Rules[State, Event], header: Header, board: Board) -> None:
        """Raise InputError where the record is of another game or board."""
        check_game(rules, header)
        self.rules = rules
        self.start = rules.start(header.setup, board)

    def first(self) -> Moment[State, Event]:
        """Where the game starts."""
        return Moment(self.start)

    def following(
        self, before: Moment[State, Event], effective: EffectiveFact, allowed: frozenset[str]
    ) -> Moment[State, Event]:
        """Go on by one fact; one that this program does not know is set aside."""
        event = self._event(effective)
        if isinstance(event, Fault):
            return Moment(before.state, None, event)
        told = step(self.rules, before.state, (effective.seq, event), allowed)
        return Moment(told.after, told)

    def passing(
        self, before: Moment[State, Event], effective: EffectiveFact, allowed: frozenset[str]
    ) -> Moment[State, Event]:
        """Go on by one fact, and judge nothing."""
        event = self._event(effective)
        if isinstance(event, Fault):
            return Moment(before.state, None, event)
        return Moment(self.rules.after(before.state, event, allowed))

    def _event(self, effective: EffectiveFact) -> Event | Fault:
        """A fact as the rules read it, or why they can't."""
        said = Field(effective.fact, "it")
        event = self.rules.parse(said, self.start)
        return said.faults[0] if event is None else event

    def gist(
        self,
        before: Moment[State, Event],
        facts: Sequence[EffectiveFact],
        moments: Sequence[Moment[State, Event]],
    ) -> Gist:
        """Which facts have open findings, and which break a rule; which are set aside; the rounds.

        ``findings`` and ``notes`` are all of them, each with the number of its fact. ``rounds``:
        how many facts had happened where another round began, and which.
        """
        told = list(zip(facts, moments, strict=True))
        steps = [moment.step for moment in moments if moment.step is not None]
        rounds, round_ = [], before.state.round
        for moment in moments:
            if moment.state.round != round_:
                round_ = moment.state.round
                rounds.append([moment.state.facts, round_])
        return {
            "open": [step.number for step in steps if step.open_findings],
            "illegal": [step.number for step in steps if step.is_illegal],
            "aside": [fact.seq for fact, moment in told if moment.step is None],
            "findings": [found_json(s.number, found) for s in steps for found in s.open_findings],
            "notes": [found_json(s.number, note) for s in steps for note in s.notes],
            "rounds": rounds,
        }

    def keep(self, before: Moment[State, Event], moment: Moment[State, Event]) -> str | None:
        """Write down the money that a chapter moved, and below it where it led to."""
        paid = _transfers(moment.state.bank)[len(_transfers(before.state.bank)) :]
        try:
            parts = [_row(each) for each in paid], self.rules.keep(moment.state)
        except TypeError:
            return None
        return "\n".join(json.dumps(part, separators=(",", ":")) for part in parts)

    def recall(self, kept: Sequence[str]) -> Moment[State, Event]:
        """Read where the last of these chapters led to, but for its last step."""
        transfers = list(_transfers(self.start.bank))
        for text in kept:
            transfers += [Transfer(*row) for row in json.loads(text.partition("\n")[0])]
        state = json.loads(kept[-1].partition("\n")[2])
        return Moment(self.rules.recall(state, self.start, Ledger(transfers)))

    def check(self, fact: Fact) -> Fact:
        """The fact in its known words; raise InputError where it is not one about this table."""
        said = Field(fact, "fact")
        event = self.rules.parse(said, self.start)
        if event is None:
            raise InputError.of(said.faults[0])
        known = self.rules.about.facts[str(fact["do"])]
        if strange := [word for word in fact if word != "do" and word not in known]:
            raise InputError("unknown-words", words=_few(strange))
        accounts = [fact[word] for word, kind in known.items() if kind is Word.ACCOUNT]
        if len(set(accounts)) < len(accounts):
            raise InputError("pays-itself")
        return self.rules.fact(event)


def check_game(rules: Rules[State, Event], header: Header) -> None:
    """Raise InputError where a record is of another game."""
    if header.game != rules.about.id:
        game, reads = shown(header.game), rules.about.id
        raise InputError("other-games-record", "line 1/game", name=game, game=reads)


def _transfers(bank: Bank | None) -> Sequence[Transfer]:
    return () if bank is None else bank.transfers


def _row(transfer: Transfer) -> list[object]:
    t = transfer
    return [t.source, t.target, t.amount, t.reason, t.cause, t.about, t.mends]


def _few(words: Sequence[str]) -> Phrase | str:
    """Name the first few words."""
    more = len(words) - MOST_NAMED
    named = ", ".join(str(shown(word)) for word in words[:MOST_NAMED])
    return Phrase("words-more", named=named, more=more) if more > 0 else named
