"""One course of training: batches of lessons in any order, steps that grow and then shrink."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import torch
from torch import Tensor, nn

from companion.errors import InputError
from vision.training.figures import Say

Lesson = TypeVar("Lesson")

WARMING_UP = 0.15
"""The share of the course in which steps still grow."""
STEEPEST = 2.0
"""Gradients are cut to this norm."""
WEIGHT_DECAY = 1e-3


@dataclass(frozen=True)
class Course:
    """How often every lesson is gone through, how many at a time, and the longest step."""

    epochs: int
    batch: int
    step: float


def teach(
    net: nn.Module,
    lessons: Sequence[Lesson],
    loss_of: Callable[[Sequence[Lesson]], Tensor],
    course: Course,
    say: Say,
) -> None:
    """Train a network by AdamW with one cycle of step lengths (Smith and Topin, 2018).

    ``loss_of`` says how wrong the network is about some lessons, as a scalar with a gradient.
    Leaves the network as it is used for reading: batch norms fixed, nothing dropped. Raises
    InputError where there are no lessons.
    """
    if not lessons:
        raise InputError(f"{type(net).__name__}: no table shows its pieces; add tables or --drawn")
    optimiser = torch.optim.AdamW(net.parameters(), course.step, weight_decay=WEIGHT_DECAY)
    batches = -(-len(lessons) // course.batch)
    cycle = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, course.step, total_steps=course.epochs * batches + 1, pct_start=WARMING_UP
    )
    net.train()
    for epoch in range(course.epochs):
        order = torch.randperm(len(lessons)).tolist()
        total = 0.0
        for start in range(0, len(order), course.batch):
            loss = loss_of([lessons[i] for i in order[start : start + course.batch]])
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), STEEPEST)
            optimiser.step()
            cycle.step()
            total += float(loss.detach())
        say(f"epoch {epoch + 1} of {course.epochs}: loss {total / batches:.4f}")
    net.eval()


def some_of(n: int, most: int) -> Tensor:
    """Indices of at most so many of n places, by lot."""
    return torch.randperm(n)[:most]
