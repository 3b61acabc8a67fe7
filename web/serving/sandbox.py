"""What a hostile file can do to a decoder ends here: work is done in a process of its own.

The process is bounded in time and memory, and the table's page stays quick meanwhile.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import sys
import threading
from collections.abc import Callable
from enum import Enum
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path
from time import monotonic
from typing import TypeVar, cast

import cv2

from companion.errors import InputError
from web.serving.memory import give_back, keep_no_pictures

LONGEST_S = 150.0
MOST_CPU_S = 120
MOST_MEMORY_BYTES = 4 << 30
SOON_S = 10.0
"""So long a piece of work that somebody waits for may take; a picture is decoded in a second."""
MOST_MORE_BYTES = 1 << 29
"""So much memory such work may take; 50 megapixels take 300 MB."""
APART = "companion, work apart"
"""The name of such a process, by which what nobody waits for is found and ended."""
Result = TypeVar("Result")


class Failed(Enum):
    """Why there is no result."""

    TOO_SLOW = "too slow"
    BROKEN = "broken"


def apart(
    work: Callable[..., Result], *given: object, longest_s: float = LONGEST_S
) -> Result | Failed:
    """Do some work in a process of its own, which ends in time, whatever it is given.

    ``work`` is a function of a module; it and what it is given are pickled. An InputError that it
    raises is raised here.
    """
    give_back()
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_child, name=APART, args=(there, work, given), daemon=True)
    process.start()
    there.close()
    try:
        return _heard(here, longest_s)
    finally:
        here.close()
        process.kill()
        process.join()
        give_back()


class Helper:
    """A process that stays, for work that comes often and has to be done at once.

    It begins with the first work, and anew after one that took too long, too much, or broke it.
    Safe to use from several threads; it does one thing at a time.
    """

    def __init__(self, longest_s: float = SOON_S, most_more_bytes: int = MOST_MORE_BYTES) -> None:
        self._longest_s, self._most_more_bytes = longest_s, most_more_bytes
        self._lock = threading.Lock()
        self._process: SpawnProcess | None = None
        self._line: Connection | None = None

    def do(self, work: Callable[..., Result], *given: object) -> Result | Failed:
        """Do some work, as ``apart`` does; too slow also where others' work takes so long."""
        until_s = monotonic() + self._longest_s
        if not self._lock.acquire(timeout=self._longest_s):
            return Failed.TOO_SLOW
        try:
            result = self._done(work, given, until_s)
        finally:
            self._lock.release()
            give_back()
        if isinstance(result, InputError):
            raise result
        return result

    def close(self) -> None:
        """Let the process go; the next work begins another."""
        with self._lock:
            self._end()

    def _done(
        self, work: Callable[..., Result], given: tuple[object, ...], until_s: float
    ) -> Result | Failed | InputError:
        give_back()
        line = self._begun()
        try:
            line.send((work, given))
            result = _heard(line, max(until_s - monotonic(), 0))
        except InputError as error:
            return error
        except OSError:  # it was ended by the system between two pieces of work
            result = Failed.BROKEN
        if isinstance(result, Failed):
            self._end()
        return result

    def _begun(self) -> Connection:
        if self._line is not None and self._process is not None and self._process.is_alive():
            return self._line
        self._end()
        context = multiprocessing.get_context("spawn")
        self._line, there = context.Pipe()
        given = (there, self._most_more_bytes)
        self._process = context.Process(target=_standing_child, args=given, daemon=True)
        self._process.start()
        there.close()
        return self._line

    def _end(self) -> None:
        if self._line is not None:
            self._line.close()
        if self._process is not None:
            self._process.kill()
            self._process.join()
        self._line = self._process = None


def _heard(line: Connection, longest_s: float) -> Result | Failed:
    """What a process says within that time; an InputError is raised."""
    try:
        if not line.poll(longest_s):
            return Failed.TOO_SLOW
        result = line.recv()
    except EOFError:
        return Failed.BROKEN
    if isinstance(result, InputError):
        raise result
    return cast(Result | Failed, result)


def _child(there: Connection, work: Callable[..., object], given: tuple[object, ...]) -> None:
    keep_no_pictures()
    _bound(MOST_MEMORY_BYTES, MOST_CPU_S)
    cv2.setNumThreads(1)
    with contextlib.suppress(BrokenPipeError):
        there.send(_result_of(work, given))


def _standing_child(line: Connection, most_more_bytes: int) -> None:
    keep_no_pictures()
    _bound(_address_space_bytes() + most_more_bytes)
    cv2.setNumThreads(1)
    with contextlib.suppress(EOFError, OSError):  # the table's program has ended
        while True:
            work, given = line.recv()
            line.send(_result_of(work, given))


def _result_of(work: Callable[..., object], given: tuple[object, ...]) -> object:
    try:
        return work(*given)
    except InputError as error:
        return error
    except (MemoryError, cv2.error):
        return Failed.BROKEN


def _bound(most_memory_bytes: int, most_cpu_s: int | None = None) -> None:
    """Let the system end this process when it takes too much; Windows has only the clock."""
    if sys.platform == "win32":
        return
    import resource

    if most_cpu_s is not None:
        resource.setrlimit(resource.RLIMIT_CPU, (most_cpu_s, most_cpu_s))
    if sys.platform == "linux":
        resource.setrlimit(resource.RLIMIT_AS, (most_memory_bytes, most_memory_bytes))


def _address_space_bytes() -> int:
    """What this process has mapped by now; 0 where the system does not say."""
    if sys.platform != "linux":
        return 0
    import resource

    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    return pages * resource.getpagesize()
