"""What somebody wrote, and the table denies: it stands, and is told once play has gone on."""

from __future__ import annotations

import json

import pytest
from flask.testing import FlaskClient

from companion.play.page.lines import Repair
from companion.reading import EMPTY
from companion.records.record import Corrected, Happened, Redone, Undone
from companion.watching.drift import Differs
from tests.web.camera.watched_tables import (
    AMID_THE_SEA,
    FIRST,
    WHITE,
    WatchedTable,
    bare,
    changes,
    host,
    stick,
    watched,
)
from web.news.explained import Explaining

__all__ = ["bare", "host", "watched"]
MISTAKEN = "h-white--manihi/0/1"
BLUE = "h-blue--pitcairn/0/0"


def differing(watched: WatchedTable) -> dict[str, Differs]:
    outcome = watched.glance.outcome
    assert outcome is not None
    return {each.subject: each.differs for each in outcome.drift}


def undo_by_mistake(watched: WatchedTable) -> int:
    watched.lay({FIRST: "red"})
    number = watched.table.view.facts[3].seq
    watched.act(Undone(number))
    return number


def test_a_stick_that_was_taken_back_and_lies_there_still_is_told_when_play_goes_on(
    watched: WatchedTable, host: FlaskClient
) -> None:
    number = undo_by_mistake(watched)
    assert differing(watched) == {}
    watched.show(5)
    assert differing(watched) == {}

    watched.lay({WHITE: "white"})

    assert differing(watched) == {FIRST: Differs.UNWRITTEN}
    assert stick(FIRST) not in watched.facts
    told = changes(host)
    assert told[json.dumps({"redo": number}, separators=(",", ":"))].startswith("Written down")
    page = host.get("/table").get_data(as_text=True)
    assert "red lies there, and nothing was written" in page
    assert "It is so: write it down" in page


def test_it_counts_again_where_it_had_been(watched: WatchedTable) -> None:
    number = undo_by_mistake(watched)
    watched.lay({WHITE: "white"})

    watched.act(Redone(number))
    watched.show(3)

    assert watched.facts[3] == stick(FIRST)
    assert FIRST not in differing(watched)


def test_who_says_that_nothing_lies_there_hears_no_more_of_it(watched: WatchedTable) -> None:
    undo_by_mistake(watched)
    watched.lay({WHITE: "white"})

    watched.answer(FIRST, EMPTY)
    watched.lay({BLUE: "blue"}, times=4)

    assert FIRST not in differing(watched)
    assert stick(FIRST) not in watched.facts


def test_a_stick_that_was_tapped_and_lies_nowhere_is_told_when_play_goes_on(
    watched: WatchedTable,
) -> None:
    watched.act(Happened(stick(FIRST)))
    watched.lay({WHITE: "white"}, times=3)
    assert differing(watched) == {FIRST: Differs.MISSING}

    watched.act(Undone(watched.table.view.facts[3].seq))
    watched.show(2)

    assert differing(watched) == {}
    assert stick(FIRST) not in watched.facts


def test_where_no_such_fact_was_taken_back_it_is_written_as_it_is_seen(
    watched: WatchedTable, host: FlaskClient
) -> None:
    watched.lay({FIRST: "red"})
    watched.act(Corrected(watched.table.view.facts[3].seq, stick(MISTAKEN, "white")))
    watched.lay({BLUE: "blue"}, times=3)
    assert differing(watched)[FIRST] is Differs.UNWRITTEN
    assert "red" in changes(host)

    watched.answer(FIRST, "red")

    assert any(fact.get("space") == FIRST for fact in watched.facts)


@pytest.mark.parametrize(("moved_to", "offered"), [("elsewhere", False), ("seen", True)])
def test_no_correction_takes_a_stick_from_where_it_is_seen(
    moved_to: str,
    offered: bool,
    watched: WatchedTable,
    host: FlaskClient,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    watched.act(Happened(stick(AMID_THE_SEA)))
    number = watched.table.view.facts[-1].seq
    act = {"correct": number, "fact": stick(FIRST)}
    cause = Repair("space", number, "Did it lie there?", "", act, (number,), (FIRST,))
    monkeypatch.setattr(Explaining, "repairs", lambda *_: [cause])
    watched.lay({AMID_THE_SEA if moved_to == "elsewhere" else FIRST: "red"})

    page = host.get("/table").get_data(as_text=True)

    assert ("Did it lie there?" in page) is offered
