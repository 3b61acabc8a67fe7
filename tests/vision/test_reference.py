"""The photo of the empty board: what is drawn from it is made once, and let go with it."""

from __future__ import annotations

import gc
import weakref

import numpy as np

from companion.games.clippers.shipped import read_shipped_board
from vision.pose import Pose
from vision.reference import Reference

BOARD = read_shipped_board()
POSE = Pose(np.eye(3), np.zeros(2), np.zeros(3), np.array([0.0, 0.0, 900.0]), (64, 48))
PHOTO = np.zeros((48, 64, 3), np.uint8)


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
