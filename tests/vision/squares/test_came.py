"""How tiles looked when nothing was on them: what was taken for bare, and was not."""

from __future__ import annotations

import numpy as np
import pytest

from vision.picture.arrays import Tones
from vision.squares.came import BareTiles
from vision.squares.printed.schematic import FINE, STANDING

CELL = "cell"
PRINT = np.random.default_rng(5).random((16, 16, 3)).repeat(4, 0).repeat(4, 1).astype(np.float32)


def with_one(crop: Tones, left: int = 24) -> Tones:
    """Somebody on a tile, in a plain colour."""
    crop = crop.copy()
    crop[22:42, left : left + 16] = (0.1, 0.1, 0.9)
    return crop


def shows(foreign: int = 0) -> Tones:
    """What the network sees: so many samples along the upper edge are somebody's."""
    seen = np.zeros((15, FINE, FINE), np.float32)
    seen[STANDING, 0, :foreign] = 1.0
    return seen


def came(bare: BareTiles, crop: Tones, *, taken: bool = False, foreign: int = 0) -> bool:
    """Whether anything came onto a tile that looks so, by what was taken to be bare before."""
    told = bare.told_apart({CELL}, {CELL: crop}, {CELL: shows(foreign)}, {CELL} if taken else ())
    return CELL in told and bool(told[CELL].came.any())


def test_what_came_onto_a_tile_that_was_seen_bare_is_told() -> None:
    bare = BareTiles()
    assert not came(bare, PRINT)
    assert came(bare, with_one(PRINT))
    assert came(bare, with_one(PRINT), taken=True)
    assert came(bare, with_one(PRINT))


@pytest.mark.parametrize("was_bare", [False, True])
def test_nobody_came_onto_a_tile_that_was_taken_for_bare_with_him_on_it(*, was_bare: bool) -> None:
    """He was not made out when the tile came; the record has him since, and then he leaves."""
    bare = BareTiles()
    came(bare, PRINT if was_bare else with_one(PRINT))
    came(bare, with_one(PRINT), taken=True)

    assert not came(bare, PRINT)
    assert came(bare, with_one(PRINT))


def test_who_left_before_the_record_knew_it_was_not_there_when_it_was_bare() -> None:
    bare = BareTiles()
    came(bare, PRINT)
    came(bare, with_one(PRINT), taken=True)
    came(bare, PRINT, taken=True)

    assert came(bare, with_one(PRINT), taken=True)


def test_a_tile_that_shows_more_of_itself_is_how_it_looks_bare() -> None:
    """Who stood beside it leaned over it."""
    bare = BareTiles()
    came(bare, with_one(PRINT), foreign=30)
    came(bare, PRINT)

    assert not came(bare, PRINT)
    assert came(bare, with_one(PRINT))


def test_of_a_tile_out_of_the_picture_it_is_kept_how_it_looks_bare() -> None:
    bare = BareTiles()
    came(bare, PRINT)
    assert bare.told_apart({CELL}, {}, {}) == {}

    assert came(bare, with_one(PRINT))
