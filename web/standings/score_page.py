"""The score: standings at any time, every line of the sum, money over time, and the way out."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from flask import Blueprint, Response, request
from markupsafe import Markup

from companion.boards.board import Board
from companion.play.log import log_line, notes
from companion.play.page.face import Purse, Sign
from companion.play.page.lines import FindingLine, LogLine
from companion.play.page.score_table import ScoreTable, score_table
from companion.play.sight import AnySight
from companion.play.statement import MoneyThen, money_by_round, money_over_time
from companion.records.record import write_record
from companion.score import Score
from web.host.roles import Role
from web.serving.answers import attached
from web.standings.chart import money_chart
from web.standings.exports import Play, bg_stats_link, bgsplay, score_csv
from web.table.entry_page import place_of
from web.table.map_page import laid_chart
from web.table.pages import shown
from web.table.shown import chart_shown, drawn
from web.time_lapse.page import lapse
from web.visits.visit import host, needs, over_the_books, sight, table, visit
from web.words.errors import RefusedError
from web.words.language import board_called, gettext
from web.words.numbers import whole_number
from web.words.rulings import HouseRules, house_rules
from web.words.times import local_day, local_time, time_of

MOST_POINTS, MOST_ROUNDS = 200, 40
"""The chart of the money has about so many points, and the table of it so many rounds."""
scores = Blueprint("scores", __name__)


@dataclass(frozen=True)
class MomentShown:
    """A moment of a game: what happened, what was found, what everybody had.

    ``number`` is its event's, ``place`` where that lies; ``before`` and ``after`` are the numbers
    of the events beside it (0 is the start, and there is none after the ``last``).
    """

    number: int
    line: LogLine | None
    place: str
    before: int | None
    after: int | None
    last: int
    over: bool
    stands: Sequence[str]
    purses: Sequence[Purse]


@dataclass(frozen=True)
class HiddenScore:
    """What is shown of a score that the host keeps to himself."""

    score: None = None


@dataclass(frozen=True)
class ScoreShown:
    """A score, and the game once more.

    ``totals`` are everybody's points at the ``moment``.
    """

    score: Score
    moment: MomentShown
    totals: Mapping[str, int]
    table: ScoreTable
    game: str
    sign_of: Mapping[str, Sign]
    rules: HouseRules
    board: str


@dataclass(frozen=True)
class ScoreOfTable:
    """What the page of the table's own score shows besides: its money, and the way out.

    Without ``chart`` no money is played for.
    ``when`` the game ended is a time of the record, ``day`` that day in words;
    ``dated`` is the same time for the name of a file: in every language it is written alike.
    ``ending`` is what the last fact of a game brought, step by step: a last evaluation.
    """

    chart: Markup | None
    over_time: Sequence[MoneyThen]
    link: str | None
    when: str
    day: str
    dated: str
    ending: Sequence[FindingLine]


@scores.get("/score")
@needs(*Role)
def sheet() -> str:
    """The standings as they would be if the game stopped here, or the final sheet."""
    seen = sight()
    parts = shown(seen)
    if hidden(seen):
        return drawn("standings/score.html", parts, HiddenScore())
    asked = asked_moment(request.args.get("at"))
    then = at_moment(seen, asked)
    chart = vars(chart_shown(host().board, seen.game, then.state, seen.words))
    parts = replace(parts, **chart, pictures=lapse(table().number, asked))
    own = score_shown(seen, then, host().board)
    return drawn("standings/score.html", parts, own, _of_table(seen, parts.purses))


def score_shown(seen: AnySight, then: AnySight, board: Board) -> ScoreShown:
    """The score of a game as it stands, and a moment of it."""
    about = seen.game.about
    roles = ((seat.name, seat.role) for seat in seen.game.seats(seen.state))
    return ScoreShown(
        score=seen.score,
        moment=told_moment(seen, then),
        totals={each.player: each.total for each in then.score.standings},
        table=score_table(seen.score, about, dict(roles), seen.words),
        game=about.id,
        sign_of={purse.player: purse.sign for purse in seen.game.face.purses(seen)},
        rules=house_rules(seen.words, about.options, seen.game.ruled(seen.state)),
        board=board_called(board.name),
    )


def _ending(seen: AnySight) -> Sequence[FindingLine]:
    """Return what the end brought; nothing if that is no more than that the game is over."""
    told = notes(seen) if seen.state.over else ()
    return told if any(each.finding.places for each in told) else ()


def _of_table(seen: AnySight, purses: Sequence[Purse]) -> ScoreOfTable:
    play, over_time = _play(seen), money_over_time(seen, MOST_POINTS)
    chart = money_chart(
        [each.round for each in over_time],
        [each.money for each in over_time],
        {each.player: (each.sign.kind, each.sign.letter) for each in purses},
        gettext("Money over time"),
    )
    return ScoreOfTable(
        chart=None if seen.state.bank is None else chart,
        over_time=money_by_round(seen, MOST_ROUNDS),
        link=bg_stats_link(play) if seen.state.over else None,
        when=play.ended,
        day=local_day(play.ended),
        dated=local_time(play.ended),
        ending=_ending(seen),
    )


@scores.get("/export/board.svg")
@needs(*Role)
def board_picture() -> Response:
    """The board with all that lies on it now, as a picture."""
    seen = sight()
    return laid_chart(host().board, seen.game, seen.state)


@scores.get("/export/<any('record.jsonl', 'score.json', 'score.csv', 'play.bgsplay'):name>")
@needs(*Role)
def export(name: str) -> Response:
    """The game as a file: its record, its score, or a play for BG Stats."""
    seen = over_the_books()
    if hidden(seen):
        raise RefusedError(403, "hidden", "The host keeps the standings hidden until the end.")
    return exported(name, seen, _play(seen))


def exported(name: str, seen: AnySight, play: Play) -> Response:
    """One of the files that a game is handed over as."""
    if name == "play.bgsplay" and not seen.state.over:
        raise RefusedError(409, "not-over", "BG Stats keeps games that are over; this one goes on.")
    of = seen.game.about.id
    if name == "record.jsonl":
        return attached(write_record(seen.table.record), "application/jsonl", f"{of}-{name}")
    if name == "score.csv":
        told = score_csv(play, seen.words, visit().language)
        return attached(told, "text/csv; charset=utf-8", f"{of}-{name}")
    data = bgsplay(play) if name == "play.bgsplay" else seen.game.story(seen)
    return attached(
        json.dumps(data, ensure_ascii=False, indent=1), "application/json", f"{of}-{name}"
    )


def hidden(seen: AnySight) -> bool:
    """Whether the standings are kept from this visitor until the game is over.

    Where players are told things alone, the standings tell of them: they are the books' only.
    """
    if seen.state.over:
        return False
    if seen.game.about.private and not seen.sees_all:
        return True
    if visit().keeps_bank:
        return False
    return host().settings.hide_standings or not seen.game.is_open(seen.state)


def asked_moment(text: str | None) -> int | None:
    """The number of the event that an address asks for; None is how it stands now."""
    return None if text is None else whole_number(text)


def at_moment(seen: AnySight, number: int | None) -> AnySight:
    """The table after the event of that number; as it stands now, where none is asked for.

    What lies open by now lay hidden then, and is told.
    """
    if number is None:
        return seen
    return replace(seen, table=seen.table.until(number), keeps_bank=seen.sees_all)


def told_moment(seen: AnySight, then: AnySight) -> MomentShown:
    """What a page shows of a moment."""
    facts, here = seen.table.facts, len(then.table.facts)
    number = facts[here - 1].seq if here else 0
    entry = seen.table.entry(number)
    line = None if entry is None else log_line(seen, entry)
    return MomentShown(
        number=number,
        line=line,
        place="" if line is None else place_of(seen.game.about, line.fact),
        before=None if not here else facts[here - 2].seq if here > 1 else 0,
        after=facts[here].seq if here < len(facts) else None,
        last=facts[-1].seq if facts else 0,
        over=then.state.over,
        stands=then.game.face.turn(then).stands,
        purses=then.game.face.purses(then),
    )


def _play(seen: AnySight) -> Play:
    return play_of(seen, host().store.begun(table().number), host().board.name)


def play_of(seen: AnySight, begun: str, board: str) -> Play:
    """A game as it was played, on a board of that name, from that time on."""
    entries = reversed(seen.table.record.entries)
    seats = [(seat.name, seat.role) for seat in seen.game.seats(seen.state)]
    ended = next((entry.at for entry in entries if entry.at and time_of(entry.at)), begun)
    return Play(seen.game.about, begun, ended, board, seen.score, seats, seen.state.round)
