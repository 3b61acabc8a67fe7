"""Where ships call by lot: what the benchmark draws, and what lessons draw besides."""

from __future__ import annotations

from collections import Counter
from functools import cache

import numpy as np
import pytest

from vision.simulator import Scene, Simulator, invent_stops_board, packed_call, random_call
from vision.simulator.laid.calls import DrawCall

BOARD = invent_stops_board(3)
BERTHS = Simulator(BOARD, 3).berths
KINDS = {kind.name for kind in BOARD.ship.kinds} if BOARD.ship else set()
PLACES = {place.id for place in BOARD.stranding_places.values()}


@cache
def drawn(draw_call: DrawCall) -> list[Scene]:
    assert BERTHS is not None
    rng = np.random.default_rng(1)
    return [draw_call(BOARD, rng, BERTHS) for _ in range(24)]


@pytest.mark.parametrize("draw_call", [random_call, packed_call])
def test_every_ship_stands_at_a_stop_or_lies_beside_the_board(draw_call: DrawCall) -> None:
    for scene in drawn(draw_call):
        assert {ship.kind for ship in scene.ships} == KINDS
        for ship in scene.ships:
            inside = 0 < ship.x_mm < BOARD.width_mm and 0 < ship.y_mm < BOARD.height_mm
            assert inside == (ship.kind in scene.stops)


@pytest.mark.parametrize("draw_call", [random_call, packed_call])
def test_goods_lie_on_stranding_places(draw_call: DrawCall) -> None:
    assert all(set(scene.cards) <= PLACES for scene in drawn(draw_call))


def test_packed_tables_show_what_a_game_rarely_does() -> None:
    packed, usual = (shown(drawn(draw_call)) for draw_call in (packed_call, random_call))

    assert all(packed[what] > 1.5 * usual[what] for what in packed)


def shown(scenes: list[Scene]) -> Counter[str]:
    """How often a ship stands on a bare rectangle, or on a pile, and a small pile lies alone."""
    counted: Counter[str] = Counter()
    for scene in scenes:
        stops = list(scene.stops.values())
        counted["ships on piles"] += sum(stop in scene.cards for stop in stops)
        counted["ships on rectangles"] += sum(stop in PLACES - set(scene.cards) for stop in stops)
        alone = [pile for place, pile in scene.cards.items() if place not in stops]
        counted["small piles alone"] += sum(len(pile) <= 2 for pile in alone)
    return counted
