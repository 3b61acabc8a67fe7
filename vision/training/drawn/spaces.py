"""Printed spaces by lot: where a patch's own and its neighbours' lie, and how they are printed."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import torch
from torch import Tensor

from vision.training.drawn.grid import Grid, Placement, box_distance_mm, over, shifted
from vision.training.drawn.lots import between, factors, happens, scattered
from vision.training.drawn.paints import inks, near, paints

OWN, BESIDE = 0, 3
"""Of the spaces of a patch its own, and the one in the twin lane: between them are the two along
its lane, after them others."""
OTHERS = 2


@dataclass(frozen=True)
class Layout:
    """Where the spaces of n patches lie: ``at`` (spaces, n, 3), ``there`` (spaces, n).

    ``apart_mm`` (n,) is how far off the twin lane lies.
    """

    at: Tensor
    there: Tensor
    apart_mm: Tensor

    @classmethod
    def by_lot(cls, length_mm: Tensor, width_mm: Tensor) -> Layout:
        """Lanes straight and bent, alone and in twos, with other routes near by."""
        n = len(length_mm)
        zero = torch.zeros(n)
        own = torch.zeros(n, 3)
        before, after = (_next(length_mm, sign) for sign in (-1.0, 1.0))
        side = torch.where(happens(0.5, n), 1.0, -1.0)
        apart = width_mm * between(1.02, 2.4, n)
        slid = torch.where(happens(0.7, n), zero, length_mm * scattered(0.3, n))
        beside = torch.stack([slid, side * apart, scattered(0.02, n)], 1)
        others = [_another(length_mm, width_mm) for _ in range(OTHERS)]
        there = [torch.ones(n, dtype=torch.bool), happens(0.75, n), happens(0.75, n)]
        there += [happens(0.4, n), *(happens(0.35, n) for _ in others)]
        at = torch.stack([own, before, after, beside, *others])
        return cls(at, torch.stack(there), apart)

    def slipped(self, by_mm: Tensor) -> Layout:
        """The same spaces, all of a patch moved by (n, 2)."""
        return replace(self, at=torch.stack([shifted(at, by_mm) for at in self.at]))

    def neighbours(self, grid: Grid, length_mm: Tensor, width_mm: Tensor) -> Tensor:
        """1 where another space's piece would lie, (n, h, w), as ``patches.stick_places`` says."""
        told = torch.zeros_like(grid.along)
        size = torch.stack([length_mm, width_mm], 1)
        for at, there in zip(self.at[1:], self.there[1:], strict=True):
            inside = box_distance_mm(*grid.local(at), size, 0.0) < 0
            told = torch.maximum(told, (inside & there[:, None, None]).float())
        return told


def _next(length_mm: Tensor, sign: float) -> Placement:
    """The space before or after along the lane, which may bend between them."""
    n = len(length_mm)
    pitch = length_mm * between(0.98, 1.35, n)
    bend = torch.where(happens(0.5, n), scattered(0.08, n), scattered(0.5, n)).clamp(-1.2, 1.2)
    u = sign * pitch / 2 * (1 + torch.cos(bend))
    return torch.stack([u, pitch / 2 * torch.sin(bend) * sign, bend], 1)


def _another(length_mm: Tensor, width_mm: Tensor) -> Placement:
    """A space of another route, any way round, with its end near this patch's places."""
    n = len(length_mm)
    turn = between(-math.pi, math.pi, n)
    u = length_mm * between(-0.9, 0.9, n)
    sign = torch.where(happens(0.5, n), 1.0, -1.0)
    reach = 0.5 * (length_mm * turn.sin().abs() + width_mm * turn.cos().abs())
    v = sign * (width_mm * between(0.6, 2.2, n) + reach)
    return torch.stack([u, v, turn], 1)


