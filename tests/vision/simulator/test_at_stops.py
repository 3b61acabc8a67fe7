"""A simulated board of stops: ships where hands put them, and what is true of its pictures."""

from __future__ import annotations

import math

import numpy as np
import pytest

from companion.boards.board_file import parse_board
from companion.boards.stops_board import Stop
from companion.errors import InputError
from companion.reading import EMPTY, HIDDEN
from vision.simulator import (
    Arm,
    Simulator,
    board_json,
    demo_camera,
    draw_planisphere,
    invent_stops_board,
)

BOARD = invent_stops_board(3)
SIMULATOR = Simulator(BOARD, 3)
BERTHS = SIMULATOR.berths
CAMERA = demo_camera(BOARD, (960, 540))
KINDS = [kind.name for kind in BOARD.ship.kinds] if BOARD.ship else []
PORT = next(stop for stop in BOARD.stops.values() if stop.is_port)
STRANDING = next(stop for stop in BOARD.stops.values() if not stop.is_port)


def at(ships: dict[str, str]) -> dict[str, tuple[float, float, float]]:
    assert BERTHS is not None
    return {s.kind: (s.x_mm, s.y_mm, s.angle_deg) for s in BERTHS.scene(ships).ships}


def test_an_invented_board_is_one_that_can_be_read() -> None:
    assert parse_board(board_json(BOARD)) == BOARD


def test_the_same_seed_prints_the_same() -> None:
    assert (draw_planisphere(BOARD, 5) == draw_planisphere(BOARD, 5)).all()
    assert (draw_planisphere(BOARD, 5) != draw_planisphere(BOARD, 6)).any()


def test_a_ship_stays_where_it_is_when_others_come_and_go() -> None:
    alone = at({"pink": PORT.id})
    crowd = at(dict.fromkeys(KINDS, PORT.id))
    left = at({"pink": PORT.id, "green": PORT.id, "white": STRANDING.id})

    assert crowd["pink"] == left["pink"] == alone["pink"]
    assert crowd["green"] == left["green"]


@pytest.mark.parametrize("stop", [PORT, STRANDING])
def test_whoever_comes_first_stands_on_the_mark(stop: Stop) -> None:
    """Some 2 cm wide: no other stop is nearly as near."""
    for kind in KINDS:
        at({})
        x, y, _ = at({kind: stop.id})[kind]
        assert math.hypot(x - stop.x_mm, y - stop.y_mm) <= 12.001


def test_ships_of_a_crowd_stand_beside_each_other_near_their_stop() -> None:
    spots = np.array([spot[:2] for spot in at(dict.fromkeys(KINDS, PORT.id)).values()])
    apart = np.hypot(*(spots[:, None] - spots[None]).transpose(2, 0, 1))
    away = np.hypot(*(spots - (PORT.x_mm, PORT.y_mm)).T)

    assert apart[~np.eye(len(spots), dtype=bool)].min() > 5
    assert away.max() < 40


@pytest.mark.parametrize(
    ("ships", "goods"),
    [({"pink": "nowhere"}, {}), ({"beige": PORT.id}, {}), ({}, {STRANDING.id: ["tea"]})],
)
def test_what_the_board_lacks_is_refused(
    ships: dict[str, str], goods: dict[str, list[str]]
) -> None:
    assert BERTHS is not None
    with pytest.raises(InputError):
        BERTHS.scene(ships, goods)


def test_a_picture_is_true_to_what_lies_there() -> None:
    assert BERTHS is not None
    scene = BERTHS.scene({"pink": PORT.id, "black": STRANDING.id}, {STRANDING.id: ["gold"]})
    truth = SIMULATOR.frame(scene, CAMERA).truth
    others = dict.fromkeys(KINDS, EMPTY)

    assert truth.pieces == {**others, "pink": PORT.id, "black": STRANDING.id}
    assert truth.spaces[STRANDING.id] == "goods"
    assert truth.to_json()["pieces"] == truth.pieces


def test_what_an_arm_covers_is_hidden() -> None:
    assert BERTHS is not None
    scene = BERTHS.scene({"pink": PORT.id})
    outward = math.degrees(
        math.atan2(PORT.y_mm - BOARD.height_mm / 2, PORT.x_mm - BOARD.width_mm / 2)
    )
    ship = scene.ships[0]
    reach = math.radians(outward)
    arm = Arm(ship.x_mm - 40 * math.cos(reach), ship.y_mm - 40 * math.sin(reach), outward)
    truth = SIMULATOR.frame(scene, CAMERA, arm=arm).truth

    assert truth.pieces["pink"] == HIDDEN
    assert truth.under["pink"] == PORT.id
