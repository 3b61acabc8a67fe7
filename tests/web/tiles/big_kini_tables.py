"""Tables of Big Kini: a game drawn by lot until something is so."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

from companion.games import game_called
from companion.games.big_kini.drawn.self_play import drawn
from companion.games.big_kini.judging.going_on import apply
from companion.games.big_kini.record.event_json import event_json
from companion.games.big_kini.state.state import State
from companion.play.game import Seat
from companion.records.record import Happened, Header, Record
from companion.store import Store
from tests.companion.games.big_kini.tables import BOARD, event
from tests.web.tables import NOW
from web.host.host import Address, Host

GAME = game_called("big_kini")
SEATS = [Seat("Ann", "red"), Seat("Ben", "blue"), Seat("Cleo", "green")]
Until = Callable[[State], bool]


def drawn_until(
    until: Until, seed: int = 3, seats: Sequence[Seat] = SEATS, **options: object
) -> tuple[Record, State]:
    """A game drawn by lot until then."""
    header = Header("big_kini", dict(GAME.begin(seats, options, BOARD)))
    record, state, random = Record(header), GAME.start(header.setup, BOARD), Random(seed)
    while not until(state):
        told = drawn(state, random)
        assert told is not None
        record, state = record.add(Happened(event_json(told))), apply(state, told)
    return record, state


def host_with(
    path: Path, until: Until, *facts: dict[str, object], **options: object
) -> tuple[Host, State]:
    """A game drawn by lot until then, and these facts besides."""
    record, state = drawn_until(until, **options)
    for fact in facts:
        record, state = record.add(Happened(fact)), apply(state, event(state, fact))
    store = Store(path / "table.sqlite")
    store.begin(record, NOW)
    return Host(store, BOARD, lambda: NOW, Address(8000)), state


def token_is_due(state: State) -> bool:
    return state.round == 3 and not state.turn.space
