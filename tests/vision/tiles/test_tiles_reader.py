"""One photo of a table of tiles: which lies where, and what stands on them and beside them."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.games.big_kini.shipped import read_shipped_board
from companion.position import Position
from companion.questions import ASK_BELOW
from companion.reading import EMPTY, HIDDEN, Reading
from vision.alignment.align import NotAligned
from vision.alignment.reference import Reference
from vision.picture.arrays import Image
from vision.reader import Believer, reader_for
from vision.simulator import Arm, Frame, Laid, Light, Simulator, random_tiles_shot, sheet
from vision.simulator.laid.on_tiles import with_beside
from vision.tiles.bare.sheet import sheet_position
from vision.tiles.reader import TilesReader

WHOLE = read_shipped_board()
SOLO = WHOLE.layouts["1_solo"]
FEW = ("back", "a3", "a6", "a9", "a17", "a21")
BOARD = replace(
    WHOLE,
    tiles={tile: WHOLE.tiles[tile] for tile in FEW},
    layouts={SOLO.id: SOLO},
    cells={cell: WHOLE.cells[cell] for cell in SOLO.cells},
)
"""A few of its tiles, which are drawn and read quickly."""
SEED = 5
TILES = {"cell/1,0": "a3/2", "cell/2,0": "back/0", "cell/0,1": "a9/5", "cell/1,1": "a17/0"}
PIECES = {
    "cell/1,0/administrator-a": "blue",
    "cell/1,0/minister-bc": "red",
    "cell/0,1/baron": "green",
    "cell/1,1/colony-a-0": "yellow",
    "board/move/double": "red",
    "board/round/4": "round_marker",
}


@pytest.fixture(scope="module")
def simulator() -> Simulator:
    return Simulator(BOARD, SEED)


@pytest.fixture(scope="module")
def reader(simulator: Simulator) -> TilesReader:
    bare = sheet(simulator, np.random.default_rng(SEED), sheet_position(BOARD), (1280, 720))
    made = reader_for(BOARD, Reference(bare.photo, bare.pose))
    assert isinstance(made, TilesReader)
    return made


def taken(simulator: Simulator, position: Position, arm: Arm | None = None) -> Frame:
    rng = np.random.default_rng(SEED)
    shot = random_tiles_shot(simulator, rng, position, (960, 540), arms=0)
    return simulator.frame(shot.scene, shot.camera, Light(), arm=arm)


def lying() -> Position:
    places = BOARD.lying(Position(TILES)).places
    return Position(TILES, {at: kind for at, kind in PIECES.items() if at in places})


def read(reader: TilesReader, photo: Image, known: Position) -> Reading:
    reader.knows(known)
    return reader.read(photo).reading


def test_the_board_beside_the_tiles_is_found_where_it_lies(
    simulator: Simulator, reader: TilesReader
) -> None:
    """It lies three centimetres off its place, a little turned, as hands lay it."""
    rng = np.random.default_rng(SEED)
    shot = random_tiles_shot(simulator, rng, lying(), (960, 540), arms=0)
    askew = with_beside(BOARD, shot.scene, Laid("beside", -14.0, 27.0, 2.5))
    photo = simulator.frame(askew, shot.camera, Light()).photo
    reader.forget()

    reading = read(reader, photo, Position(TILES))
    reader.forget()

    assert Position.from_reading(reading) == lying()


def test_tiles_and_pieces_are_read_as_they_lie(simulator: Simulator, reader: TilesReader) -> None:
    reading = read(reader, taken(simulator, lying()).photo, Position(TILES))

    assert Position.from_reading(reading) == lying()
    assert set(reading.slots) == set(BOARD.lying(lying()).places) - set(reading.spaces)


def test_a_tile_that_was_turned_up_is_told_with_its_places(
    simulator: Simulator, reader: TilesReader
) -> None:
    known = Position({**TILES, "cell/1,1": "back/0"})
    reading = read(reader, taken(simulator, lying()).photo, known)
    found = reading.spaces["cell/1,1"]

    assert found.answer == "a17/0"
    assert found.confidence >= ASK_BELOW
    assert "cell/1,1/baron" in reading.slots


def test_the_table_is_found_by_what_lies_beside_it_alone(
    simulator: Simulator, reader: TilesReader
) -> None:
    backs = Position(dict.fromkeys(TILES, "back/0"))
    reading = read(reader, taken(simulator, backs).photo, backs)

    assert {seen.answer for seen in reading.spaces.values()} == {"back/0"}
    assert {seen.answer for seen in reading.slots.values()} == {EMPTY}


def test_a_tile_may_be_called_as_what_lies_beside() -> None:
    """It was compared with the look of the board beside the tiles, and told as another tile."""
    tiles = {tile.id: tile for tile in BOARD.tiles.values() if tile.id != "a3"}
    named = replace(BOARD, tiles={**tiles, "beside": replace(BOARD.tiles["a3"], id="beside")})
    simulator, lies = Simulator(named, SEED), Position({**TILES, "cell/1,0": "beside/2"})
    bare = sheet(simulator, np.random.default_rng(SEED), sheet_position(named), (1280, 720))
    reader = TilesReader(named, Reference(bare.photo, bare.pose))

    reading = read(reader, taken(simulator, lies).photo, Position({**TILES, "cell/1,0": "back/0"}))
    assert reading.spaces["cell/1,0"].answer == "beside/2"


@pytest.mark.parametrize(
    "forms",
    [
        pytest.param((), id="none at all"),
        pytest.param(("marker",), id="none for most places"),
    ],
)
def test_a_place_for_which_there_is_no_piece_is_empty(
    simulator: Simulator, reader: TilesReader, forms: tuple[str, ...]
) -> None:
    few = replace(BOARD, pieces={form: BOARD.pieces[form] for form in forms})
    bare = Position(TILES)
    told = read(TilesReader(few, reader.reference), taken(simulator, bare).photo, bare)

    assert Position.from_reading(told) == bare
    assert {seen.answer for seen in told.slots.values()} == {EMPTY}


def test_what_an_arm_lies_over_is_hidden(simulator: Simulator, reader: TilesReader) -> None:
    arm = Arm(330.0, 80.0, 75.0)
    frame = taken(simulator, lying(), arm)
    under = [place for place in frame.truth.under if place in frame.truth.slots]
    reading = read(reader, frame.photo, Position(TILES))

    assert under
    said = [reading.slots[place].answer for place in under if place in reading.slots]
    assert said.count(HIDDEN) >= 0.8 * len(said)


def test_another_table_is_not_taken_for_this_one(reader: TilesReader) -> None:
    other = np.full((720, 1280, 3), 120, np.uint8)
    cv2.circle(other, (600, 300), 80, (10, 200, 30), -1)

    with pytest.raises(NotAligned):
        read(reader, other, Position(TILES))


def test_a_table_is_found_on_a_checked_cloth() -> None:
    """Its checks have more plain features than were looked at."""
    simulator = Simulator(BOARD, 4006)
    bare = sheet(simulator, np.random.default_rng(4006), sheet_position(BOARD), (1280, 720))
    shot = random_tiles_shot(simulator, np.random.default_rng(2), lying(), arms=0)
    photo = simulator.frame(shot.scene, shot.camera, shot.light, seed=2).photo
    reader = TilesReader(BOARD, Reference(bare.photo, bare.pose))
    spaces = read(reader, photo, Position(TILES)).spaces

    assert {cell: spaces[cell].answer for cell in TILES} == TILES


def test_a_cube_that_nobody_plays_lies_in_the_box(
    simulator: Simulator, reader: TilesReader
) -> None:
    """Whatever is as yellow is another in this light; who knows of no players sees all colours."""
    photo, yellow = taken(simulator, lying()).photo, "cell/1,1/colony-a-0"
    played = read(reader, photo, Position(TILES, in_box=frozenset({"yellow"})))
    every = read(reader, photo, Position(TILES))

    assert "yellow" not in {kind for kind, _ in played.slots[yellow].likely}
    assert every.slots[yellow].answer == "yellow"


def test_only_readers_of_tables_that_change_are_told_how_they_lie(reader: TilesReader) -> None:
    assert isinstance(reader, Believer)
