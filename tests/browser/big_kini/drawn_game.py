"""A game of six with action cards, drawn by lot."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from companion.games import game_called
from companion.games.big_kini.course.apply import apply
from companion.games.big_kini.drawn.self_play import drawn
from companion.games.big_kini.state.state import State
from companion.play.game import Seat
from companion.records.record import Happened, Header, Record
from tests.companion.games.big_kini.tables import BOARD, COLOURS, NAMES

Until = Callable[[State], bool]


GAME = game_called("big_kini")


SEED = 8


def drawn_until(until: Until) -> tuple[Record, State]:
    """A game of six with action cards, drawn by lot until then."""
    seats = [Seat(*each) for each in zip(NAMES, COLOURS, strict=True)]
    header = Header("big_kini", dict(GAME.begin(seats, {"cards": "yes"}, BOARD)))
    record, state, random = Record(header), GAME.start(header.setup, BOARD), Random(SEED)
    while not until(state):
        event = drawn(state, random)
        assert event is not None
        record, state = record.add(Happened(GAME.fact(event))), apply(state, event)
    return record, state
