"""What is printed on tiles and beside them: read, checked and held against the rest of a board."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.board_drawing import draw_board
from companion.board_drawing.layer import Layer, view_box
from companion.board_drawing.plates import sign_left_mm
from companion.board_drawing.tiles import draw_tile
from companion.boards.board import digest_of
from companion.boards.board_file import faults, parse_board
from companion.boards.board_writing import board_json
from companion.boards.position_file import kinds_at, parse_position, position_json
from companion.boards.tiles_board import Lying
from companion.position import Position
from tests.companion.boards.small_board import edit
from tests.companion.boards.small_tiles import harbour_reefs, tiles_board

Json = Any


def test_a_tile_says_what_is_printed_on_it() -> None:
    bay, grove = tiles_board(harbour_reefs()).tiles["r1"].features

    assert (bay.kind, bay.spots, bay.number, bay.sign) == ("harbour", ("pier",), 2, "")
    assert (grove.sides, grove.number, grove.sign) == ((1, 2), None, "red")


def test_a_road_parts_the_halves_of_a_side_and_is_drawn() -> None:
    data = harbour_reefs()
    road = {"id": "road", "kind": "road", "spots": ["pier"], "sides": [0, 3], "drawn": "way"}
    field = {"id": "field", "kind": "field", "spots": ["pier"], "halves": [1, 2, 11]}
    data["tiles"][1]["features"] += [road, field]
    board = tiles_board(data)

    assert board.tiles["r1"].features[-1].halves == (1, 2, 11)
    assert board_json(board)["tiles"][1]["features"][-2:] == [road, field]
    assert 'class="way"' in draw_tile(board, Lying("r1", 2))
    assert 'class="way"' not in draw_tile(board, Lying("r2", 0))


def test_places_beside_the_tiles_are_there_however_these_lie() -> None:
    board = tiles_board(harbour_reefs())
    lies = board.lying(Position({"cell/0,0": "r1/0"}))
    left, top, wide, high = lies.box_mm
    said = {"spaces": {"cell/0,0": "r1/4"}, "slots": {"deeds/sail": "red"}}

    assert list(lies.kinds_of_places["deed"]) == ["deeds/sail", "deeds/rest"]
    assert lies.places["deeds/sail"].x_mm == 340
    assert board.cell_of("deeds/sail") == "deeds/sail"
    assert kinds_at(board, "deeds/sail") == ("empty", "red", "blue")
    assert left < 340 < left + wide
    assert top < 40 < top + high
    assert position_json(parse_position(said, board)) == said


@pytest.mark.parametrize(
    ("part", "changed", "same"),
    [
        ("features", {"x": 5}, True),
        ("features", {"number": 3}, False),
        ("features", {"spots": ["huts"]}, False),
        ("places", {"x": 345}, True),
        ("places", {"kind": "act"}, False),
    ],
)
def test_a_game_depends_on_what_is_printed_and_not_on_where(
    part: str, changed: Json, same: bool
) -> None:
    data = harbour_reefs()
    before = digest_of(parse_board(data))
    (data["tiles"][1] if part == "features" else data)[part][0].update(changed)

    assert (digest_of(parse_board(data)) == before) is same


PRINTED_FAULTS: dict[str, tuple[Callable[[Json], None], str]] = {
    "a feature with a place that is none": (
        edit("tiles", 1, "features", 0, "spots", 0, to="quay"),
        (
            "tiles[1] r1/features[0] bay/spots[0]: is 'quay', "
            "which is no place of this tile; give the id of one of its spots"
        ),
    ),
    "a doubled feature": (
        edit("tiles", 1, "features", 1, "id", to="bay"),
        (
            "tiles[1] r1/features[1] bay/id: is 'bay', "
            "as in another feature of the tile; give each its own"
        ),
    ),
    "a side that no tile has": (
        edit("tiles", 1, "features", 1, "sides", 0, to=6),
        "tiles[1] r1/features[1] grove/sides[0]: is 6; give a number from 0 to 5",
    ),
    "a feature off its tile": (
        edit("tiles", 1, "features", 0, "y", to=60),
        (
            "tiles[1] r1/features[0] bay: lies beside its tile; "
            "give x and y in millimetres from the tile's middle"
        ),
    ),
    "a feature on a back": (
        edit("tiles", 0, "features", to=[{"id": "bay", "kind": "harbour"}]),
        (
            "tiles[0] back: lies face down, where no place and no turn is seen; "
            "take out its spots, features and turns"
        ),
    ),
    "a place beside that is called as a cell is": (
        edit("places", 0, "id", to="cell/9,9"),
        (
            "places[0] cell/9,9/id: is 'cell/9,9'; give an id in lower case, "
            "with or without /, that does not begin with cell"
        ),
    ),
    "a doubled place beside": (
        edit("places", 1, "id", to="deeds/sail"),
        (
            "places[1] deeds/sail/id: is 'deeds/sail', "
            "as in another place beside the tiles; give each its own"
        ),
    ),
    "a place beside that lies on another": (
        edit("places", 1, "y", to=41),
        "places[1] deeds/rest: lies on deeds/sail; move it 3 mm or more away",
    ),
    "a place beside that a tile covers": (
        edit("places", 0, "x", to=192),
        (
            "places[0] deeds/sail: lies where a tile comes to lie, on cell/1,-1; "
            "move it beside the tiles"
        ),
    ),
}


@pytest.mark.parametrize(("change", "line"), PRINTED_FAULTS.values(), ids=PRINTED_FAULTS)
def test_every_fault_of_what_is_printed_has_one_clear_line(
    change: Callable[[Json], None], line: str
) -> None:
    data = harbour_reefs()
    change(data)

    assert line in [fault.said("en") for fault in faults(data)]
    assert all("\n" not in fault.said("fr") for fault in faults(data))


def with_tokens() -> Json:
    """Reefs on which cubes stand on huts and piers, and tokens in their colours on deeds."""
    data = harbour_reefs()
    data["pieces"]["cube"]["at"] = ["hut", "pier"]
    data["pieces"]["token"] = {
        "length_mm": 12,
        "width_mm": 12,
        "height_mm": 6,
        "kinds": {"grey": "#888888"},
        "at": ["deed"],
        "kinds_of": "cube",
    }
    return data


def test_each_kind_of_place_has_its_forms_of_pieces() -> None:
    board = tiles_board(with_tokens())
    forms = {
        place: {
            name: [kind.name for kind in kinds]
            for name, kinds in board.forms_at(board.spot_kind(place)).items()
        }
        for place in ("cell/0,0/huts", "deeds/sail")
    }

    assert forms == {
        "cell/0,0/huts": {"cube": ["red", "blue"]},
        "deeds/sail": {"token": ["grey", "red", "blue"]},
    }
    assert parse_board(board_json(board)) == board


def test_pieces_come_in_the_kinds_of_a_form_that_there_is() -> None:
    data = with_tokens()
    data["pieces"]["token"]["kinds_of"] = "pawn"

    assert [fault.said("en") for fault in faults(data)] == [
        "pieces/token/kinds_of: is 'pawn', which is no other form of pieces; give one of: cube"
    ]


def test_a_chart_says_what_is_printed_in_short_with_a_sign_for_its_row() -> None:
    data = harbour_reefs()
    data["places"][0] |= {"said": "2", "sign": "fish"}
    board = tiles_board(data)
    drawn = draw_board(board, Position({"cell/0,0": "r1/0"}))
    left, *_ = map(float, view_box(board.lying(Position({"cell/0,0": "r1/0"}))).split())

    assert board_json(board)["places"] == data["places"]
    assert ">2</text>" in drawn
    assert ">sail</text>" not in drawn
    assert {name for name, _ in Layer(board, Position(), ()).marks} >= {"sign:fish", "place:hut"}
    assert left < sign_left_mm(board.printed_places["deeds/sail"])


def test_a_chart_leaves_out_the_places_with_which_nobody_plays() -> None:
    """One on which a piece lies all the same is shown with it."""
    board, tiles = tiles_board(harbour_reefs()), {"cell/0,0": "r1/0"}
    idle = frozenset({"deeds/sail", "deeds/rest"})
    lying = Position(tiles, {"deeds/rest": "red"}, unused=idle)

    for drawn in (draw_board(board, lying), Layer(board, lying, ()).spots):
        assert "deeds/sail" not in drawn
        assert "deeds/rest" in drawn
