"""A board that is being traced, in a folder of its own: saved at every step, found again later.

``trace.json`` is the list of acts, ``board.json`` the board file as soon as there is one without
faults, with the markers' picture beside it. Photos are named by their content; pictures made from
them can be made again.
"""

from __future__ import annotations

import hashlib
import json
import os
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import takewhile
from pathlib import Path

from calibration.profile import ART, Profile, profile_of
from calibration.tracing.draft.draft import Draft, Photo
from calibration.tracing.draft.trace import Act, Trace, read_trace, write_trace
from calibration.tracing.kinds.board_kind import to_board
from companion.boards.board import Board
from companion.boards.board_file import faults, parse_board
from companion.errors import InputError
from companion.files.file_lock import locked
from companion.files.whole_file import make_folder, write_whole
from companion.saying.phrase import Phrase, reason
from vision.picture.photo import check_photo

TRACE, BOARD, LOCK = "trace.json", "board.json", "trace.lock"
TAIL_BYTES = 40
Stamp = tuple[int, int, int, bytes]
KINDS = ((b"\xff\xd8\xff", "jpg"), (b"\x89PNG", "png"), (b"RIFF", "webp"))


MOST_BEHIND = 30
"""So many steps back it is known what came since; whoever is farther behind looks again."""


class BehindError(Exception):
    """The tracing has gone on elsewhere since it was looked at: what was done, and taken back."""

    def __init__(self, done: tuple[Act, ...] = (), undone: tuple[Act, ...] = ()) -> None:
        super().__init__(f"{len(done)} acts later")
        self.done, self.undone = done, undone


class TracedBoard:
    """One tracing and its folder. Safe to use from several threads.

    Another program may write into the same folder: what it did is taken in before every step.
    """

    def __init__(self, folder: Path, trace: Trace, stamp: Stamp | None = None) -> None:
        """``stamp`` is that of the file which ``trace`` was read from; None for a new tracing."""
        self.folder = folder
        self._past = deque([trace], MOST_BEHIND)
        self._stamp = stamp
        self._lock = threading.Lock()

    @classmethod
    def begun(cls, folder: Path, trace: Trace, art: bytes | None = None) -> TracedBoard:
        """Begin a tracing in a new folder; ``art`` is the picture of its markers."""
        make_folder(folder)
        made = cls(folder, trace)
        if art is not None:
            write_whole(folder / ART, art)
        made.save()
        return made

    @classmethod
    def opened(cls, folder: Path) -> TracedBoard:
        """Open a tracing again. Raises InputError where it can't be read; it is left as it is."""
        before = _stamp(folder / TRACE)  # so that what is written meanwhile is taken in later
        return cls(folder, read_trace(folder / TRACE), before)

    @property
    def id(self) -> str:
        """The folder's name."""
        return self.folder.name

    @property
    def trace(self) -> Trace:
        """All that was done."""
        return self._past[-1]

    @property
    def draft(self) -> Draft:
        """The board as far as it is traced."""
        return self.trace.draft

    def follow(self) -> None:
        """Take in what another program has written. Raises InputError where that can't be read."""
        with self._lock:
            self._follow()

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
        with self._lock, self._alone():
            self._follow()
            if revision not in (None, self.trace.revision):
                raise self._behind(revision)
            after = step(self.trace)
            self._save(after)
            self._past.append(after)
            return after

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep other programs from this tracing while it is read, changed and written."""
        if self.folder.is_dir():
            with locked(self.folder / LOCK):
                yield
        else:
            yield

    def _follow(self) -> None:
        path = self.folder / TRACE
        stamp = _stamp(path)
        if self._stamp is None or stamp == self._stamp:
            return
        if stamp is None:
            raise InputError("board-removed")
        self._past.append(read_trace(path))
        self._stamp = stamp

    def _behind(self, revision: int | None) -> BehindError:
        """What came since a revision, as far as that is known."""
        now = self.trace.acts
        seen = next((past.acts for past in self._past if past.revision == revision), now)
        same = sum(
            1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(seen, now, strict=False))
        )
        return BehindError(now[same:], seen[same:])

    def save(self) -> None:
        """Write everything as it is now."""
        self._save(self.trace)

    def _save(self, trace: Trace) -> None:
        write_trace(self.folder / TRACE, trace)
        self._stamp = _stamp(self.folder / TRACE)
        data = to_board(trace.draft)
        if not faults(data, self.folder):
            text = json.dumps(data, indent=1, ensure_ascii=False) + "\n"
            write_whole(self.folder / BOARD, text.encode())

    def photo_bytes(self, photo: Photo) -> bytes:
        """The photo as it was handed in."""
        path = self.folder / photo.file
        try:
            return path.read_bytes()
        except OSError as error:
            raise InputError("kept-photo-unread", path, why=reason(error)) from None

    def board(self) -> Board:
        """The board as it is now. Raises InputError, with its first fault, while it has any."""
        return parse_board(to_board(self.draft), self.folder)

    def profile(self) -> Profile:
        """All that was learned, in one file. Raises InputError while the board has faults."""
        board, photo = self.board(), self.draft.photo
        if photo is None or photo.pose is None:
            raise InputError("no-photo-with-corners")
        reference = (self.photo_bytes(photo), photo.pose)
        return profile_of(board, to_board(self.draft), reference, self.draft.taught.palette)


def keep_photo(folder: Path, data: bytes) -> str:
    """Keep a photo in a tracing's folder; returns its name. Raises InputError for what is none."""
    check_photo(data, Phrase("the-photo"))
    kind = next(kind for start, kind in KINDS if data.startswith(start))
    name = f"{hashlib.sha256(data).hexdigest()[:16]}.{kind}"
    write_whole(folder / name, data)
    return name


def _stamp(path: Path) -> Stamp | None:
    """What tells one writing of a file from the next; None where there is no file.

    The clock of a disk is coarse, so its end counts too: the revision stands there.
    """
    try:
        with path.open("rb") as file:
            told = os.fstat(file.fileno())
            file.seek(max(told.st_size - TAIL_BYTES, 0))
            return told.st_ino, told.st_mtime_ns, told.st_size, file.read(TAIL_BYTES)
    except OSError:
        return None
