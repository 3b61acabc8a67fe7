"""What hides a place: arms, hands, and whatever else stands on a board."""

from __future__ import annotations

import torch
from torch import Tensor

from vision.training.drawn.grid import Grid, box_distance_mm, over
from vision.training.drawn.lots import between, directions, factors, happens, scattered
from vision.training.drawn.paints import paints

SKINS = torch.tensor(
    [[0.55, 0.65, 0.88], [0.35, 0.45, 0.68], [0.2, 0.27, 0.42], [0.68, 0.75, 0.95]]
)
"""Usual tones of skin under a white lamp, BGR."""


def hide(grid: Grid, picture: Tensor, share: float) -> tuple[Tensor, Tensor]:
    """Lay something large over this share of the pictures; also how much of each sample it covers.

    An arm or finger is a strip with a round end; a sleeve or cup may be of any colour.
    """
    n = len(picture)
    there = happens(share, n)
    reach = grid.along.amax((1, 2))
    way = directions(n)
    length = reach * between(1.5, 4.0, n)
    middle = way * (length / 2 * between(0.3, 1.15, n))[:, None]
    middle = middle + torch.stack([-way[:, 1], way[:, 0]], 1) * (reach * scattered(0.5, n))[:, None]
    at = torch.cat([middle, torch.atan2(way[:, 1], way[:, 0])[:, None]], 1)
    width = reach * torch.where(happens(0.5, n), between(0.35, 0.9, n), between(0.9, 4.0, n))
    u, v = grid.local(at)
    size = torch.stack([length, width], 1)
    edge = box_distance_mm(u, v, size, torch.minimum(length, width) * 0.48)
    skin = SKINS[torch.randint(len(SKINS), (n,))] * factors(0.15, n, 3) * factors(0.25, n, 1)
    colour = torch.where(happens(0.6, n, 1), skin, paints(n))
    round_ = 1 - between(0.0, 0.5, n, 1, 1) * (v / width[:, None, None] * 2).abs().clamp(0, 1) ** 2
    folds = 1 + scattered(0.06, n, 1, 1) * torch.sin(u * between(0.1, 0.8, n, 1, 1))
    body = colour[:, :, None, None] * (round_ * folds)[:, None]
    laid = there[:, None, None].float()
    soft = reach[:, None, None] * between(0.05, 0.8, n, 1, 1)
    shade = grid.covered(edge - soft / 2, soft) * between(0.0, 0.5, n, 1, 1)
    picture = picture * (1 - shade * laid)[:, None]
    cover = grid.covered(edge) * laid
    return over(picture, body, cover), cover
