"""What lies on a board beside its pieces: ships, things that do not belong, and hands."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from companion.boards.board import Board
from companion.games.clippers.shipped import read_shipped_board
from companion.position import Position
from vision.alignment.reference import Reference
from vision.routes.reader import RoutesReader
from vision.seen.photo_reading import PhotoReading
from vision.simulator import Arm, Laid, Light, Odd, Scene, Simulator, demo_camera

SHIP_MM = 8.0
ODD_MM = 10.0
SHIPS = ("white", "red", "green", "blue", "black")


class Table:
    """A drawn table and a reader that knows its empty photo."""

    def __init__(self) -> None:
        self.board: Board = read_shipped_board()
        self.simulator = Simulator(self.board, 11)
        self.camera = demo_camera(self.board)
        empty = self.simulator.frame(Scene(), self.camera, Light())
        self.reader = RoutesReader(self.board, Reference(empty.photo, empty.pose))
        self.pose = empty.pose

    def read(self, scene: Scene, arm: Arm | None = None, seed: int = 5) -> PhotoReading:
        photo = self.simulator.frame(scene, self.camera, Light(), arm=arm, seed=seed).photo
        return self.reader.read(photo, self.pose)

    def free_places(self) -> Iterator[tuple[float, float]]:
        """Board points 25 mm or more from every space, slot and edge, 40 mm apart."""
        spaces, slots = self.board.spaces.values(), self.board.slots.values()
        taken = np.array([(s.x_mm, s.y_mm) for s in spaces] + [(s.x_mm, s.y_mm) for s in slots])
        for x in range(40, int(self.board.width_mm) - 40, 40):
            for y in range(40, int(self.board.height_mm) - 40, 40):
                if np.hypot(*(taken - (x, y)).T).min() > 25:
                    yield float(x), float(y)


@pytest.fixture(scope="module")
def table() -> Table:
    return Table()


@pytest.mark.parametrize(
    "scene",
    [
        pytest.param(Scene(), id="empty"),
        pytest.param("sticks", id="sticks of all kinds"),
    ],
)
def test_a_board_with_nothing_but_pieces_leaves_nothing_over(
    table: Table, scene: Scene | str
) -> None:
    if isinstance(scene, str):
        assert table.board.stick is not None
        kinds = [kind.name for kind in table.board.stick.kinds]
        spaces = list(table.board.spaces)[::5]
        laid = {space: kinds[i % len(kinds)] for i, space in enumerate(spaces)}
        scene = table.simulator.hands.scene(Position(laid, {}))

    seen = table.read(scene)

    assert seen.reading.ships == ()
    assert seen.reading.odd == ()
    assert seen.cover is not None
    assert not seen.cover.any


def test_what_comes_and_goes_before_a_still_camera_is_seen_at_once(table: Table) -> None:
    here, there = list(table.free_places())[:2]
    stood = [here, here, there, None, here]

    seen = [
        table.read(Scene(ships=(Laid("red", *at, 30.0),) if at else ()), seed=seed).reading.ships
        for seed, at in enumerate(stood, 40)
    ]

    for at, ships in zip(stood, seen, strict=True):
        assert [ship.colour for ship in ships] == ["red"] * (at is not None)
        assert all(np.hypot(ship.x_mm - at[0], ship.y_mm - at[1]) < SHIP_MM for ship in ships if at)
    assert seen[1] == seen[0]


@pytest.mark.parametrize("colour", SHIPS)
def test_ships_are_found_where_their_base_stands(table: Table, colour: str) -> None:
    places = list(table.free_places())[:4]
    ships = tuple(Laid(colour, x, y, 50.0 * i) for i, (x, y) in enumerate(places))

    seen = table.read(Scene(ships=ships)).reading.ships

    near = [any(np.hypot(s.x_mm - t.x_mm, s.y_mm - t.y_mm) < SHIP_MM for s in seen) for t in ships]
    assert {ship.colour for ship in seen} == {colour}
    assert len(seen) <= len(ships)
    assert sum(near) >= 3  # An honest miss is no ship of another colour or place.


def test_a_ship_points_along_its_length(table: Table) -> None:
    x, y = next(table.free_places())
    for angle in (0.0, 60.0, 120.0):
        (ship,) = table.read(Scene(ships=(Laid("red", x, y, angle),))).reading.ships
        off = (ship.angle_deg - angle + 90) % 180 - 90
        assert abs(off) <= 20


@pytest.mark.parametrize(
    ("type_", "kind", "found", "mistaken"),
    [
        # A grey coin on grey print shows in part: that part may be long like a white ship.
        pytest.param("coin", None, 1, 1, id="coin"),
        pytest.param("stray_stick", "red", 3, 0, id="stray red stick"),
        pytest.param("stray_stick", "black", 3, 0, id="stray black stick"),
    ],
)
def test_what_does_not_belong_is_odd_and_hardly_ever_a_ship(
    table: Table, type_: str, kind: str | None, found: int, mistaken: int
) -> None:
    places = list(table.free_places())[:4]
    things = tuple(Odd(type_, x, y, 70.0 * i, kind) for i, (x, y) in enumerate(places))

    seen = table.read(Scene(odd=things)).reading

    near = [
        any(np.hypot(o.x_mm - t.x_mm, o.y_mm - t.y_mm) < ODD_MM for o in seen.odd) for t in things
    ]
    assert sum(near) >= found
    assert len(seen.odd) <= len(things)
    assert len(seen.ships) <= mistaken


def test_an_arm_covers_what_lies_under_it_and_little_else(table: Table) -> None:
    board = table.board
    arm = Arm(board.width_mm / 2, board.height_mm / 2, 90)
    truth = table.simulator.frame(Scene(), table.camera, Light(), arm=arm).truth

    seen = table.read(Scene(), arm)

    places = list(board.spaces.values())
    points = np.array([[(place.x_mm, place.y_mm)] for place in places])
    hidden = np.array([truth.spaces[place.id] == "hidden" for place in places])
    unclear = np.array([place.id in truth.partial for place in places])
    assert seen.cover is not None
    covered = seen.cover.covered(points) > 0.5
    assert hidden.sum() >= 5
    assert covered[hidden].mean() > 0.7
    assert covered[~hidden & ~unclear].mean() < 0.05
    assert seen.reading.ships == ()
