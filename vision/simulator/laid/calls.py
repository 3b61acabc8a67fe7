"""Where ships call by lot, what goods lie there, and who is wrecked: scenes of boards of stops."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from companion.boards.stops_board import StopsBoard
from vision.simulator.laid.at_stops import LARGEST_PILE, Berths
from vision.simulator.laid.scene import Laid, Odd, Scene

DrawCall = Callable[[StopsBoard, np.random.Generator, Berths], Scene]
PILES_ALONE = 0.35
"""So many packed tables have few ships, so that piles lie there with none beside them."""
SMALL_PILE = 0.6
"""So many piles of a packed table are of one ticket or two."""


def random_call(
    board: StopsBoard, rng: np.random.Generator, berths: Berths, crowded: float = 0.35
) -> Scene:
    """Ships at stops by lot, ``crowded`` of them where another lies; some wrecked; some goods.

    None of them stood there before. A wrecked ship stands beside the board, before its owner.
    """
    stops = list(board.stops)
    at: dict[str, str] = {}
    for kind in rng.permutation(_kinds(board)).tolist():
        if rng.random() < 0.12:
            continue
        crowd = bool(at) and rng.random() < crowded
        at[kind] = str(rng.choice(list(at.values()) if crowd else stops))
    goods: dict[str, list[str]] = {}
    for place in board.stranding_places.values():
        if rng.random() < 0.35:
            goods[place.id] = _tickets(board, rng, int(rng.integers(1, LARGEST_PILE + 1)))
    return _called(board, rng, berths, at, goods)


def packed_call(board: StopsBoard, rng: np.random.Generator, berths: Berths) -> Scene:
    """Ships on stranding places, bare or piled, oftener than in a game, and small piles.

    Some tables have few ships, so that what a pile is without one can be seen as well.
    """
    stops = list(board.stops)
    places = [place.id for place in board.stranding_places.values()]
    away = 0.75 if rng.random() < PILES_ALONE else 0.08
    at: dict[str, str] = {}
    for kind in rng.permutation(_kinds(board)).tolist():
        if rng.random() >= away:
            at[kind] = str(rng.choice(places if rng.random() < 0.75 else stops))
    goods: dict[str, list[str]] = {}
    for place in places:
        if rng.random() < 0.55:
            small = rng.random() < SMALL_PILE
            count = rng.integers(1, 3) if small else rng.integers(3, LARGEST_PILE + 1)
            goods[place] = _tickets(board, rng, int(count))
    return _called(board, rng, berths, at, goods)


def _called(
    board: StopsBoard,
    rng: np.random.Generator,
    berths: Berths,
    at: Mapping[str, str],
    goods: Mapping[str, Sequence[str]],
) -> Scene:
    """Put ships and goods on bare stops, odd things and the wrecked beside the board."""
    odd: list[Odd] = []
    for _ in range(int(rng.choice([0, 0, 1, 2]))):
        type_ = str(rng.choice(["phone", "paper", "mug", "coin"]))
        odd.append(Odd(type_, *_beside(board, rng), rng.uniform(0, 360)))
    berths.clear()
    scene = berths.scene(at, goods, tuple(odd))
    wrecked = [
        Laid(kind, *_beside(board, rng, 40.0), rng.uniform(0, 360))
        for kind in _kinds(board)
        if kind not in at
    ]
    return Scene(
        ships=(*scene.ships, *wrecked), odd=scene.odd, stops=scene.stops, cards=scene.cards
    )


def _kinds(board: StopsBoard) -> list[str]:
    return [kind.name for kind in board.ship.kinds] if board.ship else []


def _tickets(board: StopsBoard, rng: np.random.Generator, count: int) -> list[str]:
    names = [kind.name for kind in board.products]
    return [str(rng.choice(names)) for _ in range(count)]


def _beside(
    board: StopsBoard, rng: np.random.Generator, least_mm: float = 110.0
) -> tuple[float, float]:
    """A place on the table beside the board."""
    along, beyond = rng.uniform(0, 1), least_mm + rng.uniform(0, 90)
    spots = [
        (along * board.width_mm, -beyond),
        (along * board.width_mm, board.height_mm + beyond),
        (-beyond, along * board.height_mm),
        (board.width_mm + beyond, along * board.height_mm),
    ]
    return spots[int(rng.integers(4))]
