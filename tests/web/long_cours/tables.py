"""Tables of Long Cours on a file."""

from __future__ import annotations

from pathlib import Path

from companion.games import game_called
from companion.play.game import Seat
from companion.records.record import Happened, Header, Record
from companion.store import Store
from tests.web.tables import NOW
from web.host.host import Address, Host

GAME = game_called("long_cours")
BOARD = GAME.shipped_board()


def host_of(path: Path, record: Record) -> Host:
    store = Store(path)
    store.begin(record, NOW)
    return Host(store, BOARD, lambda: NOW, Address(8000))


SEATS = [Seat("Ann", "yellow"), Seat("Ben", "green")]
RICH = {"do": "pay", "from": "bank", "to": "Ann", "amount": 9}
PLACED = (
    {"do": "place", "player": "Ann", "stop": "odessa"},
    {"do": "place", "player": "Ben", "stop": "londres"},
)
AUCTION = (
    *PLACED, {"do": "done", "player": "Ann"}, {"do": "done", "player": "Ben"}, RICH,
    {"do": "auction", "player": "Ann"},
)  # fmt: skip


def record(*facts: dict[str, object]) -> Record:
    told = Record(Header("long_cours", dict(GAME.begin(SEATS, {}, BOARD))))
    for fact in facts:
        told = told.add(Happened(fact))
    return told
