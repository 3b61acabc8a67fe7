"""All traced boards of a table: folders beside its file, each begun, opened or taken in."""

from __future__ import annotations

import json
import re
import secrets
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from calibration.profile import Profile
from calibration.shelved import Shelved, changed_in
from calibration.tracing.draft.draft import Change, Photo, Sheet, Taught
from calibration.tracing.draft.game_map import game_map
from calibration.tracing.draft.trace import Act, Deed, Trace, read_trace
from calibration.tracing.kinds.board_kind import from_board, traced_as
from calibration.tracing.kinds.wishes import written_sheet
from calibration.tracing.traced_board import TRACE, TracedBoard, keep_photo
from companion.boards.board_writing import keep_board
from companion.errors import InputError
from companion.files.fields import Field
from companion.files.whole_file import UnwrittenFileError, make_folder
from companion.games import GAMES, game_called
from companion.saying.phrase import Phrase, reason

FOLDER = "traced-boards"
ID_BYTES = 4
REMOVED, BEGINNING = "-removed", "-beginning"
"""The folder of a tracing that was removed, or is not begun to its end, ends so."""
ID = re.compile(r"[0-9a-f]{8}")
USUAL_PIECES: Mapping[str, Any] = {
    "stick": {"length_mm": 20.0, "width_mm": 5.0, "height_mm": 5.0,
              "kinds": {"white": "#f0ece0", "red": "#c8202a", "green": "#1f7a3a",
                        "blue": "#2040b0", "black": "#1c1c20"}},
    "marker": {"diameter_mm": 9.0, "height_mm": 1.5,
               "kinds": {"red": "#c8202a", "blue": "#2040b0"}},
}  # fmt: skip
"""Pieces of a game that nobody knows yet, to be changed on the page."""


@cache
def shipped_maps() -> Mapping[str, str]:
    """The games whose map can be begun with, by their id, and how each is called."""
    maps = {name: game_map(name) for name in GAMES}
    return {
        name: game_called(name).about.name
        for name, board in maps.items()
        if board and traced_as(board)
    }


class Shelf:
    """The folder in which traced boards lie. Safe to use from several threads."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._open: dict[str, TracedBoard] = {}
        self._lock = threading.Lock()

    def boards(self) -> list[Shelved]:
        """All tracings, the one worked on last first."""
        return [self._shelved(path) for path in self._folders() if ID.fullmatch(path.name)]

    def removed(self) -> list[Shelved]:
        """Tracings that were removed and can be brought back, by their old ids."""
        folders = [path for path in self._folders() if path.name.endswith(REMOVED)]
        ids = [path.name.removesuffix(REMOVED) for path in folders]
        return [
            Shelved(number, self._name_of(number), changed_in(path))
            for number, path in zip(ids, folders, strict=True)
        ]

    def _folders(self) -> list[Path]:
        if not self._root.is_dir():
            return []
        folders = [path for path in self._root.iterdir() if path.is_dir()]
        return sorted(folders, key=lambda path: path.stat().st_mtime, reverse=True)

    def _name_of(self, number: str) -> str:
        try:
            return read_trace(self._root / f"{number}{REMOVED}" / TRACE).draft.sheet.name
        except InputError:
            return number

    def remove(self, number: str) -> bool:
        """Take a tracing off the shelf; its folder is kept. False where there is none."""
        return self._renamed(number, "", REMOVED)

    def bring_back(self, number: str) -> bool:
        """Put a removed tracing back. False where there is none."""
        return self._renamed(number, REMOVED, "")

    def _renamed(self, number: str, was: str, to: str) -> bool:
        source, goal = (self._root / f"{number}{end}" for end in (was, to))
        with self._lock:
            if not ID.fullmatch(number) or not source.is_dir() or goal.exists():
                return False
            self._open.pop(number, None)
            try:
                source.rename(goal)
            except OSError as error:
                raise InputError("shelf-unread", source, why=reason(error)) from None
            return True

    def get(self, number: str) -> TracedBoard | None:
        """A tracing by its id. Raises InputError where its file is damaged; it is left alone."""
        if not ID.fullmatch(number) or not (self._root / number).is_dir():
            return None
        with self._lock:
            if number not in self._open:
                self._open[number] = TracedBoard.opened(self._root / number)
            board = self._open[number]
        board.follow()
        return board

    def begin_shipped(self, game: str, *, bare: bool = False) -> TracedBoard:
        """Begin with the map that comes with a game, to be laid over the photo.

        ``bare``: with its size and its pieces alone.
        """
        rules = game_called(game)
        board = rules.shipped_board()
        kept = keep_board(board)
        sheet, changes = from_board(board, json.loads(kept.file)["pieces"])
        named = replace(sheet, name=rules.about.name)
        return self._begin(named, () if bare else changes, kept.art)

    def begin_empty(self, name: str, width_mm: object, height_mm: object) -> TracedBoard:
        """Begin with nothing but a board's name and size. Raises InputError for what can't be."""
        written = {"name": name, "width_mm": width_mm, "height_mm": height_mm}
        sheet = written_sheet(Field(written, "board"), Sheet("", "routes", 0, 0, USUAL_PIECES))
        return self._begin(sheet, (), None)

    def take_in(self, profile: Profile, name: Phrase | str) -> TracedBoard:
        """Take in a profile that somebody has sent, and which is called so.

        Raises InputError, and nothing is kept then.
        """
        number = secrets.token_hex(ID_BYTES)
        with self._folder_of(number) as folder:
            board = profile.board(folder, name)
            file = keep_photo(folder, profile.photo)
            sheet, changes = from_board(board, (profile.board_file or {}).get("pieces") or {})
            pose = profile.pose
            photo = Photo(file, pose.size_px, pose.corners_of(board), pose)
            changes = (*changes, photo, Taught(profile.palette))
            TracedBoard.begun(folder, _begun(sheet, changes))
        return self._new(number)

    def _begin(self, sheet: Sheet, changes: tuple[Change, ...], art: bytes | None) -> TracedBoard:
        number = secrets.token_hex(ID_BYTES)
        with self._folder_of(number) as folder:
            TracedBoard.begun(folder, _begun(sheet, changes), art)
        return self._new(number)

    @contextmanager
    def _folder_of(self, number: str) -> Iterator[Path]:
        """The folder in which a tracing is begun: on the shelf only when all of it is written."""
        folder, goal = self._root / f"{number}{BEGINNING}", self._root / number
        make_folder(folder)
        try:
            yield folder
            folder.rename(goal)
        except InputError:
            _discard(folder)
            raise
        except OSError as error:
            _discard(folder)
            raise UnwrittenFileError(goal, error) from None

    def _new(self, number: str) -> TracedBoard:
        made = self.get(number)
        if made is None:
            raise InputError("board-removed")
        return made

    def _shelved(self, folder: Path) -> Shelved:
        number, changed = folder.name, changed_in(folder)
        try:
            board = self.get(number)
        except InputError as error:
            return Shelved(number, number, changed, error.fault)
        return Shelved(number, board.draft.sheet.name if board else number, changed)


def _begun(sheet: Sheet, changes: tuple[Change, ...]) -> Trace:
    return Trace(sheet, (Act(Deed.BEGUN, sheet.name, changes),))


def _discard(folder: Path) -> None:
    for path in folder.iterdir():
        path.unlink()
    folder.rmdir()
