"""Clippers as a table plays it: the start, what follows from each fact, and which facts fit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.board import Board
from companion.errors import InputError
from companion.fields import Field, shown
from companion.games.clippers.event_json import event_json, parse_event, strange_words
from companion.games.clippers.game_file import GameFile, from_record
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
        return following(before, standing, allowed)

    def check(self, fact: Fact) -> Fact:
        """The fact in its known words; raise InputError where it is not one about this table."""
        said = Field(fact, "fact")
        event = parse_event(said, self.start.game)
        if event is None:
            raise InputError(str(said.faults[0]))
        if strange := strange_words(fact, event):
            raise InputError(f"fact: nobody knows {_few(strange)} here; leave that out")
        return event_json(event)


def _few(words: Sequence[str]) -> str:
    """Name the first few words."""
    more = len(words) - MOST_NAMED
    named = [shown(word) for word in words[:MOST_NAMED]]
    return ", ".join([*named, f"{more} more"] if more > 0 else named)


def following(before: Moment, standing: Standing, allowed: frozenset[str]) -> Moment:
    """Go on from a moment by one fact; one that this program does not know is set aside."""
    said = Field(standing.fact, "it")
    event = parse_event(said, before.state.game)
    if event is None:
        return Moment(before.state, None, str(said.faults[0]))
    codes = frozenset((standing.seq, code) for code in allowed)
    [step] = steps(GameFile(before.state, ((standing.seq, event),), codes))
    return Moment(step.after, step)
