"""A ship's hull: turned step by step, covering what its lean sweeps, found where it lies."""

from __future__ import annotations

import numpy as np
import pytest

from companion.boards.board import ShipType
from vision.between.hulls import (
    NO_EVIDENCE,
    TURNS,
    KeptByLean,
    cut_out,
    hulls_mm,
    products,
    swept,
    windows,
)

SHIP = ShipType(length_mm=22.0, width_mm=9.0, height_mm=20.0, kinds=())
STEP_MM, HALF = np.array([0.5, 0.5]), 80
NONE = np.zeros(2)


@pytest.mark.parametrize(
    ("turn", "bow"), [(0, (11, 0)), (6, (0, 11)), (12, (-11, 0)), (18, (0, -11))]
)
def test_a_bow_points_where_its_turn_says(turn: int, bow: tuple[float, float]) -> None:
    hull = hulls_mm(SHIP)[turn]

    assert hull[2] == pytest.approx(bow, abs=1e-9)


def test_a_hull_that_leans_nowhere_covers_its_own_area_whichever_way_it_points() -> None:
    # The stern's rectangle, and the bow's triangle.
    area_mm2 = 9 * 11 * 1.35 + 9 * 11 * 0.65 / 2

    masks = swept(hulls_mm(SHIP), NONE, NONE, np.array([0.1, 0.1]), 150)

    assert 0.01 * masks.sum(axis=(1, 2)) == pytest.approx(np.full(TURNS, area_mm2), rel=0.03)


@pytest.mark.parametrize("lean", [(10.0, 0.0), (0.0, -14.0), (-6.0, 9.0)])
def test_a_hull_covers_all_it_passes_on_its_way(lean: tuple[float, float]) -> None:
    hulls, way = hulls_mm(SHIP), np.array(lean)

    whole = swept(hulls, NONE, way, STEP_MM, HALF)

    for share in (0.0, 0.5, 1.0):
        there = swept(hulls, share * way, share * way, STEP_MM, HALF)
        assert (whole[there > 0]).mean() > 0.98
    assert (whole.sum(axis=(1, 2)) > swept(hulls, NONE, NONE, STEP_MM, HALF).sum(axis=(1, 2))).all()


def test_beyond_the_board_there_is_no_evidence() -> None:
    evidence = np.arange(12, dtype=np.float32).reshape(3, 4)

    patch = cut_out(evidence, 0, 2, 2)

    assert patch[:3, 2:].tolist() == evidence[:, :3].tolist()
    assert (patch[3:] == NO_EVIDENCE).all()
    assert (patch[:, :2] == NO_EVIDENCE).all()
    assert cut_out(evidence, 2, 1, 1).tolist() == evidence[:, 1:].tolist()


def test_a_hull_that_is_slid_covers_most_where_it_lies() -> None:
    hulls = swept(hulls_mm(SHIP), NONE, NONE, np.array([2.0, 2.0]), 8)
    around = np.full((23, 23), NO_EVIDENCE, np.float32)
    around[4:21, 1:18][hulls[5] > 0] = 1.0

    covers = products(windows(around, 17), hulls.reshape(TURNS, -1).astype(np.float32))

    slide, turn = np.unravel_index(int(covers.argmax()), covers.shape)
    assert (divmod(int(slide), 7), turn) == ((4, 1), 5)
    assert covers.max() == hulls[5].sum()


def test_leans_that_look_the_same_are_drawn_once() -> None:
    drawn: list[list[float]] = []
    kept = KeptByLean(lambda lean_mm: drawn.append(lean_mm.tolist()))

    for lean in ((3.1, 0.2), (2.8, -0.4), (4.5, 0.0), (3.0, 0.0)):
        kept.of(np.array(lean))

    assert drawn == [[3.0, 0.0], [4.5, 0.0]]
