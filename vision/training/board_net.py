"""The network that sees what lies on a board of stops; ``vision.stops.network`` runs it."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.stops.network import CHANNELS, KINDS
from vision.training.nets import CONTRAST

WIDTHS = (40, 64, 96)
"""Channels at steps of two, four and eight samples."""


class BoardNet(nn.Module):
    """Boards (n, 9, h, w), sides multiples of 8 -> kinds' logits (n, 4, h, w), feet (n, 1, h, w).

    A U (Ronneberger et al., 2015): it looks from far, where a hand is told from a ship, and
    brings that back to each sample.
    """

    def __init__(self) -> None:
        super().__init__()
        near, mid, far = WIDTHS
        self.near = nn.Sequential(_step(CHANNELS + 3, near, 2), _step(near, near))
        self.mid = nn.Sequential(_step(near, mid, 2), _step(mid, mid))
        self.far = nn.Sequential(
            _step(mid, far, 2), _step(far, far), _step(far, far, apart=2), _step(far, far, apart=4)
        )
        self.up_far = nn.ConvTranspose2d(far, mid, 2, 2)
        self.join_mid = _step(2 * mid, mid)
        self.up_mid = nn.ConvTranspose2d(mid, near, 2, 2)
        self.join_near = _step(2 * near, near)
        self.up_near = nn.ConvTranspose2d(near, KINDS + 1, 2, 2)

    def forward(self, boards: Tensor) -> tuple[Tensor, Tensor]:
        """See what lies there, and where ships stand."""
        seen, print_ = boards[:, :3], boards[:, 3:6]
        beside = (seen - print_).abs()
        near = self.near(
            torch.cat(
                [(seen - 0.5) * CONTRAST, (print_ - 0.5) * CONTRAST, boards[:, 6:], beside * 6], 1
            )
        )
        mid = self.mid(near)
        far = self.far(mid)
        mid = self.join_mid(torch.cat([mid, functional.relu(self.up_far(far))], 1))
        near = self.join_near(torch.cat([near, functional.relu(self.up_mid(mid))], 1))
        told = self.up_near(near)
        return told[:, :KINDS], told[:, KINDS:]


def _step(from_: int, to: int, stride: int = 1, apart: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(from_, to, 3, stride, apart, apart, bias=False), nn.BatchNorm2d(to), nn.ReLU()
    )
