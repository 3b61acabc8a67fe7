"""How an evening stood, kept in the table's file, so that a list need not follow every game again.

It follows from the game: what can't be read is worked out once more. Of a score it has what lists
and sums of evenings need: the standings, and each player's points of every kind.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache

from companion.errors import Fault
from companion.fingerprint import fingerprint
from companion.score import Score, ScoreLine, Standing
from companion.store import GameHead
from companion.store.schema import mark_of

FORM = 2
"""Of what is written here."""


@dataclass(frozen=True)
class Evening:
    """One line of the list: who played, how it stands. ``fault`` says why it can't be opened."""

    head: GameHead
    game: str = ""
    players: tuple[str, ...] = ()
    ended: str | None = None
    round: int = 0
    over: bool = False
    score: Score | None = None
    fault: Fault | None = None


@cache
def written_by() -> str:
    """What is the same for programs that say the same of an evening."""
    return mark_of("evening", FORM, fingerprint())


def kept_text(evening: Evening) -> str:
    """An evening as it is kept."""
    score = Score((), ()) if evening.score is None else evening.score
    kinds = dict.fromkeys((line.player, line.what) for line in score.lines)
    said = {
        "game": evening.game,
        "players": evening.players,
        "ended": evening.ended,
        "round": evening.round,
        "over": evening.over,
        "standings": [[each.player, each.rank, each.total] for each in score.standings],
        "aim": score.aim,
        "points": [[name, what, score.points(name, what)] for name, what in kinds],
    }
    return json.dumps(said, separators=(",", ":"))


def evening_kept(head: GameHead, text: str) -> Evening | None:
    """Read what ``kept_text`` wrote; None where it is none."""
    try:
        said = json.loads(text)
        lines = tuple(ScoreLine(name, what, points, "") for name, what, points in said["points"])
        standings = tuple(Standing(*each) for each in said["standings"])
        return Evening(
            head,
            said["game"],
            tuple(said["players"]),
            said["ended"],
            said["round"],
            said["over"],
            Score(lines, standings, aim=said["aim"]),
        )
    except (ValueError, TypeError, KeyError):
        return None
