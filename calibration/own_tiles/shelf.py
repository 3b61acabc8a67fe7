"""Boards of own tiles: a folder each beside the table's file, with every step as a board file.

``0001.json`` is the board as it was begun, the last one what it is now. Undo sets the last aside
(``0007-1.undone``, and ``0007-2.undone`` the next time), so nothing that was typed is lost.
"""

from __future__ import annotations

import json
import re
import secrets
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from itertools import count
from pathlib import Path

from calibration.own_tiles.changes import with_tile
from calibration.own_tiles.photographed import KeptPhoto, TilesPhoto
from calibration.shelved import Shelved, changed_in
from companion.boards.board_file import parse_board, read_board
from companion.boards.board_writing import tiles_json
from companion.boards.tiles_board import Tile, TilesBoard
from companion.errors import InputError
from companion.files.file_lock import locked
from companion.files.whole_file import make_folder, write_whole
from companion.games import GAMES, game_called, game_on

FOLDER, PHOTO_FOLDER, CARDS_FOLDER = "own-tiles", "photo", "cards"
LOCK = "steps.lock"
ID_BYTES = 4
ID = re.compile(r"[0-9a-f]{8}")


@cache
def shipped_tiles() -> Mapping[str, str]:
    """The games that come with tiles to begin with, by their id, and how each is called."""
    games = {name: game_called(name) for name in GAMES}
    return {
        name: game.about.name
        for name, game in games.items()
        if isinstance(game.shipped_board(), TilesBoard)
    }


@dataclass(frozen=True)
class OwnTiles:
    """One board of own tiles, and how many steps led to it."""

    id: str
    board: TilesBoard
    steps: int

    @property
    def shipped(self) -> TilesBoard:
        """The tiles as they came with the program."""
        shipped = game_called(self.board.game).shipped_board()
        return shipped if isinstance(shipped, TilesBoard) else self.board

    @property
    def changed(self) -> frozenset[str]:
        """The tiles that are not as they came with the program."""
        known = self.shipped.tiles
        return frozenset(
            each.id for each in self.board.tiles.values() if known.get(each.id) != each
        )


class TilesShelf:
    """All boards of own tiles of a table. Safe to use from several threads and programs."""

    def __init__(self, root: Path) -> None:
        self._root, self._lock = root, threading.Lock()

    def boards(self) -> list[Shelved]:
        """All boards, the one worked on last first."""
        if not self._root.is_dir():
            return []
        folders = sorted(self._root.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
        found = (self._shelved(path) for path in folders)
        return [each for each in found if each is not None]

    def get(self, number: str) -> OwnTiles | None:
        """A board by its id; None where there is none. Raises InputError where it is damaged."""
        steps = self._steps(number)
        if not steps:
            return None
        board = read_board(steps[-1])
        return OwnTiles(number, board, len(steps)) if isinstance(board, TilesBoard) else None

    def begin(self, game: str, name: str) -> OwnTiles:
        """Begin with the tiles that come with a game. Raises InputError for a name without one."""
        if not name:
            raise InputError("nameless-tiles")
        shipped = game_called(game).shipped_board()
        assert isinstance(shipped, TilesBoard)
        number = secrets.token_hex(ID_BYTES)
        make_folder(self._root / number)
        self._write(number, 1, replace(shipped, name=name))
        return self._known(number)

    def change(self, number: str, tile: str, make: Callable[[Tile], Tile]) -> OwnTiles:
        """Put a tile right, and save that. Raises InputError, and nothing is done, for a fault."""
        return self.change_board(number, lambda now: with_tile(now, make(now.tiles[tile])))

    def change_board(self, number: str, make: Callable[[TilesBoard], TilesBoard]) -> OwnTiles:
        """Put the board right as ``change`` does."""
        with self._alone(number):
            own = self._known(number)
            board = make(own.board)
            whole = parse_board(tiles_json(board))
            game_on(whole).check_board(whole)
            if whole != own.board:
                self._write(number, _nth(self._steps(number)[-1]) + 1, board)
            return self._known(number)

    def photo(self, number: str) -> TilesPhoto:
        """The photo of a board's tiles, whether there is one or not."""
        return TilesPhoto(self._root / self._known(number).id / PHOTO_FOLDER)

    def cards_photo(self, number: str) -> KeptPhoto:
        """The photo of a board's cards, whether there is one or not."""
        return KeptPhoto(self._root / self._known(number).id / CARDS_FOLDER)

    def undo(self, number: str) -> OwnTiles:
        """Take the last step back; how it was begun stays."""
        with self._alone(number):
            steps = self._steps(number)
            if len(steps) > 1:
                steps[-1].rename(_aside(steps[-1]))
            return self._known(number)

    @contextmanager
    def _alone(self, number: str) -> Iterator[None]:
        """Keep others from a board while it is read, changed and written."""
        if not self._steps(number):
            raise InputError("no-such-tiles")
        with self._lock, locked(self._root / number / LOCK):
            yield

    def _shelved(self, folder: Path) -> Shelved | None:
        number, changed = folder.name, changed_in(folder)
        try:
            own = self.get(number)
        except InputError as error:
            return Shelved(number, number, changed, error.fault)
        return Shelved(number, own.board.name, changed) if own else None

    def _known(self, number: str) -> OwnTiles:
        own = self.get(number)
        if own is None:
            raise InputError("no-such-tiles")
        return own

    def _steps(self, number: str) -> list[Path]:
        """The files of a board's steps, the first one first; none where there is no such board."""
        if not ID.fullmatch(number):
            return []
        files = (self._root / number).glob("*.json")
        return sorted((path for path in files if path.stem.isdecimal()), key=_nth)

    def _write(self, number: str, step: int, board: TilesBoard) -> None:
        text = json.dumps(tiles_json(board), indent=1, ensure_ascii=False) + "\n"
        write_whole(self._root / number / f"{step:04}.json", text.encode())


def _nth(step: Path) -> int:
    """Which step a file holds."""
    return int(step.stem)


def _aside(step: Path) -> Path:
    """A free name for a step that is taken back."""
    names = (step.with_name(f"{step.stem}-{nth}.undone") for nth in count(1))
    return next(name for name in names if not name.exists())
