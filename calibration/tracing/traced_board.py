"""A board that is being traced, in a folder of its own: saved at every step, found again later.

``trace.json`` is the list of acts, ``board.json`` the board file as soon as there is one without
faults, with the markers' picture beside it. Photos are named by their content; pictures made from
them can be made again.
"""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Callable
from pathlib import Path

from calibration.profile import ART, Profile, profile_of
from calibration.tracing.board_form import to_board
from calibration.tracing.draft import Draft, Photo
from calibration.tracing.trace import Act, Trace, read_trace, write_trace
from companion.board import Board
from companion.board_file import faults, parse_board
from companion.errors import InputError
from companion.whole_file import write_whole
from vision.photo import check_photo

TRACE, BOARD = "trace.json", "board.json"
KINDS = ((b"\xff\xd8\xff", "jpg"), (b"\x89PNG", "png"), (b"RIFF", "webp"))


class BehindError(Exception):
    """The tracing has gone on elsewhere since it was looked at."""


class TracedBoard:
    """One tracing and its folder. Safe to use from several threads."""

    def __init__(self, folder: Path, trace: Trace) -> None:
        self.folder = folder
        self._trace = trace
        self._lock = threading.Lock()

    @classmethod
    def begun(cls, folder: Path, trace: Trace, art: bytes | None = None) -> TracedBoard:
        """Begin a tracing in a new folder; ``art`` is the picture of its markers."""
        folder.mkdir(parents=True)
        made = cls(folder, trace)
        if art is not None:
            write_whole(folder / ART, art)
        made.save()
        return made

    @classmethod
    def opened(cls, folder: Path) -> TracedBoard:
        """Open a tracing again. Raises InputError where it can't be read; it is left as it is."""
        return cls(folder, read_trace(folder / TRACE))

    @property
    def id(self) -> str:
        """The folder's name."""
        return self.folder.name

    @property
    def trace(self) -> Trace:
        """All that was done."""
        return self._trace

    @property
    def draft(self) -> Draft:
        """The board as far as it is traced."""
        return self._trace.draft

    def do(self, revision: int | None, make: Callable[[Draft], Act]) -> Trace:
        """Do an act, made from the draft as it is now, and save it.

        ``revision`` is what the one who asks has seen; None where it doesn't matter. Raises
        BehindError when the tracing is not at that revision, InputError as ``make`` does or when
        it can't be saved; then nothing was done.
        """
        return self._step(revision, lambda trace: trace.done(make(trace.draft)))

    def undo(self, revision: int) -> Trace:
        """Take the last act back, and save that."""
        return self._step(revision, Trace.undo)

    def redo(self, revision: int) -> Trace:
        """Do the last undone act again, and save that."""
        return self._step(revision, Trace.redo)

    def _step(self, revision: int | None, step: Callable[[Trace], Trace]) -> Trace:
        with self._lock:
            if revision not in (None, self._trace.revision):
                raise BehindError
            after = step(self._trace)
            self._save(after)
            self._trace = after
            return after

    def save(self) -> None:
        """Write everything as it is now."""
        self._save(self._trace)

    def _save(self, trace: Trace) -> None:
        write_trace(self.folder / TRACE, trace)
        data = to_board(trace.draft)
        if not faults(data, self.folder):
            text = json.dumps(data, indent=1, ensure_ascii=False) + "\n"
            write_whole(self.folder / BOARD, text.encode())

    def keep_photo(self, data: bytes) -> str:
        """Keep a photo beside the tracing; returns its name. Raises InputError for what is none."""
        check_photo(data, "the photo")
        kind = next(kind for start, kind in KINDS if data.startswith(start))
        name = f"{hashlib.sha256(data).hexdigest()[:16]}.{kind}"
        write_whole(self.folder / name, data)
        return name

    def photo_bytes(self, photo: Photo) -> bytes:
        """The photo as it was handed in."""
        path = self.folder / photo.file
        try:
            return path.read_bytes()
        except OSError as error:
            raise InputError(f"{path}: {error.strerror}; choose the photo again") from None

    def board(self) -> Board:
        """The board as it is now. Raises InputError, with its first fault, while it has any."""
        return parse_board(to_board(self.draft), self.folder)

    def profile(self) -> Profile:
        """All that was learned, in one file. Raises InputError while the board has faults."""
        board, photo = self.board(), self.draft.photo
        if photo is None or photo.pose is None:
            raise InputError("there is no photo with its corners yet; begin with that")
        reference = (self.photo_bytes(photo), photo.pose)
        return profile_of(board, to_board(self.draft), reference, self.draft.taught.palette)
