"""All that one training learns from or is measured on: tables photographed and drawn, cut up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from time import perf_counter

import numpy as np

from companion.errors import InputError
from vision.training.figures import Say
from vision.training.patch_set import FramePatches, patches_of
from vision.training.tables import Table, drawn_table, folder_table

CUTS = 4
"""A photo to learn from is cut so many times, each a little beside the others."""
A_SERIES = 20
"""From so many frames on, a table is one camera's evening, whose photos are much alike: one cut."""


def from_folders(
    folders: Iterable[Path], seed: int, say: Say, cuts: int = CUTS
) -> list[FramePatches]:
    """The patches of tables in folders. Raises InputError where one can't be used."""
    return _cut((folder_table(folder) for folder in folders), seed, say, cuts)


def from_drawings(seeds: Iterable[int], seed: int, say: Say) -> list[FramePatches]:
    """The patches of tables drawn by these seeds."""
    return _cut((drawn_table(number) for number in seeds), seed, say, 1)


def apart(trained: Sequence[Path], without: Sequence[Path]) -> list[Path]:
    """The folders to train on: those given, less those left out.

    Raises InputError where one is no folder.
    """
    for folder in (*trained, *without):
        if not folder.is_dir():
            raise InputError(f"{folder}: there is no such folder; give tables with their truth")
    left_out = {folder.resolve() for folder in without}
    return [folder for folder in trained if folder.resolve() not in left_out]


def _cut(tables: Iterable[Table], seed: int, say: Say, cuts: int) -> list[FramePatches]:
    frames: list[FramePatches] = []
    started = perf_counter()
    for number, table in enumerate(tables):
        rng = np.random.default_rng([seed, number])
        frames.extend(patches_of(table, 1 if table.frame_count >= A_SERIES else cuts, rng))
        say(f"{table.name}: {len(frames)} cuts after {perf_counter() - started:.0f} s")
    return frames
