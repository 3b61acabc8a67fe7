"""The whole games in ``tests/games/``, and how their results are written down.

``python -m tests.whole_games`` writes every ``NAME.result.json`` anew from ``NAME.jsonl``: to be
done, and read line by line, when a ruling changes what a game is worth. ``--draw`` plays the games
anew too, by lot: one for every number of players and every way of ending.
"""

from __future__ import annotations

import json
import sys
from itertools import count
from pathlib import Path
from random import Random

from companion.games.clippers.course.apply import apply
from companion.games.clippers.course.rounds import at_last
from companion.games.clippers.course.setup import new_game, set_up
from companion.games.clippers.drawn.drawn_game import KEEN_ON_SHIPS, USUAL, draw_game
from companion.games.clippers.record.event_json import event_json
from companion.games.clippers.record.game_file import GAME, GameFile, setup_json
from companion.games.clippers.record.play import from_record
from companion.games.clippers.record.timeline import last_state, score_of, steps
from companion.games.clippers.scoring.final_score import PORTS
from companion.games.clippers.shipped import read_shipped_board
from companion.games.clippers.state.state import Reason, State
from companion.games.clippers.terms.players import Player
from companion.records.record import Happened, Header, Record, read_record, write_record
from companion.score import ScoreLine

GAMES = Path(__file__).resolve().parent / "games"
BOARD = read_shipped_board()
TABLE = ("Anna", "Ben", "Chloe", "Dan", "Eve")
WISHES = {Reason.STUCK: USUAL, Reason.ALL_STICKS: KEEN_ON_SHIPS}
"""All sticks get laid where further routes are opened as often as can be."""


def new_record(start: State) -> Record:
    """Begin the record of a game of Clippers; of one that is joined half-way too."""
    return Record(Header(GAME, setup_json(start)))


def whole_games() -> list[Path]:
    """The records of finished games."""
    return sorted(path for path in GAMES.glob("*-players-*.jsonl"))


def read_game(path: Path) -> GameFile:
    return from_record(read_record(path), BOARD)


def result_of(file: GameFile) -> dict[str, object]:
    """What a game came to, as its result file has it: why and when it ended, and every line."""
    told = tuple(steps(file))
    last = last_state(file, told)
    assert last.end is not None
    done = score_of(last)
    return {
        "end": {
            "reason": last.end.reason.value,
            "after": last.end.after,
            "round": last.end.round,
            "phase": last.end.phase,
            "player": last.end.player,
        },
        "ranks": {each.player: f"{each.rank}. with {each.total}" for each in done.standings},
        "lines": [written(line) for line in done.lines],
    }


def written(line: ScoreLine) -> str:
    if line.what != PORTS:
        return f"{line.player}: {line.points} $"
    factors = dict(line.factors)
    companies = " and ".join(line.because) or "nobody"
    return (
        f"{line.player}: {line.place} {factors['value']} x {factors['markers']} marker x "
        f"{len(line.because)} ({companies}) = {line.points}"
    )


def draw(players: int, reason: Reason) -> Record:
    """Play by lot until a game ends in this way."""
    nations = (card.nation for card in BOARD.departure_cards)
    table = [Player(name, nation, 0) for name, nation in zip(TABLE, nations, strict=False)]
    start = set_up(new_game(BOARD, table[:players]))
    for seed in count():
        record, state = new_record(start), start
        for _, event in draw_game(start, Random(seed), WISHES[reason]):
            record = record.add(Happened(event_json(event)))
            state = apply(state, event)
        end = at_last(state).end
        if end is not None and end.reason is reason:
            return record
    raise AssertionError


def main() -> None:
    if "--draw" in sys.argv[1:]:
        for players in range(2, 6):
            for reason in Reason:
                path = GAMES / f"{players}-players-{reason.value.replace('_', '-')}.jsonl"
                path.write_text(write_record(draw(players, reason)), encoding="utf-8")
    for path in whole_games():
        result = json.dumps(result_of(read_game(path)), indent=1, ensure_ascii=False)
        path.with_suffix(".result.json").write_text(f"{result}\n", encoding="utf-8")
        print(f"{path}: written")


if __name__ == "__main__":
    main()
