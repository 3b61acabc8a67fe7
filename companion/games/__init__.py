"""The games: each folder holds the rules of one, and this list is where a new one is added."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any, cast

from companion.boards.board import Board
from companion.errors import InputError
from companion.files.fields import shown
from companion.play.game import Game
from companion.records.record import Record
from companion.saying.phrase import AnyOf

GAMES: Mapping[str, str] = MappingProxyType(
    {
        "clippers": "companion.games.clippers.game",
        "long_cours": "companion.games.long_cours.game",
        "big_kini": "companion.games.big_kini.game",
        "carcassonne_south_seas": "companion.games.carcassonne_south_seas.game",
    }
)
"""By its id the module in which each game is found, as ``GAME``."""
USUAL = "clippers"
"""The game that is played where nobody says which."""


def game_called(name: str) -> Game[Any, Any]:
    """The game of this id, read when it is asked for; raise InputError where there is none."""
    if name not in GAMES:
        raise InputError("no-such-game", "game", name=shown(name), known=AnyOf(GAMES))
    return cast("Game[Any, Any]", import_module(GAMES[name]).GAME)


def game_of(record: Record) -> Game[Any, Any]:
    """The game that a record is of; raise InputError where it is none of these."""
    return game_called(record.header.game)


def game_on(board: Board) -> Game[Any, Any]:
    """The game that a board is of; the usual one where it names none that is here."""
    return game_called(board.game if board.game in GAMES else USUAL)
