"""A table's file from a stranger: what is in it is read, and nothing that it would do is done."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.errors import InputError
from companion.records.record import SYSTEM, Happened
from companion.store import Store
from companion.store.contents import read_contents
from companion.store.copies import restore
from companion.store.table import Request
from tests.web.tables import NOW, make_host
from web.host.host import Host

ENDLESS = "WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r) SELECT"
CARD = Happened({"do": "card", "player": "Benjamin", "card": "3x"})


@pytest.fixture
def host(tmp_path: Path) -> Host:
    made = make_host(tmp_path / "table.sqlite")
    assert made.table is not None
    for seen in range(3):
        made.table.act(Request(CARD, seen, SYSTEM, NOW))
    return made


VIEWS = {
    "entries": f"{ENDLESS} 1 AS game, x AS seq, 'l' AS line, NULL AS key, 'm' AS mark FROM r",
    "chapters": f"{ENDLESS} 1 AS game, x AS number, 'd' AS digest, '' AS kept, '' AS gist FROM r",
}
DELETES = "DELETE FROM entries WHERE seq = NEW.seq"
KNOWN = "UPDATE doors SET token = 'known' WHERE rowid = NEW.rowid"
DOES = {
    "events without end": (
        "ALTER TABLE entries RENAME TO others",
        f"CREATE VIEW entries AS {VIEWS['entries']}",
    ),
    "chapters without end": (
        "DROP TABLE IF EXISTS chapters",
        f"CREATE VIEW chapters AS {VIEWS['chapters']}",
    ),
    "a new event is deleted": (f"CREATE TRIGGER t AFTER INSERT ON entries BEGIN {DELETES}; END",),
    "a new code is a known one": (f"CREATE TRIGGER t AFTER INSERT ON doors BEGIN {KNOWN}; END",),
}


@pytest.mark.parametrize("does", DOES.values(), ids=DOES)
def test_a_file_that_would_do_something_only_holds_what_is_in_it(
    does: tuple[str, ...], host: Host, tmp_path: Path
) -> None:
    assert host.table is not None
    record = host.table.view.record
    host.store.close()
    path = host.store.path
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        for statement in does:
            file.execute(statement)

    assert read_contents(path).is_damaged
    with pytest.raises(InputError, match="is damaged"):
        restore(path, tmp_path / "restored.sqlite")
    store = Store(path)
    assert store.record(1) == record
    store.append(1, record.add(CARD).entries[-1], None)
    assert store.last_seq(1) == record.entries[-1].seq + 1
    store.close()
    with closing(sqlite3.connect(path)) as file:
        kinds = file.execute("SELECT DISTINCT type FROM sqlite_schema WHERE sql NOT NULL")
        assert kinds.fetchall() == [("table",)]


def test_a_value_that_would_fill_the_memory_is_lost_and_no_more(host: Host) -> None:
    host.store.close()
    with closing(sqlite3.connect(host.store.path, isolation_level=None)) as file:
        file.execute("UPDATE entries SET line = CAST(zeroblob(50000000) AS TEXT) WHERE seq = 3")

    found = read_contents(host.store.path)

    assert found.is_damaged
    [game] = found.games
    assert 1 <= len(game.entries) <= 2  # SQLite is a row ahead of what it hands out
