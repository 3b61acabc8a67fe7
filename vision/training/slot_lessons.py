"""How the slot network learns: is a marker there, and how far from the middle of its slot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from vision.networks import HIDDEN, PIECE
from vision.training.chance import by_chance
from vision.training.course import Course, some_of, teach
from vision.training.figures import Figures, Say
from vision.training.laid_markers import lay_markers
from vision.training.lit import mirrored_slots, relit
from vision.training.nets import SlotNet
from vision.training.patch_set import UNKNOWN, FramePatches, SlotPatches

MOST_PLACES = 80
"""So many places of a frame are looked at in one step."""
LAID, LAID_ON_DRAWN = 0.55, 0.3
"""Shares of frames that get drawn markers; drawn tables have enough of their own."""
BLUR = (0.2, 1.4)
SMOOTHING = 0.003
OFFSET_WEIGHT, OFFSET_BEND = 2.0, 0.1
"""Offsets: their share in the loss, and from which error in diameters it grows linearly."""


@dataclass(frozen=True)
class SlotLesson:
    """The slots of one frame, its board's art (kinds, 3, h, w) if any, and others' art."""

    slots: SlotPatches
    own: Tensor | None
    others: Sequence[Tensor]
    laid: float

    def shown(self) -> tuple[Tensor, Tensor, Tensor]:
        """As it is shown once: patches (n, 7, h, w), states (n,), offsets (n, 2) or NaN."""
        slots = self.slots
        known = np.flatnonzero(slots.states != UNKNOWN)
        rows = known[some_of(len(known), MOST_PLACES).numpy()]
        patches = torch.from_numpy(slots.channels[rows].astype(np.float32))
        states, offsets = (torch.from_numpy(part[rows]) for part in (slots.states, slots.offsets))
        if by_chance(self.laid):
            patches, states, laid = lay_markers(patches, states, self.own, self.others, slots.blur)
            offsets = torch.where(laid.isnan(), offsets, laid)
        patches, offsets = mirrored_slots(relit(patches, *BLUR), offsets)
        return patches, states, offsets


def train_slots(frames: Sequence[FramePatches], course: Course, say: Say) -> SlotNet:
    """A slot network that has learned from these frames."""
    net = SlotNet()
    art = {frame.table: discs for frame in frames if (discs := _art(frame)) is not None}
    others = list(art.values())
    lessons = [
        SlotLesson(
            frame.slots, art.get(frame.table), others, LAID_ON_DRAWN if frame.drawn else LAID
        )
        for frame in frames
        if frame.slots is not None and (frame.slots.states != UNKNOWN).any()
    ]
    teach(net, lessons, lambda batch: _loss(net, batch), course, say)
    return net


def _art(frame: FramePatches) -> Tensor | None:
    if frame.slots is None or frame.slots.discs is None:
        return None
    return torch.from_numpy(frame.slots.discs.astype(np.float32)).permute(0, 3, 1, 2)


def _loss(net: SlotNet, batch: Sequence[SlotLesson]) -> Tensor:
    shown = zip(*(lesson.shown() for lesson in batch), strict=True)
    patches, states, offsets = (torch.cat(part) for part in shown)
    classes, told = net(patches)
    loss = functional.cross_entropy(
        classes, states, ignore_index=UNKNOWN, label_smoothing=SMOOTHING
    )
    known = (states == PIECE) & ~offsets.isnan().any(1)
    if not known.any():
        return loss
    misses = functional.smooth_l1_loss(told[known], offsets[known], beta=OFFSET_BEND)
    return loss + OFFSET_WEIGHT * misses


@torch.no_grad()
def measure_slots(net: SlotNet, frames: Sequence[FramePatches], figures: Figures) -> None:
    """Count what a network that never saw these frames says right of them."""
    for frame in frames:
        slots = frame.slots
        if slots is None or not len(slots.states):
            continue
        classes, told = net(torch.from_numpy(slots.channels.astype(np.float32)))
        said, states = classes.argmax(1).numpy(), slots.states
        plain, hidden = (states != UNKNOWN) & (states != HIDDEN), states == HIDDEN
        figures.count("slots in plain sight", (said == states)[plain])
        figures.count("hidden slots", (said == states)[hidden])
        known = (states == PIECE) & ~np.isnan(slots.offsets).any(axis=1)
        misses = np.hypot(*(told.numpy() - slots.offsets)[known].T)
        figures.measure("markers found, in diameters", misses)
