"""Several who write at once: one order of events, and nobody is paid twice."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from companion.games.clippers.course.setup import new_game, set_up
from companion.games.clippers.record.play import RULES
from companion.games.clippers.record.timeline import Moment
from companion.games.clippers.terms.players import Player
from companion.play.at_table import AtTable
from companion.records.record import SYSTEM, Happened, Source, Who
from companion.store import Store
from companion.store.contents import read_contents
from companion.store.table import Request, StaleError, Table
from tests.web.tables import BOARD, NOW, PLAYERS
from tests.whole_games import new_record

PROGRAM = Path(__file__)
ROOT = PROGRAM.resolve().parent.parent.parent
EACH = 25
PAYMENT = {"do": "pay", "from": "bank", "to": "Benjamin", "amount": 1, "mends": 1}
RECORD = new_record(set_up(new_game(BOARD, [Player(*player, 0) for player in PLAYERS])))


def begin(path: Path) -> None:
    store = Store(path)
    store.begin(RECORD, NOW)
    store.close()


def open_table(path: Path) -> Table[Moment]:
    return Table(AtTable(RULES, RECORD.header, BOARD), Store(path), 1)


def pay(table: Table[Moment], who: str, number: int, random: Random) -> None:
    """Pay one dollar, as a banker's phone does: again while stale, and now and then twice."""
    by, key = Source(Who.PERSON, f"{who} {number}"), f"{who}-{number}"
    while True:
        seen = table.view.revision
        try:
            first = table.act(Request(Happened(PAYMENT), seen, by, NOW, key))
        except StaleError:
            continue
        if random.random() < 0.5:  # the answer was lost on its way, and the phone asks again
            assert table.act(Request(Happened(PAYMENT), seen, by, NOW, key)) == first
        return


def check(path: Path, writers: list[str]) -> None:
    """Every payment is there once, in one order that all see, and the money is that sum."""
    table = open_table(path)
    entries = table.view.record.entries
    payments = EACH * len(writers)
    assert [entry.seq for entry in entries] == list(range(1, payments + 1))
    names = [entry.by.name or "" for entry in entries if isinstance(entry.act, Happened)]
    assert Counter(names) == {f"{who} {number}": 1 for who in writers for number in range(EACH)}
    for who in writers:
        own = [name for name in names if name.startswith(who)]
        assert own == [f"{who} {number}" for number in range(EACH)]
    start, state = table.view.moments[0].state, table.view.last.state
    assert state.money("Benjamin") == start.money("Benjamin") + payments
    assert state.bank.total == start.bank.total
    assert not read_contents(path).is_damaged


def test_two_programs_on_one_file_pay_once_and_in_one_order(tmp_path: Path) -> None:
    path = tmp_path / "table.sqlite"
    begin(path)
    writers = ["one", "two"]

    programs = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.trust.test_two_hosts", str(path), who],
            cwd=ROOT,
            stderr=subprocess.PIPE,
            text=True,
        )
        for who in writers
    ]

    assert [program.communicate()[1] for program in programs] == ["", ""]
    check(path, writers)


def test_two_bankers_at_one_table_pay_once_and_in_one_order(tmp_path: Path) -> None:
    path = tmp_path / "table.sqlite"
    begin(path)
    table, writers = open_table(path), ["Anna", "Ben"]
    bankers = [threading.Thread(target=pay_all, args=(table, who)) for who in writers]
    for banker in bankers:
        banker.start()
    for banker in bankers:
        banker.join()

    check(path, writers)


def test_a_request_of_yesterday_is_not_paid_again(tmp_path: Path) -> None:
    """Its key is known to every host of the file, also to one that was started since."""
    path = tmp_path / "table.sqlite"
    begin(path)
    pay(open_table(path), "Anna", 0, Random(0))
    again = Request(Happened({"do": "pass", "player": "Pauline"}), 0, SYSTEM, NOW, "Anna-0")

    assert open_table(path).act(again) == 1
    assert open_table(path).view.revision == 1


def test_a_stale_phone_is_told_what_happened_and_pays_nothing(tmp_path: Path) -> None:
    path = tmp_path / "table.sqlite"
    begin(path)
    one, other = open_table(path), open_table(path)
    pay(one, "Anna", 0, Random(0))

    with pytest.raises(StaleError) as refused:
        other.act(Request(Happened({"do": "pass", "player": "Pauline"}), 0, SYSTEM, NOW, "late"))

    [missed] = refused.value.meanwhile
    assert (missed.act, missed.by.name) == (Happened(PAYMENT), "Anna 0")
    assert other.view.record == one.view.record
    assert other.view.last.state.bank == one.view.last.state.bank


def pay_all(table: Table[Moment], who: str) -> None:
    random = Random(who)
    for number in range(EACH):
        pay(table, who, number, random)


if __name__ == "__main__":
    pay_all(open_table(Path(sys.argv[1])), sys.argv[2])
