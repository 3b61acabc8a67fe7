"""What each network learns by: its lessons, its measure, and its course."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn

from vision.training.board_lessons import measure_boards, train_boards, train_close_look
from vision.training.dataset.board_frames import BoardFrame
from vision.training.dataset.marker_faces import MarkerFaces
from vision.training.dataset.material import Material
from vision.training.dataset.metrics import Figures, Say
from vision.training.dataset.patch_set import FramePatches
from vision.training.drawn.grounds import Grounds
from vision.training.drawn.slot_patches import slot_batch
from vision.training.drawn.stick_patches import stick_batch
from vision.training.face_lessons import measure_faces, train_faces
from vision.training.loop import Course, Cycle
from vision.training.shipping.exporting import PORTS, AsShipped, as_onnx
from vision.training.shipping.rounding import RoundedWronglyError, rounded
from vision.training.slot_lessons import measure_slots, train_slots
from vision.training.stick_lessons import measure_sticks, train_sticks

EXAMPLES = 2_000
"""By so many examples a network's sums are rounded."""


class Taught(NamedTuple):
    """What has learned: the ONNX file of a network as it is shipped, and one with exact sums."""

    shipped: bytes
    exact: bytes


@dataclass(frozen=True)
class Subject:
    """How one network is trained and measured."""

    train: Callable[[Material, Course, Say, Path | None], nn.Module]
    measure: Callable[[AsShipped, Any, Figures], None]
    course: Course
    examples: Callable[[Grounds], Tensor] | None = None
    """What it may be shown, by lot, by which its sums are rounded; None where they are not."""


SUBJECTS: Mapping[str, Subject] = {
    "stick": Subject(
        train_sticks,
        measure_sticks,
        Course((Cycle(10_000, 3e-3), *[Cycle(5_000, 2e-3)] * 3), ends=3),
        lambda grounds: stick_batch(EXAMPLES, grounds).patches,
    ),
    "slot": Subject(
        train_slots,
        measure_slots,
        Course((Cycle(8_000, 3e-3), *[Cycle(4_000, 2e-3)] * 3), ends=3),
        lambda grounds: slot_batch(EXAMPLES, grounds).patches,
    ),
    "stops": Subject(
        train_boards, measure_boards, Course((Cycle(18_000, 3e-3), Cycle(10_000, 2e-3)))
    ),
    "close": Subject(
        train_close_look,
        measure_boards,
        Course(
            (
                Cycle(13_000, 3e-3),
                Cycle(6_000, 3e-3),
                Cycle(5_500, 2e-3),
                Cycle(12_000, 2.5e-3),
            )
        ),
    ),
    "face": Subject(
        train_faces,
        measure_faces,
        Course((Cycle(8_500, 3e-3), *[Cycle(2_000, 2e-3)] * 2), ends=2),
    ),
}


def train(
    name: str,
    material: Material,
    steps: int | None,
    say: Say,
    keep: Path | None = None,
    weights: bytes = b"",
) -> Taught:
    """A network that has learned from this material, and its ONNX files.

    ``steps`` makes its course as short as that. In a folder ``keep`` stands how far it is; a
    course that was broken off goes on from there. ``weights``, an ONNX file, are taught the last
    cycle once more.
    """
    subject = SUBJECTS[name]
    course = subject.course.once_more(weights) if weights else subject.course
    course = course.of(steps) if steps else course
    kept = keep / f"{name}-{torch.initial_seed()}-{course.steps}.course.pt" if keep else None
    net = subject.train(material, course, lambda line: say(f"{name}: {line}"), kept)
    exact = shipped = as_onnx(name, net)
    if subject.examples:
        with torch.no_grad():
            shown = subject.examples(Grounds(material.prints)).numpy()
        try:
            shipped = rounded(exact, PORTS[name], shown)
        except RoundedWronglyError as error:  # It may have learned too little.
            say(f"{name}: {error} where its sums are rounded, so they stay exact")
    return Taught(shipped, exact)


def measure(
    name: str,
    shipped: bytes,
    frames: Sequence[FramePatches] | Sequence[BoardFrame] | Sequence[MarkerFaces],
) -> Sequence[str]:
    """What an ONNX file says of frames it never saw: one line for each table and thing asked."""
    net, lines = AsShipped(shipped, PORTS[name]), list[str]()
    for table in dict.fromkeys(frame.table for frame in frames):
        figures = Figures()
        SUBJECTS[name].measure(net, [frame for frame in frames if frame.table == table], figures)
        lines.extend(f"{table}: {line}" for line in figures.lines())
    return lines
