"""Turns whose end nobody has to say, and turns in which it is waited for."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.clippers.record.foregone import foregone
from companion.games.clippers.record.timeline import Moment
from companion.records.record import Allowed, Fact, Happened, Undone
from companion.store.table import Table
from tests.companion.games.clippers.page.at_table import EXAMPLE, act, table_of

RED, GREEN = "h-red--kiritimati/0/0", "h-green--malden/0/0"


def stick(space: str, company: str, player: str = "Benjamin") -> Fact:
    said = {"do": "stick", "player": player, "company": company}
    return {**said, "space": space, "alternate": False}


@pytest.fixture
def table(tmp_path: Path) -> Table[Moment]:
    """Phase 2 of the first round: Benjamin has to lay one stick."""
    table = table_of(EXAMPLE, tmp_path, 0)
    for player in ("Benjamin", "Pauline", "Jean-Luc"):
        act(table, Happened({"do": "pass", "player": player}))
    return table


def ends(table: Table[Moment]) -> bool:
    return foregone(table.view) is not None


def test_nothing_ends_while_something_may_be_done(table: Table[Moment]) -> None:
    assert not ends(table)


def test_the_last_stick_brings_the_end_and_is_one_deed_with_it(table: Table[Moment]) -> None:
    act(table, Happened(stick(RED, "red")))
    end = foregone(table.view)

    assert end is not None
    assert (end.event.player, end.event.phase) == ("Benjamin", 2)
    assert end.along == table.view.revision
    assert end.places == {RED}


def test_who_takes_something_back_is_not_hurried(table: Table[Moment]) -> None:
    act(table, Happened(stick(RED, "red")))
    act(table, Happened({"do": "done", "player": "Benjamin", "phase": 2}))
    act(table, Undone(table.view.revision))
    assert not ends(table)

    act(table, Undone(4))
    act(table, Happened(stick(GREEN, "green")))
    assert ends(table)


def test_a_turn_with_a_slip_waits_until_it_is_allowed(table: Table[Moment]) -> None:
    act(table, Happened(stick("guam--palau/0/0", "green")))
    assert not ends(table)
    step = table.view.last.step
    assert step is not None

    for found in step.findings:
        act(table, Allowed(step.number, found.code))
    assert ends(table)


def test_an_old_slip_stops_nobody(table: Table[Moment]) -> None:
    act(table, Happened(stick("guam--palau/0/0", "green")))
    act(table, Happened({"do": "done", "player": "Benjamin", "phase": 2}))
    act(table, Happened(stick(RED, "red", "Pauline")))

    assert ends(table)


def test_a_spent_5x_leaves_nothing_to_do_in_phase_3(tmp_path: Path) -> None:
    """In the example Pauline lays with 5X in phase 2, and has her turn of phase 3 all the same."""
    table = table_of(EXAMPLE, tmp_path, 17)
    end = foregone(table.view)

    assert end is not None
    assert (end.event.player, end.event.phase, end.along) == ("Pauline", 3, None)
