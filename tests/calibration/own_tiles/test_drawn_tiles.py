"""Tiles whose areas are drawn: every tile that comes with a game, every tile that can be tapped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import pytest

from calibration.own_tiles.arrangements import (
    EDGES,
    GROUND,
    WATER,
    WAY,
    Area,
    arrangements,
    edges_of,
)
from calibration.own_tiles.placing import placed
from calibration.own_tiles.printed_areas import DrawnTile, Style, drawn_tile, style_of
from companion.boards.board_file import parse_board
from companion.boards.board_writing import tiles_json
from companion.boards.tiles_board import Tile
from companion.games.big_kini.game import GAME as BIG_KINI
from companion.games.carcassonne_south_seas.shipped import read_shipped_board
from companion.games.carcassonne_south_seas.state.parts import parts_of

BOARD = read_shipped_board()
FOUND = style_of(BOARD)
assert FOUND is not None
STYLE: Style = FOUND
MIDDLES = STYLE.middles
SIDES = 4
RIGHT, BELOW, LEFT, ABOVE = range(SIDES)


def parts(tile: Tile) -> list[tuple[object, ...]]:
    """What the rules see of a tile."""
    return sorted(
        (part.kind, sorted(part.ends), part.goods, sorted(n for _, n in part.fish), part.boat)
        for part in parts_of(tile)
    )


@pytest.mark.parametrize("tile", BOARD.tiles.values(), ids=lambda tile: tile.id)
def test_a_tile_drawn_anew_is_the_same_to_the_rules(tile: Tile) -> None:
    drawn = drawn_tile(tile, STYLE, SIDES)
    offered = [frozenset(each) for each in arrangements(drawn.edges, MIDDLES)]

    again = placed(tile, drawn, STYLE, BOARD)

    assert frozenset(drawn.areas) in offered
    assert parts(again) == parts(tile)
    assert (again.turns, again.count, again.printed) == (tile.turns, tile.count, tile.printed)


def test_every_tile_that_can_be_tapped_is_a_tile_of_a_board() -> None:
    """All sides, drawn in every way, with one of every sign: no place lies on another."""
    made: dict[str, Tile] = {}
    for edges in product(EDGES, repeat=SIDES):
        for areas in arrangements(edges, MIDDLES):
            printed = {
                area: {
                    sign.kind: 1 for sign in STYLE.signs.get(STYLE.kinds.get(area.drawn, ""), ())
                }
                for area in areas
            }
            tile = replace(BOARD.tiles["ss01"], id=f"t{len(made)}")
            made[tile.id] = placed(tile, DrawnTile(SIDES, areas, printed), STYLE, BOARD)
            assert edges_of(areas, SIDES) == edges
    ids = [*made]
    for first in range(0, len(ids), 100):
        tiles = {id_: made[id_] for id_ in ids[first : first + 100]}
        parse_board(tiles_json(replace(BOARD, tiles=tiles)))
    assert len(made) > 100


@pytest.mark.parametrize(
    ("edges", "most_joined", "seas"),
    [
        ((WATER, WATER, WATER, WATER), (), [(0, 1, 2, 3, 4, 5, 6, 7)]),
        ((WAY, WATER, WAY, WATER), (Area(WAY, (0, 2)),), [(0, 5, 6, 7), (1, 2, 3, 4)]),
        ((GROUND, WATER, GROUND, WATER), (Area(GROUND, (0, 2)),), [(2, 3), (6, 7)]),
        (
            (WAY, WAY, WAY, GROUND),
            (Area(GROUND, (3,)), *(Area(WAY, (side,), GROUND) for side in range(3))),
            [(0,), (1, 2), (3, 4), (5,)],
        ),
    ],
    ids=["sea", "a bridge parts two seas", "an island parts two seas", "bridges to an island"],
)
def test_seas_are_what_the_rest_leaves(
    edges: Sequence[str], most_joined: tuple[Area, ...], seas: list[tuple[int, ...]]
) -> None:
    """Rules 58 and 59 of South Seas."""
    first = arrangements(edges, MIDDLES)[0]

    assert first[: len(most_joined)] == most_joined
    assert [area.reaches for area in first if area.drawn == WATER] == seas


def test_a_side_is_tapped_round_and_comes_back() -> None:
    """What is printed in areas that the tap does not touch stays."""
    start = drawn_tile(BOARD.tiles["ss25"], STYLE, SIDES)
    island = Area(GROUND, (ABOVE,))
    seen, now = [], start
    for _ in EDGES:
        now = now.with_edge(LEFT, MIDDLES)
        seen.append(now.edges[LEFT])

    assert seen == [GROUND, WAY, WATER]
    assert now.edges == start.edges
    assert now.printed[island] == start.printed[island] == {"banana": 1}


def test_a_sign_goes_into_its_area_and_out_again() -> None:
    sea = drawn_tile(BOARD.tiles["ss01"], STYLE, SIDES)
    nth = next(n for n, area in enumerate(sea.areas) if area.drawn == WATER)

    fished = placed(BOARD.tiles["ss01"], sea.with_sign(nth, "fish", 2), STYLE, BOARD)
    [part] = [each for each in parts_of(fished) if each.kind == "sea"]
    assert [number for _, number in part.fish] == [2]
    assert sea.with_sign(nth, "fish", 2).with_sign(nth, "fish", 0).printed[sea.areas[nth]] == {}


def test_tiles_with_plates_alone_are_not_drawn() -> None:
    assert style_of(BIG_KINI.shipped_board()) is None  # type: ignore[arg-type]
