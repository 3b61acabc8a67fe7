"""Lots drawn while training, all from PyTorch's one seeded generator."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TypeVar

import torch

from vision.training.dataset.material import Material
from vision.training.dataset.patch_set import UNKNOWN, FramePatches, SlotPatches, StickPatches

Thing = TypeVar("Thing")
Part = TypeVar("Part", StickPatches, SlotPatches)


def by_chance(share: float) -> bool:
    """True in this share of cases."""
    return uniform() < share


def uniform(low: float = 0.0, high: float = 1.0) -> float:
    """Any number between two, each as likely."""
    return low + (high - low) * float(torch.rand(()))


def around_one(sigma: float) -> float:
    """A factor whose logarithm scatters by ``sigma`` about 0."""
    return math.exp(float(torch.randn(())) * sigma)


def one_of(things: Sequence[Thing]) -> Thing:
    """One of some things, each as likely."""
    return things[int(torch.randint(len(things), ()))]


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
