"""A game told in chapters, from the disk too, is the same as one told from its start."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import InputError
from companion.games.clippers.course.rounds import at_last
from companion.games.clippers.course.setup import new_game, set_up
from companion.games.clippers.drawn.drawn_game import draw_game
from companion.games.clippers.game import GAME
from companion.games.clippers.judging.choices import options
from companion.games.clippers.page.story_json import story_json, table_story_json
from companion.games.clippers.page.view import Sight
from companion.games.clippers.record.event_json import event_json
from companion.games.clippers.record.game_file import GameFile
from companion.games.clippers.record.play import RULES
from companion.games.clippers.record.timeline import Moment
from companion.games.clippers.state.kept_state import KEPT
from companion.games.clippers.state.state import State
from companion.games.clippers.terms.events import Event
from companion.games.clippers.terms.players import Player
from companion.play.at_table import AtTable
from companion.play.log import log, open_slips
from companion.play.statement import holdings, money_over_time, statement
from companion.records import chapters
from companion.records.record import (
    SYSTEM,
    Act,
    Allowed,
    Corrected,
    Happened,
    Record,
    Redone,
    Undone,
    allowed,
    effective_facts,
)
from companion.store import Store, copies, table
from companion.store.contents import Contents
from companion.store.schema import VERSION
from companion.store.table import Request, Table
from tests.web.tables import BOARD, NOW, PLAYERS
from tests.whole_games import new_record
from web.words.language import words_in

START_STATE = set_up(new_game(BOARD, [Player(*player, 0) for player in PLAYERS]))
START = new_record(START_STATE)
SLIP = {"do": "stick", "player": "Pauline", "company": "red", "alternate": False}
MANY = 1000
PAY = {"do": "pay", "from": "bank", "to": "Benjamin", "amount": 2, "mends": 0}


def books(seen: Sight) -> list[object]:
    return [statement(seen), holdings(seen), money_over_time(seen)]


@pytest.fixture(autouse=True, scope="module")
def short_chapters() -> object:
    """Chapters of four facts, so that a few facts make many."""
    patch = pytest.MonkeyPatch()
    patch.setattr(chapters, "FACTS", 4)
    patch.setattr(chapters, "OPEN_AT_ONCE", 2)
    yield
    patch.undo()


def drawn_act(view: table.View[Moment], random: Random) -> Act:
    """Anything that may be written: mostly a move, often a change of any older act."""
    entries = view.record.entries
    facts = [entry.seq for entry in entries if isinstance(entry.act, Happened)]
    kind = random.random()
    if entries and kind < 0.12:
        return random.choice((Undone, Redone))(random.choice(entries).seq)
    if facts and kind < 0.2:
        return Corrected(random.choice(facts), PAY)
    if facts and kind < 0.25:
        return Allowed(random.choice(facts), "not-at-turn")
    if kind < 0.35 or at_last(view.last.state).over:
        space = random.choice(list(BOARD.spaces))
        return Happened(random.choice((PAY, {**SLIP, "space": space})))
    choices = [choice.event for choice in options(view.last.state)]
    return Happened(event_json(random.choice(choices)) if choices else PAY)


def from_the_start(record: Record) -> list[Moment]:
    """Every moment, told one after the other with nothing kept."""
    game = AtTable(RULES, record.header, BOARD)
    moments, allows = [game.first()], allowed(record.entries)
    for fact in effective_facts(record.entries):
        codes = frozenset(code for seq, code in allows if seq == fact.seq)
        moments.append(game.following(moments[-1], fact, codes))
    return moments


def told(store: Store) -> Table[Moment]:
    return Table(AtTable(RULES, START.header, BOARD), store, 1)


def all_of(moment: Moment) -> object:
    """All that is in a moment, to be held against one of a game that was set up for itself."""
    step, state = moment.step, moment.state
    told: object = None
    if step is not None:
        around = KEPT.written(step.before), KEPT.written(step.after)
        told = step.number, step.event, step.findings, step.notes, step.allowed, around, step.paid
    return KEPT.written(state), state.bank.transfers, told, moment.fault


def check(now: Table[Moment]) -> None:
    full = from_the_start(now.view.record)
    assert len(now.view.moments) == len(full)
    for at in range(len(full)):
        assert all_of(now.view.moments[at]) == all_of(full[at]), at


@contextmanager
def unless_it_changes_nothing() -> Iterator[None]:
    """To take back what is taken back, or let count what counts, is refused and not written."""
    try:
        yield
    except InputError as error:
        if error.fault.code not in ("taken-back-already", "counts-already"):
            raise


@settings(max_examples=6, deadline=None)
@given(st.integers(0, 10**6))
def test_any_record_leads_to_the_same(seed: int) -> None:
    random = Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder) / "table.sqlite")
        store.begin(START, NOW)
        now = told(store)
        for _ in range(random.randint(10, 60)):
            act = drawn_act(now.view, random)
            with unless_it_changes_nothing():
                now.act(Request(act, now.view.revision, SYSTEM, NOW))
            if random.random() < 0.05:
                now = told(store)
        check(now)
        again = told(store)
        check(again)
        pages = [
            repr([log(s), open_slips(s, 99), *books(s)])
            for s in (Sight(GAME, each.view, words_in("en", BOARD)) for each in (now, again))
        ]
        assert pages[0] == pages[1]
        store.close()


def test_a_whole_game_and_what_lies_there_after_it(tmp_path: Path) -> None:
    """The end keeps what the board had then; facts after it are told and don't count."""
    store, random = Store(tmp_path / "table.sqlite"), Random(4)
    store.begin(START, NOW)
    record = store.record(1)
    for _, event in draw_game(START_STATE, random):
        record = record.add(Happened(event_json(event)))
    for space in random.sample(list(BOARD.spaces), 12):
        record = record.add(Happened({**SLIP, "space": space}))
    table = told(store)
    table.take_in(record, 0, NOW)
    table.tell(MANY)
    assert table.view.last.state.final is not None
    check(table)

    again = told(store)
    assert len(store.chapters(1)) == len(again.view.moments.chapters) - 2
    check(again)
    sights = (Sight(GAME, each.view, words_in("en", BOARD)) for each in (table, again))
    file = GameFile(
        START_STATE, tuple((m.step.number, m.step.event) for m in table.view.moments[1:])
    )
    told_whole = story_json(file, [moment.step for moment in table.view.moments[1:]])
    assert table_story_json(Sight(GAME, again.view, words_in("en", BOARD))) == told_whole
    assert len({repr(books(s)) for s in sights}) == 1
    store.close()


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A file with thirty facts, of which chapters are kept."""
    made, random = Store(tmp_path / "table.sqlite"), Random(1)
    made.begin(START, NOW)
    now = told(made)
    for _ in range(30):
        fact = event_json(next(draw_game(now.view.last.state, random))[1])
        now.act(Request(Happened(fact), now.view.revision, SYSTEM, NOW))
    assert len(made.chapters(1)) == 6
    return made


def count_followed(store: Store, monkeypatch: pytest.MonkeyPatch) -> int:
    followed = []
    real = AtTable.following

    def counted(self: AtTable[State, Event], *args: object) -> Moment:
        followed.append(args)
        return real(self, *args)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(AtTable, "following", counted)
        now = told(store)
        now.tell(MANY)
        count = len(followed)
    check(now)
    return count


def test_what_is_kept_is_not_followed_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    assert count_followed(store, monkeypatch) <= 8


@pytest.mark.parametrize(
    "change",
    [
        pytest.param("UPDATE chapters SET kept = replace(kept, '2', '3')", id="a spoilt sum"),
        pytest.param("DELETE FROM chapters WHERE number = 0", id="one is gone"),
        pytest.param("DROP TABLE chapters", id="an older program's file"),
    ],
)
def test_what_can_not_be_believed_is_followed_again(
    change: str, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(sqlite3.connect(store.path, isolation_level=None)) as file:
        file.execute(change)

    assert count_followed(store, monkeypatch) == 30
    assert count_followed(store, monkeypatch) <= 8


def test_another_program_follows_it_by_its_own_rules(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table, "fingerprint", lambda: "another")

    assert count_followed(store, monkeypatch) == 30


def test_what_another_program_kept_is_passed_by_first_and_told_when_it_is_asked_for(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The start waits for where the game stands; a page for all that it shows, and never less."""
    known = told(store)
    monkeypatch.setattr(table, "fingerprint", lambda: "another")
    now = told(store)
    untold = [chapter for chapter in now.view.moments.chapters if not chapter.is_told]
    assert len(untold) == len(now.view.moments.chapters) - 2
    now.tell(2)
    assert sum(not chapter.is_told for chapter in untold) == len(untold) - 2
    assert len(store.chapters(1)) == 2

    pages = [
        repr([log(s), open_slips(s, 99), statement(s), money_over_time(s)])
        for s in (Sight(GAME, each.view, words_in("en", BOARD)) for each in (known, now))
    ]
    assert pages[0] == pages[1]
    now.tell(MANY)
    assert all(chapter.is_told for chapter in now.view.moments.chapters)
    assert count_followed(store, monkeypatch) <= 8


