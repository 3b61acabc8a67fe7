"""The networks that are shown patches, as PyTorch modules; ``vision.routes.networks`` runs them.

Layers are named shortly (``c1`` a convolution, ``b1`` its batch norm, ``f1`` a full layer) because
the names are the keys of saved weights.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.alignment.patches import MARKER_SHAPE, STICK_SHAPE
from vision.routes.marker_art import SIDE
from vision.routes.told_by_art import CHANNELS

CONTRAST = 3.0
"""Tones are stretched by this much about the expected print's mean."""
DROPPED = 0.2


@dataclass(frozen=True)
class Size:
    """How large a network is: channels of its convolutions, and units of its full layer.

    What the last convolution tells is refined once more, at the same width.
    """

    widths: tuple[int, ...]
    full: int


STICK = Size((32, 48, 80, 80), 128)
SLOT = Size((32, 48, 64, 64), 96)
FACE = Size((32, 48, 64), 64)
LIKENESS_COUNTS = 30.0
"""The face network begins with the likeness as the log odds of a kind, counted so often."""
DARKEST = 0.05
"""Means of tones below this are taken for this, where they are divided by."""


class Refined(nn.Module):
    """Two convolutions that add to what they are shown (He and others, 2016)."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.c1, self.b1 = _layer(width, width, 1)
        self.c2, self.b2 = _layer(width, width, 1)

    def forward(self, shown: Tensor) -> Tensor:
        """(n, width, h, w) -> the same, refined."""
        told = functional.relu(self.b1(self.c1(shown)))
        refined: Tensor = functional.relu(shown + self.b2(self.c2(told)))
        return refined


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
        self.refine = Refined(widths[3])
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
        coarse = self.refine(functional.relu(self.b4(self.c4(coarse))))
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
        self.refine = Refined(widths[3])
        self.f1 = nn.Linear(widths[3] * _quartered(MARKER_SHAPE), full)
        self.f2 = nn.Linear(full, 5)
        self.drop = nn.Dropout(DROPPED)

    def forward(self, patches: Tensor) -> tuple[Tensor, Tensor]:
        """See the class."""
        seen = functional.relu(self.b1(self.c1(beside_the_print(patches))))
        seen = functional.relu(self.b2(self.c2(seen)))
        seen = functional.relu(self.b3(self.c3(seen)))
        seen = self.refine(functional.relu(self.b4(self.c4(seen))))
        told = self.f2(functional.relu(self.f1(self.drop(seen.flatten(1)))))
        return told[:, :3], told[:, 3:]


class FaceNet(nn.Module):
    """Markers beside art (n, 9, 16, 16), as ``told_by_art.pairs`` says -> log odds (n, 1)."""

    def __init__(self) -> None:
        super().__init__()
        widths, full = FACE.widths, FACE.full
        self.c1, self.b1 = _layer(CHANNELS + 6, widths[0], 1)
        self.c2, self.b2 = _layer(widths[0], widths[1], 2)
        self.c3, self.b3 = _layer(widths[1], widths[2], 2)
        self.f1 = nn.Linear(widths[2] * (SIDE // 4) ** 2, full)
        self.f2 = nn.Linear(full, 1)
        self.drop = nn.Dropout(DROPPED)

    def forward(self, pairs: Tensor) -> Tensor:
        """See the class."""
        seen = functional.relu(self.b1(self.c1(beside_the_art(pairs))))
        seen = functional.relu(self.b2(self.c2(seen)))
        seen = functional.relu(self.b3(self.c3(seen)))
        told = self.f2(functional.relu(self.f1(self.drop(seen.flatten(1)))))
        return told + LIKENESS_COUNTS * pairs[:, 8:9].mean((2, 3))


def beside_the_art(pairs: Tensor) -> Tensor:
    """Marker, art and the other channels, and how the two differ once they are as bright.

    Once as bright as a whole, and once in each channel, as under a lamp of another colour.
    """
    seen, art = pairs[:, :3], pairs[:, 3:6]
    seen_mean, art_mean = (part.mean((2, 3), keepdim=True) for part in (seen, art))
    brighter = art_mean.mean(1, keepdim=True) / seen_mean.mean(1, keepdim=True).clamp(min=DARKEST)
    whole = seen * brighter - art
    each = seen / seen_mean.clamp(min=DARKEST) - art / art_mean.clamp(min=DARKEST)
    return torch.cat([seen - 0.5, art - 0.5, pairs[:, 6:], whole * CONTRAST, each * 2], 1)


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


def _layer(from_: int, to: int, stride: int) -> tuple[nn.Conv2d, nn.BatchNorm2d]:
    return nn.Conv2d(from_, to, 3, stride, 1, bias=False), nn.BatchNorm2d(to)


def _quartered(shape: tuple[int, int]) -> int:
    """How many samples are left of a patch once it is halved twice."""
    return (shape[0] // 4) * (shape[1] // 4)
