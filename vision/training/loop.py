"""One course of training: lessons drawn anew at each step, and steps that grow and then shrink.

A second cycle begins where the first ended, with long steps again (Loshchilov and Hutter, 2017): it
finds what the first one settled too early.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from vision.training.dataset.metrics import Say

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
class Cycle:
    """How many steps are taken, and how long the longest is."""

    steps: int
    step: float


@dataclass(frozen=True)
class Course:
    """The cycles of a training, one after the other."""

    cycles: tuple[Cycle, ...]

    @property
    def steps(self) -> int:
        """How many steps are taken in all."""
        return sum(cycle.steps for cycle in self.cycles)

    def of(self, steps: int) -> Course:
        """The first cycle alone, in so many steps."""
        return Course((Cycle(steps, self.cycles[0].step),))


def teach(net: nn.Module, loss_of_a_lesson: Callable[[], Tensor], course: Course, say: Say) -> None:
    """Train a network by AdamW in cycles of step lengths (Smith and Topin, 2018).

    ``loss_of_a_lesson`` draws a lesson and says how wrong the network is about it, as a scalar
    with a gradient. Leaves the running mean of the weights (Polyak and Juditsky, 1992), as it is
    used for reading: batch norms fixed, nothing dropped.
    """
    for cycle in course.cycles:
        _go_through(net, loss_of_a_lesson, cycle, say)
    net.eval()


def _go_through(
    net: nn.Module, loss_of_a_lesson: Callable[[], Tensor], cycle: Cycle, say: Say
) -> None:
    optimiser = torch.optim.AdamW(net.parameters(), cycle.step, weight_decay=WEIGHT_DECAY)
    lengths = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, cycle.step, total_steps=cycle.steps + 1, pct_start=WARMING_UP
    )
    kept = copy.deepcopy(net)
    net.train()
    total = 0.0
    for step in range(1, cycle.steps + 1):
        loss = loss_of_a_lesson()
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), STEEPEST)
        optimiser.step()
        lengths.step()
        _keep(kept, net, min(KEPT, step / (step + 9)))
        total += float(loss.detach())
        if step % A_LINE == 0 or step == cycle.steps:
            say(f"step {step} of {cycle.steps}: loss {total / ((step - 1) % A_LINE + 1):.4f}")
            total = 0.0
    net.load_state_dict(kept.state_dict())


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
