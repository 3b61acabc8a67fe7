"""Lots drawn while training, all from PyTorch's one seeded generator."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeVar

import torch

Thing = TypeVar("Thing")


def by_chance(share: float) -> bool:
    """True in this share of cases."""
    return uniform() < share


def uniform(low: float = 0.0, high: float = 1.0) -> float:
    """Any number between two, each as likely."""
    return low + (high - low) * float(torch.rand(()))


def around_one(sigma: float) -> float:
    """A factor whose logarithm scatters by ``sigma`` about 0."""
    return math.exp(float(torch.randn(())) * sigma)


def one_of(things: Sequence[Thing]) -> Thing:
    """One of some things, each as likely."""
    return things[int(torch.randint(len(things), ()))]
