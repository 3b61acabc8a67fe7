"""A finished game for other programs: BG Stats by link and by file, and a table of the score.

BG Stats: https://www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites/.
No ``bggId`` is sent while none is known; BG Stats then goes by the name.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from urllib.parse import quote
from uuid import NAMESPACE_URL, UUID, uuid5

from companion.play.game import About
from companion.play.page.score_table import ScoreTable, WorkedLine, score_table
from companion.play.words import AnyWords
from companion.score import Score
from web.words.language import catalogue
from web.words.times import time_of

SOURCE = "Companion"
LINK = "https://app.bgstatsapp.com/createPlay.html?data="
OURS = uuid5(NAMESPACE_URL, "https://companion.invalid/bg-stats")
BYTE_ORDER_MARK = "\ufeff"
"""Without it a spreadsheet reads accented letters wrongly."""
LONGEST = timedelta(days=1)
"""A game that seems to have taken longer went on another day, or the clock was set."""
SEPARATORS = {"fr": ";"}
"""What parts two cells, where a spreadsheet of that language expects no comma."""
FORMULA = re.compile(
    r"""(^(?=[\t\r\n])|(?:^|[;,|\t\r\n])[\s"']*(?=[=+\-@\uff1d\uff0b\uff0d\uff20]))"""
)
"""Where a spreadsheet would see a formula begin: first in a cell, or after a sign at which it parts
cells, as where our comma is another country's semicolon. The wide signs are Japanese."""


@dataclass(frozen=True)
class Play:
    """A game as it was played: which, when (ISO 8601), on which board, who sat where.

    ``rounds`` counts the one that was begun last, too.
    """

    about: About
    begun: str
    ended: str
    board: str
    score: Score
    seats: Sequence[tuple[str, str]]
    rounds: int

    @property
    def id(self) -> UUID:
        """The same for the same play, however often it is handed over."""
        names = ",".join(name for name, _ in self.seats)
        return uuid5(OURS, f"{self.begun} {self.board} {names}")

    @property
    def minutes(self) -> int | None:
        """How long it took; None where that is unknown.

        A clock was set meanwhile, or the game went on another day, where it seems to have taken
        less than nothing or more than a day.
        """
        begun, ended = time_of(self.begun), time_of(self.ended)
        if begun is None or ended is None or not timedelta() <= ended - begun <= LONGEST:
            return None
        return round((ended - begun).total_seconds() / 60)

    @property
    def when(self) -> dict[str, object]:
        """When and how long, in BG Stats' words, as far as it is known."""
        said = {"playDate": _date(self.ended), "durationMin": self.minutes}
        return {word: value for word, value in said.items() if value is not None}


def bg_stats_link(play: Play) -> str:
    """The address that opens BG Stats' import dialog."""
    data = {
        "sourceName": SOURCE,
        "sourcePlayId": str(play.id),
        **play.when,
        "board": play.board,
        "game": {
            "name": play.about.name,
            "sourceGameId": play.about.id,
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {
                "name": name,
                "sourcePlayerId": str(uuid5(OURS, name)),
                "score": total,
                "rank": rank,
                "winner": name in play.score.winners,
                "startPlayer": seat == 0,
                "role": role,
            }
            for seat, (name, role, total, rank) in enumerate(_results(play))
        ],
    }
    return LINK + quote(json.dumps(data, ensure_ascii=False, separators=(",", ":")), safe="")


def bgsplay(play: Play) -> dict[str, object]:
    """The same as a ``.bgsplay`` file."""
    results = _results(play)
    ended = _date(play.ended)
    scores = [
        {
            "playerRefId": seat + 1,
            "score": str(total),
            "winner": name in play.score.winners,
            "rank": rank,
            "seatOrder": seat + 1,
            "startPlayer": seat == 0,
            "newPlayer": False,
            "role": role,
            "team": "",
        }
        for seat, (name, role, total, rank) in enumerate(results)
    ]
    return {
        "about": f"{SOURCE}: {play.about.name}",
        "players": [
            {
                "id": seat + 1,
                "uuid": str(uuid5(OURS, name)),
                "name": name,
                "isAnonymous": False,
                **_changed(ended, "modificationDate"),
                "bggUsername": "",
            }
            for seat, (name, *_) in enumerate(results)
        ],
        "locations": [],
        "games": [_game(play.about, ended)],
        "plays": [_play(play, ended, scores)],
        "userInfo": {"meRefId": 0},
    }


def score_csv(play: Play, words: AnyWords, language: str) -> str:
    """Every line of the sum and everybody's total, to be opened in a spreadsheet as it is."""
    gettext = catalogue(language).gettext
    table = score_table(play.score, play.about, dict(play.seats), words)
    out = io.StringIO()
    write = csv.writer(out, delimiter=SEPARATORS.get(language, ","), lineterminator="\n")
    earners = [table.earners] if table.earners else []
    who = [gettext("Rank"), gettext("Player"), table.role]
    write.writerow([*who, gettext("What"), *table.factors, gettext("Points"), *earners])
    for row in table.rows:
        who = [str(row.rank), row.player, row.role_said]
        for line in row.lines:
            write.writerow(map(_harmless, [*who, line.said, *_working(line, table)]))
        blank = [""] * len(table.factors)
        total = [gettext("Total"), *blank, str(row.total), *[""] * len(earners)]
        write.writerow(map(_harmless, [*who, *total]))
    return BYTE_ORDER_MARK + out.getvalue()


def _working(line: WorkedLine, table: ScoreTable) -> list[str]:
    """What multiplies, the points, and the names of what earned them."""
    multiplied = ["" if factor is None else str(factor) for factor in line.factors]
    earned_by = [", ".join(name for _, name in line.earners)] if table.earners else []
    return [*multiplied, str(line.line.points), *earned_by]


def _game(about: About, ended: str | None) -> dict[str, object]:
    return {
        "id": 1,
        "uuid": str(uuid5(OURS, about.name)),
        "name": about.name,
        "cooperative": False,
        "highestWins": True,
        "noPoints": False,
        "usesTeams": False,
        **_changed(ended, "modificationDate"),
    }


def _changed(when: str | None, *words: str) -> dict[str, object]:
    """When something was made or changed, where that is known."""
    return {} if when is None else dict.fromkeys(words, when)


def _play(play: Play, ended: str | None, scores: list[dict[str, object]]) -> dict[str, object]:
    return {
        "uuid": str(play.id),
        "gameRefId": 1,
        **_changed(ended, "entryDate", "modificationDate"),
        **play.when,
        "rounds": play.rounds,
        "board": play.board,
        "scoringSetting": 0,
        "manualWinner": False,
        "usesTeams": False,
        "ignored": False,
        "rating": 0,
        "playImages": "[]",
        "playerScores": scores,
    }


def _results(play: Play) -> list[tuple[str, str, int, int]]:
    standing = {each.player: each for each in play.score.standings}
    return [(name, role, standing[name].total, standing[name].rank) for name, role in play.seats]


def _date(text: str) -> str | None:
    time = time_of(text)
    return None if time is None else time.replace(tzinfo=None).isoformat(" ", "seconds")


def _harmless(cell: str) -> str:
    """A cell in which no spreadsheet finds a formula: an apostrophe stands before each."""
    return FORMULA.sub(r"\1'", cell)
