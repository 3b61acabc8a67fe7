"""A simulated table of sea tiles: figures that stand or lie, and a table that is pushed."""

from __future__ import annotations

import math

import numpy as np
import pytest

from companion.games.carcassonne_south_seas.shipped import read_shipped_board
from companion.position import Position
from vision.simulator import NEAT, Simulator, pushed
from vision.simulator.laid.tile_pieces import TilePieces
from vision.simulator.printed.seas.faces import GROUND, WATER, WAY, SeaFaces

BOARD = read_shipped_board()
LIES = Position(
    {"cell/15,15": "ss18/0", "cell/16,15": "ss05/1"},
    {"cell/15,15/bridge-1": "red", "cell/16,15/sea-2": "blue"},
)


def test_a_figure_stands_on_a_bridge_and_lies_in_the_sea() -> None:
    scene = Simulator(BOARD, 3, sloppiness=NEAT).laid(LIES)
    parts = TilePieces(BOARD, 3).solids(scene)
    high = {
        place: max(part.base_mm + part.height_mm for part in parts if part.place == place)
        for place in LIES.slots
    }

    form = BOARD.pieces["islander"]
    assert high["cell/15,15/bridge-1"] == pytest.approx(form.height_mm)
    assert high["cell/16,15/sea-2"] < form.length_mm


def test_a_table_that_is_pushed_keeps_its_shape() -> None:
    before = Simulator(BOARD, 3).laid(LIES)
    after = pushed(before, (40.0, -10.0), 9.0)

    def apart(scene: object) -> list[float]:
        laid = [*scene.tiles.values(), *scene.pieces.values()]  # type: ignore[attr-defined]
        return [math.dist((a.x_mm, a.y_mm), (b.x_mm, b.y_mm)) for a in laid for b in laid]

    assert np.allclose(apart(before), apart(after))
    turned = after.tiles["cell/15,15"].angle_deg - before.tiles["cell/15,15"].angle_deg
    assert turned == pytest.approx(9.0)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_print_shows_what_the_board_file_says(seed: int) -> None:
    """Of the start tile: an island to the north, a bridge from east to west, sea to the south."""
    shown = SeaFaces(BOARD, seed).printed("ss18").grounds
    middle, edge = len(shown) // 2, round(len(shown) * 0.17)

    assert shown[edge, middle] == GROUND
    assert (shown[middle, edge], shown[middle, -edge]) == (WAY, WAY)
    assert shown[-edge, middle] == WATER


def test_prints_differ_from_seed_to_seed() -> None:
    one, other = (SeaFaces(BOARD, seed).tile("ss05").astype(int) for seed in (1, 2))

    assert np.abs(one - other).mean() > 5
