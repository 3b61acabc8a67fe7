"""A lone tile found on a table that has the colours of its sea."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy

import numpy as np
import pytest

from benchmarks.games.grown_games import drawn_facts, last_table
from benchmarks.games.pictured.growing_table import GrowingTable
from companion.boards.tiles_board import Lying
from companion.games.carcassonne_south_seas.game import GAME
from companion.position import Position
from vision.alignment.pose import Pose
from vision.picture.arrays import Image
from vision.squares.finding import Finder
from vision.squares.lattice.quads import quads_at_rare_spots
from vision.squares.telling import Teller

BOARD = GAME.shipped_board()
AT, START = BOARD.cells["cell/15,15"], "ss18/0"


def first_photo(seed: int) -> tuple[Image, Pose]:
    """The first photo of a table, with its start tile alone, and the camera's true pose."""
    _, start, facts = drawn_facts(BOARD, 2 + seed % 4, seed)
    last, _ = last_table(start, facts, 99)
    table = GrowingTable(BOARD, last, seed)
    return table.photo(Position({AT.id: START}), 1), table.pose


def test_a_patch_of_cloth_is_not_taken_for_a_lone_tile() -> None:
    """It looks a little like it; the lattice would lie there until somebody pushes the table."""
    photo, true = first_photo(928)
    way, middle = BOARD.read(START), np.array([[AT.x_mm, AT.y_mm]])
    assert way is not None
    pose = Finder(BOARD, Teller(BOARD)).find(photo, {AT.id: way})

    assert pose is not None
    assert np.abs(pose.project(middle) - true.project(middle)).max() < 4


def test_faint_edges_of_a_lone_tile_are_found_about_what_is_rare_on_it() -> None:
    """The cloth has the colours of its sea: only an island and a bridge stand out."""
    photo, true = first_photo(1061)
    half = BOARD.lattice.apart_mm / 2
    square = half * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    corners = true.project(square + [AT.x_mm, AT.y_mm])

    quads = quads_at_rare_spots(photo)

    beside = [np.abs(quads - np.roll(corners, nth, axis=0)).max(axis=(1, 2)) for nth in range(4)]
    assert np.min(beside) < 8


@pytest.mark.parametrize(
    ("tiles", "fits", "found"),
    [
        pytest.param(1, (0.2, 0.7, 0.9), 1, id="a lone tile that looks little like itself"),
        pytest.param(1, (0.7, 0.9, 0.9), 0, id="a lone tile that looks like itself"),
        pytest.param(1, (0.3, 0.2, 0.1), 0, id="no way is any better"),
        pytest.param(2, (0.2, 0.9, 0.9), 0, id="two tiles bear each other out"),
    ],
)
def test_a_lone_tile_seen_badly_is_looked_for_in_other_ways(
    monkeypatch: pytest.MonkeyPatch, tiles: int, fits: Sequence[float], found: int
) -> None:
    photo, pose = first_photo(1061)
    poses = [copy(pose) for _ in range(3)]
    ways = iter(zip(fits, poses, strict=True))
    monkeypatch.setattr(Finder, "_among", lambda *_: next(ways))
    known = {f"cell/15,{15 + number}": Lying("ss18", 0) for number in range(tiles)}

    assert Finder(BOARD, Teller(BOARD)).find(photo, known) is poses[found]
