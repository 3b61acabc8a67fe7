"""One course of training: lessons drawn anew at each step, and steps that grow and then shrink.

A second cycle begins where the first ended, with long steps again (Loshchilov and Hutter, 2017): it
finds what the first one settled too early. Where several cycles end differ by lot: the mean of
their weights errs less than each (Izmailov and others, 2018).
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from companion.files.whole_file import write_whole
from vision.training.dataset.metrics import Say
from vision.training.resuming import resume

WARMING_UP = 0.1
"""The share of the course in which steps still grow."""
STEEPEST = 2.0
"""Gradients are cut to this norm."""
WEIGHT_DECAY = 1e-3
KEPT = 0.999
"""The network that is kept is a running mean of those on the way: so much of it stays at a step."""
A_LINE = 100
"""So many steps are told in one line."""
SAVED_AFTER = 500
"""A course that is kept is written down after each so many steps."""


@dataclass(frozen=True)
class Cycle:
    """How many steps are taken, and how long the longest is."""

    steps: int
    step: float


@dataclass(frozen=True)
class Course:
    """The cycles of a training, one after the other.

    What is left is the mean of what the last ``ends`` of them end at. ``weights`` is the ONNX file
    of a network that goes on learning; without it one begins anew.
    """

    cycles: tuple[Cycle, ...]
    ends: int = 1
    weights: bytes = b""

    @property
    def steps(self) -> int:
        """How many steps are taken in all."""
        return sum(cycle.steps for cycle in self.cycles)

    def of(self, steps: int) -> Course:
        """The first cycle alone, in so many steps."""
        return replace(self, cycles=(Cycle(steps, self.cycles[0].step),), ends=1)

    def once_more(self, weights: bytes) -> Course:
        """The last cycle alone, from weights that are there."""
        return Course(self.cycles[-1:], weights=weights)


def teach(
    net: nn.Module,
    loss_of_a_lesson: Callable[[], Tensor],
    course: Course,
    say: Say,
    kept: Path | None = None,
) -> None:
    """Train a network by AdamW in cycles of step lengths (Smith and Topin, 2018).

    ``loss_of_a_lesson`` draws a lesson and says how wrong the network is about it, as a scalar
    with a gradient. Leaves the running mean of the weights (Polyak and Juditsky, 1992), as it is
    used for reading: batch norms fixed, nothing dropped. In a file ``kept`` stands how far it is:
    a course that was broken off goes on from there, and ends as if it had not been.
    """
    began = torch.load(kept) if kept and kept.is_file() else None
    if course.weights and not began:
        resume(net, course.weights, loss_of_a_lesson)
    ends: list[Mapping[str, Tensor]] = began.get("ends", []) if began else []
    for number, cycle in enumerate(course.cycles):
        if began and number < began["cycle"]:
            continue
        way = _Way(net, cycle, number, ends, kept)
        if began and number == began["cycle"]:
            way.go_on(began)
        way.go(loss_of_a_lesson, say)
        ends.append(copy.deepcopy(net.state_dict()))
    net.load_state_dict(_mean(ends[-course.ends :]))
    net.eval()


def half_sums() -> torch.autocast:
    """Sums in bfloat16, in half the time, where the processor has it; elsewhere they take twice."""
    has = torch.cpu.get_capabilities()
    return torch.autocast(
        "cpu", torch.bfloat16, enabled=bool(has.get("avx512_bf16") or has.get("amx_bf16"))
    )


class _Way:
    """One cycle, and how far along it is."""

    def __init__(
        self,
        net: nn.Module,
        cycle: Cycle,
        number: int,
        ends: Sequence[Mapping[str, Tensor]],
        file: Path | None,
    ) -> None:
        self.net, self.cycle, self.number, self.ends, self.file = net, cycle, number, ends, file
        self.optimiser = torch.optim.AdamW(net.parameters(), cycle.step, weight_decay=WEIGHT_DECAY)
        self.lengths = torch.optim.lr_scheduler.OneCycleLR(
            self.optimiser, cycle.step, total_steps=cycle.steps + 1, pct_start=WARMING_UP
        )
        self.mean = copy.deepcopy(net)
        self.done = 0

    def go(self, loss_of_a_lesson: Callable[[], Tensor], say: Say) -> None:
        """Take the steps that are left, and leave the running mean in the network."""
        self.net.train()
        total, steps = 0.0, self.cycle.steps
        for step in range(self.done + 1, steps + 1):
            loss = loss_of_a_lesson()
            self.optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(self.net.parameters(), STEEPEST)
            self.optimiser.step()
            self.lengths.step()
            _keep(self.mean, self.net, min(KEPT, step / (step + 9)))
            total += float(loss.detach())
            if step % A_LINE == 0 or step == steps:
                say(f"step {step} of {steps}: loss {total / ((step - 1) % A_LINE + 1):.4f}")
                total = 0.0
            if self.file and (step % SAVED_AFTER == 0 or step == steps):
                self._save(self.file, step)
        self.net.load_state_dict(self.mean.state_dict())

    def go_on(self, began: Mapping[str, Any]) -> None:
        """Stand where a file says that this cycle was."""
        for name, part in self._parts().items():
            part.load_state_dict(began[name])
        torch.set_rng_state(began["lots"])
        self.done = began["step"]

    def _save(self, file: Path, step: int) -> None:
        data = BytesIO()
        parts = {name: part.state_dict() for name, part in self._parts().items()}
        lots = torch.get_rng_state()
        so_far = {"cycle": self.number, "step": step, "lots": lots, "ends": self.ends}
        torch.save({**so_far, **parts}, data)
        write_whole(file, data.getvalue())

    def _parts(self) -> dict[str, Any]:
        return {
            "net": self.net,
            "mean": self.mean,
            "optimiser": self.optimiser,
            "lengths": self.lengths,
        }


@torch.no_grad()
def _keep(kept: nn.Module, net: nn.Module, share: float) -> None:
    """Move a running mean towards a network; whole numbers are taken over."""
    for mean, now in zip(kept.state_dict().values(), net.state_dict().values(), strict=True):
        if mean.dtype.is_floating_point:
            mean.mul_(share).add_(now, alpha=1 - share)
        else:
            mean.copy_(now)


def _mean(ends: Sequence[Mapping[str, Tensor]]) -> dict[str, Tensor]:
    """The mean of some networks' weights; whole numbers are the last one's."""
    return {
        name: torch.stack([end[name] for end in ends]).mean(0)
        if last.dtype.is_floating_point
        else last
        for name, last in ends[-1].items()
    }


def some_of(n: int, most: int) -> Tensor:
    """Indices of at most so many of n places, by lot."""
    return torch.randperm(n)[:most]
