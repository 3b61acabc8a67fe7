"""The map that comes with the game of a draft: what is known of the board before it is traced."""

from __future__ import annotations

from functools import cache

from companion.boards.board import Board
from companion.games import GAMES, game_called


@cache
def game_map(game: str) -> Board | None:
    """The map of the game of this id, read once; None where there is no such game here."""
    return game_called(game).shipped_board() if game in GAMES else None
