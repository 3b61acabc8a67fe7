"""A simulated table of tiles: tiles pushed together by hand, and what stands on them."""

from __future__ import annotations

import math

import numpy as np
import pytest

from companion.errors import InputError
from companion.games.big_kini.shipped import read_shipped_board
from companion.position import Position
from companion.reading import EMPTY
from vision.simulator import NEAT, Laid, Simulator, random_tiles_shot
from vision.simulator.laid.on_tiles import with_beside
from vision.simulator.printed.tile_faces import BY_LOT
from vision.simulator.tables_of_tiles import Manner, manners

BOARD = read_shipped_board()
SIMULATOR = Simulator(BOARD, 3)
ARM = -1
"""What ``Frame.owners`` tells where an arm is seen."""
LIES = Position(
    {"cell/1,0": "a1/2", "cell/2,0": "back/0"},
    {"cell/1,0/minister-ab": "red", "board/move/double": "blue"},
)


def shot(position: Position, seed: int = 1) -> dict[str, object]:
    drawn = random_tiles_shot(SIMULATOR, np.random.default_rng(seed), position, (640, 360), arms=0)
    return SIMULATOR.frame(drawn.scene, drawn.camera, drawn.light).truth.to_json()


def test_a_picture_tells_what_lies_on_each_cell_and_place() -> None:
    truth = shot(LIES)

    assert truth["spaces"] == LIES.spaces
    told = {at: kind for at, kind in truth["slots"].items() if kind != EMPTY}  # type: ignore[attr-defined]
    assert told == LIES.slots


def test_a_back_has_no_places_and_a_face_has_its_own() -> None:
    slots = shot(LIES)["slots"]

    assert "cell/1,0/baron" in slots  # type: ignore[operator]
    assert not [place for place in slots if place.startswith("cell/2,0/")]  # type: ignore[attr-defined]


def test_what_stands_on_a_tile_goes_with_it() -> None:
    hands = Simulator(BOARD, 3, sloppiness=NEAT).tile_hands
    assert hands is not None
    scene = hands.scene(LIES)
    spot = BOARD.lying(LIES).places["cell/1,0/minister-ab"]
    piece = scene.pieces["cell/1,0/minister-ab"]

    assert math.dist((piece.x_mm, piece.y_mm), (spot.x_mm, spot.y_mm)) < 1e-6


def test_tiles_lie_a_little_off_their_cells_and_always_the_same() -> None:
    one, other = (SIMULATOR.laid(LIES).tiles["cell/1,0"] for _ in range(2))
    cell = BOARD.cells["cell/1,0"]

    assert one == other
    assert 0 < math.dist((one.x_mm, one.y_mm), (cell.x_mm, cell.y_mm)) < 4


@pytest.mark.parametrize("seed", [1, 4, 7])
def test_an_arm_reaches_over_what_the_camera_sees(seed: int) -> None:
    """It had reached over the whole table, mostly beside the picture."""
    drawn = random_tiles_shot(SIMULATOR, np.random.default_rng(seed), LIES, (640, 360), arms=1)
    frame = SIMULATOR.frame(drawn.scene, drawn.camera, drawn.light, arm=drawn.arm)

    assert drawn.tags["arm"] is True
    assert (frame.owners() == ARM).mean() > 0.01


@pytest.mark.parametrize(
    "position",
    [
        Position({"cell/1,0": "a99/0"}),
        Position({"cell/1,0": "back/0"}, {"cell/1,0/baron": "red"}),
        Position({}, {"board/move/double": "pink"}),
    ],
)
def test_what_the_board_lacks_is_refused(position: Position) -> None:
    with pytest.raises(InputError):
        SIMULATOR.laid(position)


def test_nothing_learns_from_the_marks_and_inks_that_are_measured() -> None:
    measured = manners(BOARD)
    rng = np.random.default_rng(8)
    taught = [Manner.by_lot(rng) for _ in range(40)]

    assert {measured[name].mark for name in ("other_marks", "drawn_boxes")}.isdisjoint(
        {each.mark for each in taught}
    )
    assert {each.mark for each in taught} == set(BY_LOT)
    assert measured["players_inks"].inks not in {each.inks for each in taught}


def test_what_stands_on_the_board_beside_goes_with_it() -> None:
    scene = SIMULATOR.laid(LIES)
    moved = with_beside(BOARD, scene, Laid("beside", -30.0, 12.0, 90.0))
    was, now = (each.pieces["board/move/double"] for each in (scene, moved))
    spot = BOARD.printed_places["board/move/double"]

    off_before = math.dist((was.x_mm, was.y_mm), (spot.x_mm, spot.y_mm))
    off_now = math.dist((now.x_mm, now.y_mm), (-30.0 - spot.y_mm, 12.0 + spot.x_mm))
    assert off_now == pytest.approx(off_before, abs=3.5)
    assert moved.pieces["cell/1,0/minister-ab"] == scene.pieces["cell/1,0/minister-ab"]
    assert moved.tiles == scene.tiles
