"""Two lanes side by side: which sticks lie there, when both spaces see one."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.alignment.patches import stick_places
from vision.picture.sampling import Tones
from vision.routes.adjacent_lanes import TwinLanes
from vision.routes.networks import EMPTY, HIDDEN, PIECE
from vision.simulator import invent_board

GAP = 1.5
"""Between the lanes, in stick widths."""
TWINS = TwinLanes(np.array([0, 1]), np.array([1, 0]), np.array([GAP, -GAP]), np.array([1.0, 1.0]))
"""Space 1 lies beside space 0, on its positive side."""


def seen(*pieces: float) -> Tones:
    """Class probabilities of spaces with these chances of a stick."""
    classes = np.zeros((len(pieces), 3), np.float32)
    classes[:, PIECE] = pieces
    classes[:, EMPTY] = 1 - classes[:, PIECE]
    return classes


@pytest.mark.parametrize(
    ("pieces", "across", "sticks"),
    [
        pytest.param((0.9, 0.6), (GAP / 2, -GAP / 2), (True, False), id="one, between the lanes"),
        pytest.param((0.6, 0.9), (GAP / 2, -GAP / 2), (False, True), id="nearer to the other"),
        pytest.param((0.9, 0.6), (0.1, -GAP + 0.1), (True, False), id="one, in its own lane"),
        pytest.param((0.9, 0.45), (0.0, 0.0), (True, True), id="two, one of them hard to see"),
        pytest.param((0.99, 0.99), (0.3, -0.3), (True, True), id="two, sloppily laid"),
        pytest.param((0.99, 0.02), (0.0, 0.0), (True, False), id="one, and nothing beside it"),
        pytest.param((0.2, 0.1), (0.7, -0.7), (False, False), id="none"),
    ],
)
def test_one_stick_is_seen_on_one_lane_and_two_on_two(
    pieces: tuple[float, ...], across: tuple[float, ...], sticks: tuple[bool, ...]
) -> None:
    told = TWINS.tell_apart(seen(*pieces), np.array(across))
    assert tuple(told[:, PIECE] > 0.5) == sticks


def test_a_lane_whose_patches_lie_the_other_way_round_is_the_same_lane() -> None:
    turned = TwinLanes(TWINS.mine, TWINS.other, np.array([GAP, GAP]), np.array([-1.0, -1.0]))
    straight = TWINS.tell_apart(seen(0.9, 0.6), np.array([0.7, -0.5]))
    np.testing.assert_allclose(turned.tell_apart(seen(0.9, 0.6), np.array([0.7, 0.5])), straight)


chances = st.lists(
    st.tuples(st.floats(0, 1), st.floats(0, 1)).map(lambda two: (min(two), 1 - max(two))),
    min_size=2,
    max_size=2,
)


@given(chances=chances, across=st.tuples(st.floats(-2.5, 2.5), st.floats(-2.5, 2.5)))
def test_probabilities_stay_probabilities_and_the_hidden_stays_hidden(
    chances: list[tuple[float, float]], across: tuple[float, float]
) -> None:
    classes = np.array([(1 - p - h, p, h) for p, h in chances], np.float32)
    told = TWINS.tell_apart(classes, np.array(across))
    np.testing.assert_allclose(told.sum(axis=1), 1, atol=1e-5)
    np.testing.assert_array_equal(told[:, HIDDEN], classes[:, HIDDEN])
    assert (told >= -1e-6).all()
    likelier = classes[:, PIECE].argmax()
    np.testing.assert_array_equal(told[likelier], classes[likelier])


def test_the_twins_of_a_board_are_the_lanes_of_its_double_routes() -> None:
    double = 0
    for board in map(invent_board, range(6)):
        places = stick_places(board)
        assert places is not None
        twins = TwinLanes.of(places)
        pairs = {
            (places.ids[mine], places.ids[other])
            for mine, other in zip(twins.mine, twins.other, strict=True)
        }
        for route in board.routes.values():
            spaces = [[space.id for space in lane.spaces] for lane in route.lanes]
            for side_by_side in zip(*spaces, strict=True) if len(spaces) == 2 else ():
                assert {side_by_side, side_by_side[::-1]} <= pairs
                double += 1
            for lane in spaces:
                assert not pairs & set(pairwise(lane)), "one behind the other is no twin"
    assert double > 20


def test_spaces_that_lie_on_one_another_are_no_twins() -> None:
    board = next(board for board in map(invent_board, range(6)) if board.spaces)
    places = stick_places(board)
    assert places is not None
    twice = places.of(np.array([0, 0], np.intp))

    assert not len(TwinLanes.of(twice).mine)
