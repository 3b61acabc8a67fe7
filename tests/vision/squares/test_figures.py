"""Figures on tiles, as the network shows them: without what only goes with them."""

from __future__ import annotations

import numpy as np
import pytest

from companion.games.carcassonne_south_seas.game import GAME
from vision.photometry.colours import Palette, usual_palette
from vision.squares.came import changed
from vision.squares.figures import Figure, alone, figure_form, painted, sureness, without_shadow


def test_a_shadow_on_bare_print_is_no_part_of_the_figure_that_throws_it() -> None:
    """A shadow leaves of the print what it was; the figure does not."""
    own, as_lit = np.zeros((30, 30), bool), np.ones((30, 30), bool)
    own[5:20, 8:14] = True
    as_lit[5:14, 8:14] = False

    body = without_shadow(own, as_lit)

    assert body[5:14, 8:14].all()
    assert not body[15:].any()


def test_a_figure_in_the_colours_of_the_print_is_left_whole() -> None:
    own, as_lit = np.zeros((30, 30), bool), np.ones((30, 30), bool)
    own[5:20, 8:14] = True
    as_lit[6:8, 9:11] = False

    assert (without_shadow(own, as_lit) == own).all()


def test_who_lies_across_the_edge_of_a_tile_that_was_seen_bare_is_left_whole() -> None:
    """What came is not told along an edge; that is no shadow. He would look as if he stood."""
    bare = np.full((64, 64, 3), 0.6, np.float32)
    now = bare.copy()
    now[24:40, 40:] = (0.1, 0.1, 0.9)
    own = np.zeros((32, 32), bool)
    own[12:20, 20:] = True

    assert (without_shadow(own, changed(now, bare).as_lit) == own).all()


@pytest.mark.parametrize(
    ("together", "off", "likely"),
    [
        (0.7, np.inf, True),  # nobody knows how the tile looked bare
        (0.7, 9.0, True),
        (0.7, 0.9, False),  # it looks as it did when it was bare
        (0.9, 0.9, True),  # too like a figure: he may have been there when it was seen bare
        (0.5, 9.0, False),
    ],
)
def test_print_that_looks_like_a_figure_is_none_where_nothing_has_changed(
    together: float, off: float, *, likely: bool
) -> None:
    assert (sureness(together, off) > 0.5) == likely


@pytest.mark.parametrize(("takes_it_for_one", "told"), [(0.02, False), (0.15, True)])
def test_what_came_is_a_figure_where_the_network_has_an_inkling_of_one(
    takes_it_for_one: float, *, told: bool
) -> None:
    """Where it has none the tile is only fitted otherwise than when it was bare."""
    came, either = np.zeros((30, 30), bool), np.zeros((30, 30), np.float32)
    came[10:16, 10:17] = True
    either[came] = takes_it_for_one

    assert (alone(came, either) == (came & told)).all()


def test_what_came_is_a_figure_though_the_network_sees_a_few_samples_of_one() -> None:
    """They are too few to be one by themselves, and no reason to leave what came to another."""
    came, either = np.zeros((30, 30), bool), np.zeros((30, 30), np.float32)
    came[10:16, 10:17] = True
    either[came] = 0.3
    either[10:13, 10:14] = 0.6

    assert (alone(came, either) == came).all()


@pytest.mark.parametrize("count", [3, 12])
def test_paints_are_told_apart_though_a_camera_shows_them_without_their_weakest_tones(
    count: int,
) -> None:
    """So much contrast has a warm lamp in many a picture; a table has few figures at first."""
    usual = usual_palette(figure_form(GAME.shipped_board()).kinds)  # type: ignore[union-attr]
    seen = {"red": (0.01, 0.01, 0.99), "blue": (0.61, 0.38, 0.12), "green": (0.01, 0.67, 0.14)}
    kinds = [*seen] * (count // 3)
    figures = [Figure(np.zeros((2, 2)), 0.0, np.array(seen[kind]), 0.98) for kind in kinds]

    told = painted(figures, usual, 1.0)

    rows = [usual.kinds.index(kind) for kind in kinds]
    assert told[range(count), rows].min() > 0.9


def test_a_figure_in_nobodys_paint_is_less_likely_one() -> None:
    """Four in known paints, and a patch of sea."""
    palette = Palette(("red", "blue"), np.array([[0.8, 0.1, 0.1], [0.1, 0.1, 0.8]]), taught=True)
    paints = [(0.8, 0.1, 0.1), (0.78, 0.12, 0.1), (0.1, 0.1, 0.8), (0.1, 0.12, 0.78)]
    sea = (0.45, 0.75, 0.65)
    figures = [Figure(np.zeros((2, 2)), 0.0, np.array(tones), 0.9) for tones in (*paints, sea)]

    *seen, patch = painted(figures, palette, 0.9).sum(axis=1)

    assert min(seen) > 0.95
    assert patch < 0.5
