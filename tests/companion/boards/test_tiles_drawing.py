"""A table of tiles is drawn as it lies: each tile turned, and what stands on it."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

from companion.board_drawing import draw_board
from companion.board_drawing.layer import Layer, draw_laid, draw_picture, view_box
from companion.board_drawing.tiles import draw_tile
from companion.boards.board_file import parse_board
from companion.boards.position_file import position_of
from companion.boards.tiles_board import Lying, TilesBoard
from companion.games import game_called
from companion.position import Position
from tests.companion.boards.small_board import small_board, with_id
from tests.companion.boards.small_tiles import cloth, harbour_reefs, reefs, tiles_board

LAID = Position(
    {"cell/0,0": "r1/2", "cell/1,0": "back/0", "cell/-1,0": "moon/0"}, {"cell/0,0/huts": "red"}
)


def test_the_bare_table_shows_its_cells_and_marks() -> None:
    drawn = draw_board(tiles_board(reefs()))

    assert len(with_id(drawn, "cell")) == 6
    assert with_id(drawn, "cell marked") == ["cell/1,-1"]
    assert ">home</text>" in drawn


def test_a_table_as_it_lies_shows_no_cell_of_another_layout() -> None:
    """Two play on a line of three cells, where others play around one."""
    line = {f"cell/{q},0": "back/0" for q in (-1, 0, 1)}
    drawn = draw_board(tiles_board(reefs()), Position(line))

    assert set(with_id(drawn, "cell")) == set(line)
    assert with_id(drawn, "cell marked") == []
    assert 'class="scale-number"' not in drawn


def test_on_ground_that_is_drawn_a_place_has_no_dot_and_a_market_is_drawn_as_one() -> None:
    board = game_called("carcassonne_south_seas").shipped_board()
    assert isinstance(board, TilesBoard)
    drawn = {tile: draw_tile(board, Lying(tile, 0)) for tile in ("ss05", "ss01")}

    assert {tile: each.count('class="dots"') for tile, each in drawn.items()} == {
        "ss05": 0,
        "ss01": 0,
    }
    assert {tile: each.count("feature market") for tile, each in drawn.items()} == {
        "ss05": 0,
        "ss01": 1,
    }


def test_the_number_of_a_tile_is_beside_the_stone_and_the_ways_in_its_middle() -> None:
    board = game_called("carcassonne_south_seas").shipped_board()
    assert isinstance(board, TilesBoard)
    ways = [
        tile.id for tile in board.tiles.values() if any(f.drawn == "way" for f in tile.features)
    ]
    printed = {
        tile: draw_tile(board, Lying(tile, 0)).partition('class="printed"')[2] for tile in ways
    }
    middle = re.compile(r'[^>]* transform="scale')

    assert [tile for tile, label in printed.items() if middle.match(label)] == []
    assert {"ss05", "ss12"} <= {*ways}


def test_what_cells_are_called_stands_where_no_face_is_seen() -> None:
    """On a tile that lies face down, and on a place for a tile with its mark; on no other."""
    board = tiles_board(reefs())
    flower = board.layouts["flower"]
    [home] = flower.marked
    face, *hidden = [cell for cell in flower.cells if cell != home]
    lies = dict.fromkeys(hidden, "back/0") | {face: "r1/0"}
    drawn = draw_laid(board, Position(lies, {}), ())

    assert all(f">{board.names[cell]}</text>" in drawn for cell in (home, *hidden))
    assert f">{board.names[face]}</text>" not in drawn
    assert ">home</text>" in drawn


def test_rows_have_letters_and_cells_their_number_in_it() -> None:
    names = tiles_board(reefs()).names

    assert sorted(names.values()) == ["A1", "A2", "B1", "B2", "B3", "C1", "C2"]


def test_tiles_lie_turned_and_pieces_on_their_places() -> None:
    laid = draw_laid(tiles_board(reefs()), LAID, ())
    drawn = list(ET.fromstring(laid).iter())
    tiles = {str(g.get("data-kind")): g for g in drawn if klass(g) == "piece tile"}
    turns = {name: tile[0].get("transform") for name, tile in tiles.items()}
    cube = next(g for g in drawn if klass(g) == "piece cube")

    assert with_id(laid, "piece tile") == ["cell/0,0", "cell/1,0", "cell/-1,0"]
    assert "rotate(120)" in str(turns["r1"])
    assert "rotate" not in str(turns["back"])
    assert (cube.get("data-id"), cube.get("data-kind")) == ("cell/0,0/huts", "red")
    assert re.match(r"translate\(140 167\.32\)", str(cube.get("transform")))
    assert tiles["moon/0"][-1].text == "?"


def test_pieces_that_stand_on_one_cell_stand_beside_each_other() -> None:
    standing = (("red", "cell/0,0"), ("blue", "cell/0,0"), ("blue", "cell/9,9"))
    laid = draw_laid(tiles_board(reefs()), LAID, standing)
    tokens = [g for g in ET.fromstring(laid).iter() if "token" in klass(g)]
    left, right = (float(str(g.get("transform"))[10:].split()[0]) for g in tokens)

    assert left < 150 < right


def test_cells_and_the_places_on_tiles_may_be_lit_and_the_smaller_lie_above() -> None:
    spots = Layer(tiles_board(reefs()), LAID, ()).spots

    assert with_id(spots, "spot held") == ["cell/0,0", "cell/1,0", "cell/-1,0"]
    assert with_id(spots, "spot") == ["cell/0,0/huts", "cell/0,0/pier"]
    assert spots.index("cell/-1,0") < spots.index("cell/0,0/huts")
    assert re.findall(r'data-of="(\w+)"', spots) == ["cell", "hut", "pier"]


@pytest.mark.parametrize(
    ("laid", "side_mm"),
    [({}, 45), ({"cell/10,10": "bridge/0"}, 135), ({"cell/0,0": "market/0"}, 90)],
)
def test_the_view_of_a_growing_table_is_a_square_around_what_lies(
    laid: dict[str, str], side_mm: float
) -> None:
    """A step around it, and no more; the table as such is seen whole."""
    board = tiles_board(cloth())
    _, _, width, height = map(float, view_box(board.lying(Position(laid))).split())

    assert width == height == pytest.approx(side_mm, abs=5)
    assert float(view_box(board).split()[2]) > 21 * 45


def test_the_view_of_a_table_laid_out_before_has_its_own_shape() -> None:
    """No more sea than the table has around it: pages draw it as wide as they are."""
    board = tiles_board(reefs())
    lies = board.lying(Position({f"cell/{q},0": "back/0" for q in (-1, 0, 1)}))
    *_, wide, high = lies.box_mm
    _, _, width, height = map(float, view_box(lies).split())

    assert wide > 1.5 * high
    assert width - wide == pytest.approx(height - high, abs=0.1)
    assert 0 < width - wide < 10


def test_a_long_row_is_in_the_middle_of_its_square() -> None:
    row = {f"cell/{q},10": "bridge/0" for q in range(5, 15)}
    left, top, width, height = map(
        float, view_box(tiles_board(cloth()).lying(Position(row))).split()
    )

    assert width == height
    assert top + height / 2 == pytest.approx(10.5 * 45)
    assert left + width / 2 == pytest.approx(10 * 45)


def test_a_table_full_of_tiles_is_drawn_in_few_bytes() -> None:
    """73 tiles with their places are less than half of what a page may weigh."""
    every = {f"cell/{nth % 9},{nth // 9}": f"market/{nth % 4}" for nth in range(73)}
    board = tiles_board(cloth())
    layer = Layer(board, Position(every), ())

    assert len(f"{layer.ground}{layer.spots}{layer.laid}") < 75_000


def klass(element: ET.Element) -> str:
    return str(element.get("class"))


def test_a_tile_of_a_turned_table_lies_as_its_cell() -> None:
    data = reefs()
    data["lattice"]["turned_deg"] = 30
    board = tiles_board(data)
    lies = board.lying(Position({"cell/0,0": "r1/1"}))

    # A sixth of a turn and the table's own thirtieth of a degree: straight down.
    assert lies.places["cell/0,0/huts"].x_mm == pytest.approx(150)
    assert lies.places["cell/0,0/huts"].y_mm == pytest.approx(170)
    assert Lying("r1", 1) in board.ways_to_lie("r1")


def test_a_picture_shows_its_places_alone_and_nothing_that_a_page_takes_for_the_chart() -> None:
    """Each is a drawing of its own, small, and as the tile is turned."""
    board = tiles_board(cloth())
    drawn = [
        draw_picture(board, Position({"cell/10,10": f"market/{turn}"}), ()) for turn in range(4)
    ]
    box = [float(side) for side in str(ET.fromstring(drawn[0]).get("viewBox")).split()]

    assert len(set(drawn)) == 4
    assert all("id=" not in each and len(each) < 1_000 for each in drawn)
    assert box == pytest.approx([450, 450, 45, 45], abs=4)


@pytest.mark.parametrize("place", ["space", "slot"])
def test_a_piece_on_a_printed_board_is_pictured_with_a_little_room(place: str) -> None:
    board = parse_board(small_board())
    at = next(iter(board.kinds_of_places[place]))
    drawn = ET.fromstring(
        draw_picture(board, position_of(board, {at: board.may_lie_at(at)[0]}), ())
    )
    left, top, width, height = map(float, str(drawn.get("viewBox")).split())

    assert left < board.places[at].x_mm < left + width
    assert top < board.places[at].y_mm < top + height
    assert 0 < width == height < board.width_mm / 2


def test_what_is_printed_on_a_tile_stands_upright_however_it_lies() -> None:
    board = tiles_board(harbour_reefs())
    drawn = [draw_laid(board, Position({"cell/0,0": f"r1/{turn}"}), ()) for turn in range(2)]
    plates = [
        {klass(g): g for g in ET.fromstring(each).iter() if klass(g).startswith("feature")}
        for each in drawn
    ]

    assert [str(one["feature harbour"][-1].text) for one in plates] == ["H2", "H2"]
    assert "--kind-red" in str(plates[0]["feature grove"][0].get("fill"))
    where = [str(one["feature harbour"].get("transform")) for one in plates]
    assert where[0] != where[1]
    assert all("rotate" not in each for each in where)


def test_places_beside_the_tiles_are_drawn_once_on_a_chart_and_in_no_other_picture() -> None:
    board = tiles_board(harbour_reefs())
    tile = Position({"cell/0,0": "r1/0"})
    layer = Layer(board, Position({**tile.spaces}, {"deeds/sail": "red"}), ())

    assert with_id(str(layer.ground), "printed-place") == ["deeds/sail", "deeds/rest"]
    assert "deeds/sail" in layer.spots
    assert 'data-id="deeds/sail"' in layer.laid
    assert "printed-place" not in draw_picture(board, tile, ())
    assert draw_picture(board, Position({}, {"deeds/sail": "red"}), ()).count("printed-place") == 1
