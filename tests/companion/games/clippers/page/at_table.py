"""A record at a table, and how it is seen there."""

from __future__ import annotations

from pathlib import Path

from companion.games.clippers.game import GAME
from companion.games.clippers.page.view import Sight
from companion.games.clippers.page.words import Words
from companion.games.clippers.record.play import RULES
from companion.games.clippers.record.timeline import Moment
from companion.play.at_table import AtTable
from companion.records.record import SYSTEM, Act, Record, read_record
from companion.store import Store
from companion.store.table import Request, Table
from tests.whole_games import BOARD, GAMES

NOW = "2026-11-21T20:00:00+00:00"
EXAMPLE = read_record(GAMES / "example-of-play.jsonl")


def table_of(record: Record, tmp_path: Path, until: int | None = None) -> Table[Moment]:
    store = Store(tmp_path / "table.sqlite")
    number = store.begin(Record(record.header, record.entries[:until]), NOW)
    return Table(AtTable(RULES, record.header, BOARD), store, number)


def sight(table: Table[Moment], viewer: str | None = None, language: str = "en") -> Sight:
    return Sight(GAME, table.view, Words(language, BOARD), viewer)


def act(table: Table[Moment], wanted: Act) -> None:
    table.act(Request(wanted, table.view.revision, SYSTEM, NOW))