@dataclass(frozen=True)
class SpacePrint:
    """How the spaces of n patches are printed.

    ``size_mm`` (n, 2); ``fill`` and ``frame`` (n, 3) with how strongly they are printed (n,);
    ``frame_mm`` (n,) how wide the frame is, ``corner_mm`` (n,) how round its corners.
    """

    size_mm: Tensor
    fill: Tensor
    fill_strength: Tensor
    frame: Tensor
    frame_strength: Tensor
    frame_mm: Tensor
    corner_mm: Tensor
    ornament: Tensor
    ornament_strength: Tensor
    ornament_shape: Tensor

    @classmethod
    def by_lot(cls, length_mm: Tensor, width_mm: Tensor) -> SpacePrint:
        """Pale dashes, boxes in any colour, frames alone; narrower and wider than the piece."""
        n = len(length_mm)
        width = width_mm * torch.where(
            happens(0.55, n), between(0.85, 1.2, n), between(0.3, 1.45, n)
        )
        length = length_mm * torch.where(
            happens(0.6, n), between(0.9, 1.06, n), between(0.7, 1.12, n)
        )
        thin = between(0.03, 0.16, n) * width
        fill = torch.where(happens(0.5, n, 1), paints(n), inks(n))
        framed = happens(0.7, n)
        return cls(
            torch.stack([length, width], 1),
            fill,
            torch.where(happens(0.82, n), between(0.6, 1.0, n), between(0.0, 0.5, n)),
            torch.where(happens(0.6, n, 1), inks(n) * between(0.1, 0.7, n, 1), inks(n)),
            framed * between(0.3, 1.0, n),
            thin,
            torch.where(happens(0.6, n), between(0.0, 0.1, n), between(0.1, 0.5, n)) * width,
            torch.where(happens(0.5, n, 1), fill * between(0.4, 0.9, n, 1), inks(n)),
            happens(0.5, n) * between(0.1, 0.8, n),
            torch.randint(4, (n,)),
        )

    def boxes(self, these: Tensor, length_mm: Tensor, width_mm: Tensor) -> SpacePrint:
        """The same prints, but ``these`` (n,) are filled boxes about as large as a piece."""
        n = len(these)
        size = torch.stack(
            [length_mm * between(0.94, 1.1, n), width_mm * between(0.94, 1.15, n)], 1
        )
        strength = torch.where(these, between(0.8, 1.0, n), self.fill_strength)
        return replace(
            self,
            size_mm=torch.where(these[:, None], size, self.size_mm),
            fill_strength=strength,
        )

    def like(self, others: Tensor) -> SpacePrint:
        """The same prints with the fills (n, 3) of others."""
        return replace(self, fill=others)


def print_spaces(
    grid: Grid, ground: Tensor, layout: Layout, own: SpacePrint, other: SpacePrint, view_mm: Tensor
) -> Tensor:
    """Print all spaces on a ground (n, 3, h, w), as they are seen at the height of the pieces."""
    twin = own.like(torch.where(happens(0.5, len(view_mm), 1), own.fill, other.fill))
    styles = [own, own, own, twin, other, other]
    told = ground
    for number in reversed(range(len(layout.at))):
        at = shifted(layout.at[number], -view_mm)
        told = _printed(grid, told, at, styles[number], layout.there[number])
    return told


def _printed(grid: Grid, below: Tensor, at: Placement, style: SpacePrint, there: Tensor) -> Tensor:
    u, v = grid.local(at)
    edge = box_distance_mm(u, v, style.size_mm, style.corner_mm)
    on = there[:, None, None].float()
    frame_mm = style.frame_mm[:, None, None]
    told = over(below, style.frame, grid.covered(edge) * on * style.frame_strength[:, None, None])
    inside = grid.covered(edge + frame_mm * (style.frame_strength > 0)[:, None, None])
    n = len(at)
    fill = near(style.fill, 0.06)[:, :, None, None] * (
        1 + scattered(0.06, n, 1, 1, 1) * (v / style.size_mm[:, 1, None, None])[:, None]
    )
    told = over(told, fill, inside * on * style.fill_strength[:, None, None])
    return over(told, style.ornament, _ornament(grid, u, v, edge, style) * inside * on)


def _ornament(grid: Grid, u: Tensor, v: Tensor, edge: Tensor, style: SpacePrint) -> Tensor:
    """What stands within a printed space: a second frame, a sign in the middle, strokes."""
    length, width = (style.size_mm[:, axis, None, None] for axis in (0, 1))
    thin = style.frame_mm[:, None, None]
    second = grid.covered((edge + 3 * thin).abs() - thin / 2)
    sign = grid.covered(torch.hypot(u, v) - 0.28 * width)
    bars = grid.covered((u.abs() - 0.22 * length).abs() - 0.05 * width) * (v.abs() < 0.3 * width)
    middle = grid.covered(v.abs() - 0.12 * width) * (u.abs() < 0.4 * length)
    told = torch.stack([second, sign, bars, middle])
    chosen = told[style.ornament_shape, torch.arange(len(u))]
    return chosen * style.ornament_strength[:, None, None] * factors(0.1, len(u), 1, 1)
