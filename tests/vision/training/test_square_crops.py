"""Crops of square tiles: what is drawn is what they are said to show."""

from __future__ import annotations

import numpy as np
import pytest

from companion.games.carcassonne_south_seas.shipped import read_shipped_board
from vision.simulator.filmed.camera import motion_path
from vision.squares.printed.schematic import FINE, OTHER, TABLE
from vision.training.squares.crops import SIDE, Crop, Prints

COUNT = 80


@pytest.fixture(scope="module")
def crops() -> list[Crop]:
    prints, rng = Prints(read_shipped_board(), [12]), np.random.default_rng(3)
    return [prints.crop(rng) for _ in range(COUNT)]


def test_crops_have_the_shapes_that_the_reader_cuts(crops: list[Crop]) -> None:
    for crop in crops:
        assert crop.tones.shape == (SIDE, SIDE, 3)
        assert crop.grounds.shape == crop.signs.shape == (FINE, FINE)
        assert crop.tones.min() >= 0
        assert crop.tones.max() <= 1
        assert crop.grounds.max() <= OTHER


def test_a_bare_cell_shows_the_table_and_a_tile_hardly_any(crops: list[Crop]) -> None:
    inner = np.s_[4:-4, 4:-4]
    shares: dict[bool, list[float]] = {True: [], False: []}
    for crop in crops:
        seen = crop.grounds[inner][crop.grounds[inner] != OTHER]
        if seen.size:
            shares[bool(crop.tile)].append(float((seen == TABLE).mean()))

    assert min(shares[False]) > 0.4
    assert max(shares[True]) < 0.2


@pytest.mark.parametrize(
    ("angle_deg", "along", "across"),
    [
        pytest.param(0, (0, 2), (2, 0), id="to the side"),
        pytest.param(90, (2, 0), (0, 2), id="down"),
    ],
)
def test_a_camera_that_moves_smears_along_its_way(
    angle_deg: float, along: tuple[int, int], across: tuple[int, int]
) -> None:
    path = motion_path(5.0, angle_deg)
    middle = len(path) // 2

    assert path.sum() == pytest.approx(1.0, rel=1e-3)
    assert path[middle + along[0], middle + along[1]] > 0.1
    assert path[middle + across[0], middle + across[1]] < 0.01
