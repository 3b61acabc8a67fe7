"""A picture that shows part of the board is read for what it shows, and says what it lacks."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.reference import find_reference
from companion.games.clippers.shipped import read_shipped_board
from companion.position import Position
from companion.reading import EMPTY, HIDDEN, Side
from vision.alignment.align import WHOLE, NotAligned, align
from vision.alignment.framing import Framing, move_words
from vision.between.cover import Cover
from vision.routes.reader import RoutesReader
from vision.simulator import Camera, Frame, Light, Simulator, camera_at, demo_camera
from vision.watch import PHOTOS, Watcher, Watching

BOARD = read_shipped_board()
MIDDLE_MM = (BOARD.width_mm / 2, BOARD.height_mm / 2)
LAID = Position(
    dict(zip(list(BOARD.spaces)[::3], ["red", "green", "white"] * 99, strict=False)),
    dict(zip(list(BOARD.slots)[::4], ["french", "german"] * 99, strict=False)),
)


def aimed(x_mm: float, y_mm: float, distance_mm: float = 950.0, roll_deg: float = 0.0) -> Camera:
    """A camera that looks so far to the right and down of the board's middle."""
    aim_mm = (MIDDLE_MM[0] + x_mm, MIDDLE_MM[1] + y_mm)
    return camera_at(
        aim_mm, distance_mm=distance_mm, tilt_deg=12.0, roll_deg=roll_deg, hfov_deg=65.0, k1=-0.03
    )


class Table:
    """The board in play, drawn, and a reader that knows it empty."""

    def __init__(self) -> None:
        self.simulator = Simulator(BOARD, 11)
        empty = self.simulator.frame(Position(), demo_camera(BOARD), Light()).photo
        self.reader = RoutesReader(BOARD, find_reference(empty, BOARD))

    def frame(self, camera: Camera) -> Frame:
        return self.simulator.frame(LAID, camera, Light(), seed=3)


@pytest.fixture(scope="module")
def table() -> Table:
    return Table()


@pytest.mark.parametrize("roll_deg", [0.0, 90.0, 180.0], ids=["upright", "on its side", "turned"])
@pytest.mark.parametrize(
    ("aim_mm", "distance_mm", "outside"),
    [
        ((0, 0), 1200, set()),
        ((320, 0), 950, {Side.LEFT}),
        ((-320, 0), 950, {Side.RIGHT}),
        ((0, 250), 950, {Side.TOP}),
        ((0, -250), 950, {Side.BOTTOM}),
        ((0, 0), 480, set(Side)),
    ],
    ids=["whole", "left", "right", "top", "bottom", "too near"],
)
def test_sides_are_the_boards_own_however_the_camera_is_held(
    aim_mm: tuple[float, float], distance_mm: float, outside: set[Side], roll_deg: float
) -> None:
    square = camera_at(
        (MIDDLE_MM[0] + aim_mm[0], MIDDLE_MM[1] + aim_mm[1]),
        size_px=(1200, 1200), distance_mm=distance_mm, roll_deg=roll_deg, hfov_deg=45.0,
    )  # fmt: skip

    framing = Framing.of(BOARD, square.pose)

    assert set(framing.outside) == outside
    assert (framing.share == 1) == (not outside)


@pytest.mark.parametrize(
    ("outside", "said"),
    [
        ((Side.LEFT,), "towards the board's left side"),
        ((Side.TOP, Side.LEFT), "towards the board's top and left sides"),
        ((Side.LEFT, Side.RIGHT), "further away"),
        (tuple(Side), "further away"),
    ],
)
def test_it_is_said_where_to_move_the_camera(outside: tuple[Side, ...], said: str) -> None:
    assert str(move_words(outside)).endswith(said)


