"""Photos of a table of square tiles that grows, read without any photo of it beforehand."""

from __future__ import annotations

import numpy as np
import pytest

from companion.games.carcassonne_south_seas.game import GAME
from companion.position import Position
from companion.reading import EMPTY, HIDDEN
from vision.alignment.align import NotAligned
from vision.picture.sampling import Image
from vision.reader import needs_reference, reader_for
from vision.simulator import Arm, Light, Simulator, camera_at, pushed
from vision.squares.reader import SquaresReader

BOARD = GAME.shipped_board()
KNOWN = {
    "cell/15,15": "ss18/0",
    "cell/16,15": "ss05/1",
    "cell/15,16": "ss15/3",
    "cell/14,15": "ss09/2",
}
NEW, LIES = "cell/15,14", "ss38/0"
STANDING = {"cell/15,15/bridge-1": "red", "cell/15,16/sea-1": "blue"}


class Table:
    """One table under one camera."""

    def __init__(self, seed: int) -> None:
        self.simulator = Simulator(BOARD, seed)
        x, y = BOARD.cells["cell/15,15"].x_mm, BOARD.cells["cell/15,15"].y_mm
        self.camera = camera_at(
            (x, y), size_px=(1280, 720), distance_mm=430, tilt_deg=14, azimuth_deg=200
        )

    def photo(
        self,
        spaces: dict[str, str],
        slots: dict[str, str] | None = None,
        push: tuple[float, float, float] = (0, 0, 0),
        arm: Arm | None = None,
    ) -> Image:
        scene = self.simulator.laid(Position(spaces, slots or {}))
        if any(push):
            scene = pushed(scene, push[:2], push[2])
        return self.simulator.frame(scene, self.camera, Light(), arm=arm).photo


@pytest.fixture(scope="module")
def table() -> Table:
    return Table(2003)


def knowing(spaces: dict[str, str]) -> SquaresReader:
    reader = SquaresReader(BOARD)
    reader.knows(Position(spaces))
    return reader


def test_tiles_pieces_and_a_push_are_read_one_after_the_other(table: Table) -> None:
    """The table is found by its own tiles; a new one and whom it carries are told."""
    reader = knowing(KNOWN)
    first = reader.read(table.photo(KNOWN, STANDING)).reading
    grown = {**KNOWN, NEW: LIES}
    second = reader.read(table.photo(grown, STANDING)).reading
    reader.knows(Position(grown))
    third = reader.read(table.photo(grown, STANDING, (35, -20, 8))).reading

    assert {c: s.piece for c, s in first.spaces.items() if s.piece != EMPTY} == KNOWN
    assert second.spaces[NEW].piece == LIES
    for reading in (first, second, third):
        stands = {p: s.piece for p, s in reading.slots.items() if s.piece != EMPTY}
        assert stands == STANDING
    assert {c: s.piece for c, s in third.spaces.items() if s.piece != EMPTY} == grown


def test_what_an_arm_covers_is_hidden_or_as_it_was(table: Table) -> None:
    reader = knowing(KNOWN)
    reader.read(table.photo(KNOWN))
    x, y = BOARD.cells["cell/15,15"].x_mm, BOARD.cells["cell/15,15"].y_mm
    arm = Arm((x, y), 90.0, 34.0, (150.0, 170.0, 215.0)) if False else None
    seen = reader.read(table.photo(KNOWN, arm=arm)).reading

    assert {s.piece for c, s in seen.spaces.items() if c in KNOWN} <= {*KNOWN.values(), HIDDEN}


def test_a_photo_without_the_table_is_refused(table: Table) -> None:
    bare = np.asarray(np.full_like(table.photo(KNOWN), 120), np.uint8)

    with pytest.raises(NotAligned):
        knowing(KNOWN).read(bare)


def test_a_table_that_grows_needs_no_reference() -> None:
    assert not needs_reference(BOARD)
    assert isinstance(reader_for(BOARD, None), SquaresReader)
