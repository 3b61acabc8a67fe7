"""How the face network learns: which of a set of markers is it?

Markers are drawn for it, each of another set, and laid on the art of every kind of their set by the
reader's own code. That takes longest, so a marker is shown a few times, each time mirrored, turned
and coloured anew: with the tones of all its set exchanged it is another set. Where tables are
learned from, every fourth marker is one that was photographed there.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from vision.picture.arrays import Tones
from vision.routes.marker_art import SIDE, MarkerArt, best_matches
from vision.routes.told_by_art import CHANNELS, pairs
from vision.training.chance import by_chance
from vision.training.dataset.marker_faces import MarkerFaces
from vision.training.dataset.material import Material
from vision.training.dataset.metrics import Figures, Say
from vision.training.dataset.patch_set import Whole
from vision.training.drawn.close_ups import KINDS, CloseUps, close_ups
from vision.training.drawn.grounds import Grounds
from vision.training.drawn.lots import factors
from vision.training.loop import Course, teach
from vision.training.nets import FaceNet
from vision.training.shipping.exporting import AsShipped

DRAWN, SHOWN = 28, 112
"""So many markers are drawn for a lesson, and so many shown in it."""
PHOTOGRAPHED = 28
"""So many of those shown were photographed on a table, where there are any."""
KEPT = 40_000
"""So many of those drawn last are shown again."""
FIRST = 10
"""Before the first lesson so many times more are drawn."""
MEASURED = 600
"""So many markers that nothing was learned from are measured on."""
LIKENESS = 8
"""The channel that says how alike a marker and a kind's art are."""
SMOOTHING = 0.003
RELIT = 0.05
"""How much brighter a channel may be when a marker is shown again, relative."""


def train_faces(material: Material, course: Course, say: Say, kept: Path | None = None) -> FaceNet:
    """A face network that has learned from drawn markers, on this material's prints."""
    net, grounds = FaceNet(), Grounds(material.prints)
    shelf = Shelf()
    shelf.add(close_ups(FIRST * DRAWN, grounds))
    seen = album(material.faces)

    def loss() -> Tensor:
        shelf.add(close_ups(DRAWN, grounds))
        photographed = PHOTOGRAPHED if len(seen) else 0
        lots = shelf.by_lot(SHOWN - photographed), seen.by_lot(photographed)
        shown, kinds = (torch.cat(part) for part in zip(*lots, strict=True))
        odds = net(_seen_anew(shown).flatten(0, 1)).reshape(SHOWN, KINDS)
        return functional.cross_entropy(odds, kinds, label_smoothing=SMOOTHING)

    teach(net, loss, course, say, kept)
    return net


class Shelf:
    """Markers beside the art of their sets: so many of the last as there is room for."""

    def __init__(self, room: int = KEPT) -> None:
        self._pairs = np.zeros((room, KINDS, CHANNELS, SIDE, SIDE), np.float16)
        self._kinds = np.zeros(room, np.int64)
        self._put = 0

    def add(self, drawn: CloseUps) -> None:
        """Put markers on the shelf, in the place of the oldest."""
        self.put(pairs_of(drawn), drawn.kinds.numpy())

    def put(self, pairs: Tones, kinds: Whole) -> None:
        """The same for pairs (n, KINDS, CHANNELS, SIDE, SIDE) of these kinds (n,)."""
        rows = (self._put + np.arange(len(kinds))) % len(self._kinds)
        self._pairs[rows], self._kinds[rows] = pairs, kinds
        self._put += len(rows)

    def __len__(self) -> int:
        return min(self._put, len(self._kinds))

    def by_lot(self, n: int) -> tuple[Tensor, Tensor]:
        """N of them, (n, KINDS, CHANNELS, SIDE, SIDE), and which kind each is, (n,)."""
        rows = torch.randint(max(len(self), 1), (n,)).numpy()
        shown = torch.from_numpy(self._pairs[rows].astype(np.float32))
        return shown, torch.from_numpy(self._kinds[rows])


def album(frames: Sequence[MarkerFaces]) -> Shelf:
    """All markers of some photos, of boards with as many kinds as are drawn."""
    fit = [frame for frame in frames if frame.pairs.shape[1] == KINDS]
    shelf = Shelf(sum(len(frame.kinds) for frame in fit))
    for frame in fit:
        shelf.put(frame.pairs, frame.kinds)
    return shelf


def pairs_of(drawn: CloseUps) -> Tones:
    """Drawn markers as the reader shows them to the network, (n, KINDS, CHANNELS, SIDE, SIDE)."""
    last = (0, 2, 3, 1)
    seen, clipped = drawn.seen.permute(last).numpy(), drawn.clipped.permute(last).numpy()
    discs = drawn.discs.permute(0, 1, 3, 4, 2).numpy()
    shown = []
    for row, px in enumerate(drawn.px.tolist()):
        own, turned = slice(row, row + 1), MarkerArt(discs[row]).turned(px)
        matches = best_matches(seen[own], turned)
        shown.append(pairs(seen[own], clipped[own], turned, px, matches)[0])
    return np.array(shown)


def _seen_anew(shown: Tensor) -> Tensor:
    """Pairs of (n, KINDS, CHANNELS, SIDE, SIDE) with colours exchanged, mirrored, relit."""
    order = torch.randperm(3)
    shown = shown[:, :, torch.cat([order, 3 + order, torch.arange(6, CHANNELS)])]
    for axis in (3, 4):
        if by_chance(0.5):
            shown = shown.flip(axis)
    if by_chance(0.5):
        shown = shown.transpose(3, 4)
    shown[:, :, :3] *= factors(RELIT, len(shown), 1, 3, 1, 1)
    return shown


def drawn_faces() -> MarkerFaces:
    """Markers drawn by other lots than those that are learned from."""
    drawn = close_ups(MEASURED, Grounds([]))
    return MarkerFaces("drawn", pairs_of(drawn), drawn.kinds.numpy())


@torch.no_grad()
def measure_faces(net: AsShipped, frames: Sequence[MarkerFaces], figures: Figures) -> None:
    """Count what a network that never saw these markers says right of them."""
    for frame in frames:
        shown = torch.from_numpy(frame.pairs.astype(np.float32))
        [odds] = net(shown.flatten(0, 1))
        told = odds.numpy().reshape(shown.shape[:2]).argmax(axis=1)
        likest = frame.pairs[:, :, LIKENESS, 0, 0].argmax(axis=1)
        figures.count("markers", told == frame.kinds)
        figures.count("and by likeness alone", likest == frame.kinds)