@pytest.mark.parametrize(
    ("camera", "outside"),
    [
        pytest.param(aimed(480, 0, 900), {Side.LEFT}, id="a strip on the left"),
        pytest.param(aimed(0, 250, 900), {Side.TOP}, id="the top"),
        pytest.param(aimed(380, 150, 900, 20), {Side.TOP, Side.LEFT}, id="two sides, aslant"),
        pytest.param(aimed(0, 0, 480), {Side.TOP, Side.BOTTOM}, id="too near"),
    ],
)
def test_what_is_in_view_is_read_and_the_rest_is_hidden(
    table: Table, camera: Camera, outside: set[Side]
) -> None:
    frame = table.frame(camera)
    in_view = frame.pose.sees(np.array([(s.x_mm, s.y_mm) for s in BOARD.spaces.values()]))

    reading = table.reader.read(frame.photo).reading

    assert set(reading.outside) == outside
    seen = reading.spaces.values()
    assert all(one.answer == HIDDEN for one, there in zip(seen, in_view, strict=True) if not there)
    read = [place for place, one in reading.spaces.items() if one.answer != HIDDEN]
    assert 0.9 * in_view.sum() < len(read) <= in_view.sum()
    wrong = [p for p in read if reading.spaces[p].answer != LAID.spaces.get(p, EMPTY)]
    assert len(wrong) <= 0.02 * len(read)
    assert not [place for place in wrong if reading.spaces[place].confidence > 0.95]


def test_of_too_little_it_is_said_where_the_rest_is(table: Table) -> None:
    with pytest.raises(NotAligned, match=r"only \d+% of the board .* board's left side") as refusal:
        table.reader.read(table.frame(aimed(690, 0, 900)).photo)

    assert refusal.value.outside == (Side.LEFT,)


def test_a_board_is_learned_from_whole_photos_only(table: Table) -> None:
    photo = table.frame(aimed(480, 0, 900)).photo
    align(photo, table.reader.reference, BOARD)

    with pytest.raises(NotAligned, match="corners lie outside the picture"):
        align(photo, table.reader.reference, BOARD, settings=WHOLE)


def test_a_camera_that_stands_still_keeps_its_pose(table: Table) -> None:
    camera = aimed(480, 0, 900)
    pose = align(table.frame(camera).photo, table.reader.reference, BOARD)
    again = table.simulator.frame(LAID, camera, Light(), seed=5).photo

    assert align(again, table.reader.reference, BOARD, pose) is pose


def test_after_a_bump_the_watcher_keeps_what_it_knew_of_places_now_outside(table: Table) -> None:
    watcher = Watcher(table.reader, PHOTOS)
    watcher.see(table.frame(aimed(0, 0, 1000)).photo, 0.0)

    sight = watcher.see(table.frame(aimed(480, 0, 900)).photo, 1.0)

    assert sight.watching is Watching.MOVED
    assert sight.outside == (Side.LEFT,)
    assert sight.settled is not None
    assert sight.reading is not None
    hidden = [p for p, seen in sight.settled.spaces.items() if seen.answer == HIDDEN]
    assert hidden
    assert all(sight.reading.spaces[p].answer == LAID.spaces.get(p, EMPTY) for p in hidden)


@pytest.mark.parametrize(
    ("rows", "columns", "reaches"),
    [
        (slice(0, 12), slice(8, 11), True),
        (slice(5, 16), slice(8, 11), False),
        (slice(8, 20), slice(8, 11), True),
        (slice(5, 14), slice(10, 20), True),
    ],
    ids=["over the board's edge", "a glass", "over the board's other edge", "over the picture's"],
)
def test_an_arm_comes_over_the_edge_of_what_is_seen(
    rows: slice, columns: slice, reaches: bool
) -> None:
    mask, in_view = np.zeros((20, 20), np.uint8), np.ones((20, 20), np.uint8)
    in_view[:, 16:] = 0
    mask[rows, columns] = 1

    assert Cover(mask * in_view, np.array([20.0, 20.0]), in_view).reaches_in is reaches


@pytest.mark.parametrize("least_mm", [500.0, 1e4], ids=["outside the picture", "on no board"])
def test_where_no_place_is_in_view_the_board_is_found_and_nothing_read(
    table: Table, least_mm: float
) -> None:
    """A board file may have places in one corner alone, or none yet."""
    islands = {
        name: replace(each, slots=tuple(slot for slot in each.slots if slot.x_mm > least_mm))
        for name, each in BOARD.islands.items()
    }
    board = replace(BOARD, routes={}, islands=islands)
    assert bool(board.slots) is (least_mm < BOARD.width_mm)
    reader = RoutesReader(board, table.reader.reference)
    frame = table.frame(aimed(-320, 0, 800))

    for _ in range(2):
        seen = reader.read(frame.photo)
        reader.forget()

    assert Side.RIGHT in seen.reading.outside
    assert set(seen.reading.slots) == set(board.slots)
    assert {one.answer for one in seen.reading.places.values()} <= {HIDDEN}
