"""One program at a time: what reads a file, changes it and writes it holds a lock meanwhile."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from companion.files.whole_file import UnwrittenFileError


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock of a file that is there for nothing else; other programs wait for it.

    The system lets go of it when a program ends, however it does. Where a drive knows no locks, as
    some on a network, nobody is kept out. Raises UnwrittenFileError where there can be no such
    file.
    """
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    except OSError as error:
        raise UnwrittenFileError(path, error) from None
    try:
        with suppress(OSError):
            _lock(handle)
        yield
    finally:
        os.close(handle)  # and with it the lock


def _lock(handle: int) -> None:
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(handle, msvcrt.LK_LOCK, 1)
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX)
