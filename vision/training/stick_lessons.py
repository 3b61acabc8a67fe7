"""How the stick network learns: is a stick there, and where in the patch is its top.

Most patches are drawn for one step alone, each of another board and game. The others are cut from
tables by the reader's own code, with the camera of the truth; it is by lot that they are misplaced
and lit anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from vision.alignment.patches import block_means
from vision.picture.arrays import Tones
from vision.routes.networks import CLASS_HIDDEN, CLASS_PIECE, focus_shares
from vision.routes.top_tones import core_tones
from vision.training.augmentation import mirrored_sticks, misplaced, relit
from vision.training.chance import by_chance, frames_by_lot
from vision.training.dataset.material import Material
from vision.training.dataset.metrics import Figures, Say
from vision.training.dataset.patch_set import NO_KIND, UNKNOWN, FramePatches, StickPatches, Whole
from vision.training.drawn.grounds import Grounds
from vision.training.drawn.stick_patches import stick_batch
from vision.training.loop import Course, half_sums, some_of, teach
from vision.training.nets import StickNet
from vision.training.shipping.exporting import AsShipped

DRAWN = 160
"""So many patches of a lesson are drawn for it."""
TABLES, OF_A_TABLE = 4, 36
"""So many frames of tables are in a lesson, and so many places of each."""
MISPLACED = 0.3
SMOOTHING = 0.003
FOCUS_WEIGHT = 0.3
LEAST_TOP = 3.0
"""A top that covers fewer squares of the focus than this teaches nothing of where it is."""


def train_sticks(
    material: Material, course: Course, say: Say, kept: Path | None = None
) -> StickNet:
    """A stick network that has learned from this material."""
    net, grounds = StickNet(), Grounds(material.prints)
    frames = frames_by_lot(material, lambda frame: frame.sticks, TABLES)
    teach(net, lambda: _loss(net, grounds, frames()), course, say, kept)
    return net


def _loss(net: StickNet, grounds: Grounds, frames: Sequence[StickPatches]) -> Tensor:
    drawn = stick_batch(DRAWN, grounds)
    cut = [of_a_table(frame) for frame in frames]
    patches = torch.cat([drawn.patches, *(patches for patches, _ in cut)])
    with half_sums():
        classes, focus = net(patches)
    classes, focus = classes.float(), focus.float()
    states = torch.cat([drawn.states, *(states for _, states in cut)])
    loss = functional.cross_entropy(
        classes, states, ignore_index=UNKNOWN, label_smoothing=SMOOTHING
    )
    return loss + FOCUS_WEIGHT * focus_loss(focus[:DRAWN], drawn.tops, drawn.states)


def focus_loss(focus: Tensor, tops: Tensor, states: Tensor) -> Tensor:
    """How far the focus (n, 1, h, w) is from the tops that are seen, as a divergence.

    Squared, the share of a square that a top covers makes its middle count, and not its edge.
    """
    wanted = tops.flatten(1) ** 2
    rows = (states == CLASS_PIECE) & (tops.flatten(1).sum(1) > LEAST_TOP)
    if not rows.any():
        return focus.sum() * 0
    wanted = wanted[rows] / wanted[rows].sum(1, keepdim=True)
    said = functional.log_softmax(focus.flatten(1)[rows], 1)
    return functional.kl_div(said, wanted, reduction="batchmean")


def of_a_table(sticks: StickPatches) -> tuple[Tensor, Tensor]:
    """Some places of a frame as they are shown once: patches (m, 9, h, w) and states (m,)."""
    known = np.flatnonzero(sticks.states != UNKNOWN)
    rows = known[some_of(len(known), OF_A_TABLE).numpy()]
    patches = torch.from_numpy(sticks.channels[rows].astype(np.float32))
    if by_chance(MISPLACED):
        patches = misplaced(patches)
    return mirrored_sticks(relit(patches)), torch.from_numpy(sticks.states[rows])


@torch.no_grad()
def measure_sticks(net: AsShipped, frames: Sequence[FramePatches], figures: Figures) -> None:
    """Count what a network that never saw these frames says right of them."""
    for frame in frames:
        sticks = frame.sticks
        if sticks is None or not len(sticks.states):
            continue
        patches = torch.from_numpy(sticks.channels.astype(np.float32))
        classes, focus = net(patches)
        said, states = classes.argmax(1).numpy(), sticks.states
        plain, hidden = (states != UNKNOWN) & (states != CLASS_HIDDEN), states == CLASS_HIDDEN
        figures.count("spaces in plain sight", (said == states)[plain])
        figures.count("hidden spaces", (said == states)[hidden])
        use = (states == CLASS_PIECE) & (sticks.kinds != NO_KIND)
        seen = block_means(sticks.channels[:, :3].transpose(0, 2, 3, 1).astype(np.float32), 2)
        colours = core_tones(seen, focus_shares(focus.numpy()))
        figures.count("sticks told by colour", nearest_own(colours[use], sticks.kinds[use]))


def nearest_own(colours: Tones, kinds: Whole) -> NDArray[np.bool_]:
    """Which colours (n, 3) lie nearest the mean of their own kind, themselves left out, (m,).

    Only kinds seen more than once are asked, and only where there are several kinds.
    """
    names = np.unique(kinds)
    right = []
    for row, kind in enumerate(kinds):
        others = np.arange(len(kinds)) != row
        if len(names) < 2 or not (others & (kinds == kind)).any():
            continue
        means = [colours[others & (kinds == name)].mean(axis=0) for name in names]
        distances = np.linalg.norm(np.array(means) - colours[row], axis=1)
        right.append(bool(names[distances.argmin()] == kind))
    return np.array(right, bool)
