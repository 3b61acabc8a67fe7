"""A game from a record: the state it began with, and its facts as the game reads them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic

from companion.boards.board import Board
from companion.errors import Fault
from companion.files.fields import Field
from companion.play.at_table import check_game
from companion.play.game import AnyGame, Rules
from companion.play.timeline import Event, State, codes_for
from companion.position import Position
from companion.records.record import Record, allowed, effective_facts
from companion.saying.phrase import Phrase


@dataclass(frozen=True)
class Played(Generic[State, Event]):
    """The state at the beginning, the numbered facts, what the table allowed, and any faults."""

    start: State
    facts: tuple[tuple[int, Event], ...]
    allowed: frozenset[tuple[int, str]] = frozenset()
    faults: tuple[Fault, ...] = ()


def read_played(rules: Rules[State, Event], record: Record, board: Board) -> Played[State, Event]:
    """Read a record on this board; raise InputError where it is of another game or board.

    A fact that this program does not know is set aside with a fault; the others stand.
    """
    check_game(rules, record.header)
    start = rules.start(record.header.setup, board)
    facts, faults = [], list(record.faults)
    for each in effective_facts(record.entries):
        said = Field(each.fact, Phrase("line-of-number", number=each.seq))
        event = rules.parse(said, start)
        if event is not None:
            facts.append((each.seq, event))
        else:
            faults.append(Fault("set-aside", fault=said.faults[0]))
    return Played(start, tuple(facts), allowed(record.entries), tuple(faults))


def last_state(game: AnyGame, record: Record, board: Board) -> Any:
    """The state after all facts of a record; raise InputError where it is of another game."""
    played = read_played(game, record, board)
    state = played.start
    for number, event in played.facts:
        state = game.after(state, event, codes_for(number, played.allowed))
    return state


def last_position(game: AnyGame, record: Record, board: Board) -> Position:
    """What lies on the board by a record; raise InputError where it is of another game or board."""
    return game.face.position(last_state(game, record, board))
