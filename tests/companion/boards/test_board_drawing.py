"""The drawn map: whole SVG, every place in it by its id, names in free water."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from companion.board_drawing import draw_board
from companion.board_drawing.paint import paints
from companion.board_drawing.places import Legend
from companion.boards.board import Board
from companion.boards.board_file import parse_board
from companion.games.clippers.shipped import read_shipped_board
from companion.position import Position
from tests.companion.boards.small_board import small_board

SVG = "{http://www.w3.org/2000/svg}"
LETTER_WIDTH = 0.45
SHIPPED = read_shipped_board()


def drawn(board: Board, position: Position | None = None) -> ElementTree.Element:
    return ElementTree.fromstring(draw_board(board, position))


def by_class(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [each for each in root.iter() if name in (each.get("class") or "").split()]


def bare_board() -> Board:
    """A board without harbours, slots, values, pieces."""
    data = small_board()
    for key in ("harbours", "pieces", "departure_cards"):
        del data[key]
    del data["routes"][0]
    for island in data["islands"]:
        del island["value"]
        island["slots"] = []
    return parse_board(data)


@pytest.mark.parametrize(
    ("class_", "ids"),
    [
        ("island", list(SHIPPED.islands)),
        ("harbour", list(SHIPPED.harbours)),
        ("route", list(SHIPPED.routes)),
        ("space", list(SHIPPED.spaces)),
        ("slot", list(SHIPPED.slots)),
    ],
)
def test_every_place_carries_its_id(class_: str, ids: list[str]) -> None:
    places = by_class(drawn(SHIPPED), class_)

    assert Counter(place.get("data-id") for place in places) == Counter(ids)


@pytest.mark.parametrize(
    "board",
    [SHIPPED, parse_board(small_board()), bare_board()],
    ids=["shipped", "small", "bare"],
)
def test_ids_stand_once(board: Board) -> None:
    ids = Counter(each.get("id") for each in drawn(board).iter() if each.get("id"))

    assert {each for each, count in ids.items() if count > 1} == set()


def test_the_same_board_is_drawn_the_same_by_another_process() -> None:
    elsewhere = (
        "from tests.companion.boards.test_board_drawing import *; print(draw_board(SHIPPED))"
    )
    there = subprocess.run(
        [sys.executable, "-c", elsewhere],
        env={**os.environ, "PYTHONHASHSEED": "7"},
        check=True,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )

    assert there.stdout.rstrip() == draw_board(SHIPPED).rstrip()


def test_names_are_escaped() -> None:
    data = small_board()
    data["meta"]["name"] = "<script>alert(1)</script>"
    data["islands"][0]["name"] = '"><b>&'
    data["islands"][0]["id"] = data["routes"][1]["b"] = 'a"b<'
    data["departure_cards"] = []

    root = drawn(parse_board(data))

    assert {each.tag for each in root.iter()} & {f"{SVG}script", f"{SVG}b"} == set()
    assert 'a"b<' in {each.get("data-id") for each in root.iter()}
    assert '"><b>&' in {"".join(each.itertext()).strip() for each in by_class(root, "name")}


def test_arrows_point_along_one_way_routes() -> None:
    arrows = by_class(drawn(parse_board(small_board())), "arrow")

    assert [arrow.get("transform") for arrow in arrows] == ["translate(135 50) rotate(180)"]


def test_arrows_turn_with_the_route() -> None:
    data = small_board()
    data["routes"][0]["one_way"] = "b>a"

    arrows = by_class(drawn(parse_board(data)), "arrow")

    assert [arrow.get("transform") for arrow in arrows] == ["translate(135 50) rotate(360)"]


def test_names_cover_no_space_of_the_shipped_board() -> None:
    board = SHIPPED
    lines = [line for name in by_class(drawn(board), "name") for line in name]
    covered = [
        (line.text, space.id)
        for line in lines
        for space in board.spaces.values()
        for step in (-8, -4, 0, 4, 8)
        if is_under(line, space.x_mm, space.y_mm, space.angle_deg, step)
    ]

    assert len(lines) >= len(board.islands)
    assert covered == []


def is_under(
    line: ElementTree.Element, x_mm: float, y_mm: float, angle_deg: float, step: float
) -> bool:
    """Whether a point of a space lies under a line of text; letters are taken to be narrow."""
    x, y, size = (float(line.get(key) or 0) for key in ("x", "y", "font-size"))
    half = len(line.text or "") * size * LETTER_WIDTH / 2
    east = x_mm + step * math.cos(math.radians(angle_deg))
    south = y_mm + step * math.sin(math.radians(angle_deg))
    return abs(east - x) < half and y - 0.7 * size < south < y + 0.1 * size


def test_pieces_lie_in_groups_of_their_own() -> None:
    position = Position({"r0/0/0": "red", "r1/0/0": "pink"}, {"fiji/0": "french"})

    root = drawn(parse_board(small_board()), position)

    (sticks,), (markers,) = by_class(root, "sticks"), by_class(root, "markers")
    assert [stick.get("data-kind") for stick in sticks] == ["red", "pink"]
    assert [marker.get("data-kind") for marker in markers] == ["french"]
    assert "".join(sticks[1].itertext()).strip() == "?"


def test_a_page_may_choose_other_colours() -> None:
    assert paints(SHIPPED)["red"].fill == "var(--kind-red, #c8202a)"


def test_no_two_kinds_of_stick_or_of_marker_share_a_letter() -> None:
    board = SHIPPED
    letters = {name: paint.letter for name, paint in paints(board).items()}
    assert board.stick is not None
    assert board.marker is not None

    for kinds in (board.stick.kinds, board.marker.kinds):
        assert len({letters[kind.name] for kind in kinds}) == len(kinds)
    assert letters["blue"] == "B"
    assert letters["black"] == "K"


def test_a_chart_says_everything_but_names_of_islands_as_its_legend_does() -> None:
    legend = Legend(
        {"red": "rouge"}, "{name}, valeur {value}", "port {company}", "{number} bâtonnets", ""
    )
    svg = draw_board(SHIPPED, legend=legend)

    assert ">Rouge</text>" in svg
    assert ">Red</text>" not in svg
    assert "port rouge, 32 bâtonnets" in svg
    assert "Tahiti, valeur 4" in svg


@pytest.mark.parametrize("order", [("black", "blue"), ("blue", "black")])
def test_black_is_k_beside_blue_in_whatever_order_the_file_has_them(
    order: tuple[str, str],
) -> None:
    board = read_shipped_board()
    assert board.stick is not None
    kinds = sorted(board.stick.kinds, key=lambda kind: [*order, kind.name].index(kind.name))
    letters = paints(replace(board, stick=replace(board.stick, kinds=tuple(kinds))))

    assert (letters["black"].letter, letters["blue"].letter) == ("K", "B")
