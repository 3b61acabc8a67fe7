"""The two networks as PyTorch modules; ``vision.routes.networks`` runs them once exported.

Layers are named shortly (``c1`` a convolution, ``b1`` its batch norm, ``f1`` a full layer) because
the names are the keys of saved weights.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.alignment.patches import MARKER_SHAPE, STICK_SHAPE

CONTRAST = 3.0
"""Tones are stretched by this much about the expected print's mean."""
DROPPED = 0.2


@dataclass(frozen=True)
class Size:
    """How large a network is: channels of its convolutions, and units of its full layer."""

    widths: tuple[int, ...]
    full: int


STICK = Size((24, 32, 64, 64), 96)
SLOT = Size((24, 32, 48, 48), 64)


class StickNet(nn.Module):
    """Patches (n, 9, 24, 32) -> class logits (n, 3) and logits of where the stick is.

    The second are (n, 1, 12, 16): one for each square of four samples.
    """

    def __init__(self, size: Size = STICK) -> None:
        super().__init__()
        widths, full = size.widths, size.full
        self.c1, self.b1 = _layer(12, widths[0], 2)
        self.c2, self.b2 = _layer(widths[0], widths[1], 1)
        self.c3, self.b3 = _layer(widths[1], widths[2], 2)
        self.c4, self.b4 = _layer(widths[2], widths[3], 1)
        self.m1 = nn.Conv2d(widths[1], 1, 1)
        self.m2 = nn.Conv2d(widths[3], 1, 1)
        self.f1 = nn.Linear(widths[3] * _quartered(STICK_SHAPE), full)
        self.f2 = nn.Linear(full, 3)
        self.drop = nn.Dropout(DROPPED)

    def forward(self, patches: Tensor) -> tuple[Tensor, Tensor]:
        """See the class."""
        fine = functional.relu(self.b1(self.c1(beside_the_print(patches))))
        fine = functional.relu(self.b2(self.c2(fine)))
        coarse = functional.relu(self.b3(self.c3(fine)))
        coarse = functional.relu(self.b4(self.c4(coarse)))
        focus = self.m1(fine) + functional.interpolate(self.m2(coarse), scale_factor=2.0)
        return self.f2(functional.relu(self.f1(self.drop(coarse.flatten(1))))), focus


class SlotNet(nn.Module):
    """Patches (n, 7, 24, 24) -> class logits (n, 3) and the marker's offset in diameters (n, 2)."""

    def __init__(self, size: Size = SLOT) -> None:
        super().__init__()
        widths, full = size.widths, size.full
        self.c1, self.b1 = _layer(10, widths[0], 2)
        self.c2, self.b2 = _layer(widths[0], widths[1], 1)
        self.c3, self.b3 = _layer(widths[1], widths[2], 2)
        self.c4, self.b4 = _layer(widths[2], widths[3], 1)
        self.f1 = nn.Linear(widths[3] * _quartered(MARKER_SHAPE), full)
        self.f2 = nn.Linear(full, 5)
        self.drop = nn.Dropout(DROPPED)

    def forward(self, patches: Tensor) -> tuple[Tensor, Tensor]:
        """See the class."""
        seen = functional.relu(self.b1(self.c1(beside_the_print(patches))))
        seen = functional.relu(self.b2(self.c2(seen)))
        seen = functional.relu(self.b3(self.c3(seen)))
        seen = functional.relu(self.b4(self.c4(seen)))
        told = self.f2(functional.relu(self.f1(self.drop(seen.flatten(1)))))
        return told[:, :3], told[:, 3:]


def beside_the_print(patches: Tensor) -> Tensor:
    """Picture and print about the print's mean, the other channels, and |picture - print|."""
    seen, expected = patches[:, :3], patches[:, 3:6]
    mean = expected.mean((2, 3), keepdim=True)
    return torch.cat(
        [
            (seen - mean) * CONTRAST,
            (expected - mean) * CONTRAST,
            patches[:, 6:],
            (seen - expected).abs() * CONTRAST,
        ],
        1,
    )


def focus_colours(patches: Tensor, focus: Tensor) -> Tensor:
    """The mean tones (n, 3) of patches under the weights that focus logits stand for."""
    weights = torch.softmax(focus.flatten(1), 1)
    tones = functional.avg_pool2d(patches[:, :3], 2).flatten(2)
    return (tones * weights[:, None]).sum(2)


def _layer(from_: int, to: int, stride: int) -> tuple[nn.Conv2d, nn.BatchNorm2d]:
    return nn.Conv2d(from_, to, 3, stride, 1, bias=False), nn.BatchNorm2d(to)


def _quartered(shape: tuple[int, int]) -> int:
    """How many samples are left of a patch once it is halved twice."""
    return (shape[0] // 4) * (shape[1] // 4)
