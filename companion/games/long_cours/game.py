"""Long Cours, whole: its rules, and what pages ask of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from companion.bank import Ledger
from companion.boards.board import Board
from companion.files.fields import Field
from companion.finding import Finding
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
from companion.games.long_cours.judging.choices import Choice, awaited, choices
from companion.games.long_cours.judging.going_on import apply
from companion.games.long_cours.judging.instead import instead
from companion.games.long_cours.judging.judgement import findings
from companion.games.long_cours.page import explained
from companion.games.long_cours.page.face import LongCoursFace, Sight
from companion.games.long_cours.page.words import Words
from companion.games.long_cours.record.event_json import FACTS, event_json, parse_event
from companion.games.long_cours.record.foregone import foregone
from companion.games.long_cours.record.story import state_view, table_story_json
from companion.games.long_cours.rules.notes import notes
from companion.games.long_cours.shipped import read_shipped_board
from companion.games.long_cours.state.kept_state import parse_state, state_json
from companion.games.long_cours.state.state import State
from companion.games.long_cours.terminal.told import TERMINAL
from companion.games.long_cours.terms.events import Event
from companion.games.long_cours.terms.rulings import OPTIONS, Rulings
from companion.games.long_cours.watching.watched import watched
from companion.play.corrections.offered import offered_repairs
from companion.play.game import About, Data, Foregone, Game, Seat
from companion.play.in_place import Explained, Thing
from companion.play.offered.finished import Finished
from companion.play.offered.self_play import SelfPlay
from companion.play.page.lines import Repair
from companion.play.setup_json import read_setup, setup_json
from companion.play.timeline import Moment, Step
from companion.score import Score
from companion.store.table import View
from companion.watching.referee import Watched

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


class LongCours:
    """The game, as ``companion.play.game.Game`` asks for it."""

    about: About = ABOUT
    face = LongCoursFace()
    terminal = TERMINAL
    self_play: SelfPlay | None = SELF_PLAY
    finished: Finished | None = None
    """Who wins, no photo tells."""

    @property
    def watched(self) -> Watched:
        """A camera knows each ship by its colour."""
        return watched(GAME)

    def begin(
        self, seats: Sequence[Seat], options: Mapping[str, object], board: Board
    ) -> Mapping[str, object]:
        """The set-up of a new game. Rules 8 to 14."""
        rulings = ABOUT.options.read(options)
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
        """Who was struck, what was taken, what is over."""
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
        """Six zones and six products, as a die has six faces."""
        stops_board(board)

    def roles(self, board: Board) -> tuple[str, ...]:
        """The colours of the cargo ships."""
        return ship_colours(board)

    def words(self, language: str, board: Board) -> Words:
        """What Long Cours says."""
        return Words(language, board)

    def seen(self, state: State) -> State:
        """Nothing goes on by itself."""
        return state

    def seats(self, state: State) -> tuple[Seat, ...]:
        """Who plays which ship."""
        return tuple(Seat(name, ship) for name, ship in state.game.ships.items())

    def ruled(self, state: State) -> Rulings:
        """The rulings of the table."""
        return state.game.rulings

    def awaited(self, state: State) -> tuple[str, ...]:
        """Who may act now: who is at turn, answers a fight, or bids."""
        return awaited(state)

    def choices(self, state: State) -> Sequence[Choice]:
        """All that may be done now; of free sums a few."""
        return choices(state)

    def instead(self, before: State, event: Event) -> Iterable[Event]:
        """What an event may have been instead."""
        return instead(before, event)

    def score(self, state: State, allowed: Iterable[Step[State, Event]]) -> Score:
        """Whom everybody has outlived; what the table allowed changes nothing of it."""
        del allowed
        return score(state)

    def foregone(self, table: View[Moment[State, Event]]) -> Foregone[Event] | None:
        """The end of a turn in which nothing is left to do."""
        return foregone(table)

    def repairs(self, sight: Sight) -> Sequence[Repair]:
        """The corrections that explain what is found: one slip, one question."""
        return offered_repairs(sight, INQUIRY, stop_of)

    def is_open(self, state: State) -> bool:
        """Cash and cargo are open to all. Rule 58."""
        del state
        return True

    def story(self, sight: Sight) -> Data:
        """The game as ``companion game --json`` tells it."""
        return table_story_json(sight)

    def view(self, sight: Sight) -> Data:
        """All that lies on the table."""
        return state_view(sight.state)

    def things(self, state: State) -> Iterable[Thing]:
        """All that lies on the table but for the stops of the board."""
        return explained.things(state)

    def explained(self, sight: Sight, thing: Thing) -> Explained | None:
        """A thing in words."""
        return explained.explained(sight, thing)

    def lesson(self, state: State) -> Thing | None:
        """Each part of the first rounds."""
        return explained.lesson(state)


GAME: Game[State, Event] = LongCours()
