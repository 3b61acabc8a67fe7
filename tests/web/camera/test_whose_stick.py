"""Whose stick it was is put right, and the ends of turns that only followed go with it."""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import pytest

from benchmarks.games.simulated_games import drawn
from companion.games.clippers.course.apply import apply
from companion.games.clippers.terms.events import StickLaid
from companion.records.record import Corrected, Happened, Undone, Who
from companion.store import Store
from tests.web.camera.watched_tables import (
    EMPTY_BOARD,
    FIRST,
    WHITE,
    WatchedTable,
    bare,
    stick,
    watched,
)
from tests.web.tables import BOARD, NOW
from tests.whole_games import new_record
from web.commands.camera_options import open_camera
from web.host.host import Address, Host
from web.watching import watch as watching

__all__ = ["bare", "watched"]
BLUE = "h-blue--pitcairn/0/0"
TURNS = 20
"""So many turns of a game: five players lay in two rounds by then."""


def told(watched: WatchedTable) -> list[tuple[object, object]]:
    return [(each.fact["do"], each.fact["player"]) for each in watched.table.view.facts[3:]]


def give(watched: WatchedTable, space: str, company: str, player: str) -> None:
    number = next(e.seq for e in watched.table.view.facts if e.fact.get("space") == space)
    watched.act(Corrected(number, stick(space, company, player)))


def found(watched: WatchedTable) -> set[str]:
    steps = (moment.step for moment in watched.table.view.moments)
    return {each.code for step in steps if step is not None for each in step.open_findings}


def test_an_end_amid_one_player_s_sticks_goes_with_the_correction(watched: WatchedTable) -> None:
    watched.lay({FIRST: "red"})
    watched.lay({WHITE: "white"})
    watched.lay({BLUE: "blue"})
    before = told(watched)
    assert before[:4] == [
        ("stick", "Benjamin"),
        ("done", "Benjamin"),
        ("stick", "Pauline"),
        ("done", "Pauline"),
    ]
    revision = watched.table.view.revision

    give(watched, WHITE, "white", "Benjamin")
    watched.show(3)

    assert told(watched)[:2] == [("stick", "Benjamin"), ("stick", "Benjamin")]
    assert ("done", "Pauline") not in told(watched), "she has done nothing yet"

    watched.act(Undone(revision + 1))
    assert told(watched) == before


def test_the_next_player_goes_on_after_it(watched: WatchedTable) -> None:
    """He had a card that nobody named, so his second stick was booked to her."""
    watched.lay({FIRST: "red"})
    watched.lay({WHITE: "white"})
    watched.act(Corrected(1, {"do": "card", "player": "Benjamin", "card": "2x"}))

    give(watched, WHITE, "white", "Benjamin")
    assert found(watched) == set()
    watched.lay({BLUE: "blue"})

    sticks = [who for do, who in told(watched) if do == "stick"]
    assert sticks == ["Benjamin", "Benjamin", "Pauline"]
    assert found(watched) == set()


def test_what_a_person_ended_stays_ended(watched: WatchedTable) -> None:
    watched.act(Happened(stick(FIRST)))
    watched.say("done", "Benjamin", phase=2)
    watched.lay({FIRST: "red", WHITE: "white"})
    ends = [each.seq for each in watched.table.view.facts if each.by.who is Who.PERSON]

    give(watched, WHITE, "white", "Benjamin")

    assert ("done", "Benjamin") in told(watched)
    assert {*ends} <= {each.seq for each in watched.table.view.facts}


def test_in_a_folder_of_photos_each_stick_is_his_who_laid_it_though_nobody_taps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each photo shows a turn; who passes in phase 1 says so to nobody."""
    monkeypatch.setattr(watching, "BETWEEN_S", 0.0)
    cv2.imwrite(str(tmp_path / "001.png"), EMPTY_BOARD)
    asked = {"camera": str(tmp_path), "turn": 0, "mirrored": False, "reference": tmp_path / "e.png"}
    opened = open_camera(argparse.Namespace(**asked, profile=None))
    assert opened is not None
    state, events = drawn(BOARD, players=5, seed=3)
    store = Store(tmp_path / "table.sqlite")
    store.begin(new_record(state), NOW)
    table = WatchedTable(tmp_path, opened[1], Host(store, BOARD, lambda: NOW, Address(8000)))
    laid: dict[object, object] = {}
    turns = 0
    try:
        for event in events:
            after = apply(state, event)
            if after.turn != state.turn:
                table.lay({**state.position.spaces, **state.position.slots}, times=1)
                turns += 1
            if turns == TURNS:
                break
            if isinstance(event, StickLaid):
                laid[event.space] = event.player
            state = after
        sticks = [fact for fact in table.facts if fact["do"] == "stick"]
    finally:
        table.close()

    assert {fact["space"]: fact["player"] for fact in sticks} == laid
