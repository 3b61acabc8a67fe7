"""The two networks of the reader of square tiles, as PyTorch modules."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.squares.printed.schematic import CHANNELS, SIGNS

GROUNDS = 9
SEEN = GROUNDS + 1 + len(SIGNS)
"""What is told of each sample: its ground, and which sign it shows, if any."""
USUAL, WIDE = (24, 48, 64, 32), (40, 72, 112, 40)
"""Channels at steps of two, four and eight pixels, and before the answer."""


def _layer(from_: int, to: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(from_, to, 3, stride, 1, bias=False), nn.BatchNorm2d(to), nn.ReLU()
    )


class TileNet(nn.Module):
    """Crops (n, 3, 64, 64) -> logits of grounds and of signs for each sample (n, 15, 32, 32)."""

    def __init__(self, widths: tuple[int, int, int, int] = USUAL) -> None:
        super().__init__()
        near, middle, far, last = widths
        self.c1 = nn.Sequential(
            nn.Conv2d(3, near, 5, 2, 2, bias=False), nn.BatchNorm2d(near), nn.ReLU()
        )
        self.c2, self.c3 = _layer(near, near), _layer(near, middle, 2)
        self.c4, self.c5 = _layer(middle, middle), _layer(middle, far, 2)
        self.c6, self.u1 = _layer(far, far), nn.Conv2d(far, middle, 1)
        self.c7, self.u2 = _layer(middle, middle), nn.Conv2d(middle, near, 1)
        self.c8, self.out = _layer(near, last), nn.Conv2d(last, SEEN, 1)

    def forward(self, crops: Tensor) -> Tensor:
        """See the class."""
        fine = self.c2(self.c1((crops - 0.45) * 3))
        middle = self.c4(self.c3(fine))
        coarse = self.u1(self.c6(self.c5(middle)))
        middle = self.c7(middle + functional.interpolate(coarse, scale_factor=2.0))
        fine = self.c8(fine + functional.interpolate(self.u2(middle), scale_factor=2.0))
        told: Tensor = self.out(fine)
        return told


class MatchNet(nn.Module):
    """What is seen beside what should be (n, 15 + 9, 16, 16) -> log odds (n, 1)."""

    def __init__(self) -> None:
        super().__init__()
        self.p1 = nn.Conv2d(SEEN + CHANNELS, 32, 1)
        self.c1, self.c2 = _layer(32, 48, 2), _layer(48, 48)
        self.f1, self.f2 = nn.Linear(96, 48), nn.Linear(48, 1)

    def forward(self, pairs: Tensor) -> Tensor:
        """See the class."""
        seen = functional.relu(self.p1(pairs))
        seen = self.c2(self.c1(seen))
        flat = torch.cat([seen.mean((2, 3)), seen.amax((2, 3))], 1)
        told: Tensor = self.f2(functional.relu(self.f1(flat)))
        return told


def shares(told: Tensor) -> Tensor:
    """Logits of grounds and signs -> shares, as the second network is shown them."""
    return torch.cat([told[:, :GROUNDS].softmax(1), told[:, GROUNDS:].softmax(1)], 1)
