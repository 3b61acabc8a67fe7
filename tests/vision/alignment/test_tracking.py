"""A camera that was nudged is followed at a glance, and what lies on the board is read on."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import pytest

from companion.games.clippers.shipped import read_shipped_board
from companion.position import Position
from vision.alignment.align import align
from vision.alignment.pose import Pose
from vision.alignment.reference import Reference
from vision.alignment.small_moves import Kept, small_move
from vision.alignment.tracking import glance
from vision.picture.arrays import Image
from vision.routes.reader import RoutesReader
from vision.simulator import Light, Simulator, demo_camera

BOARD = read_shipped_board()
SIZE_MM = (BOARD.width_mm, BOARD.height_mm)
LAID = Position(
    dict(zip(list(BOARD.spaces)[::3], ["red", "blue", "white"] * 99, strict=False)),
    dict(zip(list(BOARD.slots)[::4], ["french", "german"] * 99, strict=False)),
)


class Table:
    """A board in play, drawn, and its empty photo."""

    def __init__(self) -> None:
        simulator = Simulator(BOARD, 11)
        empty = simulator.frame(Position(), demo_camera(BOARD), Light())
        self.pose: Pose = empty.pose
        self.reference = Reference(empty.photo, empty.pose)
        self.photo: Image = simulator.frame(LAID, demo_camera(BOARD), Light(), seed=3).photo

    def nudged_photo(self, shift_px: tuple[float, float], turn_deg: float) -> Image:
        middle = self.pose.camera_matrix[:2, 2]
        move = cv2.getRotationMatrix2D(tuple(middle.tolist()), turn_deg, 1.0)
        move[:, 2] += np.array(shift_px)
        size = (self.photo.shape[1], self.photo.shape[0])
        return np.asarray(
            cv2.warpAffine(self.photo, move, size, borderMode=cv2.BORDER_REPLICATE), np.uint8
        )


@pytest.fixture(scope="module")
def table() -> Table:
    return Table()


@pytest.mark.parametrize("shift_px", [(0.8, 0.0), (-1.5, 1.2), (1.0, -1.6)], ids=str)
@pytest.mark.parametrize("turn_deg", [0.0, 0.1])
def test_a_nudge_is_followed_to_a_fraction_of_a_pixel(
    table: Table, shift_px: tuple[float, float], turn_deg: float
) -> None:
    print_ = table.reference.print_of(BOARD)

    seen = glance(table.nudged_photo(shift_px, turn_deg), print_, table.pose, 1.0)

    assert seen is not None
    about = np.array([[np.cos(a := np.radians(turn_deg)), np.sin(a)], [-np.sin(a), np.cos(a)]])
    middle = table.pose.camera_matrix[:2, 2]
    true_px = (table.pose.corners_px(*SIZE_MM) - middle) @ about.T + middle + shift_px
    assert seen.corners_px(*SIZE_MM) == pytest.approx(true_px, abs=0.3)


def test_nudges_do_not_add_up(table: Table) -> None:
    print_ = table.reference.print_of(BOARD)
    pose: Pose | None = table.pose
    for shift in (1.0, -1.0, 1.5, -1.2, 1.0, 0.0) * 2:
        assert pose is not None
        pose = glance(table.nudged_photo((shift, shift), 0.0), print_, pose, 1.0)

    assert pose is not None
    assert pose.corners_px(*SIZE_MM) == pytest.approx(table.pose.corners_px(*SIZE_MM), abs=0.35)


def test_a_jolt_is_not_settled_at_a_glance(table: Table) -> None:
    jolted = table.nudged_photo((14.0, 5.0), 0.0)

    assert glance(jolted, table.reference.print_of(BOARD), table.pose, 1.0) is None
    moved = align(jolted, table.reference, BOARD, table.pose)
    off_px = moved.corners_px(*SIZE_MM) - table.pose.corners_px(*SIZE_MM)
    assert off_px == pytest.approx(np.tile((14.0, 5.0), (4, 1)), abs=2.0)


def test_a_nudged_pose_moves_all_of_the_picture_alike(table: Table) -> None:
    pose = table.pose
    nudged = pose.nudged(1 + 0.001j, 1.5 - 0.7j)

    move = small_move(pose, nudged, *SIZE_MM)

    assert move is not None
    points_mm = np.array([[10.0, 20.0], [500.0, 90.0], [250.0, 540.0]])
    for height_mm in (0.0, 4.0):
        before_px = pose.project(points_mm, height_mm)
        moved_px = before_px @ move[:, :2].T + move[:, 2]
        assert nudged.project(points_mm, height_mm) == pytest.approx(moved_px, abs=0.05)


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(lambda pose: pose.nudged(1, 20), id="too far"),
        pytest.param(lambda pose: pose.resized((640, 360)), id="another size"),
    ],
)
def test_a_larger_move_is_looked_at_anew(table: Table, other: object) -> None:
    assert small_move(table.pose, other(table.pose), *SIZE_MM) is None  # type: ignore[operator]


@dataclass(frozen=True)
class Laid:
    """What is laid out for a pose."""

    pose: Pose


@pytest.mark.parametrize(
    ("moved_px", "laid_anew", "has_moved"),
    [
        pytest.param(0.0, False, False, id="still"),
        pytest.param(1.5, False, True, id="nudged"),
        pytest.param(20.0, True, False, id="jolted"),
    ],
)
def test_what_is_laid_out_holds_until_the_camera_is_jolted(
    table: Table, moved_px: float, laid_anew: bool, has_moved: bool
) -> None:
    kept = Kept(Laid, SIZE_MM)
    first, no_move = kept.of(table.pose)
    now = table.pose.nudged(1, moved_px) if moved_px else table.pose

    then, move = kept.of(now)

    assert first.pose is table.pose
    assert no_move is None
    assert (then is not first, move is not None) == (laid_anew, has_moved)
    assert then.pose is (now if laid_anew else table.pose)


def test_pieces_are_read_on_after_a_nudge(table: Table) -> None:
    reader = RoutesReader(BOARD, table.reference)
    before = reader.read(table.photo, table.pose)

    after = reader.read(table.nudged_photo((1.4, -1.1), 0.05), before.pose)

    assert after.pose is not before.pose
    for was, now in (
        (before.reading.spaces, after.reading.spaces),
        (before.reading.slots, after.reading.slots),
    ):
        same = [was[place].answer == now[place].answer for place in was]
        assert np.mean(same) > 0.995
