"""Which board a game is played on, whatever board the program was started with."""

from __future__ import annotations

import atexit
import shutil
import threading
from collections.abc import Mapping
from pathlib import Path
from tempfile import mkdtemp

from companion.boards.board import Board, digest_of
from companion.boards.board_writing import unpack_board
from companion.errors import InputError
from companion.records.record import Header
from companion.store import KeptBoard, Store

_known: dict[str, Board] = {}
"""The boards that were unpacked, by their digests."""
_unpacking = threading.Lock()


def board_of(store: Store, game: int, given: Board) -> Board:
    """The board of a game: the one given where it is the same, else the one kept with the game.

    A board that was traced anew, with its places moved a little, is the same. Raises InputError
    where the board that was kept can't be read.
    """
    kept = store.board(game)
    if kept is None or _is_of(store.header(game), given):
        return given
    try:
        return _unpacked(kept)
    except InputError as error:
        raise InputError("kept-board-unfit", game=game, error=error) from None


def _unpacked(kept: KeptBoard) -> Board:
    """A board that was kept, the same for all who look at it. Raises InputError."""
    with _unpacking:
        known = _known.get(kept.digest)
        if known is not None and (known.art is None or known.art.exists()):
            return known
        # The picture of the markers has to be a file, for as long as the board is in use.
        folder = Path(mkdtemp(prefix="companion-"))
        try:
            board = _known[kept.digest] = unpack_board(kept, folder)
        except InputError:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        return board


def _is_of(header: Header, board: Board) -> bool:
    said = header.setup.get("board")
    return isinstance(said, Mapping) and said.get("digest") == digest_of(board)
