"""Files are written whole or not at all; what is no file is written to as it is."""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from glob import escape
from pathlib import Path

from companion.errors import InputError
from companion.saying.phrase import reason

ALL_MAY = 0o666
"""Who may read and write a new file, but for what the system itself forbids."""
LONGEST_S = 3600.0
"""So long nobody writes one file."""
FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})


class UnwrittenFileError(InputError):
    """A file could not be written; ``is_full`` says that it is for want of room."""

    def __init__(self, path: Path, error: OSError) -> None:
        self.why = reason(error)
        super().__init__("file-unwritten", path, why=self.why)
        self.is_full = error.errno in FULL


def check_writable(path: Path) -> None:
    """Raise InputError where a file could not be written, before the work for it is done."""
    if _is_folder(path):
        raise InputError("is-a-folder", path)
    parent = _goal(path).parent
    if not _is_folder(parent):
        raise InputError("no-such-folder", path, parent=parent)


def kept_file(path: Path) -> Path:
    """Where a file is that is kept open, or will be: links followed.

    Raises InputError where it can't be a file: a folder, a device, or nowhere.
    """
    check_writable(path)
    goal = _goal(path)
    if goal.exists() and not goal.is_file():
        raise InputError("is-no-file", path)
    return goal


def make_folder(path: Path) -> None:
    """Make a folder and those above it; raise UnwrittenFileError where that can't be."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UnwrittenFileError(path, error) from None


def write_whole(path: Path, data: bytes, mode: int | None = None) -> None:
    """Write beside the goal first, so that an old file stays until the new one is whole.

    A link stays a link: what it leads to is written. A device or a pipe gets the bytes as they are.
    ``mode`` says who may read the file, from its first byte on; without it an old one's is kept.
    Raises UnwrittenFileError.
    """
    check_writable(path)
    goal = _goal(path)
    try:
        if goal.exists() and not goal.is_file():
            goal.write_bytes(data)
        else:
            _put(goal, data, mode)
    except OSError as error:
        raise UnwrittenFileError(path, error) from None


@contextmanager
def written_beside(goal: Path, write: Callable[[Path], object]) -> Iterator[Path]:
    """A file written beside its goal and flushed to the disk, to be renamed; else it is removed.

    No other program or thread writes to it. What is older by far was left by one that was killed.
    Raises OSError.
    """
    beside = goal.with_name(f".{goal.name}.{os.getpid()}-{threading.get_ident()}.new")
    try:
        beside.unlink(missing_ok=True)
        write(beside)
        flush(beside)
        _clear_away(beside, goal)
        yield beside
        flush(goal.parent)
    finally:
        beside.unlink(missing_ok=True)


def flush(path: Path) -> None:
    """Have a file on the disk, or a folder's list of names, where the system can do that."""
    is_folder = path.is_dir()
    with suppress(OSError) if is_folder else nullcontext():
        handle = os.open(path, os.O_RDONLY if is_folder else os.O_RDWR)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _clear_away(new: Path, goal: Path) -> None:
    latest_s = new.stat().st_mtime - LONGEST_S
    for left in goal.parent.glob(f".{escape(goal.name)}.*.new*"):
        with suppress(OSError):
            if left.stat().st_mtime < latest_s:
                left.unlink()


def _put(goal: Path, data: bytes, mode: int | None) -> None:
    """Write a file beside its goal and rename it."""

    def write(beside: Path) -> None:
        beside.touch(ALL_MAY if mode is None else mode, exist_ok=False)
        beside.write_bytes(data)
        if mode is None:
            with suppress(OSError):  # there is no old one, or it has another owner
                beside.chmod(goal.stat().st_mode & 0o777)

    with written_beside(goal, write) as beside:
        beside.replace(goal)


def _goal(path: Path) -> Path:
    """What a path leads to. A link to a pipe, as a shell makes it, leads nowhere else."""
    try:
        return path.resolve() if path.is_symlink() and not path.is_fifo() else path
    except (OSError, RuntimeError):
        raise InputError("links-in-a-ring", path) from None


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError as error:
        raise InputError("name-unfit", path, why=reason(error)) from None
