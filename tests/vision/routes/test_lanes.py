"""Sticks of one lane are most often one company's: a doubtful one is told by the others."""

from __future__ import annotations

import numpy as np
import pytest

from vision.routes.lanes import lanes_of, told_by_mates

SPACES = ("a--b/0/0", "a--b/0/1", "a--b/0/2", "a--b/1/0")
SEEN = np.array([9.0, 9.0, 9.0])
BLUE, BLACK = 0, 1
SURELY_BLUE, BLUE_OR_BLACK = [0.97, 0.02, 0.01], [0.25, 0.7, 0.05]
PLAINLY_BLACK, NOBODYS = [1e-6, 0.99, 0.001], [1e-4, 1e-4, 1e-4]


def test_a_lane_is_a_row_of_spaces_and_not_its_whole_route() -> None:
    lanes = lanes_of(SPACES)

    assert lanes[0] == lanes[1] == lanes[2] != lanes[3]


@pytest.mark.parametrize(
    ("told", "there", "kind"),
    [
        pytest.param(BLUE_OR_BLACK, 1.0, BLUE, id="a doubtful one is as its mates"),
        pytest.param(PLAINLY_BLACK, 1.0, BLACK, id="one that is plainly another stays so"),
        pytest.param(BLUE_OR_BLACK, 0.0, BLACK, id="mates that do not lie there say nothing"),
    ],
)
def test_a_stick_is_told_beside_its_lane(told: list[float], there: float, kind: int) -> None:
    colours = np.array([SURELY_BLUE, told, SURELY_BLUE, SURELY_BLUE])

    kinds = told_by_mates(colours, np.array([there, 1, there, there]), lanes_of(SPACES), SEEN)

    assert kinds[1].argmax() == kind
    assert kinds[3] == pytest.approx(SURELY_BLUE), "alone in its lane"
    assert (kinds.sum(axis=1) <= 1 + 1e-9).all()


def test_what_is_nobodys_colour_stays_a_doubt_among_mates() -> None:
    colours = np.array([SURELY_BLUE, NOBODYS, SURELY_BLUE, SURELY_BLUE])

    kinds = told_by_mates(colours, np.ones(4), lanes_of(SPACES), SEEN)

    assert kinds[1].sum() < 0.1
