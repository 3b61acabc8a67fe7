"""All that a training learns from: boards drawn by lot, and tables that show them in play."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import numpy as np

from vision.sampling import Image
from vision.simulator import BoardArt, invent_board
from vision.training.figures import Say
from vision.training.patch_set import FramePatches, patches_of
from vision.training.tables import Table, drawn_table, folder_table


@dataclass(frozen=True)
class Material:
    """What lessons are made of.

    ``frames`` are the cut photos of drawn tables, ``prints`` boards as they are printed, seen from
    straight above. No photograph is among them.
    """

    frames: Sequence[FramePatches]
    prints: Sequence[Image]


def from_drawings(seeds: Iterable[int], seed: int, say: Say) -> list[FramePatches]:
    """The patches of tables drawn by these seeds."""
    return _cut((drawn_table(number) for number in seeds), seed, say)


def from_folders(folders: Iterable[Path], seed: int, say: Say) -> list[FramePatches]:
    """The patches of tables in folders, to measure on. Raises InputError where one is no table."""
    return _cut((folder_table(folder) for folder in folders), seed, say)


def prints_of(seeds: Iterable[int]) -> list[Image]:
    """The prints of invented boards."""
    return [BoardArt(invent_board(seed), seed).picture for seed in seeds]


def _cut(tables: Iterable[Table], seed: int, say: Say) -> list[FramePatches]:
    frames: list[FramePatches] = []
    started = perf_counter()
    for number, table in enumerate(tables):
        frames.extend(patches_of(table, 1, np.random.default_rng([seed, number])))
        say(f"{table.name}: {len(frames)} cuts after {perf_counter() - started:.0f} s")
    return frames
