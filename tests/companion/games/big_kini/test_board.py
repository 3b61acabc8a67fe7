"""The board that comes with the program holds all that the rules state of atolls and layouts."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.boards.board_file import parse_board
from companion.boards.board_writing import board_json
from companion.games.big_kini.shipped import read_shipped_board

BOARD = read_shipped_board()
ATOLLS = {tile.id: tile for tile in BOARD.tiles.values() if not tile.back}
GOODS = {"fish", "shell", "pearl"}


@pytest.mark.parametrize("name", ATOLLS)
def test_an_atoll_has_three_islands_and_a_baron_over_all_of_them(name: str) -> None:
    """Sections 4 and 5: each island one function, each post over the islands that it reaches."""
    atoll = ATOLLS[name]
    islands = [each for each in atoll.features if each.id in "abc"]
    printed = {each.kind: each for each in atoll.features}
    posts = [spot for spot in atoll.spots if spot.kind in ("administrator", "minister", "baron")]
    reach = {spot.id: sum(spot.id in island.spots for island in islands) for spot in posts}
    is_start = int(atoll.printed) <= 6

    assert len(islands) == 3
    assert all(
        reach[spot.id] == {"administrator": 1, "minister": 2, "baron": 3}[spot.kind]
        for spot in posts
    )
    assert ("votes" in printed) is not is_start
    assert ("capital" in printed) is is_start
    for island in islands:
        match island.kind:
            case "port":
                assert island.number in (1, 2, 3)
            case "factory":
                assert island.number in range(3, 8)
            case "goods":
                assert island.sign in GOODS
            case "colony":
                colonies = [spot for spot in island.spots if spot.startswith("colony")]
                assert len(colonies) == island.number in (1, 2)


@pytest.mark.parametrize(
    ("layout", "players", "atolls"),
    [
        ("1_solo", 1, 10),
        ("2_base", 2, 13),
        ("2_east_or_west", 2, 16),
        ("2_two_more", 2, 15),
        ("3_base", 3, 14),
        ("3_symmetry_1", 3, 15),
        ("3_symmetry_2", 3, 16),
        ("3_three_more", 3, 17),
        ("4_base", 4, 18),
        ("4_tower", 4, 18),
        ("5_all", 5, 25),
        ("6_symmetric", 6, 25),
    ],
)
def test_a_layout_has_so_many_atolls_and_a_home_for_each(
    layout: str, players: int, atolls: int
) -> None:
    """Sections 5 and of the experienced rules; vector V34."""
    cells = BOARD.layouts[layout]

    assert cells.players == (players,)
    assert len(cells.cells) == atolls
    assert len(cells.with_mark("h")) == players


def test_the_action_board_has_six_rows_and_that_of_the_extension_one_more() -> None:
    """Section 4: double, standard and paid; the last row lacks the paid one."""
    rows = Counter(space.split("/")[1] for space in BOARD.kinds_of_places["action"])

    assert list(rows)[:6] == [
        *("proliferation", "move", "income"),
        *("goods", "election", "discovery"),
    ]
    assert "board/discovery/paid" not in BOARD.places
    assert len(BOARD.kinds_of_places["round"]) == 12
    assert parse_board(board_json(BOARD)) == BOARD
