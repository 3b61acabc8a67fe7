"""Whole games of Long Cours, drawn by lot and kept; run as a module, it draws them anew.

To be done, and read, when a ruling changes what a game comes to.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from companion.games.long_cours.drawn.self_play import drawn
from companion.games.long_cours.game import GAME
from companion.games.long_cours.judging.going_on import apply
from companion.games.long_cours.record.story import story_json
from companion.play.game import Seat
from companion.play.played import read_played
from companion.play.timeline import follow
from companion.records.record import Happened, Header, Record, read_record, write_record
from tests.companion.games.long_cours.tables import BOARD, NAMES, SHIPS

FOLDER = Path(__file__).parent / "games"
SEEDS = {2: 3, 3: 11, 4: 5, 5: 4, 6: 2}


def drawn_record(count: int, seed: int) -> Record:
    """A game of so many that plays itself to its end."""
    seats = [Seat(*each) for each in zip(NAMES[:count], SHIPS, strict=False)]
    setup = dict(GAME.begin(seats, {}, BOARD))
    record, state, random = (
        Record(Header("long_cours", setup)),
        GAME.start(setup, BOARD),
        Random(seed),
    )
    while (event := drawn(state, random)) is not None:
        record = record.add(Happened(GAME.fact(event)))
        state = apply(state, event)
    assert state.over
    return record


def result_of(record: Record) -> dict[str, Any]:
    """What a game came to."""
    played = read_played(GAME, record, BOARD)
    assert played.faults == ()
    steps = tuple(follow(GAME, played.start, played.facts, played.allowed))
    told = story_json(played, steps)
    told["notes"] = len(told["notes"])  # type: ignore[arg-type]
    result: dict[str, Any] = json.loads(json.dumps(told))
    return result


def _kept() -> dict[str, tuple[Record, dict[str, Any]]]:
    return {
        path.stem: (
            read_record(path),
            json.loads(path.with_suffix(".result.json").read_text(encoding="utf-8")),
        )
        for path in sorted(FOLDER.glob("*.jsonl"))
    }


GAMES = _kept()

if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for count, seed in SEEDS.items():
        record = drawn_record(count, seed)
        path = FOLDER / f"{count}-players.jsonl"
        path.write_text(write_record(record), encoding="utf-8")
        result = json.dumps(result_of(record), ensure_ascii=False, indent=1)
        path.with_suffix(".result.json").write_text(result + "\n", encoding="utf-8")
