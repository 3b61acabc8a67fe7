"""How the slot network learns: is a marker there, and how far from the middle of its slot.

As with sticks, most patches are drawn for one step alone, the others are cut from tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from vision.routes.networks import CLASS_HIDDEN, CLASS_PIECE
from vision.training.augmentation import mirrored_slots, relit
from vision.training.chance import frames_by_lot
from vision.training.dataset.material import Material
from vision.training.dataset.metrics import Figures, Say
from vision.training.dataset.patch_set import UNKNOWN, FramePatches, SlotPatches
from vision.training.drawn.grounds import Grounds
from vision.training.drawn.slot_patches import slot_batch
from vision.training.loop import Course, half_sums, some_of, teach
from vision.training.nets import SlotNet
from vision.training.shipping.exporting import AsShipped

DRAWN = 160
"""So many patches of a lesson are drawn for it."""
TABLES, OF_A_TABLE = 4, 36
"""So many frames of tables are in a lesson, and so many places of each."""
BLUR = (0.2, 1.4)
SMOOTHING = 0.003
OFFSET_WEIGHT, OFFSET_BEND = 1.5, 0.1
"""Offsets: their share in the loss, and from which error in diameters it grows linearly."""


def train_slots(material: Material, course: Course, say: Say, kept: Path | None = None) -> SlotNet:
    """A slot network that has learned from this material."""
    net, grounds = SlotNet(), Grounds(material.prints)
    frames = frames_by_lot(material, lambda frame: frame.slots, TABLES)
    teach(net, lambda: _loss(net, grounds, frames()), course, say, kept)
    return net


def _loss(net: SlotNet, grounds: Grounds, frames: Sequence[SlotPatches]) -> Tensor:
    drawn = slot_batch(DRAWN, grounds)
    shown = [(drawn.patches, drawn.states, drawn.offsets)]
    shown += [of_a_table(frame) for frame in frames]
    patches, states, offsets = (torch.cat(part) for part in zip(*shown, strict=True))
    with half_sums():
        classes, told = net(patches)
    classes, told = classes.float(), told.float()
    loss = functional.cross_entropy(
        classes, states, ignore_index=UNKNOWN, label_smoothing=SMOOTHING
    )
    known = (states == CLASS_PIECE) & ~offsets.isnan().any(1)
    misses = functional.smooth_l1_loss(told[known], offsets[known], beta=OFFSET_BEND)
    return loss + OFFSET_WEIGHT * misses


def of_a_table(slots: SlotPatches) -> tuple[Tensor, Tensor, Tensor]:
    """Some places of a frame as they are shown once.

    Patches (m, 7, h, w), states (m,), offsets (m, 2) or NaN.
    """
    known = np.flatnonzero(slots.states != UNKNOWN)
    rows = known[some_of(len(known), OF_A_TABLE).numpy()]
    patches = torch.from_numpy(slots.channels[rows].astype(np.float32))
    states, offsets = (torch.from_numpy(part[rows]) for part in (slots.states, slots.offsets))
    patches, offsets = mirrored_slots(relit(patches, *BLUR), offsets)
    return patches, states, offsets


@torch.no_grad()
def measure_slots(net: AsShipped, frames: Sequence[FramePatches], figures: Figures) -> None:
    """Count what a network that never saw these frames says right of them."""
    for frame in frames:
        slots = frame.slots
        if slots is None or not len(slots.states):
            continue
        classes, told = net(torch.from_numpy(slots.channels.astype(np.float32)))
        said, states = classes.argmax(1).numpy(), slots.states
        plain, hidden = (states != UNKNOWN) & (states != CLASS_HIDDEN), states == CLASS_HIDDEN
        figures.count("slots in plain sight", (said == states)[plain])
        figures.count("hidden slots", (said == states)[hidden])
        known = (states == CLASS_PIECE) & ~np.isnan(slots.offsets).any(axis=1)
        misses = np.hypot(*(told.numpy() - slots.offsets)[known].T)
        figures.measure("markers found, in diameters", misses)
