"""A game of Clippers as a file: a record, or a plain list of moves from another program.

Both lead to the same thing: the state it began with, and the facts in order, each with the number
by which the file calls it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from companion.boards.board import Board
from companion.boards.position_file import marker_kinds
from companion.errors import InputError
from companion.files.fields import Field, shown
from companion.files.input_file import FileKind, read_json
from companion.games.clippers.course.setup import new_game, set_up
from companion.games.clippers.record.event_json import parse_event
from companion.games.clippers.record.position_line import parse_position_line, position_line
from companion.games.clippers.state.state import Game, State
from companion.games.clippers.terms.editions import OPTIONS
from companion.games.clippers.terms.events import Event
from companion.games.clippers.terms.players import Player
from companion.play.beginning import SETUP, check_board, read_rulings, read_seats
from companion.play.beginning import setup_json as setup_of
from companion.play.game import Seat
from companion.play.played import Played
from companion.saying.phrase import Phrase

GAME = "clippers"
ROLE = "nation"
MOVES_FILE = FileKind(Phrase("a-list-of-moves"), 10_000_000)
LONGEST_POSITION = 1_000_000


GameFile = Played[State, Event]


def read_moves(path: Path, board: Board) -> GameFile:
    """Read a plain list of moves, numbered from 0; raise InputError in one line."""
    data = read_json(path, MOVES_FILE)
    try:
        return parse_moves(data, board)
    except InputError as error:
        raise error.within(path) from None


def parse_moves(data: object, board: Board) -> GameFile:
    """Build a game from the JSON of a plain list of moves; raise InputError with the first fault.

    A move that breaks a rule is a fact like any other. One that names what is not there is not.
    """
    said = Field(data)
    if not said.is_object():
        raise InputError.of(said.faults[0])
    game = _game(said, board)
    moves = said.get("moves")
    events = [parse_event(move, game) for move in (moves.items() if moves.given else ())]
    if not moves.given:
        moves.fault("missing", wanted=Phrase("a-list"))
    said.check()
    facts = tuple((number, event) for number, event in enumerate(events) if event is not None)
    return GameFile(set_up(game), facts)


def setup_json(start: State) -> dict[str, object]:
    """The set-up of a game as its record keeps it; of one that is joined half-way too."""
    game = start.game
    seats = [Seat(player.name, player.nation) for player in game.players]
    setup = setup_of(game.chart.board, ROLE, seats, OPTIONS, game.rulings)
    if start != set_up(game):
        setup["position"] = position_line(start)
    return setup


def parse_setup(setup: Mapping[str, object], board: Board) -> State:
    """Where a game of this set-up begins; raise InputError where it is of another board."""
    said = Field(setup, SETUP)
    check_board(said.get("board"), board)
    game = _game(said, board)
    position = said.get("position")
    line = position.text(LONGEST_POSITION) if position.given else ""
    said.check()
    return parse_position_line(line, game) if position.given else set_up(game)


def _game(said: Field, board: Board) -> Game:
    players = [Player(seat.name, seat.role, 0) for seat in read_seats(said, ROLE)]
    nations = marker_kinds(board)
    for player in players:
        if player.nation not in nations:
            raise InputError(
                "clippers:no-such-nation",
                player=player.name,
                nation=shown(player.nation),
                known=", ".join(nations),
            )
    return new_game(board, players, read_rulings(said, OPTIONS))
