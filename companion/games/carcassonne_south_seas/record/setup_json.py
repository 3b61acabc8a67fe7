"""The set-up of a game as the header of its record keeps it."""

from __future__ import annotations

from collections.abc import Mapping

from companion.boards.board import Board, digest_of
from companion.errors import InputError, first_of
from companion.files.fields import Field, shown
from companion.games.carcassonne_south_seas.course.setup import new_game
from companion.games.carcassonne_south_seas.state.state import Game
from companion.games.carcassonne_south_seas.terms.rulings import OPTIONS
from companion.play.game import LONGEST_NAME, Seat


def setup_json(game: Game) -> dict[str, object]:
    """The board, the players and what the table rules otherwise."""
    return {
        "board": {"name": game.board.name, "digest": digest_of(game.board)},
        "players": [{"name": name, "colour": colour} for name, colour in game.colours.items()],
        "options": OPTIONS.differences(game.rulings),
    }


def parse_setup(setup: Mapping[str, object], board: Board) -> Game:
    """The game of a set-up; raise InputError where it can't be read, or is of another board."""
    said = Field(setup, "line 1/setup")
    here = said.get("board")
    here.is_object()
    name, known = here.get("name").text(), here.get("digest").text()
    seats = [
        Seat(player.get("name").text(LONGEST_NAME), player.get("colour").text())
        for player in said.get("players").items(least=1)
        if player.is_object()
    ]
    options = said.get("options")
    if options.given:
        options.is_object()
    if said.faults:
        raise InputError.of(first_of(said.faults))
    if known != digest_of(board):
        raise InputError(
            "carcassonne_south_seas:record-of-other-board",
            here.place,
            name=shown(name),
            here=board.name,
        )
    rulings = OPTIONS.read(options.value if isinstance(options.value, Mapping) else {})
    return new_game(board, seats, rulings)
