"""Colours by lot: of pieces, of prints, of whatever else lies about. BGR tones over white."""

from __future__ import annotations

import torch
from torch import Tensor

from vision.training.drawn.lots import between, factors, happens, scattered

PLAIN_SHARE = 0.34
"""So many pieces are black, white or grey."""


def paints(n: int) -> Tensor:
    """Paints of pieces (n, 3): any hue, mostly strong; some black, white, grey, wood."""
    strong = of_hue(torch.rand(n), between(0.45, 1.0, n), between(0.16, 1.0, n))
    level = torch.where(happens(0.4, n), between(0.03, 0.2, n), between(0.25, 1.0, n))
    level = torch.where(happens(0.35, n), between(0.75, 1.05, n), level)
    plain = level[:, None] * factors(0.06, n, 3)
    return torch.where(happens(PLAIN_SHARE, n, 1), plain, strong).clamp(0.02, 1.1)


def inks(n: int) -> Tensor:
    """Colours of prints (n, 3): pale ones most often, but also strong and dark ones."""
    pale = of_hue(torch.rand(n), between(0.0, 0.4, n), between(0.55, 1.0, n))
    beige = torch.tensor([0.62, 0.78, 0.86]) * factors(0.1, n, 3) * between(0.75, 1.15, n, 1)
    told = torch.where(happens(0.4, n, 1), pale, beige)
    told = torch.where(happens(0.35, n, 1), paints(n), told)
    return torch.where(happens(0.1, n, 1), between(0.03, 0.3, n, 1) * factors(0.1, n, 3), told)


def near(colours: Tensor, sigma: float) -> Tensor:
    """Colours much like those (n, 3)."""
    n = len(colours)
    told = colours * factors(sigma, n, 1) * factors(sigma / 2, n, 3) + scattered(sigma / 4, n, 3)
    return told.clamp(0.01, 1.15)


def of_hue(hue: Tensor, saturation: Tensor, value: Tensor) -> Tensor:
    """Hue, saturation and value (n,) each 0..1 -> BGR (n, 3)."""
    steps = torch.tensor([1.0, 3.0, 5.0])  # blue, green, red
    ramp = (hue[:, None] * 6 + steps) % 6
    part = torch.minimum(ramp, 4 - ramp).clamp(0, 1)
    return value[:, None] * (1 - saturation[:, None] * part)
