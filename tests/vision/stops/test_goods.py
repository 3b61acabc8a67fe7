"""Goods on stranding places, from what is known of each sample."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.boards.stops_board import Stop
from companion.games.long_cours.shipped import read_shipped_board
from companion.reading import EMPTY, HIDDEN, Seen
from vision.alignment.reference import Reference
from vision.between.ground import Ground
from vision.picture.arrays import Tones
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


def read(
    ground: Ground, things: Things, unseen: NDArray[np.bool_], tones: Tones | None = None
) -> Seen:
    """What lies on the place; without ``tones`` nothing of its print is seen."""
    plain = np.full((*ground.shape, 3), 0.5, np.float32)
    tones = plain if tones is None else tones
    return GoodsReader(BOARD, ground).read(things, unseen, [], tones, a_print(ground))[PLACE.id]


def a_print(ground: Ground) -> Tones:
    """Strips of two tones."""
    columns = np.arange(ground.shape[1]) // 3 % 2
    return np.broadcast_to(
        np.where(columns, 0.9, 0.2).astype(np.float32)[:, None], (*ground.shape, 3)
    )


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

    assert read(ground, things, unseen).answer == lies


@pytest.mark.parametrize(
    ("scale", "haze", "lies"),
    [
        pytest.param(1.0, 0.0, EMPTY, id="as it is printed"),
        pytest.param(0.3, 0.6, EMPTY, id="in a lamp's haze"),
        pytest.param(1.6, -0.2, EMPTY, id="its reference photo was in one"),
        pytest.param(0.0, 0.7, GOODS, id="covered"),
        pytest.param(-0.5, 0.9, GOODS, id="something else is printed there"),
    ],
)
def test_where_the_print_shows_no_goods_lie(
    scale: float, haze: float, lies: str, ground: Ground
) -> None:
    """Whatever the network takes it for."""
    things = shown(ground, CARD, (PLACE.x_mm, PLACE.y_mm))
    tones = haze + scale * a_print(ground)

    assert read(ground, things, np.zeros(ground.shape, bool), tones).answer == lies


def test_a_place_under_a_hand_is_hidden(ground: Ground) -> None:
    things = shown(ground, OTHER, (PLACE.x_mm, PLACE.y_mm))
    unseen = np.ones(ground.shape, bool)

    assert read(ground, things, unseen).answer == HIDDEN


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
