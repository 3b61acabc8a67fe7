"""Lots for a whole batch at once, all from PyTorch's one seeded generator."""

from __future__ import annotations

import math

import torch
from torch import Tensor


def between(low: float, high: float, *shape: int) -> Tensor:
    """Any numbers between two, each as likely."""
    return low + (high - low) * torch.rand(shape)


def scattered(sigma: float, *shape: int) -> Tensor:
    """Numbers that scatter about 0 by ``sigma``."""
    return torch.randn(shape) * sigma


def factors(sigma: float, *shape: int) -> Tensor:
    """Factors whose logarithms scatter about 0 by ``sigma``."""
    return scattered(sigma, *shape).exp()


def happens(share: float, *shape: int) -> Tensor:
    """True in this share of cases."""
    return torch.rand(shape) < share


def directions(n: int) -> Tensor:
    """Unit vectors (n, 2) any way round."""
    turn = torch.rand(n) * 2 * math.pi
    return torch.stack([torch.cos(turn), torch.sin(turn)], 1)
