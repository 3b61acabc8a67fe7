"""South Seas, whole: its rules, and what pages ask of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.games.carcassonne_south_seas.corrections.inquiry import INQUIRY, places_of
from companion.games.carcassonne_south_seas.course.apply import apply
from companion.games.carcassonne_south_seas.course.score import FACTORS, SCORED, score
from companion.games.carcassonne_south_seas.course.setup import (
    PLAYERS,
    colours_of,
    new_game,
    set_up,
    tiles_board,
)
from companion.games.carcassonne_south_seas.drawn.self_play import SELF_PLAY
from companion.games.carcassonne_south_seas.judging.choices import awaited, choices
from companion.games.carcassonne_south_seas.judging.instead import instead
from companion.games.carcassonne_south_seas.judging.judgement import findings
from companion.games.carcassonne_south_seas.page import explained
from companion.games.carcassonne_south_seas.page.face import Sight, SouthSeasFace
from companion.games.carcassonne_south_seas.page.pictures import picture_of
from companion.games.carcassonne_south_seas.page.words import Words
from companion.games.carcassonne_south_seas.record.event_json import FACTS, TOLD
from companion.games.carcassonne_south_seas.record.foregone import foregone
from companion.games.carcassonne_south_seas.record.story import state_view, table_story_json
from companion.games.carcassonne_south_seas.rules.notes import notes
from companion.games.carcassonne_south_seas.shipped import read_shipped_board
from companion.games.carcassonne_south_seas.state.kept_state import KEPT
from companion.games.carcassonne_south_seas.state.state import State
from companion.games.carcassonne_south_seas.terminal.told import TERMINAL
from companion.games.carcassonne_south_seas.terms.events import Event
from companion.games.carcassonne_south_seas.terms.rulings import OPTIONS, Rulings
from companion.games.carcassonne_south_seas.terms.ships import SHIPS, card_of
from companion.games.carcassonne_south_seas.watching.watched import watched
from companion.play.beginning import Beginning
from companion.play.corrections.offered import offered_repairs
from companion.play.game import About, Data, Game, Seat, as_it_is
from companion.play.page.lines import Repair
from companion.play.timeline import Step
from companion.score import Score

ABOUT = About(
    id="carcassonne_south_seas",
    name="Carcassonne: South Seas",
    players=PLAYERS,
    role="colour",
    options=OPTIONS,
    facts=FACTS,
    scored=SCORED,
    factors=FACTORS,
    cards=tuple(map(card_of, SHIPS.values())),
)
"""South Seas as data."""
BEGINNING = Beginning(ABOUT.role, OPTIONS, new_game, set_up)
"""How a game begins, and is read again. Rules 6 to 11."""


def _seats(state: State) -> tuple[Seat, ...]:
    return tuple(Seat(name, colour) for name, colour in state.game.colours.items())


def _ruled(state: State) -> Rulings:
    return state.game.rulings


def _score(state: State, _: Iterable[Step[State, Event]]) -> Score:
    """The points with their working; what the table allowed changes nothing of it."""
    return score(state)


def _repairs(sight: Sight) -> Sequence[Repair]:
    return offered_repairs(sight, INQUIRY, places_of)


def _is_open(state: State) -> bool:
    """Goods and ships are open to all, if the table does not keep ships face down. A14."""
    return state.over or not state.game.rulings.ships_face_down


def _view(sight: Sight) -> Data:
    return state_view(sight.state, sight.sees)


GAME: Game[State, Event] = Game(
    about=ABOUT,
    begin=BEGINNING.begin,
    start=BEGINNING.start,
    parse=TOLD.read_at,
    fact=TOLD.written,
    apply=apply,
    apply_allowed=apply,
    findings=findings,
    notes=notes,
    keep=KEPT.written,
    recall=KEPT.read,
    face=SouthSeasFace(),
    watching=watched,
    terminal=TERMINAL,
    self_play=SELF_PLAY,
    finished=None,  # Ships and goods in the hand, no photo tells.
    shipped_board=read_shipped_board,
    check_board=tiles_board,
    roles=colours_of,
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
    picture=picture_of,
)
