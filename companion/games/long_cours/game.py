"""Long Cours, whole: its rules, and what pages ask of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from companion.games.long_cours.corrections.inquiry import INQUIRY, stop_of
from companion.games.long_cours.course.score import OUTLIVED, score
from companion.games.long_cours.course.setup import (
    NOTES,
    PLAYERS,
    new_game,
    set_up,
    ship_colours,
    stops_board,
)
from companion.games.long_cours.drawn.self_play import SELF_PLAY
from companion.games.long_cours.judging.choices import awaited, choices
from companion.games.long_cours.judging.going_on import apply
from companion.games.long_cours.judging.instead import instead
from companion.games.long_cours.judging.judgement import findings
from companion.games.long_cours.judging.notes import notes
from companion.games.long_cours.page import explained
from companion.games.long_cours.page.face import LongCoursFace, Sight
from companion.games.long_cours.page.words import Words
from companion.games.long_cours.record.event_json import FACTS, TOLD
from companion.games.long_cours.record.foregone import foregone
from companion.games.long_cours.record.story import state_view, table_story_json
from companion.games.long_cours.shipped import read_shipped_board
from companion.games.long_cours.state.goods import BOX
from companion.games.long_cours.state.kept_state import KEPT
from companion.games.long_cours.state.state import Game as Table
from companion.games.long_cours.state.state import State
from companion.games.long_cours.terminal.told import TERMINAL
from companion.games.long_cours.terms.events import Event
from companion.games.long_cours.terms.rulings import OPTIONS, Rulings
from companion.games.long_cours.watching.watched import watched
from companion.play.beginning import Beginning
from companion.play.corrections.offered import offered_repairs
from companion.play.game import About, Data, Game, Seat, as_it_is
from companion.play.page.lines import Repair
from companion.play.timeline import Step
from companion.score import Score

ABOUT = About(
    id="long_cours",
    name="Long Cours",
    players=PLAYERS,
    role="ship",
    options=OPTIONS,
    facts=FACTS,
    scored=(OUTLIVED,),
    cash=NOTES,
)
"""Long Cours as data."""


def _holders(game: Table) -> Collection[str]:
    """Who else than players may hold goods: the box, and the stops where a cargo is stranded."""
    return {BOX, *game.board.stops}


BEGINNING = Beginning(ABOUT.role, OPTIONS, new_game, set_up, _holders)
"""How a game begins, and is read again. Rules 8 to 14."""


def _seats(state: State) -> tuple[Seat, ...]:
    return tuple(Seat(name, ship) for name, ship in state.game.ships.items())


def _ruled(state: State) -> Rulings:
    return state.game.rulings


def _score(state: State, _: Iterable[Step[State, Event]]) -> Score:
    """Whom everybody has outlived; what the table allowed changes nothing of it."""
    return score(state)


def _repairs(sight: Sight) -> Sequence[Repair]:
    return offered_repairs(sight, INQUIRY, stop_of)


def _is_open(state: State) -> bool:
    """Cash and cargo are open to all. Rule 58."""
    del state
    return True


def _view(sight: Sight) -> Data:
    return state_view(sight.state)


GAME: Game[State, Event] = Game(
    about=ABOUT,
    begin=BEGINNING.begin,
    start=BEGINNING.start,
    parse=TOLD.read_at,
    fact=TOLD.written,
    apply=apply,
    findings=findings,
    notes=notes,
    keep=KEPT.written,
    recall=KEPT.read,
    apply_allowed=apply,
    face=LongCoursFace(),
    watching=watched,
    terminal=TERMINAL,
    self_play=SELF_PLAY,
    finished=None,  # Who wins, no photo tells.
    shipped_board=read_shipped_board,
    check_board=stops_board,
    roles=ship_colours,
    words=Words,
    seen=as_it_is,
    seats=_seats,
    ruled=_ruled,
    awaited=awaited,
    choices=choices,
    instead=instead,
    score=_score,
    foregone=foregone,
    repairs=_repairs,
    is_open=_is_open,
    story=table_story_json,
    view=_view,
    things=explained.things,
    explained=explained.explained,
    lesson=explained.lesson,
)
