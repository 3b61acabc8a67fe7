"""A board of stops is drawn from its data: every stop, line, ship and pile, by its id."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

from companion.board_drawing import draw_board
from companion.board_drawing.layer import Layer, draw_laid, view_box
from companion.board_drawing.paint import paints
from companion.board_drawing.places import Legend
from companion.board_drawing.stops import strokes
from companion.boards.board_file import parse_board
from companion.boards.stops_board import StopsBoard
from companion.games import GAMES, game_called
from companion.position import Position
from tests.companion.boards.small_board import bay, with_id

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def board() -> StopsBoard:
    parsed = parse_board(bay())
    assert isinstance(parsed, StopsBoard)
    return parsed


def test_every_stop_and_line_is_drawn(board: StopsBoard) -> None:
    drawn = draw_board(board)

    assert with_id(drawn, "stop") == ["apia", "cook", "dili"]
    assert with_id(drawn, "stop stranding") == ["bora", "efate"]
    assert len(with_id(drawn, "line")) == len(board.lines)
    assert ">1</text>" in drawn
    assert ">2</text>" in drawn
    for stop in board.stops.values():
        assert f">{stop.name}</text>" in drawn


def test_products_are_told_by_colour_letter_and_name(board: StopsBoard) -> None:
    drawn = draw_board(board, legend=Legend({"tea": "thé"}))

    assert "<title>Cook: thé</title>" in drawn
    assert 'fill="var(--kind-tea, #226622)"' in drawn
    letters = [paints(board)[kind.name].letter for kind in board.products]
    assert letters == ["S", "T"]


def test_a_line_over_the_edge_leaves_and_comes_in_at_the_same_height(board: StopsBoard) -> None:
    (out, come_in) = strokes(board, board.lines[3])

    assert out == ((180.0, 20.0), (200.0, 20.0))
    assert come_in == ((0.0, 20.0), (20.0, 20.0))
    assert len(strokes(board, board.lines[0])) == 1


def test_ships_share_a_stop_beside_each_other(board: StopsBoard) -> None:
    laid = draw_laid(board, Position({"bora": "goods"}), (("red", "apia"), ("black", "apia")))
    root = ET.fromstring(laid)
    ships = [each for each in root.iter() if each.get("class") == "piece ship"]
    at = [re.match(r"translate\(([\d.]+) ", str(each.get("transform"))) for each in ships]
    left, right = (float(each[1]) for each in at if each)

    assert [(each.get("data-kind"), each.get("data-beside")) for each in ships] == [
        ("red", "apia"),
        ("black", "apia"),
    ]
    assert left < 20 < right
    assert with_id(laid, "piece pile") == ["bora"]


def test_every_stop_may_be_lit(board: StopsBoard) -> None:
    spots = Layer(board, Position(), ()).spots

    assert with_id(spots, "spot") == list(board.stops)
    assert 'data-of="stop"' in spots
    assert len(view_box(board).split()) == 4


@pytest.mark.parametrize("game", GAMES)
def test_the_shipped_board_of_each_game_is_drawn(game: str) -> None:
    board = game_called(game).shipped_board()
    drawn = ET.fromstring(draw_board(board))

    assert drawn.tag == f"{SVG}svg"
    assert len(list(drawn.iter(f"{SVG}text"))) > 24


def test_a_stop_apart_from_its_zone_bears_its_number() -> None:
    """Sydney lies at the other edge of the map than the rest of zone 33."""
    drawn = draw_board(game_called("long_cours").shipped_board())

    numbers = [each for each in ET.fromstring(drawn).iter() if each.get("class") == "zone-number"]
    assert ["".join(each.itertext()).strip() for each in numbers] == ["33"]
