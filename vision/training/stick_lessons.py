"""How the stick network learns: is a stick there, and where in the patch are its colours.

The second is learned without labels: the mean colours under the focus must tell a frame's kinds
apart.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from vision.networks import HIDDEN, PIECE
from vision.sampling import Tones
from vision.training.chance import by_chance
from vision.training.course import Course, some_of, teach
from vision.training.figures import Figures, Say
from vision.training.laid_ships import stand_ships
from vision.training.laid_sticks import lay_sticks
from vision.training.lit import mirrored_sticks, misplaced, relit
from vision.training.nets import StickNet, focus_colours
from vision.training.patch_set import NO_KIND, UNKNOWN, FramePatches, StickPatches, Whole

MOST_PLACES = 90
"""So many places of a frame are looked at in one step."""
LAID, LAID_ON_DRAWN = 0.5, 0.35
"""Shares of frames that get drawn sticks; drawn tables have enough of their own."""
WITH_SHIPS, MISPLACED = 0.5, 0.3
SMOOTHING = 0.005
COLOUR_WEIGHT = 0.4


def train_sticks(frames: Sequence[FramePatches], course: Course, say: Say) -> StickNet:
    """A stick network that has learned from these frames."""
    net = StickNet()
    lessons = [
        (frame.sticks, LAID_ON_DRAWN if frame.drawn else LAID)
        for frame in frames
        if frame.sticks is not None and (frame.sticks.states != UNKNOWN).any()
    ]
    teach(net, lessons, lambda batch: _loss(net, batch), course, say)
    return net


def _loss(net: StickNet, batch: Sequence[tuple[StickPatches, float]]) -> Tensor:
    shown = [stick_lesson(sticks, laid) for sticks, laid in batch]
    patches = torch.cat([patches for patches, _, _ in shown])
    classes, focus = net(patches)
    states = torch.cat([states for _, states, _ in shown])
    loss = functional.cross_entropy(
        classes, states, ignore_index=UNKNOWN, label_smoothing=SMOOTHING
    )
    sizes = [len(states) for _, states, _ in shown]
    parts = zip(focus_colours(patches, focus).split(sizes), shown, strict=True)
    losses = [colour_loss(colours, kinds, net.A) for colours, (_, _, kinds) in parts]
    told = [part for part in losses if part is not None]
    return loss + COLOUR_WEIGHT * torch.stack(told).mean() if told else loss


def stick_lesson(sticks: StickPatches, laid: float) -> tuple[Tensor, Tensor, Tensor]:
    """One frame as it is shown once: patches (n, 9, h, w), states and kinds (n,)."""
    known = np.flatnonzero(sticks.states != UNKNOWN)
    rows = known[some_of(len(known), MOST_PLACES).numpy()]
    patches = torch.from_numpy(sticks.channels[rows].astype(np.float32))
    states, kinds = torch.from_numpy(sticks.states[rows]), torch.from_numpy(sticks.kinds[rows])
    if by_chance(laid):
        beside = torch.from_numpy(sticks.beside[rows])
        patches, states, kinds = lay_sticks(
            patches, states, beside, sticks.stick_mm, sticks.blur_mm
        )
    if by_chance(WITH_SHIPS):
        patches, states, kinds = stand_ships(
            patches, states, kinds, sticks.stick_mm, sticks.blur_mm
        )
    if by_chance(MISPLACED):
        patches = misplaced(patches)
    return mirrored_sticks(relit(patches)), states, kinds


def colour_loss(colours: Tensor, kinds: Tensor, metric: Tensor) -> Tensor | None:
    """How badly colours (n, 3) tell their kinds (n,) apart, or None where there is one kind only.

    Each stick should be nearest the mean of its own kind, itself left out, by distances in
    ``metric`` (3, 3).
    """
    names, counts = kinds[kinds != NO_KIND].unique(return_counts=True)
    several = torch.isin(kinds, names[counts > 1])
    if len(names) < 2 or int(several.sum()) < 2:
        return None
    belongs = (kinds[:, None] == names).float()
    sums = belongs.T @ colours
    own = torch.searchsorted(names, kinds[several])
    means = (sums / counts[:, None])[None].expand(len(own), -1, -1).clone()
    without = (sums[own] - colours[several]) / (counts[own] - 1)[:, None]
    means[torch.arange(len(own)), own] = without
    distance2 = ((colours[several][:, None] - means) @ metric.T).pow(2).sum(2)
    return functional.cross_entropy(-distance2, own)


@torch.no_grad()
def measure_sticks(net: StickNet, frames: Sequence[FramePatches], figures: Figures) -> None:
    """Count what a network that never saw these frames says right of them."""
    for frame in frames:
        sticks = frame.sticks
        if sticks is None or not len(sticks.states):
            continue
        patches = torch.from_numpy(sticks.channels.astype(np.float32))
        classes, focus = net(patches)
        said, states = classes.argmax(1).numpy(), sticks.states
        plain, hidden = (states != UNKNOWN) & (states != HIDDEN), states == HIDDEN
        figures.count("spaces in plain sight", (said == states)[plain])
        figures.count("hidden spaces", (said == states)[hidden])
        use = (states == PIECE) & (sticks.kinds != NO_KIND)
        colours = focus_colours(patches, focus) @ net.A.T
        figures.count("sticks told by colour", nearest_own(colours.numpy()[use], sticks.kinds[use]))


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
