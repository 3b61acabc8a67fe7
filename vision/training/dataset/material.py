"""All that a training learns from: boards drawn by lot, and tables that show them in play."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from vision.picture.arrays import Image
from vision.simulator import CARELESS, USUAL, BoardArt, invent_board
from vision.training.dataset.board_frames import BoardFrame, kept_frames
from vision.training.dataset.marker_faces import MarkerFaces, faces_of
from vision.training.dataset.metrics import Say
from vision.training.dataset.patch_set import FramePatches, patches_of
from vision.training.dataset.tables import Table, drawn_table, folder_table

PHOTOS = 6
"""So many photos of each board of stops are learned from, as games have it, and packed."""


@dataclass(frozen=True, eq=False)
class Material:
    """What lessons are made of.

    ``prints`` are boards as they are printed, seen from straight above. Each of ``sources`` is the
    frames of tables that were made in one way: drawn here, or rendered elsewhere. ``boards`` are
    boards of stops, whole or places of them. ``faces`` are markers that were photographed.
    """

    prints: Sequence[Image]
    sources: Sequence[Sequence[FramePatches]] = ()
    faces: Sequence[MarkerFaces] = ()
    boards: Sequence[BoardFrame] = ()


def from_drawings(seeds: Iterable[int], say: Say) -> list[FramePatches]:
    """The patches of tables drawn by these seeds; the odd ones are laid by careless hands."""
    hands = (USUAL, CARELESS)
    return _cut((drawn_table(seed, sloppiness=hands[seed % 2]) for seed in seeds), say)


def from_folders(folders: Iterable[Path], say: Say) -> list[FramePatches]:
    """The patches of tables in folders. Raises InputError where one is no table."""
    return _cut((folder_table(folder) for folder in folders), say)


def faces_from_folders(folders: Iterable[Path], say: Say) -> list[MarkerFaces]:
    """The markers of tables in folders. Raises InputError where one is no table."""
    frames: list[MarkerFaces] = []
    for folder in folders:
        frames.extend(faces_of(folder_table(folder)))
        say(f"{folder.name}: markers of {len(frames)} photos")
    return frames


def boards_from_drawings(
    seeds: Iterable[int],
    say: Say,
    photos: int = PHOTOS,
    any_paint: bool = False,
    keep: Path | None = None,
    close: bool = False,
) -> list[BoardFrame]:
    """Boards of stops drawn by these seeds, so many photos of each as games have it and packed.

    ``any_paint`` and ``close`` as ``board_frames`` has them. In a folder ``keep`` they are kept,
    and found again.
    """
    frames: list[BoardFrame] = []
    for seed in seeds:
        for packed in (False, True):
            frames.extend(kept_frames(keep, seed, photos, any_paint, packed, close))
        say(f"board {seed}: {len(frames)} {'places' if close else 'photos'}")
    return frames


def prints_of(seeds: Iterable[int]) -> list[Image]:
    """The prints of invented boards."""
    return [BoardArt(invent_board(seed), seed).picture for seed in seeds]


def _cut(tables: Iterable[Table], say: Say) -> list[FramePatches]:
    frames: list[FramePatches] = []
    started = perf_counter()
    for table in tables:
        frames.extend(patches_of(table))
        say(f"{table.name}: {len(frames)} cuts after {perf_counter() - started:.0f} s")
    return frames