def test_an_older_act_that_is_changed_is_followed_from_there(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = told(store)
    now.act(Request(Undone(22), now.view.revision, SYSTEM, NOW))
    check(now)

    assert count_followed(store, monkeypatch) <= 12


def backed_up(store: Store) -> Path:
    copy = store.back_up()
    assert copy is not None
    return copy


def copied_by_command(store: Store) -> Path:
    copies.back_up(store.path, store.path.with_name("copy.sqlite"))
    copies.restore(store.path.with_name("copy.sqlite"), store.path.with_name("back.sqlite"))
    return store.path.with_name("back.sqlite")


def repaired(store: Store) -> Path:
    """A file whose last event was spoilt: it is written anew when it is opened."""
    path = store.path.with_name("spoilt.sqlite")
    copies.back_up(store.path, path)
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.execute("UPDATE entries SET line = '{}' WHERE seq = 30")
    return path


@pytest.mark.parametrize("copied", [backed_up, copied_by_command, repaired])
def test_a_copy_keeps_what_is_kept(
    copied: Callable[[Store], Path], store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert count_followed(Store(copied(store)), monkeypatch) <= 8


@pytest.mark.parametrize(
    "lose",
    [
        pytest.param(lambda path: path.unlink(), id="deleted"),
        pytest.param(lambda path: os.truncate(path, 0), id="emptied"),
    ],
)
def test_the_file_that_is_written_when_it_is_gone_keeps_it_too(
    lose: Callable[[Path], object], store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = told(store)
    store.remembered = lambda: Contents(VERSION, (now.remembered(None, "{}"),))
    lose(store.path)
    fact = event_json(next(draw_game(now.view.last.state, Random(2)))[1])
    now.act(Request(Happened(fact), now.view.revision, SYSTEM, NOW))

    assert "rescued" in store.path.name
    assert count_followed(Store(store.path), monkeypatch) <= 9
