"""Hostile pictures through every door: ``python -m benchmarks.hostile_files [--pictures 10]``.

Each of ``tests.hostile_pictures`` is handed to every door of the page that takes a picture, as the
photo and the art of a profile, and to the command line. What counts: the most memory that any
process held meanwhile, the longest time until the door answered, and answers of 500.
"""

from __future__ import annotations

import argparse
import base64
import json
import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.report import Figure, as_json, as_text, at_least, at_most
from calibration.profile import profile_bytes
from calibration.setup import Setup
from companion.errors import InputError
from tests.calibration.test_profile import a_profile
from tests.hostile_pictures import HOSTILE
from tests.web.tables import client_of, make_host
from tests.web.test_hostile_files import DOORS, sent
from tests.web.watched_tables import EMPTY_BOARD, VIEW
from vision.photo import load_photo
from vision.reference import Reference
from web.limits import PACE, Pace
from web.roles import Role

MOST_MEMORY_MB, LONGEST_S = 600, 5.0
SAMPLED_S = 0.02


class Memory:
    """The most memory that this process or one it has begun held at a time, in MB."""

    def __init__(self) -> None:
        self.peak_mb, self._stop = 0.0, threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Look no more."""
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stop.wait(SAMPLED_S):
            for process in (os.getpid(), *_begun_by(os.getpid())):
                self.peak_mb = max(self.peak_mb, _resident_mb(process))


def main() -> int:
    """Hand them in, and print the figures; 0 when every target is reached."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.hostile_files", description=__doc__)
    parser.add_argument("--pictures", type=int, help="so many of them alone, of every kind")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    names = list(HOSTILE)[:: max(len(HOSTILE) // args.pictures, 1) if args.pictures else 1]
    with tempfile.TemporaryDirectory() as folder:
        figures = [*measure(Path(folder), names)]
    print(as_json(figures) if args.json else as_text(figures))
    return 0 if all(figure.reached is not False for figure in figures) else 1


def measure(folder: Path, names: list[str]) -> Iterator[Figure]:
    """Hand these pictures in at every door."""
    yield Figure("pictures", len(names), at_least(len(names)))
    with _doors(folder) as doors:
        for door, hand_in in doors.items():
            memory, longest_s, slowest, broken = Memory(), 0.0, "", 0
            for name in names:
                data, began_s = HOSTILE[name](), time.monotonic()
                broken += hand_in(data) >= 500
                took_s = time.monotonic() - began_s
                if took_s > longest_s:
                    longest_s, slowest = took_s, name
            memory.close()
            yield Figure(f"{door}: memory_mb", round(memory.peak_mb), at_most(MOST_MEMORY_MB))
            yield Figure(f"{door}: longest_s ({slowest})", round(longest_s, 2), at_most(LONGEST_S))
            yield Figure(f"{door}: broken", broken, at_most(0))


@contextmanager
def _doors(folder: Path) -> Iterator[dict[str, Callable[[bytes], int]]]:
    """What hands a picture in at each door, and returns the status that is answered."""
    host = make_host(folder / "table.sqlite")
    host.setup = Setup(Reference(EMPTY_BOARD, VIEW))
    client = client_of(host, Role.HOST)
    client.application.extensions[PACE] = Pace(1e9, 1e9)
    sound = json.loads(profile_bytes(a_profile()))

    def in_profile(key: str) -> Callable[[bytes], int]:
        def send(data: bytes) -> int:
            profile = {**sound, key: base64.b64encode(data).decode()}
            text = json.dumps(profile).encode()
            return sent(client, "/trace/import", text, "profile").status_code

        return send

    def typed(data: bytes) -> int:
        path = folder / "photo"
        path.write_bytes(data)
        try:
            load_photo(path)
        except InputError:
            return 422
        return 200

    doors: dict[str, Callable[[bytes], int]] = {
        name: lambda data, send=send: send(client, data).status_code  # type: ignore[misc]
        for name, send in DOORS.items()
    }
    doors |= {"a profile's art": in_profile("art_base64"), "the command line": typed}
    yield doors
    host.close()
    host.store.close()


def _begun_by(process: int) -> list[int]:
    try:
        tasks = [*Path(f"/proc/{process}/task").iterdir()]
        return [int(n) for task in tasks for n in (task / "children").read_text().split()]
    except OSError:
        return []


def _resident_mb(process: int) -> float:
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1])
    except (OSError, IndexError):
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


if __name__ == "__main__":
    sys.exit(main())
