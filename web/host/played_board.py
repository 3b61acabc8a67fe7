"""Which board a game is played on, whatever board the program was started with."""

from __future__ import annotations

import atexit
import shutil
from collections.abc import Mapping
from pathlib import Path
from tempfile import mkdtemp

from companion.boards.board import Board, digest_of
from companion.boards.board_writing import unpack_board
from companion.errors import InputError
from companion.records.record import Header
from companion.store import Store


def board_of(store: Store, game: int, given: Board) -> Board:
    """The board of a game: the one given where it is the same, else the one kept with the game.

    A board that was traced anew, with its places moved a little, is the same. Raises InputError
    where the board that was kept can't be read.
    """
    kept = store.board(game)
    if kept is None or _is_of(store.header(game), given):
        return given
    # The picture of the markers has to be a file, for as long as the board is in use.
    folder = Path(mkdtemp(prefix="companion-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    try:
        return unpack_board(kept, folder)
    except InputError as error:
        raise InputError("kept-board-unfit", game=game, error=error) from None


def _is_of(header: Header, board: Board) -> bool:
    said = header.setup.get("board")
    return isinstance(said, Mapping) and said.get("digest") == digest_of(board)
