"""The table told from its tiles by colour, and the lattice laid by where the tiles' colours end."""

from __future__ import annotations

import numpy as np
import pytest

from companion.games.carcassonne_south_seas.game import GAME
from companion.position import Position
from vision.alignment.lens import ANY_LENS
from vision.alignment.pose import Pose, pose_from_points
from vision.picture.arrays import Floats, Image
from vision.simulator import Light, Simulator, camera_at
from vision.squares.lattice.cloth import Cloth
from vision.squares.lattice.snapping import snapped
from vision.squares.network import crops_of

BOARD = GAME.shipped_board()
LIES = {
    "cell/15,15": "ss18/0",
    "cell/16,15": "ss29/2",
    "cell/15,16": "ss24/2",
    "cell/15,17": "ss12/0",
}
CELLS = [BOARD.cells[cell] for cell in LIES]
FREE = [BOARD.cells[cell] for cell in ("cell/14,15", "cell/16,16", "cell/15,18", "cell/17,15")]
CHECKED = 2023
"""This table's cloth is checked; its checks are hardly larger than tiles."""


def corners_mm() -> Floats:
    half = BOARD.lattice.apart_mm / 2
    ways = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    return np.concatenate([ways + [cell.x_mm, cell.y_mm] for cell in CELLS])


@pytest.fixture(scope="module")
def seen() -> tuple[Image, Pose]:
    """A photo of four tiles from far above, and the camera's true pose."""
    at, simulator = BOARD.cells["cell/15,15"], Simulator(BOARD, CHECKED)
    camera = camera_at((at.x_mm, at.y_mm), size_px=(1280, 720), distance_mm=700, tilt_deg=14)
    scene = simulator.laid(Position(LIES))
    return simulator.frame(scene, camera, Light()).photo, camera.pose


def off_by(pose: Pose, x_px: float, y_px: float) -> Pose:
    """A pose by which all lies a little beside."""
    here = pose.project(corners_mm())
    return pose_from_points(corners_mm(), here + [x_px, y_px], pose.size_px)


def off_mm(found: Pose, pose: Pose) -> float:
    """How far corners of tiles are from where they are, at most."""
    return float(np.abs(found.to_board(pose.project(corners_mm())) - corners_mm()).max())


def test_colours_tell_tiles_from_a_checked_cloth(seen: tuple[Image, Pose]) -> None:
    photo, pose = seen
    cloth = Cloth.around(photo, pose, BOARD, CELLS)
    assert cloth is not None
    tiles, table = (
        [cloth.of_crop(crop) for crop in crops_of(photo, pose, BOARD, cells)]
        for cells in (CELLS, FREE)
    )

    assert min(tiles) > 0.5
    assert max(table) < -0.5


def test_a_colour_that_the_table_shows_nowhere_speaks_for_a_tile(seen: tuple[Image, Pose]) -> None:
    """The more so the fewer tiles are known: the first may be all sea, the next all island."""
    photo, pose = seen
    strange = np.full((64, 64, 3), (0.9, 0.1, 0.9), np.float32)
    one, four = (Cloth.around(photo, pose, BOARD, cells) for cells in (CELLS[:1], CELLS))
    assert one is not None
    assert four is not None

    assert one.of_crop(strange) > four.of_crop(strange) > 0.5
    assert max(one.of_crop(crop) for crop in crops_of(photo, pose, BOARD, FREE)) < -0.5


def test_edges_of_a_checked_cloth_are_not_taken_for_those_of_tiles(
    seen: tuple[Image, Pose],
) -> None:
    photo, pose = seen
    start = off_by(pose, 3.5, -3.0)
    cloth = Cloth.around(photo, start, BOARD, CELLS)
    found = snapped(photo, start, BOARD, CELLS, cloth)

    assert off_mm(found, pose) < 1.5
    assert off_mm(snapped(photo, start, BOARD, CELLS), pose) > 2.0, "it would be found anyhow"


def test_nothing_is_told_of_a_table_that_is_not_in_the_picture(seen: tuple[Image, Pose]) -> None:
    photo, pose = seen
    near = camera_at((CELLS[0].x_mm, CELLS[0].y_mm), size_px=(320, 180), distance_mm=60)

    assert Cloth.around(photo[:180, :320], near.pose, BOARD, CELLS) is None
    assert Cloth.around(photo, pose, BOARD, []) is None


GROWN = {
    **LIES,
    "cell/14,15": "ss27/2",
    "cell/15,18": "ss32/0",
    "cell/15,19": "ss09/2",
    "cell/15,20": "ss31/1",
}
"""A table that grows to one side."""


@pytest.mark.parametrize("seed", [2024, 2025, 2026])
def test_what_comes_far_from_the_first_tiles_draws_the_lattice_after_it(seed: int) -> None:
    """They are fitted a little askew; five tiles further that is 7 mm, and print is nearer."""
    cells, aim = [BOARD.cells[cell] for cell in GROWN], BOARD.cells["cell/15,18"]
    camera = camera_at(
        (aim.x_mm, aim.y_mm), size_px=(1280, 720), distance_mm=600, tilt_deg=20, hfov_deg=60
    )
    simulator = Simulator(BOARD, seed)
    photo = simulator.frame(simulator.laid(Position(GROWN)), camera, Light()).photo
    half = BOARD.lattice.apart_mm / 2
    ways = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    first = np.concatenate([ways + [cell.x_mm, cell.y_mm] for cell in cells[:5]])
    last = ways + [cells[-1].x_mm, cells[-1].y_mm]
    here = camera.pose.project(first)
    from_middle = here - here.mean(axis=0)
    askew = here + from_middle * from_middle[:, 1:] * 1.5e-4
    start = pose_from_points(first, askew, camera.pose.size_px)

    cloth = Cloth.around(photo, start, BOARD, cells)
    found = snapped(photo, start, BOARD, cells, cloth)

    def off(pose: Pose) -> float:
        return float(np.abs(pose.to_board(camera.pose.project(last)) - last).max())

    assert off(start) > 7.0
    assert off(found) < 3.0


@pytest.mark.parametrize(("distance_mm", "seed"), [(600, 2024), (600, 2025), (800, 2024)])
def test_tiles_that_come_tell_from_which_side_they_are_seen(distance_mm: int, seed: int) -> None:
    """Four tiles are seen nearly as well from the other side; with each that comes less."""
    aim = BOARD.cells["cell/15,16"]
    camera, opposite = (
        camera_at(
            (aim.x_mm, aim.y_mm),
            size_px=(1280, 720),
            distance_mm=distance_mm,
            tilt_deg=tilt_deg,
            hfov_deg=60,
        )
        for tilt_deg in (30, -30)
    )
    simulator, half = Simulator(BOARD, seed), BOARD.lattice.apart_mm / 2
    ways = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    every = np.concatenate([ways + [BOARD.cells[at].x_mm, BOARD.cells[at].y_mm] for at in GROWN])
    first = every[: 4 * 4]
    pose = pose_from_points(
        first,
        camera.pose.project(first),
        camera.pose.size_px,
        prior=ANY_LENS.near(66.0, 0.0, 0.0),
        start=opposite.pose,
    )
    for count in range(4, len(GROWN) + 1):
        lies = dict(list(GROWN.items())[:count])
        cells = [BOARD.cells[cell] for cell in lies]
        photo = simulator.frame(simulator.laid(Position(lies)), camera, Light()).photo
        pose = snapped(photo, pose, BOARD, cells, Cloth.around(photo, pose, BOARD, cells))

    off = np.abs(pose.to_board(camera.pose.project(every)) - every)
    assert off.max() < 3.0  # 70 mm and more where the side is kept
