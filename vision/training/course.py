"""One course of training: lessons drawn anew at each step, and steps that grow and then shrink."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from vision.training.figures import Say

WARMING_UP = 0.1
"""The share of the course in which steps still grow."""
STEEPEST = 2.0
"""Gradients are cut to this norm."""
WEIGHT_DECAY = 1e-3
KEPT = 0.999
"""The network that is kept is a running mean of those on the way: so much of it stays at a step."""
A_LINE = 100
"""So many steps are told in one line."""


@dataclass(frozen=True)
class Course:
    """How many steps are taken, and how long the longest is."""

    steps: int
    step: float


def teach(net: nn.Module, loss_of_a_lesson: Callable[[], Tensor], course: Course, say: Say) -> None:
    """Train a network by AdamW with one cycle of step lengths (Smith and Topin, 2018).

    ``loss_of_a_lesson`` draws a lesson and says how wrong the network is about it, as a scalar
    with a gradient. Leaves the running mean of the weights (Polyak and Juditsky, 1992), as it is
    used for reading: batch norms fixed, nothing dropped.
    """
    optimiser = torch.optim.AdamW(net.parameters(), course.step, weight_decay=WEIGHT_DECAY)
    cycle = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, course.step, total_steps=course.steps + 1, pct_start=WARMING_UP
    )
    kept = copy.deepcopy(net)
    net.train()
    total = 0.0
    for step in range(1, course.steps + 1):
        loss = loss_of_a_lesson()
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), STEEPEST)
        optimiser.step()
        cycle.step()
        _keep(kept, net, min(KEPT, step / (step + 9)))
        total += float(loss.detach())
        if step % A_LINE == 0 or step == course.steps:
            say(f"step {step} of {course.steps}: loss {total / ((step - 1) % A_LINE + 1):.4f}")
            total = 0.0
    net.load_state_dict(kept.state_dict())
    net.eval()


@torch.no_grad()
def _keep(kept: nn.Module, net: nn.Module, share: float) -> None:
    """Move a running mean towards a network; whole numbers are taken over."""
    for mean, now in zip(kept.state_dict().values(), net.state_dict().values(), strict=True):
        if mean.dtype.is_floating_point:
            mean.mul_(share).add_(now, alpha=1 - share)
        else:
            mean.copy_(now)


def some_of(n: int, most: int) -> Tensor:
    """Indices of at most so many of n places, by lot."""
    return torch.randperm(n)[:most]
