"""The games of the file: listed, looked at, taken up again, and handed over as files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import Blueprint, Response, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from companion.board_drawing.paint import paints
from companion.games import game_called
from companion.play.log import log
from companion.play.page.lines import LogLine
from companion.play.page.score_table import won
from companion.play.sight import AnySight, Sight
from companion.play.words import AnyWords
from web.host.bin import KEPT_DAYS
from web.host.evenings import Told
from web.host.kept_evenings import Evening
from web.host.roles import Role
from web.looking_back.deleting import in_the_bin, no_such_game
from web.looking_back.finding import MOST_AT_ONCE, address_of, found, name_of, window, years
from web.looking_back.tally import draw_tally, tallies
from web.standings.score_page import (
    HiddenScore,
    asked_moment,
    at_moment,
    exported,
    hidden,
    play_of,
    score_shown,
)
from web.table.map_page import empty_chart, laid_chart
from web.table.shown import ChartShown, chart_shown, drawn
from web.time_lapse.page import Lapse, lapse
from web.visits.visit import host, needs, visit
from web.words.language import words_on
from web.words.times import local_time

evening_pages = Blueprint("evening_pages", __name__, url_prefix="/evenings")
PATIENCE_S = 0.5
"""So long the page waits until all evenings are counted; those that aren't by then are later."""
MOST_LETTERS = 80
"""Of what is looked for."""


@dataclass(frozen=True)
class EveningShown(ChartShown):
    """What is shown of one game of the file, besides its score: the chart at one moment of it.

    ``letters`` are the letters of the kinds of pieces.
    """

    number: int
    begun: str
    name_of_game: str
    is_on_table: bool
    over: bool
    round: int
    words: AnyWords
    letters: Mapping[str, str]
    log: Sequence[LogLine]
    pictures: Lapse


@evening_pages.get("")
@needs(Role.HOST)
def every() -> str:
    """The games of the file, the one played last first: so many, or those that are looked for."""
    served, evenings, board = host().table, host().evenings, host().new_board
    wanted, heads = request.args.get("who", "")[:MOST_LETTERS], evenings.heads()
    these, parted = found(heads, wanted), request.args.getlist("parted", type=int)
    some = window(these, request.args.get("page", 1, type=int))
    listed = evenings.of(some.shown, board)
    counted = evenings.known(these, board, PATIENCE_S)
    return render_template(
        "looking_back/evenings.html",
        evenings=listed,
        window=some,
        every=len(heads),
        who=wanted,
        years=years(heads) if len(heads) > MOST_AT_ONCE else [],
        address=address_of,
        page=some.page,
        tallies=tallies(counted, wanted),
        uncounted=len(these) - len(counted),
        picture=draw_tally,
        kind_name=kind_name,
        game_name=game_name,
        who_won=who_won,
        on_table=None if served is None else served.number,
        at=local_time,
        name_of=name_of,
        new=request.args.get("new", type=int),
        here=request.args.get("here", 0, type=int),
        went_on=request.args.get("went_on", 0, type=int),
        parted=evenings.of([head for head in heads if head.id in parted][:MOST_AT_ONCE], board),
        **vars(in_the_bin()),
        pictures_of=host().albums.many,
        kept_days=KEPT_DAYS,
    )


@evening_pages.get("/<int:number>")
@needs(Role.HOST)
def look(number: int) -> str:
    """One game as it stands, for its host alone; nobody else's page changes.

    What is hidden at the table until the game is over is hidden here too.
    """
    told = _told(number)
    seen = _sight(told)
    asked, board = asked_moment(request.args.get("at")), told.board
    then, served = at_moment(seen, asked), host().table
    own = EveningShown(
        **vars(chart_shown(board, seen.game, then.state, seen.words)),
        number=number,
        begun=local_time(told.head.begun),
        name_of_game=seen.game.about.name,
        is_on_table=served is not None and served.number == number,
        over=seen.state.over,
        round=seen.state.round,
        words=seen.words,
        letters={name: paint.letter for name, paint in paints(board).items()},
        log=log(seen),
        pictures=lapse(number, asked),
    )
    score = HiddenScore() if hidden(seen) else score_shown(seen, then, board)
    return drawn("looking_back/evening.html", score, own)


@evening_pages.get("/<int:number>/map-<any(light, dark):theme>.svg")
@needs(Role.HOST)
def empty(number: int, theme: str) -> Response:
    """The empty board of a game, as a chart."""
    return empty_chart(_told(number).board, theme)


@evening_pages.get("/<int:number>/board.svg")
@needs(Role.HOST)
def chart(number: int) -> Response:
    """The board of a game with all that lies on it."""
    told = _told(number)
    return laid_chart(told.board, told.game, told.view.last.state)


@evening_pages.get(
    "/<int:number>/<any('record.jsonl', 'score.json', 'score.csv', 'play.bgsplay'):name>"
)
@needs(Role.HOST)
def export(number: int, name: str) -> Response:
    """A game as a file, as the score page gives it."""
    told = _told(number)
    seen = _sight(told)
    return exported(name, seen, play_of(seen, told.head.begun, told.board.name))


@evening_pages.post("/<int:number>/open")
@needs(Role.HOST)
def take_up(number: int) -> BaseResponse:
    """Go on with a game on every phone; the one on the table is put away, and stays in the list."""
    served = host().table
    if served is None or served.number != number:
        _told(number)
        host().take_up(number)
    return redirect("/table", 303)


def kind_name(game: str, kind: str) -> str:
    """What a kind of line of a game's score is called."""
    return words_on(host().board_for(game)).named("points", kind)


def who_won(evening: Evening) -> str:
    """Who won an evening that is over."""
    if evening.score is None:
        return ""
    return won(evening.score, words_on(host().board_for(evening.game)), "score:has-won")


def game_name(game: str) -> str:
    """What a game is called."""
    return game_called(game).about.name


def _told(number: int) -> Told:
    told = host().evenings.told(number, host().new_board)
    if told is None:
        raise no_such_game(number)
    return told


def _sight(told: Told) -> AnySight:
    return Sight(told.game, told.view, told.game.words(visit().language, told.board))
