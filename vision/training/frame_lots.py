"""Which frames of tables are in a lesson."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from vision.training.chance import one_of
from vision.training.material import Material
from vision.training.patch_set import UNKNOWN, FramePatches, SlotPatches, StickPatches

Part = TypeVar("Part", StickPatches, SlotPatches)


def frames_by_lot(
    material: Material, part: Callable[[FramePatches], Part | None], count: int
) -> Callable[[], list[Part]]:
    """What draws a lesson's frames, ``count`` of them, from each source in turn; none of none.

    Frames in which no place is known are left out.
    """
    sources: list[list[Part]] = []
    for frames in material.sources:
        parts = [each for frame in frames if (each := part(frame)) is not None]
        known = [each for each in parts if (each.states != UNKNOWN).any()]
        if known:
            sources.append(known)
    if not sources:
        return list
    return lambda: [one_of(sources[number % len(sources)]) for number in range(count)]
