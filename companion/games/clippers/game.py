"""Clippers, whole: its rules, and what pages ask of it."""

from __future__ import annotations

from collections.abc import Iterable

from companion.boards.board import Board
from companion.boards.position_file import marker_kinds
from companion.games.clippers.course.rounds import at_last, passed_on
from companion.games.clippers.drawn.self_play import SELF_PLAY
from companion.games.clippers.judging.choices import options
from companion.games.clippers.judging.instead import instead
from companion.games.clippers.judging.judgement import is_legal
from companion.games.clippers.page import explained
from companion.games.clippers.page.face import ClippersFace
from companion.games.clippers.page.repairs import offered_repairs
from companion.games.clippers.page.story_json import table_story_json
from companion.games.clippers.page.turn_words import awaited
from companion.games.clippers.page.view import table_view
from companion.games.clippers.page.words import Words
from companion.games.clippers.photo.finished import FINISHED
from companion.games.clippers.record.foregone import foregone
from companion.games.clippers.record.play import RULES
from companion.games.clippers.record.timeline import Step, grants, score_of
from companion.games.clippers.scoring.final_score import check_scorable
from companion.games.clippers.shipped import read_shipped_board
from companion.games.clippers.state.state import MARKET, State
from companion.games.clippers.terminal.told import TERMINAL
from companion.games.clippers.terms.editions import Rulings
from companion.games.clippers.terms.events import Event, ShipBought
from companion.games.clippers.watching.watched import watched
from companion.play.game import Game, Seat
from companion.score import Score


def _roles(board: Board) -> tuple[str, ...]:
    return tuple(marker_kinds(board))


def _seen(state: State) -> State:
    """A state as people see it.

    A turn of phase 1 is over when nothing is left to do in it. The game may be over where the
    next turn would begin.
    """
    state = at_last(state)
    seat = state.seat
    if state.over or state.phase != MARKET or not seat.acted:
        return state
    name = seat.player.name
    if any(is_legal(state, ShipBought(name, company)) for company in state.companies):
        return state
    return passed_on(state)


def _seats(state: State) -> tuple[Seat, ...]:
    return tuple(Seat(player.name, player.nation) for player in state.game.players)


def _ruled(state: State) -> Rulings:
    return state.game.rulings


def _score(state: State, allowed: Iterable[Step]) -> Score:
    return score_of(state, grants(allowed))


def _is_open(state: State) -> bool:
    """Whether money is played open."""
    return state.game.rulings.open_money


GAME: Game[State, Event] = Game(
    about=RULES.about,
    begin=RULES.begin,
    start=RULES.start,
    parse=RULES.parse,
    fact=RULES.fact,
    apply=RULES.apply,
    findings=RULES.findings,
    notes=RULES.notes,
    keep=RULES.keep,
    recall=RULES.recall,
    apply_allowed=RULES.apply_allowed,
    face=ClippersFace(),
    watching=watched,
    terminal=TERMINAL,
    self_play=SELF_PLAY,
    finished=FINISHED,
    shipped_board=read_shipped_board,
    check_board=check_scorable,
    without_value="clippers:island-without-value",
    roles=_roles,
    words=Words,
    seen=_seen,
    seats=_seats,
    ruled=_ruled,
    awaited=awaited,
    choices=options,
    instead=instead,
    score=_score,
    foregone=foregone,
    repairs=offered_repairs,
    is_open=_is_open,
    story=table_story_json,
    view=table_view,
    things=explained.things,
    explained=explained.explained,
    lesson=explained.lesson,
)
