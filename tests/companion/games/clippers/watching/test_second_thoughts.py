"""A stick that the camera misread is told anew when its company's route goes on from it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.clippers.course.apply import replay
from companion.games.clippers.record.event_json import event_json
from companion.games.clippers.record.game_file import new_record
from companion.games.clippers.terms.events import StickLaid
from companion.games.clippers.watching.prices import LIVE
from companion.games.clippers.watching.referee import ClippersTable
from companion.reading import EMPTY, Reading, Seen
from companion.records.record import Happened, Source, Who, facts_of
from companion.watching.laid_pieces.referee import LaidPieces
from tests.whole_games import GAMES, read_game

FIVE = read_game(GAMES / "5-players-stuck.jsonl")
FACTS = tuple(event for _, event in FIVE.facts)[:150]
AT = [at for at, e in enumerate(FACTS) if isinstance(e, StickLaid) and e.company == "red"][2]
CAMERA = Source(Who.CAMERA, confidence=0.9)
PERSON = Source(Who.PERSON)


def told(by: Source, red: float) -> list[dict[str, object]]:
    """The record after a look: a red stick was written down as a black one, by camera or person."""
    stick = FACTS[AT]
    assert isinstance(stick, StickLaid)
    slipped = (*FACTS[:AT], replace(stick, company="black"), *FACTS[AT + 1 :])
    record = new_record(FIVE.start)
    for event in slipped:
        record = record.add(Happened(event_json(event)), by)
    board = FIVE.start.game.chart.board
    lies = {**replay(FIVE.start, FACTS).spaces, **replay(FIVE.start, FACTS).slots}
    seen = {
        place: Seen(kind := lies.get(place, EMPTY), 0.999, ((kind, 0.999),))
        for place in (*board.spaces, *board.slots)
    }
    seen[stick.space] = Seen("black", 1 - red, (("black", 1 - red), ("red", red)))
    spaces = {place: seen[place] for place in board.spaces}
    reading = Reading(spaces, {place: seen[place] for place in board.slots})
    return list(facts_of(LaidPieces(ClippersTable(board, LIVE)).look(record, reading).record))


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
