"""Tables of Carcassonne: South Seas: a game drawn by lot until something is so."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

from companion.games import game_called
from companion.games.carcassonne_south_seas.state.state import State
from companion.play.game import Seat
from companion.records.record import Happened, Header, Record
from companion.store import Store
from tests.web.tables import NOW
from web.host.host import Address, Host

GAME = game_called("carcassonne_south_seas")
BOARD = GAME.shipped_board()
SEATS = [Seat("Ann", "red"), Seat("Ben", "blue")]
Until = Callable[[State], bool]


def host_with(path: Path, until: Until, seed: int = 3, **ruled: object) -> tuple[Host, State]:
    """A game drawn by lot until then."""
    assert GAME.self_play is not None
    header = Header(GAME.about.id, dict(GAME.begin(SEATS, ruled, BOARD)))
    record, state, random = Record(header), GAME.start(header.setup, BOARD), Random(seed)
    while not until(state):
        told = GAME.self_play.drawn(state, random)
        assert told is not None
        record, state = record.add(Happened(GAME.fact(told))), GAME.apply(state, told)
    store = Store(path / "table.sqlite")
    store.begin(record, NOW)
    return Host(store, BOARD, lambda: NOW, Address(8000)), state


def tile_at(state: State, cell: str) -> str:
    """The tile on a cell, however it is turned."""
    return state.tiles[cell].partition("/")[0]
