"""A stick that the camera misread is told anew when its company's route goes on from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from companion.games.clippers.course.apply import replay
from companion.games.clippers.record.event_json import event_json
from companion.games.clippers.terms.events import StickLaid
from companion.games.clippers.watching.referee import ClippersTable
from companion.games.clippers.watching.search.prices import LIVE
from companion.reading import EMPTY, Reading, Seen
from companion.records.record import Happened, Record, Source, Who, facts_of
from companion.watching.laid_pieces.referee import LaidPieces
from tests.whole_games import GAMES, new_record, read_game

FIVE = read_game(GAMES / "5-players-stuck.jsonl")
FACTS = tuple(event for _, event in FIVE.facts)[:150]
AT = [at for at, e in enumerate(FACTS) if isinstance(e, StickLaid) and e.company == "red"][2]
BOARD = FIVE.start.game.chart.board
CAMERA = Source(Who.CAMERA, confidence=0.9)
PERSON = Source(Who.PERSON)


def slipped(by: Source) -> Record:
    """A red stick was written down as a black one, by camera or person."""
    stick = FACTS[AT]
    assert isinstance(stick, StickLaid)
    record = new_record(FIVE.start)
    for event in (*FACTS[:AT], replace(stick, company="black"), *FACTS[AT + 1 :]):
        record = record.add(Happened(event_json(event)), by)
    return record


def told(by: Source, red: float) -> list[Mapping[str, object]]:
    """The record after a look at the table with that stick."""
    stick = FACTS[AT]
    assert isinstance(stick, StickLaid)
    lies = {**replay(FIVE.start, FACTS).spaces, **replay(FIVE.start, FACTS).slots}
    seen = {
        place: Seen(kind := lies.get(place, EMPTY), 0.999, ((kind, 0.999),))
        for place in (*BOARD.spaces, *BOARD.slots)
    }
    seen[stick.space] = Seen("black", 1 - red, (("black", 1 - red), ("red", red)))
    spaces = {place: seen[place] for place in BOARD.spaces}
    reading = Reading(spaces, {place: seen[place] for place in BOARD.slots})
    outcome = LaidPieces(ClippersTable(BOARD, LIVE)).look(slipped(by), reading)
    return list(facts_of(outcome.record))


@pytest.mark.parametrize(
    ("by", "red", "anew"),
    [
        pytest.param(CAMERA, 0.3, True, id="half seen"),
        pytest.param(PERSON, 0.3, False, id="somebody said it"),
        pytest.param(CAMERA, 0.0, False, id="surely seen: that is asked, not told"),
    ],
)
def test_what_later_pieces_speak_against_is_told_anew(by: Source, red: float, anew: bool) -> None:
    stick = FACTS[AT]
    assert isinstance(stick, StickLaid)

    sticks = [fact for fact in told(by, red) if fact.get("space") == stick.space]

    assert [fact["company"] for fact in sticks] == ["red" if anew else "black"]


def test_what_is_behind_odd_facts_is_looked_for_in_as_many_looks_as_it_takes() -> None:
    table, unhurried = ClippersTable(BOARD, LIVE), ClippersTable(BOARD, LIVE)
    hypothesis = table.read(slipped(CAMERA))
    looks, cut_short = 0, True

    while cut_short:
        table.think(0)
        found = table.otherwise(hypothesis)
        looks, cut_short = looks + 1, table.cut_short
        assert looks < 100

    assert looks > 1
    assert found == unhurried.otherwise(hypothesis)
