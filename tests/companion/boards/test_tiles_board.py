"""A table of tiles is read, checked and written as any board is; every fault has one clear line."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.boards.board import digest_of
from companion.boards.board_file import faults, parse_board
from companion.boards.board_writing import board_json, keep_board, unpack_board
from companion.boards.lattice import Lattice, Shape
from companion.boards.position_file import kinds_at, parse_position, position_json
from companion.boards.tiles_board import Lying
from companion.errors import InputError
from companion.position import Position
from tests.companion.boards.small_board import edit
from tests.companion.boards.small_tiles import (
    Json,
    boxed_reefs,
    cells,
    cloth,
    harbour_reefs,
    reefs,
    tiles_board,
)

LATTICES = {
    "hexes": Lattice(Shape.HEXES, 100, 100, 50),
    "turned hexes": Lattice(Shape.HEXES, 100, 100, 50, 30),
    "squares": Lattice(Shape.SQUARES, 100, 100, 50),
    "turned squares": Lattice(Shape.SQUARES, 100, 100, 50, -12),
}


@pytest.mark.parametrize("lattice", LATTICES.values(), ids=LATTICES)
def test_neighbours_lie_all_around_at_one_distance(lattice: Lattice) -> None:
    middle = lattice.middle((2, -1))
    near = lattice.beside((2, -1))
    angles = [
        math.degrees(math.atan2(y - middle[1], x - middle[0])) for x, y in map(lattice.middle, near)
    ]
    turns = [(b - a) % 360 for a, b in zip(angles, [*angles[1:], angles[0]], strict=True)]

    assert [math.dist(middle, lattice.middle(at)) for at in near] == pytest.approx(
        [50] * lattice.sides
    )
    assert turns == pytest.approx([360 / lattice.sides] * lattice.sides)
    assert angles[0] == pytest.approx(lattice.turned_deg)


@pytest.mark.parametrize("lattice", LATTICES.values(), ids=LATTICES)
def test_the_cell_under_a_point_is_the_nearest(lattice: Lattice) -> None:
    """A little short of each corner still belongs to the cell, a little beyond does not."""
    for at in ((0, 0), (3, -2), (-4, 1)):
        x, y = lattice.middle(at)
        for corner in lattice.corners(at):
            inside, beyond = (
                (x + (corner[0] - x) * share, y + (corner[1] - y) * share) for share in (0.98, 1.02)
            )
            assert lattice.nearest(*inside) == at
            assert lattice.nearest(*beyond) != at


@pytest.mark.parametrize(
    ("lattice", "one", "other", "steps"),
    [
        ("hexes", (0, 0), (0, 0), 0),
        ("hexes", (0, 0), (2, -1), 2),
        ("hexes", (0, 0), (2, 2), 4),
        ("hexes", (-1, 3), (2, 0), 3),
        ("squares", (0, 0), (2, -1), 3),
        ("squares", (0, 0), (2, 2), 4),
    ],
)
def test_distance_counts_steps_from_cell_to_cell(
    lattice: str, one: tuple[int, int], other: tuple[int, int], steps: int
) -> None:
    over = {(q, r) for q in range(-6, 7) for r in range(-6, 7)}

    assert LATTICES[lattice].distance(one, other) == steps
    assert LATTICES[lattice].way(one, other, over) == steps


def test_a_way_goes_round_what_is_missing_or_there_is_none() -> None:
    ring = {(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)}
    lattice = LATTICES["hexes"]

    assert lattice.way((1, 0), (-1, 0), {*ring, (0, 0)}) == 2
    assert lattice.way((1, 0), (-1, 0), ring) == 3
    assert lattice.way((1, 0), (-1, 0), {(1, 0), (-1, 0)}) is None
    assert lattice.way((1, 0), (5, 5), ring) is None


def test_a_layout_says_which_cells_are_used_by_how_many() -> None:
    board = tiles_board(reefs())

    assert [each.id for each in board.layouts.values() if 2 in each.players] == ["line", "flower"]
    assert [each.id for each in board.layouts.values() if 3 in each.players] == ["flower"]
    assert board.layouts["flower"].with_mark("home") == ("cell/1,-1",)
    assert len(board.cells) == 7
    assert board.beside("cell/0,0") == (
        *("cell/1,0", "cell/0,1", "cell/-1,1"),
        *("cell/-1,0", "cell/0,-1", "cell/1,-1"),
    )
    assert board.beside("cell/1,0") == ("cell/0,1", "cell/0,0", "cell/1,-1")
    assert board.distance("cell/-1,0", "cell/1,0") == 2


def test_a_table_that_grows_has_every_cell_that_lies_on_it_whole() -> None:
    board = tiles_board(cloth(21))
    data = cloth(21)
    data["meta"]["width_mm"] -= 30

    assert len(board.cells) == 21 * 21
    assert len(tiles_board(data).cells) == 20 * 21
    assert list(board.cells)[:2] == ["cell/0,0", "cell/1,0"]


@pytest.mark.parametrize(
    ("answer", "lies"),
    [
        ("r1/0", Lying("r1", 0)),
        ("r1/5", Lying("r1", 5)),
        ("r1/6", None),
        ("r2/2", Lying("r2", 2)),
        ("r2/3", None),
        ("back/0", Lying("back", 0)),
        ("r1", None),
        ("r1/", None),
        ("r1/-1", None),
        ("r1/²", None),
        ("moon/0", None),
    ],
)
def test_an_answer_names_a_tile_and_its_turn(answer: str, lies: Lying | None) -> None:
    assert tiles_board(reefs()).read(answer) == lies
    assert lies is None or str(lies) == answer


def test_any_tile_may_lie_on_a_cell_and_any_piece_on_a_place_of_it() -> None:
    board = tiles_board(reefs())

    assert len(kinds_at(board, "cell/0,0")) == 1 + 1 + 6 + 3
    assert kinds_at(board, "cell/0,0/huts") == ("empty", "red", "blue")
    assert board.kinds_of_places.keys() == {"cell", "hut", "pier"}
    assert len(board.kinds_of_places["pier"]) == 7


def test_the_places_of_a_tile_lie_where_it_lies_and_turn_with_it() -> None:
    board = tiles_board(reefs())
    lies = board.lying(Position({"cell/0,0": "r1/0", "cell/1,0": "r1/1", "cell/-1,0": "r2/1"}))
    at = {place: (spot.x_mm, spot.y_mm) for place, spot in lies.places.items()}

    assert at["cell/0,0/huts"] == pytest.approx((170, 150))
    assert at["cell/0,0/pier"] == pytest.approx((150, 170))
    assert at["cell/1,0/huts"] == pytest.approx((240, 150 + 20 * math.sqrt(0.75)))
    assert at["cell/-1,0/huts"] == pytest.approx((60, 150 - 20 * math.sqrt(0.75)))
    assert "cell/-1,0/pier" not in at
    assert lies.kind_of_place["cell/1,0/pier"] == "pier"
    assert board.cell_of("cell/1,0/pier") == board.cell_of("cell/1,0") == "cell/1,0"


def test_a_table_laid_out_before_has_no_more_cells_than_lie_there() -> None:
    laid = {f"cell/{q},0": "back/0" for q in (-1, 0, 1)}

    assert set(tiles_board(reefs()).lying(Position(laid)).cells) == set(laid)


def test_a_growing_table_ends_a_step_around_what_lies_there() -> None:
    board = tiles_board(cloth(21))
    nothing, first = board.lying(Position()), board.lying(Position({"cell/10,10": "bridge/0"}))
    two = board.lying(Position({"cell/10,10": "bridge/0", "cell/12,10": "market/3"}))
    corner = board.lying(Position({"cell/0,0": "bridge/0"}))

    assert set(nothing.cells) == {"cell/10,10"}
    assert len(first.cells) == 5
    assert first.box_mm == pytest.approx((9 * 45, 9 * 45, 3 * 45, 3 * 45))
    assert two.box_mm == pytest.approx((9 * 45, 9 * 45, 5 * 45, 3 * 45))
    assert corner.box_mm == pytest.approx((0, 0, 2 * 45, 2 * 45))
    assert (board.grows, first.grows) == (False, True)


def test_a_tile_that_the_board_does_not_know_lies_there_without_places() -> None:
    lies = tiles_board(reefs()).lying(Position({"cell/0,0": "moon/4", "cell/1,0": "r1/7"}))

    assert list(lies.places) == ["cell/0,0", "cell/1,0"]


def test_a_position_is_read_and_written_as_of_any_board() -> None:
    said = {"spaces": {"cell/0,0": "r1/4"}, "slots": {"cell/0,0/huts": "red"}}
    board = tiles_board(reefs())

    assert position_json(parse_position(said, board)) == said
    for wrong in ({"cell/9,9": "r1/0"}, {"cell/0,0": "r1/6"}, {"cell/0,0/huts": "red"}):
        with pytest.raises(InputError):
            parse_position({"spaces": wrong}, board)


@pytest.mark.parametrize(
    "data",
    [reefs(), cloth(5), harbour_reefs(), boxed_reefs()],
    ids=["hexes", "squares", "features", "in the box"],
)
def test_a_table_that_is_written_is_the_same_when_read(data: Json, tmp_path: Path) -> None:
    data["meta"]["source"] = "found on a beach"
    data["lattice"]["turned_deg"] = 3
    data["tiles"][1]["status"] = {"spots": "reconstructed"}
    for layout in data.get("layouts", [])[:1]:
        layout["status"] = {"cells": "derived"}
    board = parse_board(data)

    assert faults(data) == []
    assert parse_board(board_json(board)) == board
    assert unpack_board(keep_board(board), tmp_path) == board
    assert board.status[data["tiles"][1]["id"]] == {"spots": "reconstructed"}


@pytest.mark.parametrize(
    ("changed", "same"),
    [
        (edit("lattice", "x", to=151), True),
        (edit("tiles", 1, "spots", 0, "x", to=21), True),
        (edit("tiles", 1, "spots", 0, "kind", to="farm"), False),
        (edit("tiles", 2, "turns", to=6), False),
        (edit("tiles", 2, "count", to=5), False),
        (edit("layouts", 0, "players", to=[2, 3]), False),
        (edit("layouts", 1, "cells", 6, "mark", to="port"), False),
        (edit("layouts", 0, "in_box", to=["r1"]), False),
        (edit("layouts", 0, "in_box", to=[]), False),
    ],
)
def test_a_game_depends_on_what_is_there_and_not_on_where(
    changed: Callable[[Json], None], same: bool
) -> None:
    data = reefs()
    # A place is of one kind on every tile.
    del data["tiles"][2]["spots"][0]
    before = digest_of(parse_board(data))
    changed(data)

    assert (digest_of(parse_board(data)) == before) is same


FAULTS: dict[str, tuple[Callable[[Json], None], str]] = {
    "a kind that is none": (
        edit("meta", "kind", to="stars"),
        'meta/kind: is \'stars\'; give "routes" or "stops" or "hexes" or "squares"',
    ),
    "cells of no size": (
        edit("lattice", "apart_mm", to=0),
        "lattice/apart_mm: is 0; give a number from 1 to 500 mm",
    ),
    "a doubled tile": (
        edit("tiles", 2, "id", to="r1"),
        "tiles[2] r1/id: is 'r1', as in another tile; give each its own",
    ),
    "turns that make no whole": (
        edit("tiles", 1, "turns", to=4),
        "tiles[1] r1/turns: is 4, which is no share of a full turn; give one of 1, 2, 3, 6",
    ),
    "a back that has places": (
        edit("tiles", 1, "back", to=True),
        (
            "tiles[1] r1: lies face down, where no place and no turn is seen; "
            "take out its spots, features and turns"
        ),
    ),
    "a place off its tile": (
        edit("tiles", 1, "spots", 0, "x", to=41),
        (
            "tiles[1] r1/spots[0] huts: lies beside its tile; "
            "give x and y in millimetres from the tile's middle"
        ),
    ),
    "two places on one another": (
        edit("tiles", 1, "spots", 1, to={"id": "pier", "kind": "pier", "x": 20, "y": 1}),
        "tiles[1] r1/spots[1] pier: lies on huts; move it 3 mm or more away",
    ),
    "a doubled place": (
        edit("tiles", 1, "spots", 1, "id", to="huts"),
        (
            "tiles[1] r1/spots[1] huts/id: is 'huts', as in another place of the tile; "
            "give each its own"
        ),
    ),
    "a place of two kinds": (
        edit("tiles", 2, "spots", 0, "kind", to="farm"),
        (
            "tiles[2] r2/spots[0] huts/kind: is 'farm', "
            "and the place of this name is 'hut' on another tile; give it one kind"
        ),
    ),
    "a place that is a cell": (
        edit("tiles", 1, "spots", 1, "kind", to="cell"),
        "tiles[1] r1/spots[1] pier/kind: is 'cell', as every cell is; give the place another kind",
    ),
    "nothing to turn up": (
        edit("tiles", to=[{"id": "back", "back": True}]),
        "tiles: all of them lie face down; give at least one tile without back",
    ),
    "a cell over the edge": (
        edit("layouts", 0, "cells", to=cells((0, 0), (2, 0))),
        (
            "layouts[0] line/cells[1]: lies over the edge of the table; "
            "give a larger table or another cell"
        ),
    ),
    "a cell twice": (
        edit("layouts", 0, "cells", to=cells((0, 0), (0, 0))),
        (
            "layouts[0] line/cells[1]: is 'cell/0,0', as in another cell of the layout; "
            "give each its own"
        ),
    ),
    "a word for how sure that is none": (
        edit("tiles", 1, "status", to={"spots": "guessed"}),
        (
            "tiles[1] r1/status/spots: is 'guessed'; "
            'give "stated" or "implied" or "found" or "derived" or "reconstructed" or "seen"'
        ),
    ),
    "in the box what is no tile": (
        edit("layouts", 0, "in_box", to=["r1", "r9"]),
        (
            "layouts[0] line/in_box[1]: is 'r9', "
            "which is no tile of this board that lies face up; give the id of one"
        ),
    ),
    "in the box what lies face down": (
        edit("layouts", 0, "in_box", to=["back"]),
        (
            "layouts[0] line/in_box[0]: is 'back', "
            "which is no tile of this board that lies face up; give the id of one"
        ),
    ),
    "in the box twice": (
        edit("layouts", 0, "in_box", to=["r1", "r1"]),
        "layouts[0] line/in_box[1]: is 'r1', as in another tile; give each its own",
    ),
    "in the box a number": (
        edit("layouts", 0, "in_box", to=[1]),
        "layouts[0] line/in_box[0]: is 1; give a text",
    ),
    "too few tiles": (
        edit("tiles", 1, "count", to=1),
        "layouts[1] flower/cells: has 7 cells for 5 tiles; give more tiles or fewer cells",
    ),
    "a layout for nobody": (
        edit("layouts", 0, "players", to=[]),
        "layouts[0] line/players: has 0 entries; give 1 to 20",
    ),
    "a piece called empty": (
        edit("pieces", "cube", "kinds", to=["empty"]),
        "pieces/cube/kinds: has 'empty'; choose a name that says no such thing",
    ),
}


@pytest.mark.parametrize(("change", "line"), FAULTS.values(), ids=FAULTS)
def test_every_fault_has_one_clear_line(change: Callable[[Json], None], line: str) -> None:
    data = reefs()
    change(data)

    assert line in [fault.said("en") for fault in faults(data)]
    assert all("\n" not in fault.said("fr") for fault in faults(data))


def test_a_table_too_small_for_one_tile_is_refused() -> None:
    data = cloth(5)
    data["meta"]["width_mm"] = 40

    assert [fault.said("en") for fault in faults(data)] == [
        "lattice: no cell lies on the table whole; give a larger table or cells nearer together"
    ]


def test_the_command_checks_and_draws_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board, position = tmp_path / "board.json", tmp_path / "position.json"
    board.write_text(json.dumps(reefs()))
    position.write_text(
        json.dumps({"spaces": {"cell/0,0": "r1/4"}, "slots": {"cell/0,0/huts": "red"}})
    )

    assert main(["board", "check", str(board)]) == 0
    assert "Reefs, 7 cells, 8 tiles, 2 places on tiles, 2 layouts" in capsys.readouterr().out
    drawn = tmp_path / "board.svg"
    assert main(["board", "draw", str(board), "--position", str(position), "-o", str(drawn)]) == 0
    assert 'data-kind="r1"' in drawn.read_text()
    board.write_text(json.dumps({**reefs(), "tiles": []}))
    assert main(["board", "check", str(board)]) == 2
    assert "tiles: has 0 entries" in capsys.readouterr().out
