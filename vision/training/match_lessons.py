"""How the comparing network learns: which kind's art a marker shows.

Markers of photographed and drawn tables, and drawn ones snapped on any table's board.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from vision.marker_art import MarkerArt, best_matches, match_pairs
from vision.sampling import Tones
from vision.training.chance import around_one, by_chance, one_of, uniform
from vision.training.course import Course, some_of, teach
from vision.training.figures import Figures, Say
from vision.training.lit import blurred
from vision.training.nets import MatchNet
from vision.training.patch_set import CloseUps, FramePatches
from vision.training.snapped_markers import snapped_close_ups

MOST_MARKERS = 60
"""So many markers of a frame are looked at in one step."""
SNAPPED = 0.5
"""To so many of those frames come markers drawn on a piece of a board's photo."""
OTHER_INKS = 0.35
"""Close-ups whose blue, green and red are exchanged, in the art too."""
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
    boards = list({frame.table: frame.bare for frame in frames}.values())

    def loss_of(batch: Sequence[CloseUps]) -> Tensor:
        shown = [replace(part, seen=relit_close_ups(part.seen)) for part in map(_some, batch)]
        snapped = [part for part in batch if art and by_chance(SNAPPED)]
        shown += [snapped_close_ups(one_of(art), one_of(boards)) for _ in snapped]
        return torch.stack([_loss(net, of_another_art(part)) for part in shown]).mean()

    teach(net, lessons, loss_of, course, say)
    return net


def of_another_art(part: CloseUps) -> CloseUps:
    """The same close-ups as if art and board were mirrored, and printed in each other's inks."""
    seen, turned = part.seen, part.turned
    if by_chance(0.5):
        seen, turned = np.flip(seen, 2), np.flip(turned, 3)
    if by_chance(0.5):
        seen, turned = seen.swapaxes(1, 2), turned.swapaxes(2, 3)
    if by_chance(OTHER_INKS):
        inks = torch.randperm(3).numpy()
        seen, turned = seen[..., inks], turned[..., inks]
    return CloseUps(seen, part.kinds, turned)


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


def _loss(net: MatchNet, part: CloseUps) -> Tensor:
    scores = _scores(net, part.seen, part.turned)
    kinds = torch.from_numpy(part.kinds)
    return functional.cross_entropy(scores, kinds, label_smoothing=SMOOTHING)


def _scores(net: MatchNet, seen: Tones, turned: Tones) -> Tensor:
    """The score of each kind for each close-up, (n, kinds)."""
    pairs, likeness = match_pairs(*best_matches(seen, turned))
    scores: Tensor = net(torch.from_numpy(pairs), torch.from_numpy(likeness)[:, None])
    return scores.reshape(len(seen), len(turned))
