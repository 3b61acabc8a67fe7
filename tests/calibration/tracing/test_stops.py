"""A board of stops, traced from nothing or from its game's map, and what is said of it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from calibration.tracing.draft.checks import Code
from calibration.tracing.draft.draft import STOPS, Draft, Photo, Sheet
from calibration.tracing.draft.laying import evenly
from calibration.tracing.draft.refit import refitted
from calibration.tracing.draft.trace import Act, Deed, Trace, read_trace, write_trace
from calibration.tracing.kinds.board_kind import from_board, remarks, to_board
from calibration.tracing.kinds.wishes import act_of
from calibration.tracing.shelf import Shelf
from calibration.tracing.wishes.asked import Desk
from companion.boards.board_file import faults, parse_board
from companion.boards.board_writing import stops_json
from companion.boards.stops_board import StopsBoard
from companion.errors import InputError
from companion.games.long_cours.shipped import read_shipped_board
from vision.alignment.pose import Pose

Wish = Mapping[str, object]
SHIPS = {"ship": {"length_mm": 22, "width_mm": 9, "height_mm": 18, "kinds": {"red": "#c02020"}}}
SHEET = Sheet("Two seas", "stops", 490, 490, SHIPS, STOPS, {"wool": "#3f8f4f", "gold": "#e3b81f"})
WHOLE: tuple[Wish, ...] = (
    {"do": "add-stop", "x": 50, "y": 60, "name": "Bergen", "zone": 11, "product": "wool"},
    {"do": "add-stop", "x": 90, "y": 60, "name": "Leith", "product": "gold"},
    {"do": "add-stop", "x": 50, "y": 120, "name": "Cape North", "strands": True},
    {"do": "add-line", "a": "s1", "b": "s2"},
    {"do": "add-line", "a": "s2", "b": "s3"},
)
"""Three stops of one zone and the lines between them: a whole board."""


def done(trace: Trace, *wishes: Wish) -> Trace:
    for wish in wishes:
        trace = trace.done(act_of(wish, Desk(trace.draft, evenly(trace.draft))))
    return trace


def after(*wishes: Wish) -> Draft:
    return done(Trace(SHEET), *wishes).draft


def codes(draft: Draft) -> list[Code]:
    return [remark.code for remark in remarks(draft)]


def test_stops_that_were_put_named_and_joined_are_a_board() -> None:
    draft = after(*WHOLE)
    board = parse_board(to_board(draft))

    assert codes(draft) == []
    assert isinstance(board, StopsBoard)
    assert [(stop.id, stop.zone, stop.product) for stop in board.stops.values()] == [
        ("bergen", 11, "wool"),
        ("leith", 11, "gold"),
        ("cape_north", 11, None),
    ]
    assert [(line.a, line.b) for line in board.lines] == [
        ("bergen", "leith"),
        ("leith", "cape_north"),
    ]


def test_the_shipped_map_is_the_same_board_after_it_was_begun_with() -> None:
    shipped = read_shipped_board()
    sheet, changes = from_board(shipped, stops_json(shipped)["pieces"])  # type: ignore[arg-type]
    draft = Trace(sheet, (Act(Deed.BEGUN, "", changes),)).draft
    board = parse_board(to_board(draft))

    assert codes(draft) == []
    assert isinstance(board, StopsBoard)
    assert dict(board.stops) == dict(shipped.stops)
    assert board.lines == shipped.lines
    assert board.products == shipped.products


FAULTY: dict[str, tuple[tuple[Wish, ...], Code]] = {
    "nothing": ((), Code.NO_STOP),
    "no zone": (({"do": "add-stop", "x": 9, "y": 9, "product": "wool"},), Code.NO_ZONE),
    "no product": ((*WHOLE, {"do": "add-stop", "x": 200, "y": 9}), Code.NO_PRODUCT),
    "no rectangle": ((*WHOLE, {"do": "remove", "key": "s3"}), Code.ZONE_STRANDS),
    "two rectangles": (
        (*WHOLE, {"do": "add-stop", "x": 200, "y": 9, "strands": True}),
        Code.ZONE_STRANDS,
    ),
    "rectangle alone": (
        (*WHOLE, {"do": "add-stop", "x": 200, "y": 9, "zone": 22, "strands": True}),
        Code.ZONE_NO_PORT,
    ),
    "a product without a port": (
        (*WHOLE, {"do": "stop", "key": "s2", "product": "wool"}),
        Code.PRODUCT_NO_PORT,
    ),
    "a stop on a stop": ((*WHOLE, {"do": "move", "key": "s2", "x": 51, "y": 61}), Code.STOPS_TOUCH),
    "no line": (
        (*WHOLE, {"do": "remove", "key": "l1"}, {"do": "remove", "key": "l2"}),
        Code.NO_LINE,
    ),
    "doubled": ((*WHOLE, {"do": "stop", "key": "s2", "name": "Bergen"}), Code.STOP_TWICE),
    "alone": ((*WHOLE, {"do": "remove", "key": "l1"}), Code.STOP_ALONE),
    "two seas": (
        (
            *WHOLE,
            {"do": "add-stop", "x": 300, "y": 300, "name": "Perth", "product": "wool"},
            {"do": "add-stop", "x": 350, "y": 300, "name": "Colombo", "product": "wool"},
            {"do": "add-line", "a": "s4", "b": "s5"},
        ),
        Code.CUT_OFF,
    ),
}


@pytest.mark.parametrize("name", FAULTY)
def test_what_is_wrong_is_said_and_what_stops_a_board_is_a_fault_of_its_file(name: str) -> None:
    wishes, code = FAULTY[name]
    draft = after(*wishes)
    said = codes(draft)

    assert code in said
    assert said.count(Code.OTHER) == 0, "each slip is said once, in its own words"
    assert any(each.stops for each in said) == bool(faults(to_board(draft)))


IMPOSSIBLE: dict[str, tuple[Wish, str]] = {
    "a line to nowhere": ({"do": "add-line", "a": "s1", "b": "s9"}, "no-such-end"),
    "a line to itself": ({"do": "add-line", "a": "s1", "b": "s1"}, "line-to-itself"),
    "a line drawn twice": ({"do": "add-line", "a": "s2", "b": "s1"}, "line-twice"),
    "a product that is not sold": ({"do": "stop", "key": "s1", "product": "tea"}, "expected"),
    "an island": ({"do": "add-island", "x": 3, "y": 3}, "expected"),
    "a product twice": (
        {"do": "products", "products": [{"id": "wool", "colour": "#000000"}] * 2},
        "named-twice",
    ),
    "no product at all": ({"do": "products", "products": []}, "wrong-count"),
}


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_a_wish_that_cannot_be_is_refused_in_one_line(name: str) -> None:
    wish, code = IMPOSSIBLE[name]
    with pytest.raises(InputError) as refused:
        after(*WHOLE, wish)
    assert refused.value.fault.code == code
    assert "\n" not in str(refused.value)


def test_a_stop_that_goes_takes_its_lines_along() -> None:
    assert [line.key for line in after(*WHOLE, {"do": "remove", "key": "s1"}).lines.values()] == [
        "l2"
    ]


def test_a_line_over_the_edge_stays_so_in_the_file_and_on_the_shelf(tmp_path: Path) -> None:
    trace = done(Trace(SHEET), *WHOLE, {"do": "line", "key": "l1", "over_edge": True})
    write_trace(tmp_path / "trace.json", trace)
    again = read_trace(tmp_path / "trace.json")

    assert again.draft == trace.draft
    board = parse_board(to_board(again.draft))
    assert isinstance(board, StopsBoard)
    assert [line.over_edge for line in board.lines] == [True, False]


def test_stops_stay_on_their_print_when_corners_are_mended() -> None:
    size, lens = (700, 520), np.array([[500.0, 0, 350], [0, 500, 260], [0, 0, 1]])
    first, mended = (
        Pose(lens, np.zeros(2), np.array(turned), np.array([-245.0, -245, 700]), size)
        for turned in ((0.05, 0, 0), (0, 0.08, 0.02))
    )
    draft = after(*WHOLE).changed(Photo("a.jpg", size, (), first))
    again = draft
    for change in refitted(draft, Photo("a.jpg", size, (), mended)):
        again = again.changed(change)

    for key, stop in draft.stops.items():
        seen = first.project(np.array([(stop.x_mm, stop.y_mm)]))
        now = mended.project(np.array([(again.stops[key].x_mm, again.stops[key].y_mm)]))
        assert now == pytest.approx(seen, abs=0.01)
        assert again.stops[key] != stop


def test_goods_change_places_on_the_die_and_ports_keep_theirs() -> None:
    goods = [{"id": "gold", "colour": "#e3b81f"}, {"id": "wool", "colour": "#3f8f50"}]
    board = parse_board(to_board(after(*WHOLE, {"do": "products", "products": goods})))

    assert isinstance(board, StopsBoard)
    assert [product.name for product in board.products] == ["gold", "wool"]
    assert board.stops["bergen"].product == "wool"


def test_what_was_not_moved_follows_what_was(tmp_path: Path) -> None:
    traced = Shelf(tmp_path).begin_shipped("long_cours")
    shipped = read_shipped_board()
    moved = ("marseille", "sydney", "perth", "vancouver")
    trace = done(
        traced.trace,
        *(
            {"do": "move", "key": key, "x": stop.x_mm + 4, "y": stop.y_mm - 3}
            for key, stop in shipped.stops.items()
            if key in moved
        ),
        {"do": "fit"},
    )
    for key, stop in trace.draft.stops.items():
        at = shipped.stops[key]
        assert (stop.x_mm, stop.y_mm) == pytest.approx((at.x_mm + 4, at.y_mm - 3), abs=0.01)
        assert stop.pinned == (key in moved)


def test_a_board_that_its_game_cannot_be_played_on_says_why(tmp_path: Path) -> None:
    trace = Shelf(tmp_path).begin_shipped("long_cours").trace
    zone = [key for key, stop in trace.draft.stops.items() if stop.zone == 66]
    goods = {stop.product for stop in trace.draft.stops.values() if stop.zone != 66}
    assert len(goods) == 7, "six products, and the stranding places' none: none is lost with a zone"
    draft = done(trace, *({"do": "remove", "key": key} for key in zone)).draft

    [said] = [remark for remark in remarks(draft) if remark.code is Code.UNPLAYABLE]
    assert not said.code.stops
    assert "5" in str(said.words["why"])


def test_a_bare_beginning_has_the_games_size_goods_and_ships_and_no_stop(tmp_path: Path) -> None:
    draft = Shelf(tmp_path).begin_shipped("long_cours", bare=True).draft

    assert (draft.stops, draft.lines) == ({}, {})
    assert list(draft.sheet.products)[:2] == ["cereals", "fruit"]
    assert (draft.sheet.width_mm, draft.sheet.kind) == (490, STOPS)
