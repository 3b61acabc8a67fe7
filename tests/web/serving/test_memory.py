"""What is held of pictures that are gone: nothing, in whichever thread they were looked at."""

from __future__ import annotations

import gc
import os
import sys
import weakref
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from companion.records.record import read_record
from companion.store import Store
from tests.web.tables import BOARD, NOW
from tests.whole_games import GAMES
from web.host import collecting
from web.host.host import Address, Host
from web.serving.sandbox import apart

PICTURE_BYTES, THREADS = 20_000_000, 4
FIRST_BYTES = 30_000_000
"""Once a piece of this size has been returned, glibc counts smaller ones among the small."""
MOST_LEFT_MB = 25


def held_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def look(_: int) -> list[bytes]:
    """Look at a picture, and keep a little of what was found after it."""
    np.ones(FIRST_BYTES, np.uint8)
    pictures = [np.ones(PICTURE_BYTES, np.uint8) for _ in range(2)]
    found = [b"x" * 500 for _ in range(200)]
    del pictures
    return found


def left_mb() -> float:
    """What four threads that looked at pictures leave behind, while they wait for the next."""
    before_mb = held_mb()
    with ThreadPoolExecutor(THREADS) as threads:
        found = [*threads.map(look, range(THREADS * 4))]
        left = held_mb() - before_mb
    return left if found else 0.0


@pytest.mark.skipif(sys.platform != "linux", reason="what a process holds is not told here")
def test_pictures_that_are_gone_take_no_memory() -> None:
    left = apart(left_mb)

    assert isinstance(left, float)
    assert left < MOST_LEFT_MB


def test_a_game_that_is_put_away_is_given_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is read of a long game is not looked through again; when another is read, it goes."""
    store = Store(tmp_path / "table.sqlite")
    record = read_record(GAMES / "5-players-stuck.jsonl")
    numbers = [store.begin(record, NOW) for _ in range(2)]
    monkeypatch.setattr(collecting, "LONG", 100)
    host = Host(store, BOARD, lambda: NOW, Address(8000))
    assert host.table is not None
    host.table.own = host.table  # type: ignore[attr-defined]
    first = weakref.ref(host.table)

    assert gc.get_freeze_count() > len(record.entries)
    for number in numbers:
        host.take_up(number)
    host.take_up(numbers[0])

    assert first() is None
    host.put_away()
    monkeypatch.setattr(collecting, "LONG", 1000)
    host.take_up(numbers[0])
    assert gc.get_freeze_count() == 0
    assert gc.isenabled()
    store.close()
