"""How the comparing network learns: which kind's art a marker shows.

Markers of photographed and drawn tables, and close-ups made from any table's art alone.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from vision.marker_art import (
    DISC_PX,
    GREY_BLUR_PX,
    MARGIN,
    SIDE,
    SPAN,
    MarkerArt,
    best_matches,
    match_pairs,
)
from vision.sampling import Tones
from vision.training.chance import around_one, by_chance, one_of, uniform
from vision.training.course import Course, some_of, teach
from vision.training.figures import Figures, Say
from vision.training.laid_markers import laid, samples_of
from vision.training.lit import blurred
from vision.training.nets import MatchNet
from vision.training.patch_set import CloseUps, FramePatches, Whole

MOST_MARKERS = 60
"""So many markers of a frame are looked at in one step, and as many are made from art."""
MADE = 0.5
"""Steps that also show close-ups made from art."""
MADE_PX = (5.0, 20.0)
"""Widths of those markers in the picture."""
MADE_OFF = 0.1
"""How far they lie from where they are looked for, in diameters."""
SHAPE = (SIDE + 2 * MARGIN, SIDE + 2 * MARGIN)
SMOOTHING = 0.01


def train_match(frames: Sequence[FramePatches], course: Course, say: Say) -> MatchNet:
    """A comparing network that has learned from these frames."""
    net = MatchNet()
    lessons = [frame.close_ups for frame in frames if frame.close_ups is not None]
    discs = {
        frame.table: frame.slots.discs
        for frame in frames
        if frame.slots is not None and frame.slots.discs is not None
    }
    art = [MarkerArt(part) for part in discs.values() if len(part) > 1]

    def loss_of(batch: Sequence[CloseUps]) -> Tensor:
        shown = [(relit_close_ups(chosen.seen), chosen) for chosen in map(_some, batch)]
        losses = [_loss(net, seen, part.turned, part.kinds) for seen, part in shown]
        if art and by_chance(MADE):
            made = made_close_ups(one_of(art), MOST_MARKERS)
            losses.append(_loss(net, relit_close_ups(made.seen), made.turned, made.kinds))
        return torch.stack(losses).mean()

    teach(net, lessons, loss_of, course, say)
    return net


def relit_close_ups(seen: Tones) -> Tones:
    """Close-ups (n, h, w, 3) under another lamp and another camera."""
    picture = torch.from_numpy(np.ascontiguousarray(seen, np.float32)).permute(0, 3, 1, 2)
    picture = picture * around_one(0.1) * (1 + torch.randn(1, 3, 1, 1) * 0.05)
    if by_chance(0.4):
        picture = blurred(picture, uniform(0.2, 1.5))
    if by_chance(0.3):  # Cameras keep colours coarser than brightness.
        grey = picture.mean(1, keepdim=True)
        picture = grey + blurred(picture - grey, uniform(1.0, 2.5))
    picture = picture + torch.randn_like(picture) * uniform(0.005, 0.035)
    return np.asarray(picture.permute(0, 2, 3, 1).numpy())


def made_close_ups(art: MarkerArt, n: int) -> CloseUps:
    """Close-ups of markers by lot, from their art alone, on any ground."""
    px = math.exp(uniform(*map(math.log, MADE_PX)))
    kinds = torch.randint(len(art.discs), (n,))
    discs = torch.from_numpy(art.discs.astype(np.float32)).permute(0, 3, 1, 2)
    fuzzy = blurred(discs, max(0.3, GREY_BLUR_PX / px * DISC_PX * uniform(0.6, 2.4)))
    stains = functional.interpolate(torch.randn(n, 3, 4, 4), size=SHAPE, mode="bilinear")
    ground = (torch.rand(1, 3, 1, 1) + 0.25 * stains).clamp(0.05, 1)
    samples = samples_of(SHAPE, SPAN / 2 * SHAPE[0] / SIDE)
    at, everywhere = torch.randn(n, 2) * MADE_OFF, torch.ones(n, dtype=torch.bool)
    picture = laid(ground, samples, fuzzy[kinds], at, everywhere, 1 / px)
    lamp = uniform(0.7, 1.2) * (1 + torch.randn(1, 3, 1, 1) * 0.1)
    picture = picture * lamp + uniform(0, 0.08)
    return CloseUps(picture.permute(0, 2, 3, 1).numpy(), kinds.numpy(), art.turned(px))


@torch.no_grad()
def measure_match(net: MatchNet, frames: Sequence[FramePatches], figures: Figures) -> None:
    """Count what a network that never saw these frames says right of them."""
    for frame in frames:
        part = frame.close_ups
        if part is None or len(part.turned) < 2:
            continue
        said = _scores(net, part.seen, part.turned).argmax(1).numpy()
        figures.count("markers told by their look", said == part.kinds)


def _some(part: CloseUps) -> CloseUps:
    rows = some_of(len(part.kinds), MOST_MARKERS).numpy()
    return CloseUps(part.seen[rows], part.kinds[rows], part.turned)


def _loss(net: MatchNet, seen: Tones, turned: Tones, kinds: Whole) -> Tensor:
    scores = _scores(net, seen, turned)
    return functional.cross_entropy(scores, torch.from_numpy(kinds), label_smoothing=SMOOTHING)


def _scores(net: MatchNet, seen: Tones, turned: Tones) -> Tensor:
    """The score of each kind for each close-up, (n, kinds)."""
    pairs, likeness = match_pairs(*best_matches(seen, turned))
    scores: Tensor = net(torch.from_numpy(pairs), torch.from_numpy(likeness)[:, None])
    return scores.reshape(len(seen), len(turned))
