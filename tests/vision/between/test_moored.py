"""That a ship is gone is told where the bare board is seen in its place, and nowhere else."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.boards.board import Board
from companion.games.clippers.shipped import read_shipped_board
from companion.reading import ShipSeen
from vision.alignment.reference import Reference
from vision.between.moored import STEADY, Moored
from vision.picture.arrays import Image
from vision.simulator import Arm, Laid, Light, Scene, Simulator, camera_at, demo_camera

KINDS = ("white", "red", "green", "blue", "black")
DIMMED = replace(Light(), exposure=0.6, tint=(0.8, 0.95, 1.1), slope=(0.3, 0.3, 0.3))


class Harbour:
    """A drawn table with a ship of each colour on the open sea, under a camera."""

    def __init__(self) -> None:
        self.board: Board = read_shipped_board()
        self.simulator = Simulator(self.board, 11)
        self.camera = demo_camera(self.board)
        middle = (self.board.width_mm / 2 + 15, self.board.height_mm / 2 - 10)
        self.bumped = camera_at(middle, size_px=self.camera.pose.size_px, tilt_deg=12)
        empty = self.simulator.frame(Scene(), self.camera, Light())
        self.empty = Reference(empty.photo, empty.pose)
        self.ships = tuple(
            Laid(kind, 330.0 + 24 * (number % 2), 430.0 + 26 * number, 20.0 * number)
            for number, kind in enumerate(KINDS)
        )

    def photo(
        self, *kinds: str, light: Light | None = None, bumped: bool = False, arm: Arm | None = None
    ) -> Image:
        """A picture with the ships of these kinds."""
        scene = Scene(ships=tuple(ship for ship in self.ships if ship.kind in kinds))
        camera = self.bumped if bumped else self.camera
        return self.simulator.frame(scene, camera, light or Light(), arm=arm, seed=5).photo

    def seen(self, *kinds: str) -> tuple[ShipSeen, ...]:
        """What a reader that misses none sees of them."""
        return tuple(
            ShipSeen(ship.kind, ship.x_mm, ship.y_mm, ship.angle_deg)
            for ship in self.ships
            if ship.kind in kinds
        )

    def moored(self) -> Moored:
        """Nothing was seen yet."""
        assert self.board.ship is not None
        return Moored(self.board.ship, self.empty)

    def watched(self) -> Moored:
        """All ships were seen for a while."""
        moored = self.moored()
        photo = self.photo(*KINDS)
        for _ in range(STEADY):
            assert moored.look(photo, self.camera.pose, self.seen(*KINDS)) == ()
        return moored


@pytest.fixture(scope="module")
def harbour() -> Harbour:
    return Harbour()


@pytest.mark.parametrize("bumped", [False, True], ids=["as before", "the camera was bumped"])
@pytest.mark.parametrize("light", [Light(), DIMMED], ids=["same light", "other light"])
def test_only_what_is_gone_is_told_whatever_the_light(
    harbour: Harbour, light: Light, bumped: bool
) -> None:
    """The reader sees no ship at all: it is not asked."""
    pose = (harbour.bumped if bumped else harbour.camera).pose
    moored = harbour.watched()
    assert moored.look(harbour.photo(*KINDS, light=light, bumped=bumped), pose, ()) == ()

    for number, kind in enumerate(KINDS, 1):
        left = harbour.photo(*KINDS[number:], light=light, bumped=bumped)
        told = moored.look(left, pose, ())
        assert {ship.colour for ship in told} == set(KINDS[:number]), kind

    assert moored.look(harbour.photo(*KINDS, light=light, bumped=bumped), pose, ()) == ()


def test_what_is_under_an_arm_is_not_gone(harbour: Harbour) -> None:
    photo = harbour.photo(arm=Arm(340.0, 440.0, 80.0))

    told = harbour.watched().look(photo, harbour.camera.pose, ())
    assert {ship.colour for ship in told} == {"white", "red", "blue"}, "green, black: under it"


def test_a_ship_that_sailed_on_is_not_gone(harbour: Harbour) -> None:
    """It is told while it is seen nowhere, in a hand, and no more when it stands elsewhere."""
    moored, pose = harbour.watched(), harbour.camera.pose
    photo = harbour.photo("green", "blue", "black")
    seen = harbour.seen("green", "blue", "black")
    assert {ship.colour for ship in moored.look(photo, pose, seen)} == {"white", "red"}

    there = ShipSeen("red", 200.0, 240.0, 0.0)
    told = moored.look(photo, pose, (*seen, there))
    assert {ship.colour for ship in told} == {"white"}


def test_what_was_seen_only_now_and_then_was_no_ship(harbour: Harbour) -> None:
    moored, photo = harbour.moored(), harbour.photo()
    for _ in range(STEADY - 1):
        moored.look(photo, harbour.camera.pose, harbour.seen("red"))

    assert moored.look(photo, harbour.camera.pose, ()) == ()


@pytest.mark.parametrize("aim_mm", [(-250.0, 280.0), (-150.0, 200.0)])
def test_what_is_outside_the_picture_is_not_gone(
    harbour: Harbour, aim_mm: tuple[float, float]
) -> None:
    """Beyond its edge a picture's last pixels go on: on open sea that looks like the bare board."""
    aside = camera_at(aim_mm, size_px=harbour.camera.pose.size_px)
    ships = Scene(ships=harbour.ships)
    photo = harbour.simulator.frame(ships, aside, Light(), seed=5).photo
    ends = np.array([(ship.x_mm, ship.y_mm) for ship in harbour.ships])
    assert not aside.pose.sees(ends).all()

    assert harbour.watched().look(photo, aside.pose, ()) == ()
