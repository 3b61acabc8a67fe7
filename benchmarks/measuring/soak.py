"""A long evening in short: what the watcher costs while people play, and while nothing happens."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from benchmarks.measuring.report import Figure, at_least, at_most, memory_mb
from calibration.reference import find_reference
from companion.boards.routes_board import RoutesBoard
from companion.position import Position
from vision.picture.arrays import Image
from vision.routes.reader import RoutesReader
from vision.simulator import Camera, Light, Simulator, demo_camera, random_arm, random_position
from vision.watch import LIVE, Watcher

STEP_S = 0.2
"""Between frames: five in a second."""
HANDS, RESTS = 4, 11
"""Frames with an arm over the board, and at rest, for each thing that is done."""
POSITIONS = 6
NOISES = 3
"""Positions, and pictures of each at rest, that are drawn beforehand and shown over and over."""


@dataclass(frozen=True, eq=False)
class _Scene:
    """Pictures of one position: with an arm, and at rest."""

    arms: Sequence[Image]
    rests: Sequence[Image]

    def frames(self) -> Iterator[Image]:
        """An arm over the board, then the board at rest."""
        for number in range(HANDS):
            yield self.arms[number % len(self.arms)]
        for number in range(RESTS):
            yield self.rests[number % len(self.rests)]


def soak(board: RoutesBoard, frames: int, seed: int) -> Iterator[Figure]:
    """Show so many frames of play, then as many of a table at rest."""
    simulator, camera = Simulator(board, seed), demo_camera(board)
    watcher = Watcher(RoutesReader(board, find_reference(_empty(simulator, camera), board)), LIVE)
    scenes = _scenes(board, simulator, camera, seed)
    at_s = _play(watcher, scenes, len(scenes) * (HANDS + RESTS), 0.0)
    memory_before = memory_mb()
    started, worked = time.perf_counter(), time.process_time()
    at_s = _play(watcher, scenes, frames, at_s)
    took_s, busy_s = time.perf_counter() - started, time.process_time() - worked
    worked = time.process_time()
    for number in range(frames):
        at_s += STEP_S
        watcher.see(scenes[0].rests[number % NOISES], at_s)
    still_s = time.process_time() - worked
    memory_after = memory_mb()
    yield Figure("soak: frames shown of play, and at rest", frames)
    yield Figure("soak: frames a second", frames / took_s, at_least(5))
    shown_s = frames * STEP_S
    yield Figure("soak: share of one core in play, 5 frames/s", busy_s / shown_s, at_most(0.6))
    yield Figure("soak: share of one core at rest", still_s / shown_s, at_most(0.1))
    if memory_before is not None and memory_after is not None:
        yield Figure("soak: memory at the start, simulator included, MB", memory_before)
        yield Figure("soak: memory it grew by, MB", memory_after - memory_before, at_most(10))


def _empty(simulator: Simulator, camera: Camera) -> Image:
    return simulator.frame(Position({}, {}), camera, Light()).photo


def _scenes(board: RoutesBoard, simulator: Simulator, camera: Camera, seed: int) -> list[_Scene]:
    rng = np.random.default_rng([seed, 9])
    size_mm = (board.width_mm, board.height_mm)
    scenes = []
    for fill in np.linspace(0.1, 0.4, POSITIONS):
        lies = random_position(board, rng, float(fill))
        arms = [random_arm(rng, size_mm) for _ in range(2)]
        scenes.append(
            _Scene(
                [simulator.frame(lies, camera, Light(), arm=arm).photo for arm in arms],
                [simulator.frame(lies, camera, Light(), seed=n).photo for n in range(NOISES)],
            )
        )
    return scenes


def _play(watcher: Watcher, scenes: Sequence[_Scene], frames: int, at_s: float) -> float:
    """Show scene after scene; give the time of the last frame."""
    shown = 0
    while shown < frames:
        for photo in scenes[shown // (HANDS + RESTS) % len(scenes)].frames():
            at_s += STEP_S
            watcher.see(photo, at_s)
            shown += 1
    return at_s
