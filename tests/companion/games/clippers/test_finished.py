"""A game drawn by lot could have been played: the promises its demo rests on."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

import companion.games.clippers
from companion.board import Board, OneWay
from companion.board_file import read_board
from companion.games.clippers.finished import finished_game

NATIONS = ("english", "japanese", "french")
SEEDS = range(8)


@pytest.fixture(scope="module")
def board() -> Board:
    return read_board(Path(companion.games.clippers.__file__).with_name("board.json"))


@pytest.mark.parametrize("seed", SEEDS)
def test_no_box_has_more_pieces(board: Board, seed: int) -> None:
    position = finished_game(board, NATIONS, Random(seed)).position

    sticks = Counter(position.spaces.values())
    markers = Counter(position.slots.values())
    assert all(sticks[h.company] <= (h.pieces or 0) for h in board.harbours.values())
    assert set(markers) == set(NATIONS)
    assert max(markers.values()) <= 12


@pytest.mark.parametrize("seed", SEEDS)
def test_every_lane_is_laid_by_one_company_and_along_its_arrow(board: Board, seed: int) -> None:
    position = finished_game(board, NATIONS, Random(seed)).position

    for route in board.routes.values():
        lanes = [[position.spaces.get(space.id) for space in lane.spaces] for lane in route.lanes]
        companies = [set(lane) - {None} for lane in lanes]
        assert all(len(company) <= 1 for company in companies)
        assert len(companies) < 2 or not companies[0] & companies[1]
        for lane in lanes:
            partial = None in lane and set(lane) != {None}
            assert not partial or route.one_way is not OneWay.A_TO_B or lane[0] is not None
            assert not partial or route.one_way is not OneWay.B_TO_A or lane[-1] is not None


@pytest.mark.parametrize("seed", SEEDS)
def test_every_stick_hangs_together_with_its_harbour(board: Board, seed: int) -> None:
    position = finished_game(board, NATIONS, Random(seed)).position

    for harbour in board.harbours.values():
        home = harbour.island or harbour.id
        reached, begun = {home}, True
        routes = {
            (route, index)
            for route in board.routes.values()
            for index, lane in enumerate(route.lanes)
            if any(position.spaces.get(s.id) == harbour.company for s in lane.spaces)
        }
        while begun:
            begun = False
            for route, index in list(routes):
                if {route.a, route.b} & reached:
                    routes.remove((route, index))
                    reached |= {route.a, route.b}
                    begun = True
        assert not routes


@pytest.mark.parametrize("seed", SEEDS)
def test_every_ship_stands_beside_a_stick_of_its_company(board: Board, seed: int) -> None:
    game = finished_game(board, NATIONS, Random(seed))

    ships = Counter(company for company, _ in game.ships)
    assert all(game.position.spaces[space] == company for company, space in game.ships)
    assert all(ships[h.company] <= (h.ships or 0) for h in board.harbours.values())


def test_the_departure_cards_are_laid(board: Board) -> None:
    position = finished_game(board, NATIONS, Random(0)).position

    for card in board.departure_cards:
        if card.nation in NATIONS:
            on = Counter(p.split("/")[0] for p, n in position.slots.items() if n == card.nation)
            assert all(on[island] >= times for island, times in Counter(card.ports).items())


def test_the_same_seed_gives_the_same_game(board: Board) -> None:
    first, again, other = (finished_game(board, NATIONS, Random(seed)) for seed in (5, 5, 6))

    assert first == again
    assert first != other
