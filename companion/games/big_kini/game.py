"""Big Kini, whole: its rules, and what pages ask of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from companion.bank import Ledger
from companion.boards.board import Board
from companion.files.fields import Field
from companion.finding import Finding
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
from companion.games.big_kini.judging.choices import Choice, awaited, choices
from companion.games.big_kini.judging.going_on import apply
from companion.games.big_kini.judging.instead import instead
from companion.games.big_kini.judging.judgement import findings
from companion.games.big_kini.page import explained
from companion.games.big_kini.page.face import BigKiniFace, Sight
from companion.games.big_kini.page.words import Words
from companion.games.big_kini.record.event_json import FACTS, PRIVATE, event_json, parse_event
from companion.games.big_kini.record.foregone import foregone
from companion.games.big_kini.record.story import state_view, table_story_json
from companion.games.big_kini.rules.notes import notes
from companion.games.big_kini.shipped import read_shipped_board
from companion.games.big_kini.state.kept_state import parse_state, state_json
from companion.games.big_kini.state.state import State
from companion.games.big_kini.terminal.told import TERMINAL
from companion.games.big_kini.terms.events import Event
from companion.games.big_kini.terms.layouts import PICTURED, TILES
from companion.games.big_kini.terms.own_cards import FORM, PRINTED
from companion.games.big_kini.terms.rulings import OPTIONS, Rulings
from companion.games.big_kini.watching.watched import watched
from companion.play.corrections.offered import offered_repairs
from companion.play.game import About, Data, Foregone, Game, InBox, Seat
from companion.play.in_place import Explained, Thing
from companion.play.offered.finished import Finished
from companion.play.offered.self_play import SelfPlay
from companion.play.page.lines import Repair
from companion.play.setup_json import read_setup, setup_json
from companion.play.timeline import Moment, Step
from companion.score import Score
from companion.store.table import View
from companion.watching.referee import Watched

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
    cards=PRINTED,
    card_form=FORM,
    in_box=IN_BOX,
)
"""Big Kini as data."""


class BigKini:
    """The game, as ``companion.play.game.Game`` asks for it."""

    about: About = ABOUT
    face = BigKiniFace()
    terminal = TERMINAL
    self_play: SelfPlay | None = SELF_PLAY
    finished: Finished | None = None
    """Goods and money in the hand, no photo tells."""

    @property
    def watched(self) -> Watched:
        """A camera follows atolls, cubes and tokens."""
        return watched(self)

    def begin(
        self, seats: Sequence[Seat], options: Mapping[str, object], board: Board
    ) -> Mapping[str, object]:
        """The set-up of a new game. Rules 16 to 24.

        Where nobody says how, so many are played with action cards as can't be without.
        """
        unsaid = {"cards": "yes"} if len(seats) in ONLY_WITH_CARDS else {}
        rulings = ABOUT.options.read({**unsaid, **options})
        game = new_game(board, seats, rulings)
        return setup_json(game.board, ABOUT.role, seats, OPTIONS, rulings)

    def start(self, setup: Mapping[str, object], board: Board) -> State:
        """Where a game begins."""
        return set_up(new_game(board, *read_setup(setup, board, ABOUT.role, OPTIONS)))

    def parse(self, said: Field, state: State) -> Event | None:
        """Read a fact."""
        return parse_event(said, state.game)

    def fact(self, event: Event) -> dict[str, object]:
        """Write a fact."""
        return event_json(event)

    def apply(self, state: State, event: Event) -> State:
        """Go on by one fact."""
        return apply(state, event)

    def findings(self, state: State, event: Event) -> tuple[Finding, ...]:
        """What the rules have against a fact."""
        return findings(state, event)

    def notes(self, before: State, event: Event, after: State) -> tuple[Finding, ...]:
        """Who is elected, what a round brings, what is over."""
        return notes(before, event, after)

    def keep(self, state: State) -> object:
        """A state as JSON."""
        return state_json(state)

    def recall(self, kept: object, start: State, transfers: Ledger) -> State:
        """A state from JSON."""
        return parse_state(kept, start, transfers)

    def shipped_board(self) -> Board:
        """The reconstructed board."""
        return read_shipped_board()

    def check_board(self, board: Board) -> None:
        """Atolls that can be read, layouts, and the action board."""
        tiles_board(board)

    def roles(self, board: Board) -> tuple[str, ...]:
        """The colours of the cubes."""
        return colours_of(board)

    def words(self, language: str, board: Board) -> Words:
        """What Big Kini says."""
        return Words(language, board)

    def seen(self, state: State) -> State:
        """Nothing goes on by itself."""
        return state

    def seats(self, state: State) -> tuple[Seat, ...]:
        """Who plays which colour."""
        return tuple(Seat(name, colour) for name, colour in state.game.colours.items())

    def ruled(self, state: State) -> Rulings:
        """The rulings of the table."""
        return state.game.rulings

    def awaited(self, state: State) -> tuple[str, ...]:
        """Who may act now: who is at turn, votes, is asked for a card, or shows goods."""
        return awaited(state)

    def choices(self, state: State) -> Sequence[Choice]:
        """All that may be done now; of free numbers a few."""
        return choices(state)

    def instead(self, before: State, event: Event) -> Iterable[Event]:
        """What an event may have been instead."""
        return instead(before, event)

    def score(self, state: State, allowed: Iterable[Step[State, Event]]) -> Score:
        """The points with their working; what the table allowed changes nothing of it."""
        del allowed
        return score(state)

    def foregone(self, table: View[Moment[State, Event]]) -> Foregone[Event] | None:
        """The end of an action of which nothing can be done."""
        return foregone(table)

    def repairs(self, sight: Sight) -> Sequence[Repair]:
        """The corrections that explain what is found: one slip, one question."""
        return offered_repairs(sight, INQUIRY, places_of)

    def is_open(self, state: State) -> bool:
        """Money is hidden until the end, but from nobody who plays alone. Rule 23."""
        return state.over or len(state.players) == 1

    def story(self, sight: Sight) -> Data:
        """The game as ``companion game --json`` tells it."""
        return table_story_json(sight)

    def view(self, sight: Sight) -> Data:
        """All that lies on the table."""
        return state_view(sight.state, sight.sees)

    def things(self, state: State) -> Iterable[Thing]:
        """All that lies on the table but for the places of the board."""
        return explained.things(state)

    def explained(self, sight: Sight, thing: Thing) -> Explained | None:
        """A thing in words."""
        return explained.explained(sight, thing)

    def lesson(self, state: State) -> Thing | None:
        """Each part of the first rounds."""
        return explained.lesson(state)


GAME: Game[State, Event] = BigKini()
