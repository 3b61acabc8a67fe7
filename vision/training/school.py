"""What each network learns by: its lessons, its measure, and its course."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from torch import nn

from vision.training.course import Course
from vision.training.exporting import as_onnx
from vision.training.figures import Figures, Say
from vision.training.match_lessons import measure_match, train_match
from vision.training.patch_set import FramePatches
from vision.training.slot_lessons import measure_slots, train_slots
from vision.training.stick_lessons import measure_sticks, train_sticks

Frames = Sequence[FramePatches]


@dataclass(frozen=True)
class Subject:
    """How one network is trained and measured; its course's epochs are set by the caller."""

    train: Callable[[Frames, Course, Say], nn.Module]
    measure: Callable[[Any, Frames, Figures], None]
    course: Course


SUBJECTS: Mapping[str, Subject] = {
    "stick": Subject(train_sticks, measure_sticks, Course(0, 8, 4e-3)),
    "slot": Subject(train_slots, measure_slots, Course(0, 8, 4e-3)),
    "match": Subject(train_match, measure_match, Course(0, 4, 4e-3)),
}


def train(name: str, frames: Frames, epochs: int, say: Say) -> tuple[nn.Module, bytes]:
    """A network that has learned from these frames, and its ONNX file.

    Raises InputError where nothing in them teaches it.
    """
    subject = SUBJECTS[name]
    course = replace(subject.course, epochs=epochs)
    net = subject.train(frames, course, lambda line: say(f"{name}: {line}"))
    return net, as_onnx(name, net)


def measure(name: str, net: nn.Module, frames: Frames) -> Sequence[str]:
    """What a network says of frames it never saw: one line for each table and thing asked."""
    lines: list[str] = []
    for table in dict.fromkeys(frame.table for frame in frames):
        figures = Figures()
        SUBJECTS[name].measure(net, [frame for frame in frames if frame.table == table], figures)
        lines.extend(f"{table}: {line}" for line in figures.lines())
    return lines
