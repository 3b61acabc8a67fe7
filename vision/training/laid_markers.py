"""Drawn markers laid into the empty slots of real patches.

Any art, at any turn, anywhere on its slot and beside it: what a marker is does not hang on what is
printed on it. Lengths are in marker diameters.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import torch
from torch import Tensor
from torch.nn import functional

from vision.marker_art import DISC_PX, GREY_BLUR_PX
from vision.networks import EMPTY, PIECE
from vision.patches import MARKER_REACH, MARKER_SHAPE
from vision.training.chance import by_chance, one_of, uniform
from vision.training.laid_sticks import arm_tones, paints_by_lot, states_under
from vision.training.lit import blurred

SCATTER = 0.17
"""How far hands lay markers from the middle of their slots, as a sigma along x and along y."""
FURTHEST = 0.5
INVENTED = 4
"""So many kinds an invented set of markers has."""

Samples = tuple[Tensor, Tensor]


def lay_markers(
    patches: Tensor,
    states: Tensor,
    own: Tensor | None,
    others: Sequence[Tensor],
    blur: float,
) -> tuple[Tensor, Tensor, Tensor]:
    """Lay markers by lot on the empty ones of some slots (n, 7, h, w), and beside them.

    ``own`` is the board's art (kinds, 3, DISC_PX, DISC_PX) if it has any, ``others`` that of other
    boards; ``blur`` is the size of the picture's pixels in diameters. Returns the patches, their
    states (n,), and where the markers lie (n, 2), NaN where none was laid.
    """
    n, empty = len(patches), states == EMPTY
    soft = min(0.5, blur) * uniform(1, 2)
    discs = _lit(blurred(_art_by_lot(own, others), max(0.1, GREY_BLUR_PX * soft * DISC_PX)))
    samples, seen = samples_of(MARKER_SHAPE, MARKER_REACH), patches[:, :3]

    def laid_on(seen: Tensor, at: Tensor, on: Tensor) -> Tensor:
        return laid(seen, samples, discs[torch.randint(len(discs), (n,))], at, on, soft)

    for _ in range(2):  # Two neighbours, of which a third is there.
        turn, away = torch.rand(n) * 2 * math.pi, 0.95 + torch.rand(n) * 0.8
        at = torch.stack([torch.cos(turn), torch.sin(turn)], 1) * away[:, None]
        seen = laid_on(seen, at, (torch.rand(n) < 0.3) & empty)
    on = (torch.rand(n) < one_of((0.2, 0.5, 0.8))) & empty
    at = torch.randn(n, 2) * SCATTER
    at = at * (FURTHEST / at.norm(dim=1, keepdim=True).clamp(min=1e-6)).clamp(max=1)
    seen = laid_on(seen, at, on)
    states = torch.where(on, PIECE, states)
    if by_chance(0.5):
        seen, states = _reached_over(seen, samples, states, empty, soft)
    offsets = torch.where((on & (states == PIECE))[:, None], at, torch.nan)
    seen = (seen + torch.randn_like(seen) * uniform(0.004, 0.024)).clamp(0, 1.6)
    return torch.cat([seen, patches[:, 3:]], 1), states, offsets


def _art_by_lot(own: Tensor | None, others: Sequence[Tensor]) -> Tensor:
    """The board's own art, that of another board, or art invented on the spot."""
    if own is not None and by_chance(0.5):
        return own
    if others and by_chance(0.4):
        return one_of(others)
    return torch.stack([invented_disc() for _ in range(INVENTED)])


def invented_disc() -> Tensor:
    """One colour, stripes or a spot, with a ring or without: (3, DISC_PX, DISC_PX)."""
    inks = paints_by_lot(8)
    inks = inks[torch.randperm(len(inks))][:4, :, None, None]
    disc = inks[0].expand(3, DISC_PX, DISC_PX).clone()
    steps = (torch.arange(DISC_PX) + 0.5) / DISC_PX * 2 - 1
    radius = torch.hypot(steps[:, None], steps[None])
    look = one_of(("plain", "stripes", "spot"))
    if look == "stripes":
        stripes = int(torch.randint(1, 5, ()))
        which = ((steps + 1) / 2 * stripes).long()
        disc = inks[which, :, 0, 0].T[:, :, None].expand_as(disc)
    elif look == "spot":
        disc = torch.where(radius < uniform(0.25, 0.67), inks[1], disc)
    if look != "plain" and by_chance(0.5):
        disc = torch.where(radius > 0.83, inks[2], disc)
    return disc


def _lit(discs: Tensor) -> Tensor:
    """The art in another print run and under another lamp."""
    return discs * uniform(0.75, 1.25) * (1 + torch.randn(1, 3, 1, 1) * 0.06)


def laid(
    seen: Tensor, samples: Samples, discs: Tensor, at: Tensor, on: Tensor, soft: float
) -> Tensor:
    """Pictures (n, 3, h, w) with their ``discs`` laid ``at`` (n, 2), at any turn, where ``on``.

    ``soft`` is over how many diameters an edge is blurred.
    """
    n = len(seen)
    x, y = (axis - at[:, i, None, None] for i, axis in enumerate(samples))
    turn = torch.rand(n, 1, 1) * 2 * math.pi
    cos, sin = torch.cos(turn), torch.sin(turn)
    on_disc = torch.stack([x * cos + y * sin, y * cos - x * sin], -1) * 2
    face = functional.grid_sample(discs, on_disc, padding_mode="border", align_corners=False)
    falls = torch.randn(2, n, 1, 1) * 0.12
    there = on[:, None, None].float()
    shadow = _disc(x - falls[0], y - falls[1], soft * 1.5) * there * uniform(0.1, 0.6)
    cover = (_disc(x, y, soft) * there)[:, None]
    bright = 0.9 + 0.2 * torch.rand(n, 1, 1, 1)
    return seen * (1 - shadow)[:, None] * (1 - cover) + face * bright * cover


def _reached_over(
    seen: Tensor, samples: Samples, states: Tensor, empty: Tensor, soft: float
) -> tuple[Tensor, Tensor]:
    """An arm or a sleeve over some of the patches."""
    n = len(seen)
    x, y = samples
    turn = torch.rand(n, 1, 1) * 2 * math.pi
    beyond = torch.cos(turn) * x + torch.sin(turn) * y - torch.randn(n, 1, 1) * 0.5
    over = (torch.rand(n) < 0.12) & empty
    cover = (0.5 - beyond / soft).clamp(0, 1) * over[:, None, None]
    seen = seen * (1 - cover[:, None]) + arm_tones(n) * cover[:, None]
    place = _disc(x, y, 0.01)
    return seen, states_under(states, over, (cover * place).sum((1, 2)) / place.sum())


def _disc(x: Tensor, y: Tensor, soft: float) -> Tensor:
    """How much of samples at these distances from its middle a marker covers."""
    return (0.5 - (torch.hypot(x, y) - 0.5) / soft).clamp(0, 1)


def samples_of(shape: tuple[int, int], reach: float) -> Samples:
    """Where the samples of a patch that reaches so far lie, x and y (h, w)."""
    rows, columns = (((torch.arange(side) + 0.5) / side * 2 - 1) * reach for side in shape)
    y, x = torch.meshgrid(rows, columns, indexing="ij")
    return x, y
