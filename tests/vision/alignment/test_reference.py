"""The photo of the empty board: what is drawn from it is made once, and let go with it."""

from __future__ import annotations

import gc
import weakref
from dataclasses import replace

import numpy as np
import pytest

from companion.games.clippers.shipped import read_shipped_board
from vision.alignment.pose import Pose, smooth_for
from vision.alignment.reference import Reference

BOARD = read_shipped_board()
POSE = Pose(np.eye(3), np.zeros(2), np.zeros(3), np.array([0.0, 0.0, 900.0]), (64, 48))
PHOTO = np.zeros((48, 64, 3), np.uint8)
SHARP = replace(POSE, camera_matrix=np.diag([900.0, 900.0, 1.0]))
"""One that sees a millimetre on each pixel."""


def test_the_print_of_a_board_is_made_once() -> None:
    reference = Reference(PHOTO, POSE)

    assert reference.print_of(BOARD) is reference.print_of(BOARD)


def test_a_reference_goes_when_nobody_holds_it() -> None:
    """Who reads table after table holds one print at a time, without the collector's help."""
    reference = Reference(PHOTO, POSE)
    print_ = weakref.ref(reference.print_of(BOARD))
    gc.disable()
    try:
        del reference
        assert print_() is None
    finally:
        gc.enable()


def test_a_photo_is_smoothed_once_for_a_step() -> None:
    noise = np.random.default_rng(1).integers(0, 255, (48, 64, 3), np.uint8)
    reference = Reference(noise, SHARP)

    kept = reference.smoothed(3.0)

    assert kept is reference.smoothed(3.0)
    assert kept is not reference.smoothed(5.0)
    assert (kept == smooth_for(noise, SHARP, 3.0)).all()
    assert (reference.smoothed(5.0) == smooth_for(noise, SHARP, 5.0)).all()


@pytest.mark.parametrize(
    ("photos", "again"),
    [
        pytest.param(2.5, [False, True, True], id="two photos"),
        pytest.param(1.0, [False, False, True], id="one photo"),
        pytest.param(0.5, [False, False, False], id="not even one"),
    ],
)
def test_no_more_of_a_smoothed_photo_is_kept_than_there_is_room_for(
    photos: float, again: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.alignment.reference.MOST_BYTES", int(photos * PHOTO.nbytes))
    reference, steps_mm = Reference(PHOTO, SHARP), (3.0, 4.0, 5.0)
    first = {step_mm: reference.smoothed(step_mm) for step_mm in steps_mm}

    assert [reference.smoothed(step) is first[step] for step in reversed(steps_mm)] == again[::-1]


def test_what_two_cameras_see_of_a_board_is_told_of_both() -> None:
    reference = Reference(PHOTO, POSE)
    beside = replace(POSE, translation_mm=POSE.translation_mm + (-27_000.0, 0.0, 0.0))
    grid_mm = np.array([[[0.0, 0.0], [27_000.0, 0.0], [81_000.0, 0.0]]])

    there_px, here_px, both = reference.seen_by(beside, grid_mm)

    assert here_px == pytest.approx(POSE.project(grid_mm[0])[None])
    assert there_px == pytest.approx(beside.project(grid_mm[0])[None])
    assert both.tolist() == [[False, True, False]]
