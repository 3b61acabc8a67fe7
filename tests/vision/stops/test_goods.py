"""Goods on stranding places, from what is known of each sample."""

from __future__ import annotations

import numpy as np
import pytest

from companion.boards.stops_board import Stop
from companion.games.long_cours.shipped import read_shipped_board
from companion.reading import EMPTY, HIDDEN
from vision.alignment.reference import Reference
from vision.between.ground import Ground
from vision.simulator import Scene, Simulator, demo_camera
from vision.stops.goods import GOODS, GoodsReader
from vision.stops.network import CARD, OTHER, PRINT, SHIP, Things

BOARD = read_shipped_board()
PLACE = next(iter(BOARD.stranding_places.values()))
PORT = next(stop for stop in BOARD.stops.values() if stop.is_port)


@pytest.fixture(scope="module")
def ground() -> Ground:
    camera = demo_camera(BOARD, (1440, 810))
    empty = Simulator(BOARD, 5).frame(Scene(), camera)
    return Ground.lay(BOARD, empty.pose, Reference(empty.photo, empty.pose), 1.5)


def shown(ground: Ground, kind: int, at_mm: tuple[float, float], share: float = 0.9) -> Things:
    """A board of bare print but for a ticket's area of one kind around a place."""
    shares = np.zeros((4, *ground.shape), np.float32)
    shares[PRINT] = 1.0
    column, row = np.round(np.array(at_mm) / ground.step_mm).astype(int)
    here = np.s_[row - 5 : row + 6, column - 8 : column + 9]
    shares[(slice(None), *here)] = (1 - share) / 3
    shares[(kind, *here)] = share
    return Things(shares, np.zeros(ground.shape, np.float32))


@pytest.mark.parametrize(
    ("kind", "lies"),
    [
        pytest.param(CARD, GOODS, id="a ticket"),
        pytest.param(PRINT, EMPTY, id="nothing"),
        pytest.param(SHIP, EMPTY, id="a ship"),
        pytest.param(OTHER, EMPTY, id="something else"),
    ],
)
def test_card_on_a_stranding_place_is_goods(kind: int, lies: str, ground: Ground) -> None:
    things = shown(ground, kind, (PLACE.x_mm, PLACE.y_mm))
    unseen = np.zeros(ground.shape, bool)

    assert GoodsReader(BOARD, ground).read(things, unseen, [])[PLACE.id].piece == lies


def test_a_place_under_a_hand_is_hidden(ground: Ground) -> None:
    things = shown(ground, OTHER, (PLACE.x_mm, PLACE.y_mm))
    unseen = np.ones(ground.shape, bool)

    assert GoodsReader(BOARD, ground).read(things, unseen, [])[PLACE.id].piece == HIDDEN


@pytest.mark.parametrize(("stop", "kind"), [(PORT, SHIP), (PLACE, CARD)], ids=["port", "place"])
def test_what_looks_like_card_far_from_stranding_places_is_a_ship(
    stop: Stop, kind: int, ground: Ground
) -> None:
    seen = shown(ground, CARD, (stop.x_mm, stop.y_mm))
    seen.shares[[SHIP, PRINT, OTHER]] += np.array([0.06, -0.03, -0.03])[:, None, None]

    things = GoodsReader(BOARD, ground).in_place(seen)

    column, row = np.round(np.array([stop.x_mm, stop.y_mm]) / ground.step_mm).astype(int)
    assert things.shares[:, row, column].argmax() == kind
    assert things.shares[:, row, column].sum() == pytest.approx(1)
