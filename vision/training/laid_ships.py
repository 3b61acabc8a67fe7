"""Drawn ships stood on some patches: a hull has the colour of a stick and is none.

On a board in play ships stand beside the routes and over them; on photographed tables they are few.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from torch import Tensor

from vision.networks import HIDDEN, PIECE
from vision.training.chance import by_chance, one_of, uniform
from vision.training.laid_sticks import Patch, paints_by_lot
from vision.training.patch_set import NO_KIND, UNKNOWN

SHIP_MM = (22.0, 9.0, 10.0)
"""About the length, width and height of a ship, as the rulebooks' pictures have them."""
BOW_AT = 0.35
"""Where a hull begins to narrow towards its bow, from its middle (0) to its end (1)."""
HIDDEN_FROM, PARTLY_FROM = 0.75, 0.3
"""Shares of a place under a ship from which it is hidden, or nothing is learned from it."""


@dataclass(frozen=True)
class Hull:
    """Ships of one size, one on each of n patches, turned by ``turn`` (n,) radians."""

    patch: Patch
    length_mm: float
    width_mm: float
    turn: Tensor

    def covers(self, at: Tensor, scale: float = 1.0, soft: float = 0.0) -> Tensor:
        """How much of each sample an outline around ``at`` (n, 2) covers, (n, h, w)."""
        return (0.5 + self._inside_mm(at, scale) / (soft or self.patch.soft)).clamp(0, 1)

    def swept(self, start: Tensor, by_mm: Tensor, steps: int, soft: float = 0.0) -> Tensor:
        """The same of an outline drawn along a way (n, 2)."""
        parts = [
            self.covers(start + by_mm * (step / (steps - 1)), soft=soft) for step in range(steps)
        ]
        return torch.stack(parts).amax(0)

    def _inside_mm(self, at: Tensor, scale: float) -> Tensor:
        """How far each sample lies within the outline, below 0 beyond it, (n, h, w)."""
        u = self.patch.along - at[:, 0, None, None]
        v = self.patch.across - at[:, 1, None, None]
        cos, sin = torch.cos(self.turn)[:, None, None], torch.sin(self.turn)[:, None, None]
        ahead, aside = u * cos + v * sin, (v * cos - u * sin).abs()
        half_length, half_width = self.length_mm / 2 * scale, self.width_mm / 2 * scale
        to_sides = torch.minimum(ahead + half_length, half_width - aside)
        bow = (half_width, (1 - BOW_AT) * half_length)
        to_bow = (half_length - ahead) * bow[0] - aside * bow[1]
        return torch.minimum(to_sides, to_bow / math.hypot(*bow))


def stand_ships(
    patches: Tensor,
    states: Tensor,
    kinds: Tensor,
    stick_mm: tuple[float, float, float],
    blur_mm: float,
) -> tuple[Tensor, Tensor, Tensor]:
    """Stand ships by lot on some of a frame's patches (n, 9, h, w).

    Returns the patches, their states and the kinds that still can be told, (n,) each.
    """
    on = torch.nonzero(torch.rand(len(patches)) < one_of((0.1, 0.25)))[:, 0]
    if not len(on):
        return patches, states, kinds
    patch = Patch.of(stick_mm, max(0.6, blur_mm) * uniform(1, 2))
    hull, middle = _by_lot(patch, len(on))
    view = patches[on, 7:9, 0, 0] * stick_mm[1]
    height_mm = SHIP_MM[2] * uniform(0.4, 1.3)
    foot = middle - view
    top = middle + view * (height_mm / stick_mm[2] - 1)
    body = hull.swept(foot, top - foot, 5)
    seen = _painted(patches[on, :3], hull, foot, top, body, height_mm)
    patches, states, kinds = patches.clone(), states.clone(), kinds.clone()
    patches[on, :3] = seen.clamp(0, 1.6)
    place = patch.box(torch.zeros(len(on), 3), soft=0.3)
    share = (body * place).sum((1, 2)) / place.sum((1, 2))
    under = states[on]
    under = torch.where((share > PARTLY_FROM) | (under == UNKNOWN), UNKNOWN, under)
    states[on] = torch.where((share > HIDDEN_FROM) & (states[on] != UNKNOWN), HIDDEN, under)
    return patches, states, torch.where(states == PIECE, kinds, NO_KIND)


def _by_lot(patch: Patch, n: int) -> tuple[Hull, Tensor]:
    """Ships turned any way, or much as a stick lies, and where they stand (n, 2)."""
    turn = torch.rand(n) * 2 * math.pi
    like_a_stick = by_chance(0.5)
    if like_a_stick:
        aligned = torch.randn(n) * 0.3 + math.pi * (torch.rand(n) < 0.5)
        turn = torch.where(torch.rand(n) < 0.5, aligned, turn)
    length_mm, width_mm = SHIP_MM[0] * uniform(0.8, 1.3), SHIP_MM[1] * uniform(0.75, 1.25)
    spread = torch.tensor(
        [0.7 * patch.stick_mm[0], (1.6 if like_a_stick else 2.2) * patch.stick_mm[1]]
    )
    return Hull(patch, length_mm, width_mm, turn), torch.randn(n, 2) * spread


def _painted(
    seen: Tensor, hull: Hull, foot: Tensor, top: Tensor, body: Tensor, height_mm: float
) -> Tensor:
    """Pictures (n, 3, h, w) with the ships in them: shadows, sides, decks."""
    n, patch = len(seen), hull.patch
    paints = paints_by_lot()
    paint = paints[torch.randint(len(paints), (n,))] * (1 + torch.randn(n, 1) * 0.06)
    away = torch.rand(n) * 2 * math.pi
    reach = height_mm * one_of((0.3, 0.8, 1.5)) * uniform()
    fall = torch.stack([torch.cos(away), torch.sin(away)], 1) * reach
    shadow = hull.swept(foot, fall, 4, patch.soft * 1.6)[:, None]
    seen = seen * (1 - shadow * uniform(0.15, 0.65))
    side = (paint * (0.3 + 0.6 * torch.rand(n, 1)))[:, :, None, None]
    seen = seen * (1 - body[:, None]) + side * body[:, None]
    slope = patch.along * torch.randn(n, 1, 1) / hull.length_mm
    deck = hull.covers(top)[:, None]
    seen = seen * (1 - deck) + paint[:, :, None, None] * (1 + 0.04 * slope)[:, None] * deck
    if by_chance(0.5):  # A cabin or a mast of another tone.
        cabin = hull.covers(top, 0.5)[:, None]
        tone = (paint * (0.6 + 0.8 * torch.rand(n, 1))).clamp(0, 1.1)[:, :, None, None]
        seen = seen * (1 - cabin) + tone * cabin
    return seen + torch.randn_like(seen) * 0.01
