"""The pictures of a game's turns, as files beside the table's: never in it, nor in the record.

They stay on this machine: no backup, no file for another laptop and no export has them. A picture
is called by the number of the event after which it was taken. Each game has a folder of its own,
and a folder whose game is no longer in the table's file goes.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from companion.errors import InputError
from companion.files.whole_file import make_folder, write_whole
from companion.store import Store
from companion.store.schema import mark_of

MOST_PICTURES, MOST_BYTES = 300, 60_000_000
"""Of one game: with more, every second one goes. A usual one has 60, of 150 kB each."""
MOST_ALL_BYTES = 1_000_000_000
"""Of all games of one file: with more, no further picture is kept until some are deleted."""
PICTURE = re.compile(r"(\d{7})\.jpg")
FOLDER = re.compile(r"\d+-[0-9a-f]{32}")


class Album:
    """The pictures of one game. The folder is made with the first of them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def numbers(self) -> tuple[int, ...]:
        """The events after which there is a picture, in their order."""
        return tuple(sorted(number for number, _ in self._files()))

    def at(self, moment: int | None) -> int | None:
        """The picture of the board as it lay after an event; None for one before the first.

        ``moment`` None is how it lies now.
        """
        before = [number for number in self.numbers() if moment is None or number <= moment]
        return before[-1] if before else None

    def picture(self, number: int) -> bytes | None:
        """A picture as a JPEG file; None where there is none."""
        try:
            return self._path(number).read_bytes()
        except OSError:
            return None

    def keep(self, number: int, jpeg: bytes, instead_of: int | None = None) -> None:
        """Keep a picture; that of an earlier moment of the same turn goes.

        Raises UnwrittenFileError.
        """
        make_folder(self.folder)
        self.folder.chmod(0o700)
        write_whole(self._path(number), jpeg)
        if instead_of is not None and instead_of != number:
            self._path(instead_of).unlink(missing_ok=True)
        if len(self.numbers()) > MOST_PICTURES or self.size_bytes() > MOST_BYTES:
            self._thin_out()

    def size_bytes(self) -> int:
        """How much room they take."""
        size = 0
        for _, file in self._files():
            with suppress(FileNotFoundError):  # it went since it was listed
                size += file.stat().st_size
        return size

    def forget(self) -> None:
        """Delete them all."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def _thin_out(self) -> None:
        """Let every second one go; the first and the last stay."""
        for number in self.numbers()[1:-1:2]:
            self._path(number).unlink(missing_ok=True)

    def _files(self) -> Iterator[tuple[int, os.DirEntry[str]]]:
        """Each picture's event, and its file; a folder that is not there, or goes, has none."""
        with suppress(FileNotFoundError, NotADirectoryError), os.scandir(self.folder) as files:
            for file in files:
                if name := PICTURE.fullmatch(file.name):
                    yield int(name[1]), file

    def _path(self, number: int) -> Path:
        return self.folder / f"{number:07}.jpg"


class Albums:
    """The pictures of all games of a table's file."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._names: dict[int, str] = {}

    @property
    def folder(self) -> Path:
        """Where they lie: beside the file, and called like it."""
        path = self._store.path
        return path.with_name(f"{path.name}-pictures")

    def of(self, game: int) -> Album:
        """Those of one game, known by its number and by how it began."""
        if game not in self._names:
            header = self._store.header(game)
            setup = json.dumps(dict(header.setup), sort_keys=True, default=str)
            began = mark_of("pictures", header.game, setup, self._store.begun(game))
            self._names[game] = f"{game}-{began}"
        return Album(self.folder / self._names[game])

    def is_full(self) -> bool:
        """Whether they take all the room they may."""
        folders = self.folder.glob("*")
        return sum(Album(folder).size_bytes() for folder in folders) >= MOST_ALL_BYTES

    def of_all(self, games: Iterable[int]) -> list[Album]:
        """Those of several games; one that can't be read has begun none."""
        found = []
        for game in games:
            with suppress(InputError):
                found.append(self.of(game))
        return found

    def many(self, game: int) -> int:
        """How many there are of a game."""
        try:
            return len(self.of(game).numbers())
        except InputError:
            return 0

    def forget_strangers(self) -> None:
        """Delete the pictures of games that are no longer in the file."""
        if not self.folder.is_dir():
            return
        known = {self.of(head.id).folder.name for head in self._store.games()}
        for folder in self.folder.iterdir():
            if FOLDER.fullmatch(folder.name) and folder.name not in known:
                Album(folder).forget()
