"""Figures on tiles, as the network shows them: without what only goes with them."""

from __future__ import annotations

import numpy as np

from vision.squares.figures import without_shadow


def test_a_shadow_on_bare_print_is_no_part_of_the_figure_that_throws_it() -> None:
    """A shadow leaves of the print what it was; the figure does not."""
    own, came = np.zeros((30, 30), bool), np.zeros((30, 30), bool)
    own[5:20, 8:14] = True
    came[6:13, 9:13] = True

    body = without_shadow(own, came)

    assert body[6:13, 9:13].all()
    assert not body[15:].any()


def test_a_figure_in_the_colours_of_the_print_is_left_whole() -> None:
    own, came = np.zeros((30, 30), bool), np.zeros((30, 30), bool)
    own[5:20, 8:14] = True
    came[6:8, 9:11] = True

    assert (without_shadow(own, came) == own).all()
