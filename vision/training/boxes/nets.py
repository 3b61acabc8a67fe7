"""The network of boxes, as a PyTorch module; ``vision.tiles.standing.network`` runs it."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.training.nets import DROPPED, beside_the_print

WIDTHS = (24, 32, 48, 48)
FULL = 48


class BoxNet(nn.Module):
    """Patches (n, 9, 32, 32) -> log odds of a box (n, 1), and of where its top is (n, 1, 16, 16).

    ``heat`` divides the odds: it is fitted at the end, so that they deserve their name.
    """

    heat: Tensor

    def __init__(self) -> None:
        super().__init__()
        first, second, third, fourth = WIDTHS
        self.c1, self.b1 = nn.Conv2d(12, first, 3, 2, 1, bias=False), nn.BatchNorm2d(first)
        self.c2, self.b2 = nn.Conv2d(first, second, 3, 1, 1, bias=False), nn.BatchNorm2d(second)
        self.c3, self.b3 = nn.Conv2d(second, third, 3, 2, 1, bias=False), nn.BatchNorm2d(third)
        self.c4, self.b4 = nn.Conv2d(third, fourth, 3, 1, 1, bias=False), nn.BatchNorm2d(fourth)
        self.c5, self.b5 = nn.Conv2d(fourth, fourth, 3, 2, 1, bias=False), nn.BatchNorm2d(fourth)
        self.m1, self.m2 = nn.Conv2d(second, 1, 1), nn.Conv2d(fourth, 1, 1)
        self.f1, self.f2 = nn.Linear(fourth * 16, FULL), nn.Linear(FULL, 1)
        self.drop = nn.Dropout(DROPPED)
        self.register_buffer("heat", torch.ones(1))

    def forward(self, patches: Tensor) -> tuple[Tensor, Tensor]:
        """See the class."""
        fine = functional.relu(self.b1(self.c1(beside_the_print(patches))))
        fine = functional.relu(self.b2(self.c2(fine)))
        coarse = functional.relu(self.b3(self.c3(fine)))
        coarse = functional.relu(self.b4(self.c4(coarse)))
        top = self.m1(fine) + functional.interpolate(self.m2(coarse), scale_factor=2.0)
        last = functional.relu(self.b5(self.c5(coarse)))
        told = self.f2(functional.relu(self.f1(self.drop(last.flatten(1)))))
        return told / self.heat, top
