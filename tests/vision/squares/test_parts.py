"""On which part of its tile a figure is, from where it is seen."""

from __future__ import annotations

import numpy as np
import pytest

from companion.boards.tiles_board import Lying
from companion.games.carcassonne_south_seas.shipped import read_shipped_board
from vision.squares.parts import Parts

BOARD = read_shipped_board()
PARTS = Parts(BOARD)


@pytest.mark.parametrize(
    ("x_mm", "y_mm", "lying", "place"),
    [
        (0.0, 0.0, 0.02, "market"),
        (1.5, -2.0, 0.02, "market"),
        (0.0, 12.4, 0.02, "bridge-1"),
        (2.0, 12.4, 0.02, "bridge-1"),
        (0.0, 18.0, 0.02, "bridge-1"),
        (-11.5, -11.5, 0.98, "sea-1"),
        (11.0, 8.0, 0.98, "sea-1"),
    ],
)
def test_a_figure_is_on_the_part_on_which_it_is_put(
    x_mm: float, y_mm: float, lying: float, place: str
) -> None:
    """A bridge is drawn as far as the middle of its tile; who stands there is on the market."""
    shares = PARTS.shares(Lying("ss03", 0), np.array([[x_mm, y_mm]] * 2), lying)

    assert shares[place] > 0.9


@pytest.mark.parametrize("turn", range(4))
def test_parts_turn_with_their_tile(turn: int) -> None:
    x, y = [(0.0, 12.4), (-12.4, 0.0), (0.0, -12.4), (12.4, 0.0)][turn]

    assert PARTS.shares(Lying("ss03", turn), np.array([[x, y]] * 2), 0.02)["bridge-1"] > 0.9


def test_who_may_stand_or_lie_is_told_by_where_his_foot_would_be() -> None:
    """Seen from aslant he stands on the bridge, or lies in the sea beside it, and not before it."""
    feet_mm = np.array([[0.0, 12.4], [-9.0, 12.4]])

    shares = PARTS.shares(Lying("ss03", 0), feet_mm, 0.5)
    assert shares["bridge-1"] + shares["sea-1"] > 0.99
    assert 0.3 < shares["bridge-1"] < 0.7
