"""A simulated table that grows is pushed as people push one, and stays in the picture."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.games.grown_games import drawn_facts, last_table
from benchmarks.games.pictured import growing_table
from benchmarks.games.pictured.growing_table import SIZE_PX, GrowingTable
from companion.games.carcassonne_south_seas.game import GAME
from companion.position import Position
from vision.simulator import Scene

BOARD = GAME.shipped_board()


@pytest.mark.parametrize("seed", [1068, 7, 8])
def test_a_pushed_table_stays_in_the_picture_and_lies_still_as_it_grows(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, start, facts = drawn_facts(BOARD, 2 + seed % 4, seed)
    last, _ = last_table(start, facts, 99)
    monkeypatch.setattr(growing_table, "PUSHED_MM", 400.0)
    table = GrowingTable(BOARD, last, seed, [1])
    shown: list[Scene] = []
    frame = table._simulator.frame

    def kept(scene: Scene, *words: object, **named: object) -> object:
        shown.append(scene)
        return frame(scene, *words, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(table._simulator, "frame", kept)
    young = dict(list(last.spaces.items())[:6])
    for number, spaces in enumerate((young, last.spaces), 1):
        table.photo(Position(spaces), number)
    lay, lies = (scene.tiles for scene in shown)

    where = {cell: (tile.x_mm, tile.y_mm) for cell, tile in lies.items()}
    seen = table.pose.project(np.array(list(where.values())))
    assert ((seen > 0) & (seen < SIZE_PX)).all()
    assert table._pushed != (0.0, 0.0, 0.0)
    for cell, tile in lay.items():
        assert where[cell] == pytest.approx((tile.x_mm, tile.y_mm))
