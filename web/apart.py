"""What a hostile photo can do to a decoder ends here: work is done in a process of its own.

The process is bounded in time and memory, and the table's page stays quick meanwhile.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import sys
from collections.abc import Callable
from enum import Enum
from multiprocessing.connection import Connection
from time import monotonic
from typing import TypeVar, cast

import cv2

from companion.errors import InputError

LONGEST_S = 150.0
MOST_CPU_S = 120
MOST_MEMORY_BYTES = 4 << 30
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
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_child, args=(there, work, given), daemon=True)
    process.start()
    there.close()
    until = monotonic() + longest_s
    try:
        if not here.poll(max(until - monotonic(), 0)):
            return Failed.TOO_SLOW
        result = here.recv()
    except EOFError:
        return Failed.BROKEN
    finally:
        here.close()
        process.kill()
        process.join()
    if isinstance(result, InputError):
        raise result
    return cast(Result | Failed, result)


def _child(there: Connection, work: Callable[..., object], given: tuple[object, ...]) -> None:
    _bound()
    cv2.setNumThreads(1)
    result: object
    try:
        result = work(*given)
    except InputError as error:
        result = error
    except (MemoryError, cv2.error):
        result = Failed.BROKEN
    with contextlib.suppress(BrokenPipeError):
        there.send(result)


def _bound() -> None:
    """Let the system end this process when it takes too much; Windows has only the clock."""
    if sys.platform == "win32":
        return
    import resource

    resource.setrlimit(resource.RLIMIT_CPU, (MOST_CPU_S, MOST_CPU_S))
    if sys.platform == "linux":
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY_BYTES, MOST_MEMORY_BYTES))
