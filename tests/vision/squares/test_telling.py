"""Which tile lies on a cell, of which hardly anything is seen."""

from __future__ import annotations

import numpy as np
import pytest

from companion.boards.tiles_board import Lying
from companion.games.carcassonne_south_seas.game import GAME
from companion.position import Position
from vision.picture.arrays import Tones
from vision.simulator import Light, Simulator, camera_at
from vision.squares.network import crops_of, look_at
from vision.squares.printed.schematic import TABLE
from vision.squares.telling import MOST_NAMED, Teller

BOARD = GAME.shipped_board()


def test_of_a_tile_that_shows_nothing_a_few_are_named_that_carry_on() -> None:
    """Each that is named is weighed against the rules: half a box of them held a look up."""
    seen = np.full((15, 32, 32), 0.02, np.float32)
    seen[TABLE] = 0.5
    lies = {"cell/15,15": BOARD.read("ss18/0")}
    known = {cell: way for cell, way in lies.items() if way is not None}

    told = Teller(BOARD).told(np.full((64, 64, 3), 0.5), seen, "cell/15,16", known)

    assert told.confidence < 0.5
    assert len(told.likely) == MOST_NAMED
    assert [share for _, share in told.likely] == sorted((s for _, s in told.likely), reverse=True)
    assert sum(share for _, share in told.likely) < 1


@pytest.fixture(scope="module")
def crop() -> Tones:
    """A tile in a small photo, (64, 64, 3)."""
    at = BOARD.cells["cell/15,15"]
    camera = camera_at((at.x_mm, at.y_mm), size_px=(480, 360), distance_mm=620, tilt_deg=20)
    scene = Simulator(BOARD, 2010).laid(Position({at.id: "ss34/1"}))
    photo = Simulator(BOARD, 2010).frame(scene, camera, Light()).photo
    return np.asarray(crops_of(photo, camera.pose, BOARD, [at])[0])


@pytest.mark.parametrize("turns", range(4))
def test_a_tile_that_is_seen_closely_is_told_alike_however_the_table_lies(
    crop: Tones, turns: int
) -> None:
    """The network learned from tiles in all turns, and yet each of them errs in its own way."""
    teller = Teller(BOARD)
    as_it_lies = teller.told_closely(crop, "cell/15,15", {})
    turned = teller.told_closely(np.rot90(crop, -turns), "cell/15,15", {})

    assert as_it_lies.answer == "ss34/1"
    assert turned.answer == str(teller.turned(Lying("ss34", 1), turns))
    assert turned.confidence == pytest.approx(as_it_lies.confidence, abs=1e-3)


@pytest.mark.parametrize(
    ("print_", "looks_like"), [(2055, "ss26/0"), (2088, "ss25/0"), (2230, "ss26/0")]
)
def test_a_fish_that_looks_like_a_boat_is_told_by_the_fish_that_lie_there(
    print_: int, looks_like: str
) -> None:
    """Two tiles differ by that sign alone, and the network knows no print."""
    tiles = ["ss05", "ss07", "ss09", "ss11", "ss25", "ss06", "ss22", "ss23", "ss24", "ss13", "ss36"]
    cells = [f"cell/{15 + number % 4},{15 + number // 4}" for number in range(len(tiles))]
    lies = {cell: f"{tile}/0" for cell, tile in zip(cells, tiles, strict=True)}
    middle = BOARD.cells["cell/16,16"]
    at_mm = middle.x_mm + 20, middle.y_mm
    camera = camera_at(at_mm, size_px=(360, 270), distance_mm=640, tilt_deg=20)
    simulator = Simulator(BOARD, print_)
    photo = simulator.frame(simulator.laid(Position(lies)), camera, Light()).photo
    shown = crops_of(photo, camera.pose, BOARD, [BOARD.cells[cell] for cell in cells])
    crops = dict(zip(cells, shown, strict=True))
    seen = dict(zip(cells, look_at(shown), strict=True))
    new = cells[tiles.index("ss25")]
    known = {cell: Lying(tile, 0) for cell, tile in zip(cells, tiles, strict=True) if cell != new}

    teller = Teller(BOARD)
    alone = teller.told(crops[new], seen[new], new, {})
    teller.signs.learn(known, crops, seen)
    beside = teller.told(crops[new], seen[new], new, {})

    assert alone.answer == looks_like
    assert beside.answer == "ss25/0"
    assert beside.confidence > 0.95
