"""An evening in compressed time, with five players and a camera: ``python -m benchmarks.evening``.

Whole games play themselves before the demo's simulated camera, one after the other, without a
pause between two acts: the table is served, watched and written down as on any evening, and phones
listen. Memory and open files are noted all the while; they may grow while the first acts are done,
and not after.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random

import numpy as np

from benchmarks.measuring.listening import listeners, memory_mb, open_files
from benchmarks.measuring.report import Figure, as_json, as_text, at_least, at_most
from companion.errors import InputError
from companion.play.game import Seat
from tests.web.tables import ServedTable, serve_table
from vision.watch import LIVE
from web.demo.camera import SimulatedCamera
from web.demo.game import play_before_camera
from web.host.roles import Role

SEATS = (
    ("Anna", "american"), ("Ben", "english"), ("Chloé", "french"), ("Dan", "german"),
    ("Emi", "japanese"),
)  # fmt: skip
GAMES, PHONES, SEED = 2, 6, 3
EVERY_S = 2.0
WARM = 0.25
"""By this share of the time everything has been done once."""
MOST_GROWN_MB, MOST_FILES = 40.0, 5


@dataclass(frozen=True)
class Noted:
    """What the process held at one moment."""

    at_s: float
    memory_mb: float
    files: int


class Notes(threading.Thread):
    """Notes what the process holds, until it is closed."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.noted: list[Noted] = []
        self._ended = threading.Event()

    def run(self) -> None:
        """Note every few seconds."""
        began_s = time.monotonic()
        while not self._ended.wait(EVERY_S):
            self.noted.append(Noted(time.monotonic() - began_s, memory_mb(), open_files()))

    def close(self) -> None:
        """Note no more."""
        self._ended.set()
        self.join()


def main() -> int:
    """Play the evening and print the figures; 1 where one is missed, 2 where none can be had."""
    args = _arguments()
    try:
        if not memory_mb():
            raise InputError("this system doesn't say what a process holds; run it on Linux")
        figures = evening(args.games, args.phones, args.seed)
    except InputError as error:
        print(error, file=sys.stderr)
        return 2
    print(as_json(figures) if args.json else as_text(figures))
    return int(any(figure.reached is False for figure in figures))


def evening(games: int, phones: int, seed: int) -> list[Figure]:
    """Play so many games, and say what stayed and what grew."""
    notes = Notes()
    acts, heard_all, frames = 0, 0, 0
    with (
        tempfile.TemporaryDirectory() as folder,
        serve_table(Path(folder) / "evening.sqlite", SEATS, threads=phones + 8) as served,
    ):
        camera = SimulatedCamera(served.host.board, seed)
        watch = served.host.mount.hang(camera, camera.setup(), LIVE)
        notes.start()
        for game in range(games):
            if game:
                served.host.begin([Seat(*seat) for seat in SEATS], {})
            listening = listeners(served, phones, Role.WATCHER)
            revision = _play(served, camera, seed + game)
            acts += revision
            time.sleep(2)
            heard_all += sum(bool(p.heard) and p.heard[-1][0] == revision for p in listening)
            for phone in listening:
                phone.close()
        frames = watch.glance.frame.number if watch.glance.frame is not None else 0
        notes.close()
        watch.close()
    return _figures(notes.noted, acts, frames, heard_all / (games * phones))


def _play(served: ServedTable, camera: SimulatedCamera, seed: int) -> int:
    """Play one game to its end; the number of entries it left."""
    play_before_camera(served.host, camera, Random(seed), 0.0, threading.Event())
    table = served.host.table
    assert table is not None
    return table.view.revision


def _figures(noted: list[Noted], acts: int, frames: int, heard: float) -> list[Figure]:
    lasted_s = noted[-1].at_s
    warm = [each for each in noted if each.at_s >= WARM * lasted_s]
    slope, _ = np.polyfit([each.at_s for each in warm], [each.memory_mb for each in warm], 1)
    grown_mb = float(slope) * (lasted_s - warm[0].at_s)
    return [
        Figure("minutes", lasted_s / 60),
        Figure("entries written", acts),
        Figure("frames looked at", frames),
        Figure("share of phones that heard the last entry", heard, at_least(1)),
        Figure("memory when warm, MB", warm[0].memory_mb),
        Figure("memory at the end, MB", noted[-1].memory_mb),
        Figure("memory grown since, by a line through it, MB", grown_mb, at_most(MOST_GROWN_MB)),
        Figure("open files when warm", warm[0].files),
        Figure("open files at the end, more", noted[-1].files - warm[0].files, at_most(MOST_FILES)),
    ]


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.evening", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--phones", type=int, default=PHONES)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
