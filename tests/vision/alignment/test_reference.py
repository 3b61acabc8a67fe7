"""The photo of the empty board: what is drawn from it is made once, and let go with it."""

from __future__ import annotations

import gc
import weakref

import cv2
import numpy as np

from companion.games.clippers.shipped import read_shipped_board
from vision.alignment.pose import Pose
from vision.alignment.reference import STRIP_PIXELS, Reference, sift

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


def test_a_large_picture_shows_the_same_points_as_its_parts_and_none_of_them_twice() -> None:
    """It is looked at in strips, which must not be seen."""
    spots = np.random.default_rng(1).integers(0, 255, (40, 70), np.uint8)
    grey = np.asarray(cv2.resize(spots, (1750, 1000), interpolation=cv2.INTER_CUBIC), np.uint8)
    assert grey.size > 2 * STRIP_PIXELS
    middle = slice(500, 1250)

    points, looks = sift(grey)
    alone, alone_looks = sift(np.ascontiguousarray(grey[:, middle]))

    assert len(points) == len(looks)
    at_edges, elsewhere = (
        np.mean([np.sum(np.abs(points[:, 0] - x) < 40) for x in columns])
        for columns in ((1750 / 3, 3500 / 3), (300, 875, 1450))
    )
    assert at_edges < 1.3 * elsewhere
    inside = alone[(alone[:, 0] > 100) & (alone[:, 0] < 650)] + (middle.start, 0)
    nearest_px = np.linalg.norm(inside[:, None] - points[None], axis=2).min(axis=1)
    assert np.mean(nearest_px < 0.5) > 0.8
    assert len(alone) == len(alone_looks)
