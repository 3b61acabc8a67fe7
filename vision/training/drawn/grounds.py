"""What is printed between the places: seas, land, texture, borders, cities, letters."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from vision.picture.arrays import Image
from vision.training.drawn.grid import Grid, over
from vision.training.drawn.lots import between, directions, factors, happens, scattered
from vision.training.drawn.paints import inks

OCTAVES = ((2, 3), (4, 5), (8, 10), (16, 20))
"""Rows and columns of the grains of texture, from coarse to fine."""
OF_BOARDS = 0.5
"""So many grounds are pieces of drawn boards, the others texture alone."""
SIDE_PX = 512


class Grounds:
    """Grounds by lot, some of them pieces of board prints (any pictures will do)."""

    def __init__(self, prints: Sequence[Image]) -> None:
        sides = (SIDE_PX, SIDE_PX)
        small = [cv2.resize(p, sides, interpolation=cv2.INTER_AREA) for p in prints]
        self._prints = torch.from_numpy(np.array(small, np.uint8).reshape(-1, *sides, 3))

    def by_lot(self, grid: Grid) -> Tensor:
        """Grounds (n, 3, h, w)."""
        n = len(grid.along)
        ground = inks(n)[:, :, None, None] + _texture(grid.along.shape)
        if len(self._prints):
            ground = torch.where(happens(OF_BOARDS, n, 1, 1, 1), self._pieces(grid), ground)
        for _ in range(2):
            ground = _with_border(grid, ground)
        return _with_lines(grid, ground).clamp(0.01, 1.1)

    def _pieces(self, grid: Grid) -> Tensor:
        """Pieces of prints, turned and enlarged by lot."""
        n, rows, columns = grid.along.shape
        zoom = (between(0.5, 2.2, n) * SIDE_PX / 500)[:, None, None]
        turn = directions(n)[:, :, None, None]
        u, v = grid.along * zoom, grid.across * zoom
        middle = between(0.15, 0.85, 2, n, 1, 1) * SIDE_PX
        x = (middle[0] + u * turn[:, 0] - v * turn[:, 1]).round().long() % SIDE_PX
        y = (middle[1] + u * turn[:, 1] + v * turn[:, 0]).round().long() % SIDE_PX
        which = torch.randint(len(self._prints), (n, 1, 1)).expand(n, rows, columns)
        found = self._prints[which, y, x].permute(0, 3, 1, 2).float() / 255
        order = torch.randperm(3) if torch.rand(()) < 0.5 else torch.arange(3)
        return found[:, order] * factors(0.12, n, 3, 1, 1)


def _texture(shape: Sequence[int]) -> Tensor:
    """Coloured grain of every size about 0, (n, 3, h, w): none on some grounds, much on others."""
    n, rows, columns = shape
    told = torch.zeros(n, 3, rows, columns)
    for octave in OCTAVES:
        grey, colour = torch.randn(n, 1, *octave), torch.randn(n, 3, *octave)
        grain = grey + 0.4 * colour
        much = between(0.0, 0.10, n, 1, 1, 1) * happens(0.6, n, 1, 1, 1)
        told += much * functional.interpolate(grain, (rows, columns), mode="bilinear")
    return told


def _with_border(grid: Grid, ground: Tensor) -> Tensor:
    """Another ground beyond a straight or round border, with a line along it or not."""
    n = len(ground)
    far = 0.8 * grid.along.amax((1, 2))
    middle = directions(n) * (far * between(0.2, 2.5, n))[:, None]
    radius = far * between(0.25, 2.5, n)
    distance = torch.hypot(
        grid.along - middle[:, 0, None, None], grid.across - middle[:, 1, None, None]
    )
    beyond = distance - radius[:, None, None]
    there = happens(0.45, n)[:, None, None].float()
    changed = over(ground, inks(n), grid.covered(beyond) * there * between(0.3, 1.0, n, 1, 1))
    width = between(0.2, 1.2, n, 1, 1)
    line = grid.covered(beyond.abs() - width) * (there * happens(0.6, n, 1, 1))
    return over(changed, inks(n) * 0.6, line * between(0.3, 1.0, n, 1, 1))


def _with_lines(grid: Grid, ground: Tensor) -> Tensor:
    """Thin strokes by twos and threes, as letters and rivers have them."""
    n = len(ground)
    ink = inks(n) * between(0.1, 0.9, n, 1)
    for _ in range(4):
        normal, reach = directions(n), grid.along.amax((1, 2))
        off = (
            grid.along * normal[:, 0, None, None]
            + grid.across * normal[:, 1, None, None]
            - scattered(0.5, n, 1, 1) * reach[:, None, None]
        )
        other = (
            grid.across * normal[:, 0, None, None]
            - grid.along * normal[:, 1, None, None]
            - scattered(0.5, n, 1, 1) * reach[:, None, None]
        )
        length = between(0.5, 12.0, n, 1, 1)
        width = between(0.15, 0.7, n, 1, 1)
        stroke = grid.covered(off.abs() - width) * grid.covered(other.abs() - length)
        ground = over(ground, ink, stroke * happens(0.35, n, 1, 1))
    return ground
