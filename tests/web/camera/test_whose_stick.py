"""Whose stick it was is put right, and the ends of turns that only followed go with it."""

from __future__ import annotations

from companion.records.record import Corrected, Happened, Undone, Who
from tests.web.camera.watched_tables import FIRST, WHITE, WatchedTable, bare, stick, watched

__all__ = ["bare", "watched"]
BLUE = "h-blue--pitcairn/0/0"


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
