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


@pytest.mark.parametrize(
    ("stands_at", "lies_at", "lying", "place"),
    [
        ((0.0, 12.4), (0.0, 12.4), 0.8, "bridge-1"),
        ((2.0, 12.4), (2.0, 12.4), 0.8, "bridge-1"),
        ((0.0, 12.4), (-9.0, 12.4), 0.6, "bridge-1"),
        ((-9.0, 12.4), (-9.0, 12.4), 0.8, "sea-1"),
        ((0.0, 12.4), (-11.5, 11.5), 0.98, "sea-1"),
        ((-11.5, -11.5), (-11.5, -11.5), 0.3, "sea-1"),
    ],
)
def test_a_narrow_bridge_is_meant_by_who_has_his_foot_on_it_though_he_looks_as_if_he_lay(
    stands_at: tuple[float, float], lies_at: tuple[float, float], lying: float, place: str
) -> None:
    """Who lies in the sea lies where it is wide. He may stand on the one, or lie on the other."""
    shares = PARTS.shares(Lying("ss03", 0), np.array([stands_at, lies_at]), lying)

    assert shares[place] > 0.7
