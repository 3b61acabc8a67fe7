"""Where the samples of a batch of patches lie, and how much of each a shape covers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import torch
from torch import Tensor

Placement: TypeAlias = Tensor
"""(n, 3): along and across the patch in mm, and a turn in radians."""


@dataclass(frozen=True)
class Grid:
    """The samples of n patches.

    ``along`` and ``across`` (n, h, w) in mm about the middle of the place; ``sample_mm`` (n, 1, 1)
    is the side of a sample, over which an edge is blurred.
    """

    along: Tensor
    across: Tensor
    sample_mm: Tensor

    @classmethod
    def reaching(cls, shape: tuple[int, int], along_mm: Tensor, across_mm: Tensor) -> Grid:
        """Patches of ``shape`` that reach so far (n,) to each side of their middle."""
        rows, columns = shape
        u = ((torch.arange(columns) + 0.5) / columns * 2 - 1)[None, None]
        v = ((torch.arange(rows) + 0.5) / rows * 2 - 1)[None, :, None]
        along_mm, across_mm = along_mm[:, None, None], across_mm[:, None, None]
        sides = along_mm * 2 / columns, across_mm * 2 / rows
        n = len(along_mm)
        return cls(
            (u * along_mm).expand(n, rows, columns),
            (v * across_mm).expand(n, rows, columns),
            (sides[0] + sides[1]) / 2,
        )

    def of(self, rows: Tensor) -> Grid:
        """Some of the patches alone."""
        return Grid(self.along[rows], self.across[rows], self.sample_mm[rows])

    def local(self, at: Placement) -> tuple[Tensor, Tensor]:
        """The samples in the axes of something that lies at (n, 3): along and across it, in mm."""
        u, v = self.along - at[:, 0, None, None], self.across - at[:, 1, None, None]
        cos, sin = torch.cos(at[:, 2])[:, None, None], torch.sin(at[:, 2])[:, None, None]
        return u * cos + v * sin, v * cos - u * sin

    def box(self, at: Placement, size_mm: Tensor) -> Tensor:
        """How much of each sample a rectangle of ``size_mm`` (n, 2) covers, (n, h, w)."""
        return self.covered(box_distance_mm(*self.local(at), size_mm, 0.0))

    def disc(self, at: Placement, radius_mm: Tensor) -> Tensor:
        """How much of each sample a disc of ``radius_mm`` (n,) covers, (n, h, w)."""
        u, v = self.local(at)
        return self.covered(torch.hypot(u, v) - radius_mm[:, None, None])

    def covered(self, distance_mm: Tensor, soft_mm: Tensor | float = 0.0) -> Tensor:
        """Coverage from the distance to an outline, which is negative within."""
        return (0.5 - distance_mm / (self.sample_mm + soft_mm)).clamp(0, 1)


def box_distance_mm(u: Tensor, v: Tensor, size_mm: Tensor, corner_mm: Tensor | float) -> Tensor:
    """How far samples (n, h, w) lie outside a rounded rectangle about 0, negative within."""
    if isinstance(corner_mm, Tensor):
        corner_mm = corner_mm[:, None, None]
    beyond_u = u.abs() - size_mm[:, 0, None, None] / 2 + corner_mm
    beyond_v = v.abs() - size_mm[:, 1, None, None] / 2 + corner_mm
    outside = torch.hypot(beyond_u.clamp(min=0), beyond_v.clamp(min=0))
    return outside + torch.maximum(beyond_u, beyond_v).clamp(max=0) - corner_mm


def over(below: Tensor, colour: Tensor, cover: Tensor) -> Tensor:
    """Pictures (n, 3, h, w) with a colour (n, 3) or (n, 3, h, w) laid over them (n, h, w)."""
    if colour.dim() == 2:
        colour = colour[:, :, None, None]
    return below + (colour - below) * cover[:, None]


def shifted(at: Placement, by_mm: Tensor) -> Placement:
    """Placements (n, 3) moved by (n, 2)."""
    return torch.cat([at[:, :2] + by_mm, at[:, 2:]], 1)
