"""Clippers, whole: its rules, and what pages ask of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.boards.board import Board
from companion.boards.position_file import marker_kinds
from companion.games.clippers.course.rounds import at_last, passed_on
from companion.games.clippers.drawn.self_play import SELF_PLAY
from companion.games.clippers.judging.choices import Choice, options
from companion.games.clippers.judging.instead import instead
from companion.games.clippers.judging.judgement import is_legal
from companion.games.clippers.page import explained
from companion.games.clippers.page.face import ClippersFace
from companion.games.clippers.page.repairs import offered_repairs
from companion.games.clippers.page.story_json import table_story_json
from companion.games.clippers.page.turn_words import awaited
from companion.games.clippers.page.view import Sight, table_view
from companion.games.clippers.page.words import Words
from companion.games.clippers.photo.finished import FINISHED
from companion.games.clippers.record.foregone import foregone
from companion.games.clippers.record.play import ClippersRules
from companion.games.clippers.record.timeline import Moment, Step, grants, score_of
from companion.games.clippers.scoring.final_score import check_scorable
from companion.games.clippers.shipped import read_shipped_board
from companion.games.clippers.state.state import MARKET, State
from companion.games.clippers.terminal.told import TERMINAL
from companion.games.clippers.terms.editions import Rulings
from companion.games.clippers.terms.events import Event, ShipBought
from companion.games.clippers.watching.watched import WATCHED
from companion.play.game import Data, Foregone, Game, Seat
from companion.play.in_place import Explained, Thing
from companion.play.offered.finished import Finished
from companion.play.offered.self_play import SelfPlay
from companion.play.page.lines import Repair
from companion.score import Score
from companion.store.table import View
from companion.watching.referee import Watched


class Clippers(ClippersRules):
    """The game, as ``companion.play.game.Game`` asks for it."""

    face = ClippersFace()
    watched: Watched | None = WATCHED
    terminal = TERMINAL
    self_play: SelfPlay | None = SELF_PLAY
    finished: Finished | None = FINISHED

    def shipped_board(self) -> Board:
        """The reconstructed board."""
        return read_shipped_board()

    def check_board(self, board: Board) -> None:
        """Clippers can be played wherever it can be scored."""
        check_scorable(board)

    def roles(self, board: Board) -> tuple[str, ...]:
        """The nations of the markers."""
        return tuple(marker_kinds(board))

    def words(self, language: str, board: Board) -> Words:
        """What Clippers says."""
        return Words(language, board)

    def seen(self, state: State) -> State:
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

    def seats(self, state: State) -> tuple[Seat, ...]:
        """Who plays which nation."""
        return tuple(Seat(player.name, player.nation) for player in state.game.players)

    def ruled(self, state: State) -> Rulings:
        """The rulings of the table."""
        return state.game.rulings

    def awaited(self, state: State) -> tuple[str, ...]:
        """Who may act now."""
        return awaited(state)

    def choices(self, state: State) -> Sequence[Choice]:
        """All that may be done now."""
        return options(state)

    def instead(self, before: State, event: Event) -> Iterable[Event]:
        """What an event may have been instead."""
        return instead(before, event)

    def score(self, state: State, allowed: Iterable[Step]) -> Score:
        """The score if the game stopped here."""
        return score_of(state, grants(allowed))

    def foregone(self, table: View[Moment]) -> Foregone[Event] | None:
        """The end of a turn that nobody has to say."""
        return foregone(table)

    def repairs(self, sight: Sight) -> list[Repair]:
        """The corrections that explain what is found."""
        return offered_repairs(sight)

    def is_open(self, state: State) -> bool:
        """Whether money is played open."""
        return state.game.rulings.open_money

    def story(self, sight: Sight) -> Data:
        """The game as ``companion game --json`` tells it."""
        return table_story_json(sight)

    def view(self, sight: Sight) -> Data:
        """Everything a page shows, but for the score."""
        return table_view(sight)

    def things(self, state: State) -> Iterable[Thing]:
        """All that lies on the table but for the places of the board."""
        return explained.things(state)

    def explained(self, sight: Sight, thing: Thing) -> Explained | None:
        """A thing in words."""
        return explained.explained(sight, thing)

    def lesson(self, state: State) -> Thing | None:
        """Each phase of the first round."""
        return explained.lesson(state)


GAME: Game[State, Event] = Clippers()
