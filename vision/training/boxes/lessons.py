"""How the network of boxes learns: is one there, and which samples show its top.

What drawn tables lack is done to their patches: edges of sun and shadow that the light's fit
missed, prints a little beside where they are expected, inks that come out otherwise, blur.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from vision.tiles.standing.forms import SIDE
from vision.training.boxes.cutting import CODES, Cut
from vision.training.boxes.nets import BoxNet

BATCH = 160
SMOOTHING = 0.004
TOP_WEIGHT = 0.1
SAME_PAINT, SAME_INK, LEAST_TOP = 0.35, 0.12, 20.0
"""So many places are printed in a piece's colour; tones no further off are one ink; and a top that
covers fewer samples tells no colour."""
MIDDLE = (slice(13, 19), slice(13, 19))
"""The samples in the middle of a patch."""
WRONG_LEAN = 0.3
"""So many are told that their top is seen where it is not."""
SIZES = (100.0, 155.0, 205.0)
"""Tops of about one size cover between so many samples."""
SHARPEST, SOFTEST = 0.6, 4.0
"""What the odds are divided by lies between: few errors are no proof that nothing is doubtful."""


@dataclass(frozen=True, eq=False)
class Lesson:
    """Patches (n, 9, 32, 32), shares of tops (n, 1, 16, 16), and whether a box stands (n,)."""

    patches: Tensor
    tops: Tensor
    stands: Tensor


def lesson(cut: Cut, rows: np.ndarray, *, plain: bool = False) -> Lesson:
    """Some rows of what was cut, turned and changed by lot unless they are to be ``plain``."""
    patches = torch.from_numpy(cut.shown[rows].astype(np.float32))
    patches[:, :6] /= CODES
    tops = torch.from_numpy(cut.tops[rows].astype(np.float32))[:, None]
    stands = torch.from_numpy(cut.stands[rows].astype(np.float32))
    if not plain:
        both = _turned(torch.cat([patches, tops], 1))
        patches, tops = both[:, :-1], both[:, -1:]
        patches = _relit(_misplaced(_leant(_inked(patches, tops))))
    return Lesson(patches, functional.avg_pool2d(tops, 2), stands)


def loss_of(net: BoxNet, shown: Lesson) -> Tensor:
    """How wrong the network is about a lesson."""
    odds, tops = net(shown.patches)
    wanted = shown.stands * (1 - 2 * SMOOTHING) + SMOOTHING
    loss = functional.binary_cross_entropy_with_logits(odds[:, 0], wanted)
    there = (shown.stands > 0) & (shown.tops.flatten(1).sum(1) > 2)
    if not there.any():
        return loss
    shares = shown.tops.flatten(1)[there] ** 2
    shares = shares / shares.sum(1, keepdim=True)
    said = functional.log_softmax(tops.flatten(1)[there], 1)
    return loss + TOP_WEIGHT * functional.kl_div(said, shares, reduction="batchmean")


def tempered(odds: np.ndarray, stands: np.ndarray) -> float:
    """What odds (n,) are to be divided by so that they are as likely as they can be (n,)."""
    told = torch.from_numpy(odds.astype(np.float64))
    wanted = torch.from_numpy(stands.astype(np.float64))
    tries = np.exp(np.linspace(np.log(SHARPEST), np.log(SOFTEST), 81))
    losses = [
        float(functional.binary_cross_entropy_with_logits(told / each, wanted)) for each in tries
    ]
    return float(tries[int(np.argmin(losses))])


def _turned(both: Tensor) -> Tensor:
    """The whole batch turned by quarters and mirrored, with tones of each exchanged."""
    both = torch.rot90(both, int(torch.randint(4, ())), (2, 3))
    if torch.rand(()) < 0.5:
        both = both.flip(3)
    exchanged = torch.rand(len(both)) < 0.5
    order = torch.randperm(3)
    seen, expected = both[exchanged, :3], both[exchanged, 3:6]
    both[exchanged, :3], both[exchanged, 3:6] = seen[:, order], expected[:, order]
    return both


def _inked(patches: Tensor, tops: Tensor) -> Tensor:
    """Some with their place printed in the colour of a piece: of the one that stands there.

    Where none stands it is that of another; so the colour alone tells nothing.
    """
    n = len(patches)
    there = (tops.sum((1, 2, 3)) > LEAST_TOP).nonzero()[:, 0]
    if not len(there):
        return patches
    share = tops[there] / tops[there].sum((2, 3), keepdim=True)
    paints = (patches[there, :3] * share).sum((2, 3))
    row_of = there[torch.randint(len(there), (n,))]
    row_of[there] = there
    paint = paints[torch.searchsorted(there, row_of)] * torch.exp(0.08 * torch.randn(n, 3))
    seen, expected = patches[:, :3], patches[:, 3:6]
    middle = expected[(..., *MIDDLE)].flatten(2).median(2).values
    ink = (expected - middle[..., None, None]).abs().amax(1, keepdim=True) < SAME_INK
    bare = ink & ((seen - expected).abs().amax(1, keepdim=True) < SAME_INK)
    told = (torch.rand(n) < SAME_PAINT)[:, None, None, None]
    printed = paint[..., None, None].expand_as(expected)
    new_seen = torch.where(told & bare, printed + seen - expected, seen)
    new_expected = torch.where(told & ink, printed, expected)
    return torch.cat([new_seen, new_expected, patches[:, 6:]], 1)


def _leant(patches: Tensor) -> Tensor:
    """Some with the masks of another of about their size: nobody knew from where the photo was."""
    n = len(patches)
    told = torch.rand(n) < WRONG_LEAN
    sizes = torch.bucketize(patches[:, 6].sum((1, 2)), torch.tensor(SIZES))
    for size in sizes.unique():
        rows = (told & (sizes == size)).nonzero()[:, 0]
        others = (sizes == size).nonzero()[:, 0]
        chosen = others[torch.randint(len(others), (len(rows),))]
        patches[rows, 6:8] = patches[chosen, 6:8].clone()
    return patches


def _misplaced(patches: Tensor) -> Tensor:
    """Some with the print a sample beside where it is expected, or blurred."""
    n = len(patches)
    off = torch.rand(n) < 0.25
    x, y = (int(step) for step in torch.randint(-1, 2, (2,)))
    patches[off, 3:6] = torch.roll(patches[off, 3:6], (y, x), (2, 3))
    soft = torch.rand(n) < 0.2
    padded = functional.pad(patches[soft, :3], (1, 1, 1, 1), mode="replicate")
    patches[soft, :3] = functional.avg_pool2d(padded, 3, 1)
    return patches


def _relit(patches: Tensor) -> Tensor:
    """Tones as another camera has them, edges of light that nobody told, noise."""
    n = len(patches)
    seen, expected = patches[:, :3], patches[:, 3:6]
    gamma = torch.exp(0.08 * torch.randn(n, 1, 1, 1))
    gain = torch.exp(0.04 * torch.randn(n, 3, 1, 1))
    expected = gain * expected.clamp(min=1e-3) ** gamma
    edge = torch.rand(n, 1, 1, 1) < 0.2
    light = torch.where(edge, _edges(n), torch.ones(()))
    both = torch.exp(0.12 * torch.randn(n, 1, 1, 1))
    noise = 0.02 * torch.rand(n, 1, 1, 1) * torch.randn(seen.shape)
    seen = seen * light + noise
    return torch.cat(
        [(seen * both).clamp(0, 1.5), (expected * both).clamp(0, 1.5), patches[:, 6:]], 1
    )


def _edges(n: int) -> Tensor:
    """Half planes of more or less light, with soft or hard edges, (n, 1, SIDE, SIDE)."""
    line = torch.linspace(-1, 1, SIDE)
    way = 2 * torch.pi * torch.rand(n, 1, 1)
    across = torch.cos(way) * line[None, None] + torch.sin(way) * line[None, :, None]
    soft = 0.04 + 0.4 * torch.rand(n, 1, 1) ** 2
    share = torch.sigmoid((across - 1.2 * torch.rand(n, 1, 1) + 0.6) / soft)
    strength = torch.exp(0.55 * torch.randn(n, 1, 1).clamp(-2, 2))
    return (1 + (strength - 1) * share)[:, None]
