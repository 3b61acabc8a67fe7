"""Clippers as a table plays it: the start, what follows from each fact, and which facts fit."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from companion.bank import Ledger, Transfer
from companion.board import Board
from companion.chapters import Gist
from companion.errors import InputError
from companion.fields import Field, shown
from companion.finding import Severity
from companion.games.clippers.event_json import event_json, parse_event, strange_words
from companion.games.clippers.game_file import GameFile, from_record
from companion.games.clippers.kept_state import parse_state, state_json, transfers_json
from companion.games.clippers.state import State
from companion.games.clippers.story import Step, steps
from companion.record import Fact, Header, Record, Standing

MOST_NAMED = 5


@dataclass(frozen=True)
class Moment:
    """The state after a fact, and what the rules say about the fact; None where it is set aside.

    ``fault`` says why a fact is set aside.
    """

    state: State
    step: Step | None = None
    fault: str | None = None


class ClippersAtTable:
    """The game of one record's header, on one board."""

    def __init__(self, header: Header, board: Board) -> None:
        """Raise InputError where the record is of another game or board."""
        self.start = from_record(Record(header), board).start

    def first(self) -> Moment:
        """Where the game starts."""
        return Moment(self.start)

    def following(self, before: Moment, standing: Standing, allowed: frozenset[str]) -> Moment:
        """Go on by one fact; one that this program does not know is set aside."""
        said = Field(standing.fact, "it")
        event = parse_event(said, self.start.game)
        if event is None:
            return Moment(before.state, None, str(said.faults[0]))
        codes = frozenset((standing.seq, code) for code in allowed)
        [step] = steps(GameFile(before.state, ((standing.seq, event),), codes))
        return Moment(step.after, step)

    def gist(self, before: Moment, facts: Sequence[Standing], moments: Sequence[Moment]) -> Gist:
        """Which facts have open findings, and which break a rule; which are set aside; the rounds.

        ``rounds``: how many facts had happened where another round began, and which.
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
            "illegal": [step.number for step in steps if _is_illegal(step)],
            "aside": [fact.seq for fact, moment in told if moment.step is None],
            "rounds": rounds,
        }

    def keep(self, before: Moment, moment: Moment) -> str | None:
        """Write down the money that a chapter moved, and below it where it led to."""
        paid = moment.state.bank.transfers[len(before.state.bank.transfers) :]
        try:
            parts = transfers_json(paid), state_json(moment.state)
        except TypeError:
            return None
        return "\n".join(json.dumps(part, separators=(",", ":")) for part in parts)

    def recall(self, kept: Sequence[str]) -> Moment:
        """Read where the last of these chapters led to, but for its last step."""
        transfers = list(self.start.bank.transfers)
        for text in kept:
            transfers += [Transfer(*row) for row in json.loads(text.partition("\n")[0])]
        state = json.loads(kept[-1].partition("\n")[2])
        return Moment(parse_state(state, self.start.game, Ledger(transfers)))

    def check(self, fact: Fact) -> Fact:
        """The fact in its known words; raise InputError where it is not one about this table."""
        said = Field(fact, "fact")
        event = parse_event(said, self.start.game)
        if event is None:
            raise InputError(str(said.faults[0]))
        if strange := strange_words(fact, event):
            raise InputError(f"fact: nobody knows {_few(strange)} here; leave that out")
        return event_json(event)


def _is_illegal(step: Step) -> bool:
    return any(found.severity is Severity.ILLEGAL for found in step.open_findings)


def _few(words: Sequence[str]) -> str:
    """Name the first few words."""
    more = len(words) - MOST_NAMED
    named = [shown(word) for word in words[:MOST_NAMED]]
    return ", ".join([*named, f"{more} more"] if more > 0 else named)
