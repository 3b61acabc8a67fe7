"""Big Kini, whole: its rules, and what pages ask of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from companion.boards.board import Board
from companion.games.big_kini.corrections.inquiry import INQUIRY, places_of
from companion.games.big_kini.course.score import FACTORS, SCORED, score
from companion.games.big_kini.course.setup import (
    NOTES,
    ONLY_WITH_CARDS,
    PLAYERS,
    colours_of,
    new_game,
    set_up,
    tiles_board,
)
from companion.games.big_kini.drawn.self_play import SELF_PLAY
from companion.games.big_kini.judging.choices import awaited, choices
from companion.games.big_kini.judging.going_on import apply
from companion.games.big_kini.judging.instead import instead
from companion.games.big_kini.judging.judgement import findings
from companion.games.big_kini.judging.told import TOLD_TO_ALL, TOLD_TO_BANK
from companion.games.big_kini.page import explained
from companion.games.big_kini.page.face import BigKiniFace, Sight
from companion.games.big_kini.page.words import Words
from companion.games.big_kini.record.event_json import FACTS, PRIVATE, TOLD
from companion.games.big_kini.record.foregone import foregone
from companion.games.big_kini.record.story import state_view, table_story_json
from companion.games.big_kini.rules.notes import notes
from companion.games.big_kini.shipped import read_shipped_board
from companion.games.big_kini.state.kept_state import KEPT
from companion.games.big_kini.state.state import NEUTRAL, State
from companion.games.big_kini.terminal.told import TERMINAL
from companion.games.big_kini.terms.events import Event
from companion.games.big_kini.terms.layouts import PICTURED, TILES
from companion.games.big_kini.terms.own_cards import FORM, PRINTED
from companion.games.big_kini.terms.rulings import OPTIONS, Rulings
from companion.games.big_kini.watching.watched import watched
from companion.play.beginning import Beginning
from companion.play.corrections.offered import offered_repairs
from companion.play.game import About, Data, Game, InBox, Seat, as_it_is
from companion.play.page.lines import Repair
from companion.play.timeline import Step
from companion.score import Score

TILE = "a{}"
"""How the board that comes with the program calls the tile of an atoll."""
IN_BOX = {
    layout: InBox(
        tuple(map(TILE.format, range(TILES[layout].least, TILES[layout].most + 1))),
        frozenset(map(TILE.format, TILES[layout].out)),
    )
    for layout in PICTURED
}
"""What stays in the box with two players and with three. Rule 16."""
ABOUT = About(
    id="big_kini",
    name="Big Kini",
    players=PLAYERS,
    role="colour",
    options=OPTIONS,
    facts=FACTS,
    scored=SCORED,
    factors=FACTORS,
    cash=NOTES,
    private=PRIVATE,
    told_to_all=TOLD_TO_ALL,
    told_to_bank=TOLD_TO_BANK,
    cards=PRINTED,
    card_form=FORM,
    in_box=IN_BOX,
)
"""Big Kini as data."""
BEGINNING = Beginning(ABOUT.role, OPTIONS, new_game, set_up, called_so=lambda _: (NEUTRAL,))
"""How a game begins, and is read again. Rules 16 to 24."""


def _begin(
    seats: Sequence[Seat], options: Mapping[str, object], board: Board
) -> Mapping[str, object]:
    """The set-up of a new game. Rules 16 to 24.

    Where nobody says how, so many are played with action cards as can't be without.
    """
    unsaid = {"cards": "yes"} if len(seats) in ONLY_WITH_CARDS else {}
    return BEGINNING.begin(seats, {**unsaid, **options}, board)


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
    """Money is hidden until the end, but from nobody who plays alone. Rule 23."""
    return state.over or len(state.players) == 1


def _view(sight: Sight) -> Data:
    return state_view(sight.state, sight.sees)


GAME: Game[State, Event] = Game(
    about=ABOUT,
    begin=_begin,
    start=BEGINNING.start,
    parse=TOLD.read_at,
    fact=TOLD.written,
    apply=apply,
    findings=findings,
    notes=notes,
    keep=KEPT.written,
    recall=KEPT.read,
    apply_allowed=apply,
    face=BigKiniFace(),
    watching=watched,
    terminal=TERMINAL,
    self_play=SELF_PLAY,
    finished=None,  # Goods and money in the hand, no photo tells.
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
)
