"""Which way four corners go round, and what they enclose."""

from __future__ import annotations

import numpy as np
import pytest

from vision.picture.quads import areas, rectangle, turns

BOARD = rectangle(30, 20)
CROSSED = BOARD[[0, 2, 1, 3]]
DENTED = np.array([[0, 0], [30, 0], [5, 5], [0, 20]])


@pytest.mark.parametrize(
    ("quad", "clockwise", "anticlockwise"),
    [
        pytest.param(BOARD, True, False, id="clockwise"),
        pytest.param(np.roll(BOARD, 1, axis=0), True, False, id="begun at another corner"),
        pytest.param(BOARD[::-1], False, True, id="anticlockwise"),
        pytest.param(BOARD * [-1, 1], False, True, id="mirrored"),
        pytest.param(CROSSED, False, False, id="crossed"),
        pytest.param(DENTED, False, False, id="dented"),
        pytest.param(np.ones((4, 2)), False, False, id="a point"),
    ],
)
def test_only_a_convex_quad_turns_one_way_all_round(
    quad: np.ndarray, clockwise: bool, anticlockwise: bool
) -> None:
    assert bool((turns(quad) > 0).all()) is clockwise
    assert bool((turns(quad) < 0).all()) is anticlockwise


def test_an_area_has_the_sign_of_the_turn() -> None:
    assert areas(np.stack([BOARD, BOARD[::-1], BOARD / 2 + 7])).tolist() == [600, -600, 150]
    assert areas(BOARD) == 600


def test_quads_are_looked_at_one_by_one() -> None:
    quads = np.stack([BOARD, BOARD[::-1], CROSSED])

    assert turns(quads).tolist() == [turns(quad).tolist() for quad in quads]
