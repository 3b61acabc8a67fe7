"""A game drawn by lot could have been played: the promises its demo rests on."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

import companion.games.clippers
from companion.boards.board import Board
from companion.boards.board_file import read_board
from companion.games.clippers.drawn.finished import finished_game
from companion.games.clippers.scoring.inspection import inspect

NATIONS = ("english", "japanese", "french")
SEEDS = range(12)


@pytest.fixture(scope="module")
def board() -> Board:
    return read_board(Path(companion.games.clippers.__file__).with_name("board.json"))


@pytest.mark.parametrize("seed", SEEDS)
def test_the_rules_have_nothing_against_it(board: Board, seed: int) -> None:
    assert inspect(board, finished_game(board, NATIONS, Random(seed)).position) == ()


@pytest.mark.parametrize("seed", SEEDS)
def test_it_has_come_to_its_end(board: Board, seed: int) -> None:
    position = finished_game(board, NATIONS, Random(seed)).position

    assert len(position.spaces) > 100
    assert set(position.slots.values()) == set(NATIONS)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_ship_stands_beside_a_stick_of_its_company(board: Board, seed: int) -> None:
    game = finished_game(board, NATIONS, Random(seed))

    ships = Counter(company for company, _ in game.beside)
    assert all(game.position.spaces[space] == company for company, space in game.beside)
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
